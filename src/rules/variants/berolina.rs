//! Berolina chess: pawns step diagonally and capture straight ahead.

use super::CHESS;
use crate::rules::Variant;
use crate::rules::movement::Pawns;
use crate::rules::variant::DeadRule;

/// Berolina chess (`docs/rules.md`). Two pawns may pass over the same square, so the mark of a passing names both.
pub const BEROLINA: Variant = Variant {
    key: "berolina",
    pawns: Pawns { steps: &[(-1, 1), (1, 1)], captures: &[(0, 1)], ..Pawns::CHESS },
    dead: DeadRule::Material,
    ..CHESS
};
