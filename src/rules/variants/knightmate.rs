//! Knightmate: the royal man moves as a knight, and where knights stood stand commoners, that move as kings.

use super::CHESS;
use crate::rules::variant::{DeadRule, Promotion};
use crate::rules::{Role, RoleSheet, Variant};

/// Knightmate chess (`docs/rules.md`).
pub const KNIGHTMATE: Variant = Variant {
    key: "knightmate",
    roles: &[
        RoleSheet { key: "royal-knight", letter: 'K', planes: 0b01000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "commoner", letter: 'M', planes: 0b10000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
    promotion: Promotion { to: &[Role(1), Role(2), Role(3), Role(4)], ..CHESS.promotion },
    dead: DeadRule::BareKings,
    ..CHESS
};
