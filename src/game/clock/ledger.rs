/*!
How much time each side has, from the record of clock starts and stops.
*/

use super::super::Moment;
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

/// Both clocks of a game. G owns and fills this.
#[derive(Clone, Debug)]
pub struct Ledger {}
