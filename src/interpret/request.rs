/*!
Requests: what a letter asks, before anybody decides whether it may be.
*/

use super::numbers;
use super::strange::Strange;
use crate::club::{Errand, NewGame};
use crate::game::{ConfirmCode, DrawWord, PlanLine};
use crate::mail::quoted::Kind;
use crate::rules::WrittenMove;
use chrono::TimeDelta;

/// A wish that changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A move.
    Play {
        /// As written.
        written: WrittenMove,
        /// What goes with it.
        draw: Option<DrawWord>,
        /// If-then lines.
        conditions: Vec<PlanLine>,
    },
    /// `cancel plans`.
    DropPlan,
    /// `takeback`.
    AskTakeback,
    /// `accept takeback`.
    AcceptTakeback,
    /// `decline takeback`.
    DeclineTakeback,
    /// `undo`.
    Undo,
    /// `abort`.
    Abort,
    /// `draw`.
    OfferDraw,
    /// `accept draw`.
    AcceptDraw,
    /// `decline draw`.
    DeclineDraw,
    /// `claim draw`.
    ClaimDraw,
    /// `declare`: the game is won by a king that has crossed the board.
    Declare,
    /// `accept` alone: an invitation's or a draw's, the game decides.
    Accept,
    /// `decline` alone.
    Decline,
    /// `withdraw`: an invitation of one's own.
    Withdraw,
    /// `counter …`: other terms in answer to an invitation.
    Counter(NewGame),
    /// `rematch`.
    Rematch,
    /// `resign`.
    Resign,
    /// `confirm CODE`.
    Confirm(ConfirmCode),
    /// `claim time`.
    ClaimTime,
    /// `give 2 days`.
    Give {
        /// How much.
        time: TimeDelta,
        /// In English words: `2 days`.
        text: String,
    },
    /// `watch on`, `watch off`: whether others may watch the game.
    Watchers {
        /// They may, for the writer's part.
        allowed: bool,
    },
    /// `message: …`: words for the opponent and nothing else.
    Say(String),
    /// A request outside a game.
    Errand(Errand),
    /// `settings …`, where the words behind it name no setting or no value of one.
    UnknownSetting(String),
    /// A command that is understood and not carried out yet: its English words with their arguments.
    NotOffered(String),
}

/// A wish to be shown something; never clashes with a deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// `board [N]`: after full move N, or now.
    Board(Option<u32>),
    /// `moves`.
    Moves,
    /// `pgn`.
    Pgn,
    /// `plans`.
    Plans,
    /// `games`.
    Games,
    /// `seeks`.
    Seeks,
    /// `scope f3`, `? f3`: the square's name.
    Scope(String),
    /// `replay`.
    Replay,
    /// `stats [variant]`: the game's key.
    Stats(Option<String>),
    /// `rules [variant]`: the game's key.
    Rules(Option<String>),
    /// `settings`.
    Settings,
    /// `help [topic]`.
    Help(Option<String>),
}

/// All deeds of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deeds {
    /// None.
    Nothing,
    /// One.
    One(Deed),
    /// More than one, in contradiction: as written.
    Several(Vec<String>),
    /// Some, beside words that may take them back or correct them.
    Doubted {
        /// What was asked, as written.
        found: Vec<String>,
        /// Those words.
        doubt: String,
    },
    /// A move stands in the letter, but may not be meant: nothing is done, and the writer is asked.
    Perhaps {
        /// The move.
        written: WrittenMove,
        /// The move as it stands in the letter.
        text: String,
        /// Words beside it that may take it back, if they are the reason for asking.
        doubt: Option<String>,
    },
}

impl Deeds {
    /// True for a move in figures alone, `7163`, and nothing else.
    pub fn play_by_numbers(&self) -> bool {
        matches!(self, Deeds::One(Deed::Play { written, draw: None, conditions }) if conditions.is_empty() && numbers::written(written))
    }
}

/// One line of a letter and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineVerdict {
    /// What it was taken for.
    pub kind: Kind,
    /// The line.
    pub line: String,
    /// The segment of it that was taken as a command.
    pub command: Option<String>,
}

/// A letter, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it wants done.
    pub deeds: Deeds,
    /// What it wants shown.
    pub asks: Vec<Ask>,
    /// If-then lines, where nothing else is asked for. Beside a move they stand with it.
    pub plan: Vec<PlanLine>,
    /// A sentence that looks like a plan and could not be read as one: it goes to nobody.
    pub unread_plan: Option<String>,
    /// Words for the opponent.
    pub message: Option<String>,
    /// True if the letter says more than is passed on.
    pub cut: bool,
    /// True if nothing is asked for, but the letter says yes: to what, the game has to know.
    pub agrees: bool,
    /// Words for the writer alone.
    pub notes: Vec<String>,
    /// First own line as it arrived; empty if there was none.
    pub first_line: String,
    /// Where nothing was read: a letter that only looks Latin, without which something would have been.
    pub strange: Option<Strange>,
    /// Line by line, for `kingpost read --explain`.
    pub lines: Vec<LineVerdict>,
    /// True if the command came from the subject.
    pub from_subject: bool,
    /// What the first own line says to a question of ours, if it says nothing else.
    pub reply: Option<Reply>,
}

/// A line that answers a question of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `yes`.
    Yes,
    /// `stop`, `remove me`: no more mail. Only a question about an address is answered so; elsewhere it is prose.
    Stop,
}

impl Reading {
    /// True if nothing of the letter was understood.
    pub fn is_empty(&self) -> bool {
        let says = !self.asks.is_empty() || !self.notes.is_empty() || !self.plan.is_empty();
        self.deeds == Deeds::Nothing && !says && !self.agrees && self.reply.is_none()
    }

    /// True if the letter asks for no more mail, as a command or as a plain reply to a question.
    pub fn stops_mail(&self) -> bool {
        let errand = Deeds::One(Deed::Errand(Errand::StopMail));
        self.deeds == errand || self.deeds == Deeds::Nothing && self.reply == Some(Reply::Stop)
    }

    /// The sentence for whose sake nothing of the letter is done: it looks like a plan and could not be read as one. Wishes
    /// that no plan goes with, and with which no words go to the opponent, are done all the same.
    pub fn stopped_by(&self) -> Option<&str> {
        let beside = |deed: &Deed| {
            matches!(
                deed,
                Deed::Errand(_)
                    | Deed::UnknownSetting(_)
                    | Deed::NotOffered(_)
                    | Deed::Resign
                    | Deed::Confirm(_)
                    | Deed::Rematch
                    | Deed::Watchers { .. }
            )
        };
        let done = matches!(&self.deeds, Deeds::One(deed) if beside(deed));
        self.unread_plan.as_deref().filter(|_| !done)
    }
}
