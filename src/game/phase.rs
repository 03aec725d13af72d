/*!
The phases of a game, and what exists only in each.

A draw offer, a wish to resign and a running clock live inside [`Playing`], so a finished game cannot have one.
*/

use super::clock::{Ledger, Reminder};
use super::plan::Plans;
use super::{ConfirmCode, GameId, Moment, Ply};
use crate::rules::{BySide, Outcome, Side};
use chrono::{Datelike, TimeDelta};

/// Where a game stands.
#[derive(Clone, Debug)]
pub enum Phase {
    /// The invitation is not answered.
    Offered,
    /// Being played.
    Playing(Box<Playing>),
    /// Over, or never begun.
    Over(Box<Over>),
}

impl Phase {
    /// When play began, if it ever did.
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
    /// Since when mail to a side is not delivered.
    pub(super) unreachable: BySide<Option<Moment>>,
    /// For how long it was not before, in this game.
    pub(super) was_unreachable: BySide<TimeDelta>,
    /// At which ply the side on move was told, its mail not having come back.
    pub(super) told: Option<Ply>,
    pub(super) plans: Plans,
    /// When mails that told a side to move came back.
    pub(super) bounces: BySide<Vec<Moment>>,
    /// What such a mail has brought the side on move, as long as no later mail has told it to move.
    pub(super) credit: Option<Credit>,
    /// All that bounces have brought each side, in time that counts.
    pub(super) credited: BySide<TimeDelta>,
    /// After such a mail: when the next goes out.
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
    /// The last move was one given ahead.
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
    /// It was played, and this came of it.
    Ended(Outcome),
    /// That side called it off before both had moved.
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

/// A move asked back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Takeback {
    pub(super) by: Side,
    /// The opponent has said no; it is not asked again before the next move.
    pub(super) declined: bool,
}

/// A wish to resign that waits for its confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resignation {
    pub(super) code: ConfirmCode,
    pub(super) asked_at: Moment,
}

/// What a mail that came back has brought its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Credit {
    /// When the run began that was made none; when the mail came back, if the clock stood.
    pub(super) since: Moment,
    /// How much of that run counts nevertheless.
    pub(super) kept: TimeDelta,
    /// From when the clock has stood.
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

    /// Who has an open draw offer.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Both clocks.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// So long after a mail that came back the next goes out.
    pub(super) const ASK_AGAIN: TimeDelta = TimeDelta::days(1);

    /// Bounces on so many days make a player unreachable …
    pub(super) const BOUNCES_MAX: usize = 3;

    /// … if they lie within so long.
    const BOUNCES_WITHIN: TimeDelta = TimeDelta::days(30);

    /// Who has been unreachable for so long, all times in this game counted, loses if the opponent claims it.
    pub const PATIENCE: TimeDelta = TimeDelta::days(30);

    /// A player is told so long before leave ends.
    pub(super) const LEAVE_WARNING: TimeDelta = TimeDelta::days(2);

    /// On how many days mail to `side` came back lately, one more at `at` among them.
    pub(super) fn days_of_bounces(&self, side: Side, at: Moment) -> usize {
        let lately = self.bounces.of(side).iter().copied().filter(|bounce| at - *bounce <= Playing::BOUNCES_WITHIN);
        let mut days: Vec<i32> = lately.chain([at]).map(|bounce| bounce.num_days_from_ce()).collect();
        days.sort_unstable();
        days.dedup();
        days.len()
    }

    /// Whether a mail to `side` came back lately.
    pub(super) fn bounced_lately(&self, side: Side, at: Moment) -> bool {
        self.bounces.of(side).iter().any(|bounce| at - *bounce <= Playing::BOUNCES_WITHIN)
    }

    /// True if `side` is out of reach, and has been for longer than the opponent need wait.
    pub fn is_lost(&self, side: Side, at: Moment) -> bool {
        let since = *self.unreachable.of(side);
        let in_all = |since| self.was_unreachable.of(side).checked_add(&(at - since));
        since.is_some_and(|since| in_all(since).is_none_or(|time| time >= Playing::PATIENCE))
    }

    /// `side` has been heard of, or has got its mail.
    pub(super) fn is_reached(&mut self, side: Side, at: Moment) {
        if let Some(since) = self.unreachable.of_mut(side).take() {
            let before = *self.was_unreachable.of(side);
            *self.was_unreachable.of_mut(side) = before.checked_add(&(at - since)).unwrap_or(Playing::PATIENCE);
        }
    }

    /// Until when leave of `side` has been told, ahead of its end or by a mail that shows it.
    pub(super) fn warned_of_leave(&mut self, side: Side, at: Moment) {
        *self.leave_warned.of_mut(side) = at.checked_add_signed(Playing::LEAVE_WARNING).unwrap_or(at);
    }

    /// A turn begins: what was noted about the last one is over.
    pub(super) fn next_turn(&mut self) {
        (self.ask_at, self.credit, self.flag_fell) = (None, None, false);
        self.ledger.close_question();
        self.reminded.clear();
    }

    /// True if `side` has a draw offer to answer.
    pub fn may_answer_draw(&self, side: Side) -> bool {
        self.draw_offer == Some(side.other())
    }

    /// Who has asked for a move back and has no answer yet.
    pub fn takeback(&self) -> Option<Side> {
        self.takeback.filter(|takeback| !takeback.declined).map(|takeback| takeback.by)
    }

    /// True if `side` has such a wish of the other side to answer.
    pub fn may_answer_takeback(&self, side: Side) -> bool {
        self.takeback() == Some(side.other())
    }

    /// The code that confirms the wish of `side` to resign, if that wish is still good at `at`.
    pub fn resign_code(&self, side: Side, at: Moment) -> Option<&ConfirmCode> {
        let resignation = self.resignation.of(side).as_ref()?;
        (at - resignation.asked_at <= Resignation::LIFE).then_some(&resignation.code)
    }

    /// A player did something in the game itself: a wish to resign from before no longer stands.
    pub(super) fn withdraw_resignations(&mut self) {
        self.resignation = BySide::default();
    }
}

impl Over {
    pub(super) fn new(ending: Ending, at: Moment, started_at: Option<Moment>, ledger: Ledger) -> Over {
        Over { ending, at, started_at, ledger, rematch: BySide::default() }
    }

    /// How it ended.
    pub fn ending(&self) -> Ending {
        self.ending
    }
}

impl Resignation {
    /// How long a wish to resign waits for its confirmation (`docs/rules.md`).
    pub const LIFE: TimeDelta = TimeDelta::days(7);
}
