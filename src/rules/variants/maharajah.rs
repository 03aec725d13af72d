//! Maharajah chess: one man, that moves as queen and knight and may not be left attacked, against a whole army.

use super::CHESS;
use crate::rules::variant::{DeadRule, Promotion};
use crate::rules::{BySide, Role, RoleSheet, Variant};

/// Maharajah chess (`docs/rules.md`). A pawn that has come to its last rank stays there.
pub const MAHARAJAH: Variant = Variant {
    key: "maharajah",
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "maharajah", letter: 'M', planes: 0b01110 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1",
    royal: BySide { first: Some(Role(1)), second: Some(Role(0)) },
    promotion: Promotion { to: &[], ..CHESS.promotion },
    dead: DeadRule::BareKings,
    ..CHESS
};
