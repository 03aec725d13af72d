//! Embassy chess: ten files, with marshall (rook and knight) and cardinal (bishop and knight).

use super::CHESS;
use crate::rules::variant::{Castling, CastlingFiles, DeadRule, Promotion};
use crate::rules::{Geometry, Role, RoleSheet, Variant};

/// Embassy chess (`docs/rules.md`). The king castles three squares.
pub const EMBASSY: Variant = Variant {
    key: "embassy",
    geometry: Geometry { files: 10, ranks: 8 },
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "marshall", letter: 'C', planes: 0b01010 },
        RoleSheet { key: "cardinal", letter: 'A', planes: 0b01100 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1",
    castling: Castling::Homes(CastlingFiles { king: 4, rooks: [9, 0], king_to: [7, 1], rook_to: [6, 2] }),
    promotion: Promotion { to: &[Role(1), Role(2), Role(3), Role(4), Role(5), Role(6)], ..CHESS.promotion },
    dead: DeadRule::Material,
    ..CHESS
};
