/*!
How a man came to its square, where a notation says that instead of where it stood: `右`, `左`, `上`, `引`, `寄`, `直`, and
whether it was promoted (`rules/shogi.md` 4.1).

All is seen by the side that moves.
*/

use super::{Move, Position, Role, Side, Square};

/// Which way a man goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// To a rank further ahead.
    Ahead,
    /// To a rank further back.
    Back,
    /// Along its rank.
    Aside,
    /// One step straight ahead.
    Straight,
}

/// Which of several men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The rightmost.
    Right,
    /// The leftmost.
    Left,
}

/// What a text says about the manner of a move; what it leaves open is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Manner {
    /// Which way.
    pub motion: Option<Motion>,
    /// Which of those that go that way.
    pub place: Option<Place>,
    /// Whether the man becomes another.
    pub promotes: Option<bool>,
}

impl Manner {
    /// True if `mv`, legal in `position`, goes in this manner.
    pub fn fits(&self, position: &Position, mv: Move) -> bool {
        self.promotes.is_none_or(|promotes| promotes == mv.promotion().is_some())
            && (self.motion.is_none() && self.place.is_none()
                || mv.from().is_some_and(|from| self.fits_way(position, from, mv.to())))
    }

    fn fits_way(&self, position: &Position, from: Square, to: Square) -> bool {
        let goes = |from: Square| self.motion.is_none_or(|motion| fits_motion(position, motion, from, to));
        if !goes(from) {
            return false;
        }
        let Some(place) = self.place else { return true };
        let role = position.piece_at(from).map(|man| man.role);
        let rivals = role.map_or(Vec::new(), |role| candidates(position, role, to));
        let mine = to_the_right(position, from);
        let others = rivals.into_iter().filter(|square| *square != from && goes(*square));
        others.into_iter().map(|square| to_the_right(position, square)).all(|other| match place {
            Place::Right => mine >= other,
            Place::Left => mine <= other,
        })
    }
}

fn fits_motion(position: &Position, motion: Motion, from: Square, to: Square) -> bool {
    match motion {
        Motion::Straight => is_straight(position, from, to),
        motion => motion_of(position, from, to) == motion,
    }
}

/// Squares of the men of that kind that may legally go to `to`, each once.
pub(super) fn candidates(position: &Position, role: Role, to: Square) -> Vec<Square> {
    let mut squares: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.to() == to)
        .filter_map(Move::from)
        .filter(|from| position.piece_at(*from).is_some_and(|man| man.role == role))
        .collect();
    squares.sort();
    squares.dedup();
    squares
}

/// Ahead, back or aside.
pub(super) fn motion_of(position: &Position, from: Square, to: Square) -> Motion {
    let geometry = position.geometry();
    let ahead = i16::from(geometry.rank(to)) - i16::from(geometry.rank(from));
    match if position.turn() == Side::First { ahead } else { -ahead } {
        0 => Motion::Aside,
        1.. => Motion::Ahead,
        _ => Motion::Back,
    }
}

/// True for one step straight ahead.
pub(super) fn is_straight(position: &Position, from: Square, to: Square) -> bool {
    let geometry = position.geometry();
    geometry.file(from) == geometry.file(to)
        && geometry.rank(from).abs_diff(geometry.rank(to)) == 1
        && motion_of(position, from, to) == Motion::Ahead
}

/// How far to the mover's right a square lies.
pub(super) fn to_the_right(position: &Position, square: Square) -> i16 {
    let file = i16::from(position.geometry().file(square));
    if position.turn() == Side::First { file } else { -file }
}
