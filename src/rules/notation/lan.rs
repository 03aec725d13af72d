//! Long algebraic: `Ng1-f3`, `e6xd5`, `e7-e8=Q`.

use crate::rules::{Move, MovePattern, Position, Variant};

/// Writes a legal move, with `+` or `#`.
pub fn write(position: &Position, mv: Move) -> String {
    let _ = (position, mv);
    todo!("R2")
}

/// Reads a move; `None` if the text is no long algebraic.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let _ = (variant, text);
    todo!("R2")
}
