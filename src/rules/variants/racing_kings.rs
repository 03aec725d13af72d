//! Racing kings: whose king is first on the far rank wins, and no move may give check.

use super::CHESS;
use crate::rules::movement::{Pawns, Plane};
use crate::rules::variant::{Castling, DeadRule, Goal, Promotion};
use crate::rules::{RoleSheet, Variant};

/// Racing kings (`docs/rules.md`).
pub const RACING_KINGS: Variant = Variant {
    key: "racing-kings",
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
    ],
    start: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    planes: &[Plane::UNUSED, Plane::ORTHOGONAL, Plane::DIAGONAL, Plane::KNIGHT, Plane::KING],
    pawns: Pawns::NONE,
    castling: Castling::Never,
    promotion: Promotion { to: &[], ..CHESS.promotion },
    goal: Goal::Race,
    dead: DeadRule::Never,
    ..CHESS
};
