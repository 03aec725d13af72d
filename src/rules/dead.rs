/*!
Dead positions, and whether a side can still win by any series of legal moves (`rules/chess.md` 4, 5).
*/

use super::{Position, Side};

/// True if it is proved that neither side can win any more.
pub fn is_dead(position: &Position) -> bool {
    is_unwinnable(position, position.turn()) && is_unwinnable(position, position.turn().other())
}

/// True if it is proved that `side` cannot win by any legal play.
pub fn is_unwinnable(position: &Position, side: Side) -> bool {
    let men: Vec<_> = position.pieces().into_iter().filter(|(_, piece)| piece.side == side).collect();
    men.len() == 1
}
