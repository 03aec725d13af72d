//! Legan chess: the game runs along the long diagonal, from corner to corner.

use super::CHESS;
use crate::rules::Variant;
use crate::rules::movement::Pawns;
use crate::rules::variant::{Castling, DeadRule, Promotion, PromotionAt};

/// Legan chess (`docs/rules.md`). Pawns step diagonally towards the enemy's corner and capture straight ahead or
/// towards it; they promote where the enemy's king, rooks, bishops and knights stood.
pub const LEGAN: Variant = Variant {
    key: "legan",
    start: "knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1",
    pawns: Pawns { steps: &[(-1, 1)], captures: &[(0, 1), (-1, 0)], double_from: None, lowest: 0 },
    castling: Castling::Never,
    promotion: Promotion {
        at: PromotionAt::Squares(&[(0, 4), (0, 5), (0, 6), (0, 7), (1, 7), (2, 7), (3, 7)]),
        ..CHESS.promotion
    },
    dead: DeadRule::Material,
    ..CHESS
};
