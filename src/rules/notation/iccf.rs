//! ICCF numeric: `5254`, promotions `57581`.

use crate::rules::{Move, MovePattern, Position, Variant};

/// Writes a move of chess; `None` where the board has more than nine files or ranks or men to promote to.
pub fn write(position: &Position, mv: Move) -> Option<String> {
    let _ = (position, mv);
    todo!("R2")
}

/// Reads a move; `None` if the text is no numeric move.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let _ = (variant, text);
    todo!("R2")
}
