//! Los Alamos chess: six files, six ranks, no bishops, no double step, no castling.

use super::CHESS;
use crate::rules::movement::Pawns;
use crate::rules::variant::{Castling, DeadRule, Promotion};
use crate::rules::{Geometry, Role, RoleSheet, Variant};

/// Los Alamos chess (`docs/rules.md`).
pub const LOS_ALAMOS: Variant = Variant {
    key: "los-alamos",
    geometry: Geometry { files: 6, ranks: 6 },
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
    pawns: Pawns { double_from: None, ..Pawns::CHESS },
    castling: Castling::Never,
    promotion: Promotion { to: &[Role(1), Role(2), Role(3)], ..CHESS.promotion },
    dead: DeadRule::Material,
    ..CHESS
};
