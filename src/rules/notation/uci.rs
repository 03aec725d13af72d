//! UCI: `e2e4`, `e7e8q`, `e1g1`, drops `N@f3`.

use crate::rules::{Move, MovePattern, Position, Variant};

/// Writes a move; castling as the king's move.
pub fn write(position: &Position, mv: Move) -> String {
    let _ = (position, mv);
    todo!("R2")
}

/// Reads a move; `None` if the text is no UCI.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let _ = (variant, text);
    todo!("R2")
}
