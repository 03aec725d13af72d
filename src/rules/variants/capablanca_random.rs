//! Capablanca random chess: ten files, with archbishop and chancellor, the array drawn.

use super::EMBASSY;
use crate::rules::variant::{Array, Castling, Shuffle};
use crate::rules::{RoleSheet, Variant};

/// Capablanca random chess (`docs/rules.md`). The array is drawn for each game; this start is one of many.
pub const CAPABLANCA_RANDOM: Variant = Variant {
    key: "capablanca-random",
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "chancellor", letter: 'C', planes: 0b01010 },
        RoleSheet { key: "archbishop", letter: 'A', planes: 0b01100 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rnqbkcrnba/pppppppppp/10/10/10/10/PPPPPPPPPP/RNQBKCRNBA w GAga - 0 1",
    array: Array::Drawn(Shuffle::Capablanca),
    castling: Castling::Drawn { king_to: [8, 2], rook_to: [7, 3] },
    ..EMBASSY
};
