/*!
How much time each side has, from the record of clock starts and stops.

A clock starts when the post took over the mail that tells a player to move, and stops when the answer reached our
mailbox; in between nobody's time runs. Mail that proves undeliverable never started a clock: that run is annulled.
A new move's allowance is credited when the move is made, whether or not its clock had run.
*/

use super::super::Moment;
use super::TimeControl;
use crate::rules::{BySide, Side};
use chrono::TimeDelta;

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
}

/// Both clocks of a game.
#[derive(Clone, Debug)]
pub struct Ledger {
    control: TimeControl,
    accounts: BySide<Account>,
    running: Option<Run>,
}

/// What one side has, its running time not yet taken off.
#[derive(Clone, Copy, Debug)]
struct Account {
    left: TimeDelta,
    moves: u32,
}

/// The one clock that runs, and since when.
#[derive(Clone, Copy, Debug)]
struct Run {
    side: Side,
    since: Moment,
}

impl Ledger {
    /// Both clocks as they stand before the first move.
    pub fn new(control: TimeControl) -> Ledger {
        let account = Account { left: control.first_allowance(), moves: 0 };
        Ledger { control, accounts: BySide { first: account, second: account }, running: None }
    }

    /// The clock of `side` runs from `at`; one that runs already goes on.
    pub fn start(&mut self, side: Side, at: Moment) {
        if self.running.is_none_or(|run| run.side != side) {
            self.running = Some(Run { side, since: at });
        }
    }

    /// The mail that started the clock of `side` never arrived: as if it had not run this turn.
    pub fn annul(&mut self, side: Side) {
        self.running = self.running.filter(|run| run.side != side);
    }

    /// `side` has moved by a letter that arrived at `at`: its clock stops, and the move earns what the control gives.
    pub fn stop(&mut self, side: Side, at: Moment) {
        self.halt(at);
        let account = self.accounts.of_mut(side);
        account.moves = account.moves.saturating_add(1);
        match self.control {
            TimeControl::Unlimited => {}
            TimeControl::PerMove(time) => account.left = time,
            TimeControl::Session { moves, time } => {
                if account.moves.is_multiple_of(moves.max(1)) {
                    account.left = add(account.left, time);
                }
            }
            TimeControl::Fischer { increment, .. } => account.left = add(account.left, increment),
        }
    }

    /// The last move of `side` is taken back, and with it what it earned; time used stays used.
    pub fn take_back(&mut self, side: Side) {
        let account = self.accounts.of_mut(side);
        match self.control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => {}
            TimeControl::Session { moves, time } => {
                if account.moves > 0 && account.moves.is_multiple_of(moves.max(1)) {
                    account.left = add(account.left, -time);
                }
            }
            TimeControl::Fischer { increment, .. } => account.left = add(account.left, -increment),
        }
        account.moves = account.moves.saturating_sub(1);
    }

    /// Whatever runs stops at `at`, and nothing is credited.
    pub fn halt(&mut self, at: Moment) {
        if let Some(run) = self.running.take() {
            let account = self.accounts.of_mut(run.side);
            account.left = add(account.left, -run.used(at));
        }
    }

    /// The clock of `side` at `at`.
    pub fn face(&self, side: Side, at: Moment) -> ClockFace {
        let account = self.accounts.of(side);
        let run = self.running.filter(|run| run.side == side);
        let limited = self.control != TimeControl::Unlimited;
        let remaining = add(account.left, -run.map_or(TimeDelta::zero(), |run| run.used(at)));
        ClockFace {
            remaining: limited.then_some(remaining),
            until: run.filter(|_| limited).and_then(|run| run.since.checked_add_signed(account.left)),
            running: run.is_some(),
            moves_left: match self.control {
                TimeControl::Session { moves, .. } => Some(moves.max(1) - account.moves % moves.max(1)),
                _ => None,
            },
        }
    }
}

impl Run {
    /// Time used until `at`; none if the letter's stamp lies before the mail it answers was handed over.
    fn used(&self, at: Moment) -> TimeDelta {
        (at - self.since).max(TimeDelta::zero())
    }
}

/// A sum that stops at the largest span there is; no real game comes near.
fn add(left: TimeDelta, more: TimeDelta) -> TimeDelta {
    left.checked_add(&more).unwrap_or(if more < TimeDelta::zero() { TimeDelta::MIN } else { TimeDelta::MAX })
}
