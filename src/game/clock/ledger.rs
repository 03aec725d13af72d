/*!
How much time each side has, and every change that made it so.

A clock starts when the post took over the mail that tells a player to move, and stops when the answer reached our
mailbox; in between nobody's time runs. It does not run either while the service cannot read its mail, while its player is
away, and on weekends where a game is played without them: see [`Calendar`]. Mail that proves undeliverable never started
a clock: that run is given back.

A letter that was answered with a question stops the clock when the answer comes in time: see [`Ledger::question`].

A new move's allowance is credited when the move is made, whether or not its clock had run. Nothing but [`Entry`]s changes
what a side has, they are only ever added to, and they sum up to what is left.
*/

use super::super::{Moment, Ply};
use super::calendar::{Calendar, Pause, Span};
use super::{Reminder, TimeControl};
use crate::rules::{BySide, Side};
use chrono::TimeDelta;
use chrono_tz::Tz;

/// One side's clock at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClockFace {
    /// What is left; none in a game without limit. Negative when overdrawn.
    pub remaining: Option<TimeDelta>,
    /// When it runs out, if it runs.
    pub until: Option<Moment>,
    /// Whether it runs.
    pub running: bool,
    /// Moves until the next session, where sessions count.
    pub moves_left: Option<u32>,
    /// The leave of its player that holds now or lies ahead.
    pub away: Option<Span>,
}

/// Why a side has more or less time than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// What the control gives at the start.
    Allowed,
    /// Between the mail's handing over and the answer's arrival.
    Passed,
    /// Of that, what does not count.
    Paused(Pause),
    /// Of that, all or a part: the mail never arrived.
    Undelivered,
    /// What was given back for a mail that had arrived after all, and the time its clock stood for that.
    Arrived,
    /// Of that, all: the move to be answered was taken back.
    Withdrawn,
    /// What the control gives for a move.
    Earned,
    /// What the control does not carry on to the next move, or does not let grow.
    Lapsed,
    /// What a move had earned that was taken back.
    TakenBack,
    /// The time was up, and the opponent did not claim it.
    Waived,
    /// A gift of the opponent's.
    Given,
}

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When it was noted.
    pub at: Moment,
    /// Plies played then.
    pub ply: Ply,
    /// Whose time.
    pub side: Side,
    /// Why.
    pub change: Change,
    /// How much; negative if it was taken.
    pub time: TimeDelta,
    /// What the side had afterwards.
    pub left: TimeDelta,
}

/// Both clocks of a game.
#[derive(Clone, Debug)]
pub struct Ledger {
    control: TimeControl,
    accounts: BySide<Account>,
    calendars: BySide<Calendar>,
    running: Option<Run>,
    question: Option<Question>,
    entries: Vec<Entry>,
}

/// What one side has, its running time not yet taken off.
#[derive(Clone, Debug, Default)]
struct Account {
    left: TimeDelta,
    /// What each of its moves has brought in for those to come.
    gains: Vec<TimeDelta>,
}

/// A run that was made none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annulled {
    /// When it began.
    pub since: Moment,
    /// How much of it was given back.
    pub given: TimeDelta,
    /// How much of it counts nevertheless.
    pub kept: TimeDelta,
}

/// The one clock that runs, and since when.
#[derive(Clone, Copy, Debug)]
struct Run {
    side: Side,
    since: Moment,
}

/// A letter of the side on move whose writer was asked what was meant.
#[derive(Clone, Copy, Debug)]
struct Question {
    side: Side,
    /// When the letter arrived.
    at: Moment,
    /// How long the clock may run until the answer comes.
    grace: TimeDelta,
}

impl Ledger {
    /// Both clocks as they stand before the first move, opened at `at`.
    pub fn new(control: TimeControl, at: Moment) -> Ledger {
        let mut ledger = Ledger {
            control,
            accounts: BySide::default(),
            calendars: BySide::default(),
            running: None,
            question: None,
            entries: Vec::new(),
        };
        for side in Side::BOTH {
            ledger.enter(side, Change::Allowed, control.first_allowance(), at, Ply(0));
        }
        ledger
    }

    /// The clock of `side` runs from `at`; one that runs already goes on.
    pub fn start(&mut self, side: Side, at: Moment) {
        if self.running.is_none_or(|run| run.side != side) {
            self.running = Some(Run { side, since: at });
        }
    }

    /// What started the clock of `side` is none, `why` tells how: as if it had not run since, but for what has counted
    /// beyond `most`. Returns what became of the run, if there was one.
    pub fn annul(&mut self, side: Side, why: Change, most: TimeDelta, at: Moment, ply: Ply) -> Option<Annulled> {
        let span = self.run(side, at)?;
        let counted = self.calendars.of(side).counted(span);
        if counted > most {
            self.halt(at, ply);
            self.enter(side, why, most, at, ply);
            return Some(Annulled { since: span.from, given: most, kept: counted - most });
        }
        self.running = None;
        self.enter(side, Change::Passed, -span.length(), at, ply);
        self.enter(side, why, span.length(), at, ply);
        Some(Annulled { since: span.from, given: counted, kept: TimeDelta::zero() })
    }

