/*!
The board as a PNG, from the reader's side. Men are rasterised once a size; the rest is flat colour.

Everything that colour says is said a second time by form: frames, dashes, rings and diamonds. The frame around the board
belongs to the picture, so that it reads on white mail and on black.

Games of chess are drawn on squares of two shades ([`squares`]), games of shogi on wood ([`wood`]).
*/

mod bars;
mod canvas;
mod palette;
mod plan;
mod reach;
mod squares;
mod stamp;
mod tile;
mod wood;

pub use bars::Bar;
pub use bars::png as bars;
pub(super) use canvas::Canvas;
pub use reach::png as reach;

use crate::rules::notation::shogi;
use crate::rules::{Side, Square, View};
use stamp::Stamp;

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
    /// 480 pixels wide.
    Small,
    /// 960 pixels wide.
    Large,
}

impl Size {
    /// Pixels to one unit of the drawing, which is 480 units wide.
    const fn scale(self) -> usize {
        match self {
            Size::Small => 1,
            Size::Large => 2,
        }
    }
}

/// Draws what `view` shows, `below` at the lower edge, as a palette PNG. The same view gives the same bytes.
pub fn png(view: &View, below: Side, marks: &Marks, size: Size) -> Vec<u8> {
    painted(view, below, marks, size).encode()
}

/// The same before it is a file.
pub(super) fn painted(view: &View, below: Side, marks: &Marks, size: Size) -> Canvas {
    if shogi::applies(view.variant()) {
        wood::painted(view, below, marks, size)
    } else {
        squares::painted(view, below, marks, size)
    }
}

/// What the last move and a check leave on a square, beneath its man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lately {
    Nothing,
    Left,
    Reached,
    Check,
}

impl Lately {
    fn of(view: &View, square: Square) -> Lately {
        let last = view.last_move();
        if view.check() == Some(square) {
            Lately::Check
        } else if last.is_some_and(|last| last.to == square) {
            Lately::Reached
        } else if last.is_some_and(|last| last.from == Some(square)) {
            Lately::Left
        } else {
            Lately::Nothing
        }
    }

    fn stamp(self) -> Option<Stamp> {
        match self {
            Lately::Nothing => None,
            Lately::Left => Some(Stamp::Left),
            Lately::Reached => Some(Stamp::Reached),
            Lately::Check => Some(Stamp::Check),
        }
    }
}

/// The marks of scope on a square, above its man.
fn scope_stamps(marks: &Marks, square: Square, occupied: bool) -> Vec<Stamp> {
    let in_scope =
        |scope: &Option<(Square, Vec<Square>)>| scope.as_ref().is_some_and(|(_, squares)| squares.contains(&square));
    let is_origin = |scope: &Option<(Square, Vec<Square>)>| scope.as_ref().is_some_and(|(origin, _)| *origin == square);
    let own = in_scope(&marks.own_scope);
    let mut stamps = Vec::new();
    if is_origin(&marks.own_scope) {
        stamps.push(Stamp::OwnOrigin);
    }
    if own {
        stamps.push(if occupied { Stamp::OwnRing } else { Stamp::OwnDot });
    }
    if is_origin(&marks.opponent_scope) {
        stamps.push(Stamp::OpponentOrigin);
    }
    if in_scope(&marks.opponent_scope) {
        stamps.push(match (occupied, own) {
            (true, _) => Stamp::OpponentHollow(true),
            (false, true) => Stamp::OpponentHollow(false),
            (false, false) => Stamp::OpponentDiamond,
        });
    }
    stamps
}
