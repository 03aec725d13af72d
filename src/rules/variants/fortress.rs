//! Fortress chess: corner chess with three more pawns in front of each king.

use super::CORNER;
use crate::rules::Variant;

/// Fortress chess (`docs/rules.md`). The array is drawn for each game; this start is one of many.
pub const FORTRESS: Variant =
    Variant { key: "fortress", start: "krnqbbnr/pppppppp/ppp5/8/8/5PPP/PPPPPPPP/RNBBQNRK w - - 0 1", ..CORNER };
