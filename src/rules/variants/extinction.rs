//! Extinction chess: whoever has no man left of any one kind loses. The king is a man like others.

use super::CHESS;
use crate::rules::variant::{DeadRule, Goal, Promotion};
use crate::rules::{BySide, Role, Variant};

/// Extinction chess (`docs/rules.md`). Castling minds no attack, since nobody gives check.
pub const EXTINCTION: Variant = Variant {
    key: "extinction",
    royal: BySide { first: None, second: None },
    promotion: Promotion { to: &[Role(1), Role(2), Role(3), Role(4), Role(0)], ..CHESS.promotion },
    goal: Goal::Extinction,
    dead: DeadRule::Never,
    ..CHESS
};