    /// Takes time again from `side` that was given back for a mail which had arrived after all.
    pub fn take_again(&mut self, side: Side, time: TimeDelta, at: Moment, ply: Ply) {
        self.enter(side, Change::Arrived, -time, at, ply);
    }

    /// `side` has made the move that brought the game to `ply`, by a letter that arrived at `at`: its clock stops, and the
    /// move earns what the control gives.
    pub fn stop(&mut self, side: Side, at: Moment, ply: Ply) {
        self.halt(at, ply);
        let Account { left, gains } = self.accounts.of(side);
        let (left, moves) = (*left, plies(gains).saturating_add(1));
        if left < TimeDelta::zero() {
            self.enter(side, Change::Waived, -left, at, ply);
        }
        let left = left.max(TimeDelta::zero());
        let gain = match self.control {
            TimeControl::Unlimited => TimeDelta::zero(),
            TimeControl::PerMove(time) => {
                self.enter(side, Change::Lapsed, -left, at, ply);
                self.enter(side, Change::Earned, time, at, ply);
                // Every turn has the same, whichever moves were made.
                TimeDelta::zero()
            }
            TimeControl::Session { moves: every, time } => {
                let earned = if moves.is_multiple_of(every.max(1)) { time } else { TimeDelta::zero() };
                self.enter(side, Change::Earned, earned, at, ply);
                earned
            }
            TimeControl::Fischer { increment, cap, .. } => {
                self.enter(side, Change::Earned, increment, at, ply);
                // A gift may have brought it above the cap: that is nobody's to take.
                let over = cap.map_or(TimeDelta::zero(), |cap| add(add(left, increment), -cap));
                let lapsed = over.clamp(TimeDelta::zero(), increment);
                self.enter(side, Change::Lapsed, -lapsed, at, ply);
                increment - lapsed
            }
        };
        self.accounts.of_mut(side).gains.push(gain);
    }

    /// The last move of `side` is taken back, and with it what it earned; time used stays used.
    pub fn take_back(&mut self, side: Side, at: Moment, ply: Ply) {
        let gain = self.accounts.of_mut(side).gains.pop().unwrap_or_default();
        self.enter(side, Change::TakenBack, -gain, at, ply);
    }

    /// Whatever runs stops at `at`, and nothing is credited but the pauses.
    pub fn halt(&mut self, at: Moment, ply: Ply) {
        let Some(run) = self.running else { return };
        let Some(span) = self.run(run.side, at) else { return };
        self.running = None;
        self.enter(run.side, Change::Passed, -span.length(), at, ply);
        let pauses = self.calendars.of(run.side).pauses(span);
        for why in [Pause::Outage, Pause::Leave, Pause::Weekend] {
            let time = pauses.iter().filter(|(_, pause)| *pause == why).map(|(span, _)| span.length()).sum();
            self.enter(run.side, Change::Paused(why), time, at, ply);
        }
    }

    /// The writer of a letter of `side` that arrived at `at` is asked what was meant. An answer that comes before the clock
    /// has run for `grace` stops it when that letter arrived, and until then the flag does not fall; after that it is as if
    /// nothing had been asked. Only the first question of a turn counts, so that unclear letters win no time.
    pub fn question(&mut self, side: Side, grace: TimeDelta, at: Moment) {
        self.question.get_or_insert(Question { side, at, grace });
    }

    /// The turn in which something was asked is over.
    pub fn close_question(&mut self) {
        self.question = None;
    }

    /// From when the letter of `side` arrived that was answered with a question until when the answer is awaited.
    pub fn questioned(&self, side: Side) -> Option<Span> {
        let Question { at, grace, .. } = self.question.filter(|question| question.side == side)?;
        Some(Span { from: at, to: self.calendars.of(side).after(at, grace)? })
    }

    /// What the clock of `side` has run if it stops at `at`: no further than to the letter whose question is answered.
    fn run(&self, side: Side, at: Moment) -> Option<Span> {
        let run = self.running.filter(|run| run.side == side)?;
        let answered = self.questioned(side).filter(|asked| asked.from <= at && at <= asked.to);
        Some(run.until(answered.map_or(at, |asked| asked.from)))
    }

    /// A gift to `side`.
    pub fn give(&mut self, side: Side, time: TimeDelta, at: Moment, ply: Ply) {
        self.enter(side, Change::Given, time, at, ply);
    }

