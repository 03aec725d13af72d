/*!
What some pages tell besides their name: how far something has come.
*/

use super::ConfirmCode;

/// How far a player's change of address has come, as one of the two addresses is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressChange {
    /// To the old one: a code is on its way to the address that was named.
    Asked,
    /// To the new one: here is the code.
    Confirm(ConfirmCode),
    /// To the old one: games have moved, and this code takes that back.
    Moved(ConfirmCode),
    /// To the new one: games have moved here.
    Here,
    /// To both: games have moved back.
    Back,
}

impl AddressChange {
    /// Its name in templates and in the record.
    pub fn key(&self) -> &'static str {
        match self {
            AddressChange::Asked => "asked",
            AddressChange::Confirm(_) => "confirm",
            AddressChange::Moved(_) => "moved",
            AddressChange::Here => "here",
            AddressChange::Back => "back",
        }
    }

    /// The code it tells, if it tells one.
    pub fn code(&self) -> Option<&ConfirmCode> {
        match self {
            AddressChange::Confirm(code) | AddressChange::Moved(code) => Some(code),
            AddressChange::Asked | AddressChange::Here | AddressChange::Back => None,
        }
    }

    /// What has that name, with its code.
    pub fn from_key(key: &str, code: Option<ConfirmCode>) -> Option<AddressChange> {
        match (key, code) {
            ("asked", None) => Some(AddressChange::Asked),
            ("confirm", Some(code)) => Some(AddressChange::Confirm(code)),
            ("moved", Some(code)) => Some(AddressChange::Moved(code)),
            ("here", None) => Some(AddressChange::Here),
            ("back", None) => Some(AddressChange::Back),
            _ => None,
        }
    }
}

/// Whether a game may be watched, as one of its players is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watching {
    /// The reader would, and the opponent has not said so.
    Asked,
    /// The opponent would, and the reader has not said so.
    Asking,
    /// Both would: it may.
    Open,
    /// It may not.
    Closed,
}

impl Watching {
    /// All of them.
    pub const ALL: [Watching; 4] = [Watching::Asked, Watching::Asking, Watching::Open, Watching::Closed];

    /// Its name in templates and in the record.
    pub fn key(self) -> &'static str {
        match self {
            Watching::Asked => "asked",
            Watching::Asking => "asking",
            Watching::Open => "open",
            Watching::Closed => "closed",
        }
    }
}
