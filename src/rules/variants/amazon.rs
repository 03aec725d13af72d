//! Amazon chess: a man that moves as queen and knight stands where the queen stood.

use super::CHESS;
use crate::rules::variant::{DeadRule, Promotion};
use crate::rules::{Role, RoleSheet, Variant};

/// Amazon chess (`docs/rules.md`).
pub const AMAZON: Variant = Variant {
    key: "amazon",
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "amazon", letter: 'A', planes: 0b01110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1",
    promotion: Promotion { to: &[Role(1), Role(2), Role(3), Role(4)], ..CHESS.promotion },
    dead: DeadRule::Material,
    ..CHESS
};
