/*!
What a player asks outside a game, and how sure we must be of who asks before it is carried out.
*/

use super::{Absence, Barrier, RatingRange, Setting, Whom};
use crate::game::{ConfirmCode, GameId, PlayerId};
use crate::mail::Address;

/// Which colour the writer of a challenge wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// By lot.
    Random,
}

/// Terms as written: of a challenge, where what is left out takes the service's defaults, or of a counter-offer, where it
/// stays as offered.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NewGame {
    /// The game's word, as written: `chess`, `チェス`; empty is chess.
    pub variant: String,
    /// Who is invited.
    pub with: Option<Address>,
    /// The writer's colour; left open where none is named.
    pub colour: Option<Colour>,
    /// The time control, as written.
    pub time: Option<String>,
    /// Whether it counts for the rating.
    pub rated: Option<bool>,
    /// No clock runs on weekends.
    pub weekends_off: Option<bool>,
    /// `claim` or `auto`, as written.
    pub draws: Option<String>,
    /// `own`, `opponent`, `both`, `none`, as written.
    pub scope: Option<String>,
    /// Start position.
    pub fen: Option<String>,
    /// A game that came along: the start position is the one at its end.
    pub record: Option<String>,
    /// Of a seek: whose ratings it is for.
    pub range: RatingRange,
    /// Two games at once, one with each colour.
    pub pair: bool,
    /// Words that belong to no part; a challenge with any is refused and repeats them.
    pub unread: Vec<String>,
}

/// A request outside a game. One that nothing vouches for waits until its writer's address is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// To invite somebody.
    Invite(NewGame),
    /// To take leave.
    Away {
        /// As written, or in English words.
        text: String,
        /// The days meant; none if they could not be read.
        absence: Option<Absence>,
    },
    /// To end one's leave, and give up what lies ahead.
    AwayOff,
    /// To watch a game.
    Watch(GameId),
    /// To watch it no more; no game at all, if none is named.
    Unwatch(Option<GameId>),
    /// To find somebody to play on these terms.
    Seek(NewGame),
    /// To play whoever seeks under that number.
    TakeSeek(u32),
    /// To seek no more: under that number, or at all.
    CancelSeek(Option<u32>),
    /// To keep somebody away, or not any more.
    Bar {
        /// From what.
        barrier: Barrier,
        /// Who.
        whom: Whom,
        /// True if they are to be kept away.
        up: bool,
    },
    /// To make every reply address sent so far void.
    Lock,
    /// To play on after that, with new ones.
    Unlock,
    /// To play from another address from now on, which is asked about there first.
    ChangeAddress(Address),
    /// To move the games of that player to the address that was asked; nothing else is behind such a question.
    MoveHere(PlayerId),
    /// To move the games of that player back to the address that was asked; nothing else is behind such a question.
    MoveBack(PlayerId),
    /// To get no mail any more.
    StopMail,
    /// The same, once the code has come; nothing else is behind such a question.
    StopByCode,
    /// To be erased, which is asked about first.
    Erase,
    /// The same, once the code has come; nothing else is behind such a question.
    EraseByCode,
    /// To get all that is kept of oneself.
    Export,
    /// To change a setting.
    Setting(Setting),
    /// To see who seeks.
    Seeks,
    /// To see one's games.
    Games,
    /// To be told how to play.
    Help,
    /// To be told how to do one thing.
    HelpOn(String),
    /// To see statistics, of one game if it is named by its key.
    Stats(Option<String>),
    /// To see the rules of a game, by its key; of the usual one where none is named.
    Rules(Option<String>),
    /// To see one's settings.
    Settings,
}

impl Errand {
    /// True for what has a question, a page and a code of its own.
    pub fn is_by_code(&self) -> bool {
        matches!(self, Errand::EraseByCode | Errand::StopByCode) || self.is_move()
    }

    /// True if a code carries it out at one of two addresses of the same player.
    pub fn is_move(&self) -> bool {
        matches!(self, Errand::MoveHere(_) | Errand::MoveBack(_))
    }

    /// True if a `yes` is not enough and the reply must repeat the code of the question. These requests change what a
    /// player can rely on, and a hasty `yes` to a forged letter must not be what does it.
    pub fn needs_code(&self) -> bool {
        match self {
            Errand::Away { .. }
            | Errand::AwayOff
            | Errand::Bar { .. }
            | Errand::ChangeAddress(_)
            | Errand::MoveHere(_)
            | Errand::MoveBack(_)
            | Errand::StopMail
            | Errand::Erase
            | Errand::EraseByCode
            | Errand::StopByCode
            | Errand::Setting(_) => true,
            Errand::Invite(_)
            | Errand::Lock
            | Errand::Unlock
            | Errand::Watch(_)
            | Errand::Unwatch(_)
            | Errand::Seek(_)
            | Errand::TakeSeek(_)
            | Errand::CancelSeek(_)
            | Errand::Seeks
            | Errand::Export
            | Errand::Games
            | Errand::Help
            | Errand::HelpOn(_)
            | Errand::Stats(_)
            | Errand::Rules(_)
            | Errand::Settings => false,
        }
    }
}

/// What a mail asks its reader to confirm: nothing is carried out that it does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The requests, each named in words.
    pub errands: Vec<Errand>,
    /// The code to repeat, if one of them needs it.
    pub code: Option<ConfirmCode>,
}
