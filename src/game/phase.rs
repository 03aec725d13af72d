/*!
The phases of a game, and what exists only in each.

A draw offer, a resignation that waits for its code and a running clock exist only in [`Playing`], so a finished game cannot
have one.
*/

use super::clock::{Ledger, Reminder};
use super::plan::Plans;
use super::{ConfirmCode, GameId, Moment, Ply};
use crate::rules::{BySide, Outcome, Side};
use chrono::{Datelike, TimeDelta};

/// The phase a game is in.
#[derive(Clone, Debug)]
pub enum Phase {
    /// The invitation is not answered.
    Offered,
    /// The game is being played.
    Playing(Box<Playing>),
    /// The game is over, or never began.
    Over(Box<Over>),
}

impl Phase {
    /// When play began; `None` if it never did.
    pub(super) fn started_at(&self) -> Option<Moment> {
        match self {
            Phase::Offered => None,
            Phase::Playing(playing) => Some(playing.started_at),
            Phase::Over(over) => over.started_at,
        }
    }
}

/// What only a game in play has.
#[derive(Clone, Debug)]
pub struct Playing {
    pub(super) started_at: Moment,
    pub(super) ledger: Ledger,
    pub(super) draw_offer: Option<Side>,
    /// When each side last offered a draw.
    pub(super) offered_at: BySide<Option<Ply>>,
    pub(super) takeback: Option<Takeback>,
    pub(super) resignation: BySide<Option<Resignation>>,
    /// Since when no mail reaches a side.
    pub(super) unreachable: BySide<Option<Moment>>,
    /// How long no mail reached a side earlier in this game, all times together.
    pub(super) was_unreachable: BySide<TimeDelta>,
    /// The ply at which the side to move was told, unless that mail came back.
    pub(super) told: Option<Ply>,
    pub(super) plans: Plans,
    /// When each mail that told a side to move came back.
    pub(super) bounces: BySide<Vec<Moment>>,
    /// What the side to move got back for such a mail, until a later mail tells it to move.
    pub(super) credit: Option<Credit>,
    /// All the time each side got back for bounces.
    pub(super) credited: BySide<TimeDelta>,
    /// When the next mail goes out after one that came back.
    pub(super) ask_at: Option<Moment>,
    /// The reminders of this turn.
    pub(super) reminded: Vec<Reminder>,
    /// The time of the side on move is up, and the other side has been told.
    pub(super) flag_fell: bool,
    /// Until when the ends of leave have been told.
    pub(super) leave_told: BySide<Moment>,
    /// Until when the ends of leave have been told ahead.
    pub(super) leave_warned: BySide<Moment>,
    /// As it was before the last move, as long as nobody but its player has done anything since.
    pub(super) before: Option<Box<Playing>>,
    /// True if the last move was one given ahead.
    pub(super) planned: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The invitation was declined.
    Declined,
    /// The invitation was taken back.
    Withdrawn,
    /// The invitation was not answered in time.
    Expired,
    /// The game was played to this outcome.
    Ended(Outcome),
    /// That side called the game off before both had moved.
    Aborted(Side),
}

impl Ending {
    /// True if the game ended before it began.
    pub fn before_start(self) -> bool {
        matches!(self, Ending::Declined | Ending::Withdrawn | Ending::Expired)
    }
}

/// What is left of a game that is over.
#[derive(Clone, Debug)]
pub struct Over {
    pub(super) ending: Ending,
    pub(super) at: Moment,
    pub(super) started_at: Option<Moment>,
    pub(super) ledger: Ledger,
    /// The rematch each side has asked for.
    pub(super) rematch: BySide<Option<GameId>>,
}

/// A takeback that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Takeback {
    pub(super) by: Side,
    /// True if the opponent declined; the player cannot ask again before the next move.
    pub(super) declined: bool,
}

/// A resignation that waits for its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resignation {
    pub(super) code: ConfirmCode,
    pub(super) asked_at: Moment,
}

/// What a player got back for a mail that did not reach them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Credit {
    /// When the clock had started, if that run was cancelled; else when the mail came back.
    pub(super) since: Moment,
    /// How much of that run counts all the same.
    pub(super) kept: TimeDelta,
    /// Since when the clock has stood.
    pub(super) stands: Moment,
}

impl Playing {
    pub(super) fn new(at: Moment, ledger: Ledger) -> Playing {
        Playing {
            started_at: at,
            ledger,
            draw_offer: None,
            offered_at: BySide::default(),
            takeback: None,
            resignation: BySide::default(),
            unreachable: BySide::default(),
            was_unreachable: BySide::default(),
            told: None,
            plans: Plans::default(),
            bounces: BySide::default(),
            credit: None,
            credited: BySide::default(),
            ask_at: None,
            reminded: Vec::new(),
            flag_fell: false,
            leave_told: BySide { first: at, second: at },
            leave_warned: BySide { first: at, second: at },
            before: None,
            planned: false,
        }
    }

