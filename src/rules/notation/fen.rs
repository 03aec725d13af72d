//! FEN, in the dialect of `rules/games.md` 2.2.

use crate::rules::{InvalidSetup, Position, Setup, Variant};

/// Reads a FEN. Counters may be left out (`0 1`).
pub fn read(variant: &'static Variant, text: &str) -> Result<Setup, InvalidSetup> {
    let _ = (variant, text);
    todo!("R1")
}

/// Writes a FEN; the en passant square is written only if a capture there is legal.
pub fn write(position: &Position) -> String {
    let _ = position;
    todo!("R1")
}
