//! Corner chess: each king in its right-hand corner, the other men behind the pawns as drawn.

use super::CHESS;
use crate::rules::Variant;
use crate::rules::variant::{Array, Castling, Shuffle};

/// Corner chess (`docs/rules.md`). The array is drawn for each game; this start is one of many.
pub const CORNER: Variant = Variant {
    key: "corner",
    start: "krnqbbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBBQNRK w - - 0 1",
    array: Array::Drawn(Shuffle::Corner),
    castling: Castling::Never,
    ..CHESS
};