    /// The side whose draw offer is open.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Both clocks.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// How long after a mail that came back the next one goes out.
    pub(super) const ASK_AGAIN: TimeDelta = TimeDelta::days(1);

    /// On how many days mail must have come back for a player to count as unreachable.
    pub(super) const BOUNCES_MAX: usize = 3;

    /// How far apart those days may lie.
    const BOUNCES_WITHIN: TimeDelta = TimeDelta::days(30);

    /// How long a player may be unreachable, all times in this game together, before the opponent can claim the game.
    pub const PATIENCE: TimeDelta = TimeDelta::days(30);

    /// How long before the end of a leave its player is told.
    pub(super) const LEAVE_WARNING: TimeDelta = TimeDelta::days(2);

    /// The number of recent days on which mail to `side` came back, counting one more at `at`.
    pub(super) fn days_of_bounces(&self, side: Side, at: Moment) -> usize {
        let lately = self.bounces.of(side).iter().copied().filter(|bounce| at - *bounce <= Playing::BOUNCES_WITHIN);
        let mut days: Vec<i32> = lately.chain([at]).map(|bounce| bounce.num_days_from_ce()).collect();
        days.sort_unstable();
        days.dedup();
        days.len()
    }

    /// True if mail to `side` came back recently.
    pub(super) fn bounced_lately(&self, side: Side, at: Moment) -> bool {
        self.bounces.of(side).iter().any(|bounce| at - *bounce <= Playing::BOUNCES_WITHIN)
    }

    /// True if no mail reaches `side`, and has not for longer than the opponent has to wait.
    pub fn is_lost(&self, side: Side, at: Moment) -> bool {
        let since = *self.unreachable.of(side);
        let in_all = |since| self.was_unreachable.of(side).checked_add(&(at - since));
        since.is_some_and(|since| in_all(since).is_none_or(|time| time >= Playing::PATIENCE))
    }

    /// Notes that `side` wrote, or that mail reached it.
    pub(super) fn is_reached(&mut self, side: Side, at: Moment) {
        if let Some(since) = self.unreachable.of_mut(side).take() {
            let before = *self.was_unreachable.of(side);
            *self.was_unreachable.of_mut(side) = before.checked_add(&(at - since)).unwrap_or(Playing::PATIENCE);
        }
    }

    /// Until when the opponent knows of the leave of `side`, from a mail of its own or from one that showed it.
    pub(super) fn warned_of_leave(&mut self, side: Side, at: Moment) {
        *self.leave_warned.of_mut(side) = at.checked_add_signed(Playing::LEAVE_WARNING).unwrap_or(at);
    }

    /// Begins a turn: what was noted about the last one no longer counts.
    pub(super) fn next_turn(&mut self) {
        (self.ask_at, self.credit, self.flag_fell) = (None, None, false);
        self.ledger.close_question();
        self.reminded.clear();
    }

    /// True if `side` has a draw offer to answer.
    pub fn may_answer_draw(&self, side: Side) -> bool {
        self.draw_offer == Some(side.other())
    }

    /// The side whose takeback is not answered yet.
    pub fn takeback(&self) -> Option<Side> {
        self.takeback.filter(|takeback| !takeback.declined).map(|takeback| takeback.by)
    }

    /// True if `side` has a takeback of the other side to answer.
    pub fn may_answer_takeback(&self, side: Side) -> bool {
        self.takeback() == Some(side.other())
    }

    /// The code that confirms the resignation of `side`, if it can still be confirmed at `at`.
    pub fn resign_code(&self, side: Side, at: Moment) -> Option<&ConfirmCode> {
        let resignation = self.resignation.of(side).as_ref()?;
        (at - resignation.asked_at <= Resignation::LIFE).then_some(&resignation.code)
    }

    /// Notes that a player did something in the game itself, which cancels a resignation that waits for its code.
    pub(super) fn withdraw_resignations(&mut self) {
        self.resignation = BySide::default();
    }
}

impl Over {
    pub(super) fn new(ending: Ending, at: Moment, started_at: Option<Moment>, ledger: Ledger) -> Over {
        Over { ending, at, started_at, ledger, rematch: BySide::default() }
    }

    /// How the game ended.
    pub fn ending(&self) -> Ending {
        self.ending
    }
}

impl Resignation {
    /// How long a resignation waits for its code (`docs/rules.md`).
    pub const LIFE: TimeDelta = TimeDelta::days(7);
}
