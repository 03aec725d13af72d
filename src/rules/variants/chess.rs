//! Chess, by the Laws of FIDE.

use crate::rules::{Geometry, RoleSheet, Variant};

/// Orthodox chess (`rules/chess.md`).
pub const CHESS: Variant = Variant {
    key: "chess",
    geometry: Geometry { files: 8, ranks: 8 },
    roles: &[
        RoleSheet { key: "king", letter: 'K' },
        RoleSheet { key: "queen", letter: 'Q' },
        RoleSheet { key: "rook", letter: 'R' },
        RoleSheet { key: "bishop", letter: 'B' },
        RoleSheet { key: "knight", letter: 'N' },
        RoleSheet { key: "pawn", letter: 'P' },
    ],
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
};
