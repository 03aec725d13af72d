//! Three checks: whoever gives the third check wins.

use super::CHESS;
use crate::rules::Variant;
use crate::rules::variant::{DeadRule, Goal};

/// Three-check chess (`docs/rules.md`). A double check counts as one.
pub const THREE_CHECK: Variant = Variant {
    key: "three-check",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    goal: Goal::Checks(3),
    dead: DeadRule::BareKings,
    ..CHESS
};
