/*!
A player: address, name, language, preferences.
*/

use crate::game::PlayerId;
use crate::mail::Address;

/// How far an address is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Invited, or has written and not answered the confirmation.
    Unconfirmed,
    /// Answered a mail of ours.
    Confirmed,
    /// Wants no mail.
    Stopped,
}

/// The picture in a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Picture {
    /// 960 pixels wide, shown at 480.
    #[default]
    Large,
    /// 480 pixels wide.
    Small,
    /// None.
    Off,
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// The picture.
    pub picture: Picture,
    /// A promotion without a piece means a queen.
    pub always_queen: bool,
    /// Time zone by its IANA name; UTC if absent.
    pub zone: Option<chrono_tz::Tz>,
}

/// A person we know by an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Number in the record.
    pub id: PlayerId,
    /// Where mail goes.
    pub address: Address,
    /// What others see; never an address.
    pub name: String,
    /// Code of a language we write: `en`, `ja`; of a language we only read for notation: `de`.
    pub language: String,
    /// How far known.
    pub standing: Standing,
    /// Preferences.
    pub settings: Settings,
    /// Raised to make all reply tokens void.
    pub epoch: u32,
}
