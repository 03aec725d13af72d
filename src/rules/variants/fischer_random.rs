//! Fischer random chess: one of 960 arrays behind the pawns.

use super::CHESS;
use crate::rules::Variant;
use crate::rules::variant::{Array, Castling, Shuffle};

/// Fischer random chess (`docs/rules.md`). The array is drawn for each game; this start is number 689, drawn once.
pub const FISCHER_RANDOM: Variant = Variant {
    key: "fischer-random",
    start: "brqbknnr/pppppppp/8/8/8/8/PPPPPPPP/BRQBKNNR w HBhb - 0 1",
    array: Array::Drawn(Shuffle::Chess960),
    castling: Castling::Drawn { king_to: [6, 2], rook_to: [5, 3] },
    ..CHESS
};
