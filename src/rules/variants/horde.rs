//! Horde chess: White's army against thirty-two pawns.

use super::CHESS;
use crate::rules::movement::Pawns;
use crate::rules::variant::{DeadRule, Goal};
use crate::rules::{BySide, Role, Variant};

/// Horde chess (`docs/rules.md`). Pawns of the horde stand on its first rank too, and step twice only from the second.
pub const HORDE: Variant = Variant {
    key: "horde",
    start: "ppp2ppp/pppppppp/pppppppp/pppppppp/3pp3/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    pawns: Pawns { lowest: 0, ..Pawns::CHESS },
    royal: BySide { first: Some(Role(0)), second: None },
    goal: Goal::BareArmy,
    dead: DeadRule::Never,
    ..CHESS
};
