/*!
Events: what has happened in a game. A recorded event never changes, and the game is what its events make of it.
*/

use super::{ConfirmCode, GameId, Moment, Plan, PlayerId, Ply, Reminder, Span, Terms};
use crate::rules::{BySide, Move, Outcome, Side};
use chrono::TimeDelta;

/// One thing that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// One player invited another. Always the first event.
    Offered {
        /// The players by side.
        players: BySide<PlayerId>,
        /// The side that invited.
        by: Side,
        /// True if the colours were drawn by lot.
        drawn: bool,
        /// The terms that were offered.
        terms: Terms,
        /// What led to the invitation.
        origin: Origin,
    },
    /// The invited player answered with other terms, which the first player may now accept.
    Countered {
        /// The players by side, under the new terms.
        players: BySide<PlayerId>,
        /// The side that offers the new terms.
        by: Side,
        /// True if the colours were drawn by lot.
        drawn: bool,
        /// The new terms.
        terms: Terms,
    },
    /// The invitation can be answered until this moment.
    OpenUntil(Moment),
    /// The invitation was accepted and the game began.
    Started,
    /// The invitation was declined.
    Declined,
    /// The player who had offered the terms withdrew the invitation.
    Withdrawn,
    /// Nobody answered the invitation in time.
    Expired,
    /// A mail server accepted the mail that tells `side` to move at `ply`. The clock of `side` runs from here.
    Told {
        /// The side whose clock runs.
        side: Side,
        /// The ply at which it is to move.
        ply: Ply,
        /// Where the mail waited for a digest: when it would have left without one, which is when the clock started. `None`:
        /// the clock started with the event.
        since: Option<Moment>,
    },
    /// The mail that told `side` to move came back, so the clock it had started stands again.
    Bounced {
        /// The side whose mail came back.
        side: Side,
        /// How much of the time that has run is given back.
        back: Refund,
    },
    /// A reply of `side` to a mail that had come back proved that the mail had arrived. The time that was given back for it is
    /// taken again.
    Arrived {
        /// The side that replied.
        side: Side,
    },
    /// `side` was told to move once more, after an earlier mail had come back.
    Asked {
        /// The side that was told.
        side: Side,
    },
    /// Mail to `side` cannot be delivered, or its reader wants none. Its clock stands.
    Unreachable {
        /// The side that no mail reaches.
        side: Side,
        /// How much of the time that has run is given back.
        back: Refund,
    },
    /// The service could not read its mail during this time, which counts for no clock.
    Outage(Span),
    /// A player booked leave, during which their clock does not run.
    Away {
        /// The side that is away.
        side: Side,
        /// From when until when.
        span: Span,
    },
    /// A player ended their leave early, and gave up any leave that lay ahead.
    Back {
        /// The side that is back.
        side: Side,
    },
    /// The leave of the side to move ends in two days.
    LeaveEnds {
        /// The side whose leave ends.
        side: Side,
    },
    /// A player's leave is over.
    LeaveOver {
        /// The side whose leave is over.
        side: Side,
    },
    /// In a game whose clocks stop on weekends: the weekends of `side` follow this time zone.
    Weekends {
        /// The side.
        side: Side,
        /// Its time zone.
        zone: chrono_tz::Tz,
        /// From when the zone counts; `None`: at once.
        from: Option<Moment>,
    },
    /// A player gave the opponent more time.
    Gave {
        /// The side that gave it.
        by: Side,
        /// How much.
        time: TimeDelta,
    },
    /// The side to move was asked whether a move that stood in its letter was meant. A move that arrives within `grace` stops
    /// the clock at the arrival of that letter, and the flag does not fall before.
    Questioned {
        /// The side that was asked.
        side: Side,
        /// How long the answer may take, in time of the clock.
        grace: TimeDelta,
    },
    /// A player was reminded that their time runs.
    Reminded {
        /// The side that was reminded.
        side: Side,
        /// Which reminder it was.
        step: Reminder,
    },
    /// The time of `side` is up, and the opponent may claim the game.
    FlagFell {
        /// The side without time.
        side: Side,
    },
    /// A move was played.
    Moved {
        /// The side that moved.
        by: Side,
        /// The move.
        mv: Move,
    },
    /// A player who waits for the opponent gave moves ahead, which replace those given before; an empty plan takes them all
    /// back. The record shows a plan, the opponent never sees it.
    Planned {
        /// The side that planned.
        by: Side,
        /// The plan.
        plan: Plan,
    },
    /// A player wrote to the opponent.
    Said {
        /// The side that wrote.
        by: Side,
        /// The words, as plain text without any escaping.
        text: String,
    },
    /// A draw was offered. The offer ends when the opponent moves.
    DrawOffered {
        /// The side that did.
        by: Side,
    },
    /// The opponent declined the draw offer in words.
    DrawDeclined {
        /// The side that did.
        by: Side,
    },
    /// A draw was offered with the move just played, too soon after the player's last offer. It is recorded so that the player
    /// is told.
    OfferTooSoon {
        /// The side that did.
        by: Side,
    },
    /// A player asked to take back their last move and what came after it. The request ends with the next move.
    TakebackAsked {
        /// The side that did.
        by: Side,
    },
    /// The opponent declined a takeback in words.
    TakebackDeclined {
        /// The side that did.
        by: Side,
    },
    /// The opponent allowed a takeback, and the game went back to an earlier position.
    TakenBack {
        /// The number of plies that remain.
        to: Ply,
    },
    /// A player undid their last move before any mail about it had left, as if it had never been played.
    Undone {
        /// The side that did.
        by: Side,
    },
    /// A player called the game off before both had moved. It counts for nothing.
    Aborted {
        /// The side that called it off.
        by: Side,
    },
    /// A draw was claimed with the move just played, and the position does not justify the claim. There is no penalty
    /// (`docs/rules.md`); it is recorded so that the player is told.
    ClaimFailed {
        /// The side that did.
        by: Side,
    },
    /// A player asked to resign and got a code.
    ResignAsked {
        /// The side that asked.
        by: Side,
        /// The code that confirms it.
        code: ConfirmCode,
    },
    /// The game is over.
    Ended(Outcome),
    /// After the end a player asked for another game, with the colours changed.
    RematchAsked {
        /// The side that asked.
        by: Side,
        /// The new game, to which the opponent is invited.
        game: GameId,
    },
}

/// What led to an invitation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Origin {
    /// One player's challenge to another.
    #[default]
    Challenge,
    /// A player asked for a rematch of this game.
    Rematch(GameId),
    /// A challenge to two games at once, one with each colour. The other game, named here, begins together with this one and on
    /// its terms.
    Pair(GameId),
    /// The second game of a pair; both were agreed in the first, named here.
    Twin(GameId),
    /// Two open seeks that fit together, or a seek that somebody took.
    Seek,
}

/// How much time a player gets back when the mail that started their clock was not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refund {
    /// All that has run.
    Whole,
    /// All that has run, but at most a day.
    Day,
    /// All that has run, but at most this much: what a game gives back for bounces is limited.
    AtMost(TimeDelta),
    /// Nothing; the clock stands from now on.
    Nothing,
}

/// An event with its place in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded<E> {
    /// Its number within the game, from 1.
    pub seq: u32,
    /// The moment it counts from.
    pub at: Moment,
    /// The event.
    pub event: E,
}
