/*!
A player: address, name, language, preferences.
*/

use super::{Notation, Setting, Settings};
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
    /// A program; nothing is mailed to it.
    pub robot: bool,
}

/// What others see of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// True for a program's, which pages and game files say.
    pub robot: bool,
}

impl Name {
    /// Stands for the name of somebody who was invited and has not answered: whoever invited them must not learn by it
    /// whether they play here. No name is ever reduced to it.
    const GUEST: &str = "…";

    /// Somebody who was invited and has not answered.
    pub fn guest() -> Name {
        Name { text: Name::GUEST.to_owned(), robot: false }
    }

    /// True for somebody who was invited and has not answered.
    pub fn is_guest(&self) -> bool {
        self.text == Name::GUEST
    }

    /// What PGN calls such a player, in `WhiteType` and `BlackType`.
    pub fn kind(&self) -> &'static str {
        if self.robot { "program" } else { "human" }
    }
}

impl Player {
    /// What others see.
    pub fn shown(&self) -> Name {
        Name { text: self.name.clone(), robot: self.robot }
    }

    /// The language a letter's moves are read in: the one whose letters they have chosen, else their own.
    pub fn writes(&self) -> &str {
        self.settings.letters.as_ref().map_or(&self.language, |letters| letters.tag())
    }

    /// True after `lock`, until the address has been confirmed anew.
    pub fn is_locked(&self) -> bool {
        self.standing == Standing::Unconfirmed && self.epoch > 0
    }

    /// True if they write their moves in figures, `7163`.
    pub fn writes_numbers(&self) -> bool {
        self.settings.numbers || self.settings.notation == Notation::Numeric
    }

    /// Takes over a choice.
    pub fn choose(&mut self, setting: Setting) {
        match setting {
            Setting::Language(code) => self.language = code,
            Setting::Name(name) => self.name = name,
            Setting::Picture(picture) => self.settings.picture = picture,
            Setting::Notation(notation) => self.settings.notation = notation,
            Setting::Letters(letters) => self.settings.letters = letters,
            Setting::Board(board) => self.settings.board = board,
            Setting::Subject(subject) => self.settings.subject = subject,
            Setting::Order(order) => self.settings.order = order,
            Setting::Calendar(on) => self.settings.calendar = on,
            Setting::Promotion { queen } => self.settings.always_queen = queen,
            Setting::Mail(rhythm) => self.settings.mail = rhythm,
            Setting::Zone(zone) => self.settings.zone = Some(zone),
            Setting::Reminders(steps) => self.settings.habits.reminders = steps,
            Setting::Flag { claim } => self.settings.habits.claims_flags = claim,
        }
    }
}
