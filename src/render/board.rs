/*!
The board as a PNG, from the reader's side. Men are rasterised once a size; the rest is flat colour.
*/

use crate::rules::{Side, Square, View};

/// What is marked beside last move and check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// A man of the reader's and the squares it may go to.
    pub own_scope: Option<(Square, Vec<Square>)>,
    /// The same for a man of the opponent's.
    pub opponent_scope: Option<(Square, Vec<Square>)>,
}

/// How large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// 480 pixels wide for chess.
    Small,
    /// 960 pixels wide.
    Large,
}

/// Draws what `view` shows, `below` at the lower edge, as a palette PNG. The same view gives the same bytes.
pub fn png(view: &View, below: Side, marks: &Marks, size: Size) -> Vec<u8> {
    let _ = (view, below, marks, size);
    todo!("B")
}
