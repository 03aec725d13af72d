/*!
Facts about a game, in the past tense. Once recorded they are never changed.
*/

use super::{ConfirmCode, GameId, Moment, Plan, PlayerId, Ply, Reminder, Span, Terms};
use crate::rules::{BySide, Move, Outcome, Side};
use chrono::TimeDelta;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// One player invited another. Always the first event.
    Offered {
        /// Who sits where.
        players: BySide<PlayerId>,
        /// Which seat invited.
        by: Side,
        /// True if the colours were drawn by lot.
        drawn: bool,
        /// The terms offered.
        terms: Terms,
        /// What it came of.
        origin: Origin,
    },
    /// The invited player offered other terms in place of those offered: an invitation the other way.
    Countered {
        /// Who sits where now.
        players: BySide<PlayerId>,
        /// Which seat offers now.
        by: Side,
        /// True if the colours were drawn by lot.
        drawn: bool,
        /// The terms offered now.
        terms: Terms,
    },
    /// The invitation may be answered until then.
    OpenUntil(Moment),
    /// The invitation was accepted; the game begins.
    Started,
    /// The invitation was declined.
    Declined,
    /// The player who offers the terms took the invitation back.
    Withdrawn,
    /// Nobody answered the invitation in time.
    Expired,
    /// The post took over the mail that tells `side` it is to move at `ply`: its clock runs from here.
    Told {
        /// Whose clock.
        side: Side,
        /// At which ply.
        ply: Ply,
        /// The mail would have left then, had its reader not wished for a digest: their clock runs from there. Absent: from
        /// the moment of the event.
        since: Option<Moment>,
    },
    /// The mail that told `side` to move came back: it started no clock.
    Bounced {
        /// Whose mail.
        side: Side,
        /// What of the run it had started is given back.
        back: Refund,
    },
    /// A reply of `side` to a mail that had come back proved that it had arrived: what was given back for it is taken
    /// again.
    Arrived {
        /// Who.
        side: Side,
    },
    /// After a mail that came back, `side` was told to move again.
    Asked {
        /// Who.
        side: Side,
    },
    /// Mail to `side` cannot be delivered, or is not wanted: its clock stands.
    Unreachable {
        /// Whose mail.
        side: Side,
        /// What of the run is given back.
        back: Refund,
    },
    /// The service could not read its mail: clocks did not run.
    Outage(Span),
    /// A player takes leave: the clock does not run then.
    Away {
        /// Who.
        side: Side,
        /// When.
        span: Span,
    },
    /// A player is back before the leave is over; leave that lies ahead is given up.
    Back {
        /// Who.
        side: Side,
    },
    /// A leave of the side on move ends in two days.
    LeaveEnds {
        /// Whose.
        side: Side,
    },
    /// A leave is over.
    LeaveOver {
        /// Whose.
        side: Side,
    },
    /// In a game without weekends: those of `side` are where that zone is.
    Weekends {
        /// Whose.
        side: Side,
        /// Where.
        zone: chrono_tz::Tz,
        /// From when; at once if absent.
        from: Option<Moment>,
    },
    /// A player gave the opponent time.
    Gave {
        /// Who gave.
        by: Side,
        /// How much.
        time: TimeDelta,
    },
    /// A letter of the side on move was answered with a question: was this move meant? A move that comes within `grace`
    /// stops the clock when that letter arrived, and until then the flag does not fall.
    Questioned {
        /// Who was asked.
        side: Side,
        /// Time of the clock in which the answer is awaited.
        grace: TimeDelta,
    },
    /// A player was reminded of the clock.
    Reminded {
        /// Who.
        side: Side,
        /// Of what.
        step: Reminder,
    },
    /// The time of `side` is up, and the opponent's to claim.
    FlagFell {
        /// Whose.
        side: Side,
    },
    /// A move was played.
    Moved {
        /// By whom.
        by: Side,
        /// Which.
        mv: Move,
    },
    /// A player who waits gave moves ahead, in place of those given before; none, if the plan is empty. No secret of
    /// the record, but of the other player's.
    Planned {
        /// Whose plan.
        by: Side,
        /// What is planned.
        plan: Plan,
    },
    /// A player wrote to the opponent.
    Said {
        /// Who.
        by: Side,
        /// What; plain text, unescaped.
        text: String,
    },
    /// A draw was offered; lapses when the opponent moves.
    DrawOffered {
        /// By whom.
        by: Side,
    },
    /// The open draw offer was declined in words.
    DrawDeclined {
        /// By whom.
        by: Side,
    },
    /// A draw was offered with the move just played, too soon after the last offer; recorded so that the player is told.
    OfferTooSoon {
        /// By whom.
        by: Side,
    },
    /// A player asked to take back their last move, and what came after it; lapses with the next move.
    TakebackAsked {
        /// By whom.
        by: Side,
    },
    /// That was declined in words.
    TakebackDeclined {
        /// By whom.
        by: Side,
    },
    /// It was allowed: the game stands as after so many plies.
    TakenBack {
        /// How many.
        to: Ply,
    },
    /// The last move was undone by its player before any mail about it had left: as if it had not been played.
    Undone {
        /// By whom.
        by: Side,
    },
    /// A player called the game off before both had moved: it counts for nothing.
    Aborted {
        /// Who.
        by: Side,
    },
    /// A draw was claimed with the move just played, and the position does not bear it out. No penalty
    /// (`docs/rules.md`); recorded so that the player is told.
    ClaimFailed {
        /// By whom.
        by: Side,
    },
    /// A player asked to resign and got a code.
    ResignAsked {
        /// Who.
        by: Side,
        /// What confirms it.
        code: ConfirmCode,
    },
    /// The game is over.
    Ended(Outcome),
    /// After its end a player asked for another, with the colours changed.
    RematchAsked {
        /// Who.
        by: Side,
        /// That other game, in which the opponent is invited.
        game: GameId,
    },
}

/// What an invitation came of.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Origin {
    /// One player's challenge to another.
    #[default]
    Challenge,
    /// A wish for a rematch of that game.
    Rematch(GameId),
    /// A challenge to two games at once, one with each colour: that other game begins with this one, on its terms.
    Pair(GameId),
    /// The other game of a pair: that one, in which both were agreed.
    Twin(GameId),
    /// Two open seeks that fit together, or one that was taken.
    Seek,
}

/// What is given back of a run whose mail was not, or not any more, to be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refund {
    /// All of it.
    Whole,
    /// A day of it at most.
    Day,
    /// No more than that, as all that a game gives back for bounces is limited.
    AtMost(TimeDelta),
    /// Nothing: the clock only stands.
    Nothing,
}

/// A fact with its place in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded<E> {
    /// 1 for the first event of a game.
    pub seq: u32,
    /// When it counts as having happened.
    pub at: Moment,
    /// The fact.
    pub event: E,
}
