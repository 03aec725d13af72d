/*!
Wishes outside a game.
*/

use super::{Absence, Barrier, RatingRange, Whom};
use crate::game::GameId;
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

/// A wish outside a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Invite somebody.
    Invite(NewGame),
    /// Leave.
    Away {
        /// As written, or in English words.
        text: String,
        /// The days meant; none if they could not be read.
        absence: Option<Absence>,
    },
    /// The leave is over, and what lies ahead is given up.
    AwayOff,
    /// Watch a game.
    Watch(GameId),
    /// Watch it no more; none at all, if none is named.
    Unwatch(Option<GameId>),
    /// Find somebody to play on these terms.
    Seek(NewGame),
    /// Play who seeks under that number.
    TakeSeek(u32),
    /// Seek no more: under that number, or at all.
    CancelSeek(Option<u32>),
    /// Somebody is to be kept away, or not any more.
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
    /// To get mail, and play, from another address.
    ChangeAddress(Address),
    /// No mail any more.
    StopMail,
    /// To be erased.
    Erase,
    /// All that is kept of them.
    Export,
}
