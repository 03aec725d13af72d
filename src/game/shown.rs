/*!
What some pages tell besides their name: how far something has come, and whether they are about a game at all.
*/

use super::{ConfirmCode, Notice, Page};

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

impl Page {
    /// True for pages about the service and its player rather than about one game: they come from the service, under a subject
    /// of their own, outside the thread of any game.
    pub fn is_of_the_service(&self) -> bool {
        matches!(
            self,
            Page::ConfirmAddress
                | Page::Introduction
                | Page::Games
                | Page::Seeks
                | Page::SeekOpen
                | Page::SeekClosed { .. }
                | Page::Stats { .. }
                | Page::Rules { .. }
                | Page::Settings
                | Page::SettingChanged { .. }
                | Page::Help
                | Page::HelpOn { .. }
                | Page::Welcome
                | Page::Export
                | Page::ConfirmErase { .. }
                | Page::ConfirmStop { .. }
                | Page::AddressChange(_)
                | Page::Erased
                | Page::Summary
                | Page::Digest
                | Page::LeaveBooked(_)
                | Page::LeaveOff
                | Page::MailStopped
        )
    }
}

impl Notice {
    /// True if a mail with these notices tells nothing about a game.
    pub fn are_of_the_service(notices: &[Notice]) -> bool {
        notices.iter().all(|notice| notice.page.is_of_the_service())
    }
}
