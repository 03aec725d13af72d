//! SAN, with English letters.

use crate::rules::{Move, MovePattern, Position, Variant};

/// Writes a legal move: shortest disambiguation, file before rank before both, with `+` or `#`.
pub fn write(position: &Position, mv: Move) -> String {
    let _ = (position, mv);
    todo!("R2")
}

/// Reads strict or lax SAN with the variant's letters; `None` if the text is no SAN.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let _ = (variant, text);
    todo!("R2")
}
