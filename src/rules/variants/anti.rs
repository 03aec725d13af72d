//! Anti chess: who can capture must, and whoever has lost all men, or cannot move, wins.

use super::CHESS;
use crate::rules::variant::{Capturing, Castling, DeadRule, Goal, Promotion, Stalemate};
use crate::rules::{BySide, Role, Variant};

/// Anti chess (`docs/rules.md`), by the international reading: no castling, and who cannot move wins.
pub const ANTI: Variant = Variant {
    key: "anti",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    royal: BySide { first: None, second: None },
    castling: Castling::Never,
    promotion: Promotion { to: &[Role(1), Role(2), Role(3), Role(4), Role(0)], ..CHESS.promotion },
    capturing: Capturing::Duty,
    stalemate: Stalemate::Wins,
    goal: Goal::GiveAway,
    dead: DeadRule::LoneBishops,
    ..CHESS
};
