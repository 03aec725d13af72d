//! Loop chess: captured men change sides and come back; a promoted man keeps what it became.

use super::CHESS;
use crate::rules::variant::{DeadRule, Hands, PawnDrops};
use crate::rules::{Role, Variant};

/// Loop chess (`docs/rules.md`).
pub const LOOP: Variant = Variant {
    key: "loop",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    hands: Hands::Captured { kinds: &[Role(1), Role(2), Role(3), Role(4), Role(5)], pawns: PawnDrops::Free },
    dead: DeadRule::Never,
    ..CHESS
};