    /// The service did not read its mail then: whoever's clock ran, it did not count.
    pub fn outage(&mut self, span: Span) {
        for side in Side::BOTH {
            self.calendars.of_mut(side).outage(span);
        }
    }

    /// `side` is away then.
    pub fn away(&mut self, side: Side, span: Span) {
        self.calendars.of_mut(side).away(span);
    }

    /// `side` is back before its leave is over.
    pub fn back(&mut self, side: Side, at: Moment) {
        self.calendars.of_mut(side).back(at);
    }

    /// From a moment on weekends of `side` are those of `zone`.
    pub fn weekends(&mut self, side: Side, zone: Tz, from: Moment) {
        self.calendars.of_mut(side).weekends(zone, from);
    }

    /// The earliest end of a leave of `side` that lies behind `after`; leave that goes on in another does not end.
    pub(in crate::game) fn leave_end(&self, side: Side, after: Moment) -> Option<Moment> {
        self.calendars.of(side).leaves().into_iter().map(|leave| leave.to).find(|end| *end > after)
    }

    /// How much the running clock of `side` has counted by `at`; nothing if it stands.
    pub(in crate::game) fn used(&self, side: Side, at: Moment) -> TimeDelta {
        self.run(side, at).map_or(TimeDelta::zero(), |run| self.calendars.of(side).counted(run))
    }

    /// How much of `span` counts, if the clock of `side` runs then.
    pub(in crate::game) fn counted(&self, side: Side, span: Span) -> TimeDelta {
        self.calendars.of(side).counted(span)
    }

    /// When it is `ahead` before the end of a leave of `side` that ends behind `after`, and is longer than that.
    pub(in crate::game) fn leave_warning(&self, side: Side, ahead: TimeDelta, after: Moment) -> Option<Moment> {
        let mut leaves = self.calendars.of(side).leaves().into_iter();
        let leave = leaves.find(|leave| leave.to > after && leave.length() > ahead)?;
        leave.to.checked_sub_signed(ahead)
    }

    /// When the clock of `side` runs out, if it runs and has a limit; not while an answer is awaited.
    pub fn flag(&self, side: Side) -> Option<Moment> {
        let flag = self.run_down(side, TimeDelta::zero())?;
        let asked = self.questioned(side).filter(|asked| asked.from <= flag);
        Some(asked.map_or(flag, |asked| flag.max(asked.to)))
    }

    /// When a reminder is due in this turn of `side`, if its clock runs.
    pub fn reminder(&self, side: Side, step: Reminder) -> Option<Moment> {
        self.run_down(side, step.left_of(self.accounts.of(side).left)?)
    }

    /// When the running clock of `side` has no more than `left`.
    fn run_down(&self, side: Side, left: TimeDelta) -> Option<Moment> {
        let run = self.running.filter(|run| run.side == side && self.is_limited())?;
        let time = add(self.accounts.of(side).left, -left).max(TimeDelta::zero());
        self.calendars.of(side).after(run.since, time)
    }

    /// Whether time is counted at all.
    pub fn is_limited(&self) -> bool {
        self.control != TimeControl::Unlimited
    }

    /// Every change so far, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The clock of `side` at `at`.
    pub fn face(&self, side: Side, at: Moment) -> ClockFace {
        let account = self.accounts.of(side);
        let calendar = self.calendars.of(side);
        ClockFace {
            remaining: self.is_limited().then_some(add(account.left, -self.used(side, at))),
            until: self.flag(side),
            running: self.running.is_some_and(|run| run.side == side),
            moves_left: match self.control {
                TimeControl::Session { moves, .. } => Some(moves.max(1) - plies(&account.gains) % moves.max(1)),
                _ => None,
            },
            away: calendar.leave(at),
        }
    }

    /// Notes a change, unless it is none, and makes it.
    fn enter(&mut self, side: Side, change: Change, time: TimeDelta, at: Moment, ply: Ply) {
        if time.is_zero() || !self.is_limited() {
            return;
        }
        let account = self.accounts.of_mut(side);
        account.left = add(account.left, time);
        self.entries.push(Entry { at, ply, side, change, time, left: account.left });
    }
}

impl Run {
    /// The run until `at`; none of it if the letter's stamp lies before the mail it answers was handed over.
    fn until(&self, at: Moment) -> Span {
        Span { from: self.since, to: at.max(self.since) }
    }
}

/// How many moves.
fn plies(gains: &[TimeDelta]) -> u32 {
    u32::try_from(gains.len()).unwrap_or(u32::MAX)
}

/// A sum that stops at the largest span there is; no real game comes near.
fn add(left: TimeDelta, more: TimeDelta) -> TimeDelta {
    left.checked_add(&more).unwrap_or(if more < TimeDelta::zero() { TimeDelta::MIN } else { TimeDelta::MAX })
}
