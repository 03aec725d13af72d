/*!
What waits behind a question to a player's own address, and how sure we must be before it is carried out.
*/

use super::{Absence, Barrier, NewGame, Whom};
use crate::game::{ConfirmCode, GameId, PlayerId};
use crate::mail::Address;

/// One request outside games, as it waits until its writer's address is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A challenge.
    Invite(NewGame),
    /// Leave; see [`Errand::Away`](super::Errand::Away).
    Away {
        /// As written.
        text: String,
        /// The days meant.
        absence: Option<Absence>,
    },
    /// No leave any more.
    AwayOff,
    /// Watch a game.
    Watch(GameId),
    /// Watch it no more; none at all, if none is named.
    Unwatch(Option<GameId>),
    /// Finding somebody to play.
    Seek(NewGame),
    /// Playing who seeks under that number.
    TakeSeek(u32),
    /// Seeking no more: under that number, or at all.
    CancelSeek(Option<u32>),
    /// Who seeks.
    Seeks,
    /// Keeping somebody away; see [`Errand::Bar`](super::Errand::Bar).
    Bar {
        /// From what.
        barrier: Barrier,
        /// Who.
        whom: Whom,
        /// True if they are to be.
        up: bool,
    },
    /// Every reply address sent so far is to be void.
    Lock,
    /// Playing on after that, with new ones.
    Unlock,
    /// Playing from another address from now on, which is asked about there first.
    ChangeAddress(Address),
    /// The games of that player are to move to the address that was asked; nothing else is behind such a question.
    MoveHere(PlayerId),
    /// The games of that player are to move back to the address that was asked; nothing else is behind such a question.
    MoveBack(PlayerId),
    /// No mail any more.
    StopMail,
    /// To be erased, which is asked about first.
    Erase,
    /// To be erased, once the code has come; nothing else is behind such a question.
    EraseByCode,
    /// No mail any more, once the code has come; nothing else is behind such a question.
    StopByCode,
    /// All that is kept of them.
    Export,
    /// A list of games.
    Games,
    /// How to play.
    Help,
    /// How to do one thing.
    HelpOn(String),
    /// Statistics, of one game if it is named.
    Stats(Option<String>),
    /// The rules of a game, by its key; of the one that is meant where none is named.
    Rules(Option<String>),
    /// What has been chosen.
    Settings,
    /// A choice, as written behind `settings`.
    Setting(String),
}

impl Wish {
    /// True for what has a question, a page and a code of its own.
    pub fn is_by_code(&self) -> bool {
        matches!(self, Wish::EraseByCode | Wish::StopByCode) || self.is_move()
    }

    /// True if a code carries it out at one of two addresses of the same player.
    pub fn is_move(&self) -> bool {
        matches!(self, Wish::MoveHere(_) | Wish::MoveBack(_))
    }

    /// True if a `yes` is not enough and the reply must repeat the code of the question. These requests change what a
    /// player can rely on, and a hasty `yes` to a forged letter must not be what does it.
    pub fn needs_code(&self) -> bool {
        match self {
            Wish::Away { .. }
            | Wish::AwayOff
            | Wish::Bar { .. }
            | Wish::ChangeAddress(_)
            | Wish::MoveHere(_)
            | Wish::MoveBack(_)
            | Wish::StopMail
            | Wish::Erase
            | Wish::EraseByCode
            | Wish::StopByCode
            | Wish::Setting(_) => true,
            Wish::Invite(_)
            | Wish::Lock
            | Wish::Unlock
            | Wish::Watch(_)
            | Wish::Unwatch(_)
            | Wish::Seek(_)
            | Wish::TakeSeek(_)
            | Wish::CancelSeek(_)
            | Wish::Seeks
            | Wish::Export
            | Wish::Games
            | Wish::Help
            | Wish::HelpOn(_)
            | Wish::Stats(_)
            | Wish::Rules(_)
            | Wish::Settings => false,
        }
    }
}

/// What a mail asks its reader to confirm: nothing is carried out that it does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The requests, each named in words.
    pub wishes: Vec<Wish>,
    /// The code to repeat, if one of them needs it.
    pub code: Option<ConfirmCode>,
}
