//! Janus chess: ten files, and a man that moves as bishop and knight.

use super::CHESS;
use crate::rules::variant::{Castling, CastlingFiles, DeadRule, Promotion};
use crate::rules::{Geometry, Role, RoleSheet, Variant};

/// Janus chess (`docs/rules.md`). The king castles three squares to one wing and four to the other.
pub const JANUS: Variant = Variant {
    key: "janus",
    geometry: Geometry { files: 10, ranks: 8 },
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "janus", letter: 'J', planes: 0b01100 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
    castling: Castling::Homes(CastlingFiles { king: 4, rooks: [9, 0], king_to: [8, 1], rook_to: [7, 2] }),
    promotion: Promotion { to: &[Role(1), Role(2), Role(3), Role(4), Role(5)], ..CHESS.promotion },
    dead: DeadRule::Material,
    ..CHESS
};
