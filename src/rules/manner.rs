/*!
How a man came to its square, where a notation says that instead of where it stood: `右`, `左`, `上`, `引`, `寄`, `直`, and
whether it was promoted (`docs/rules.md`).

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
    /// A drop that the text does not call one: meant only where no man of its kind on the board reaches the square, not
    /// even one that may not leave its place.
    pub unspoken: bool,
}

impl Manner {
    /// True if `mv`, legal in `position`, goes in this manner.
    pub fn fits(&self, position: &Position, mv: Move) -> bool {
        let meant = |role: Role, to: Square| !self.unspoken || rivals(position, role, to).is_empty();
        self.promotes.is_none_or(|promotes| promotes == mv.promotion().is_some())
            && (!matches!(mv, Move::Drop { role, to } if !meant(role, to)))
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
        let rivals = role.map_or(Vec::new(), |role| rivals(position, role, to));
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

/// Squares of the side's men of that kind that reach `to`, each once. A man that may not go there, as it would leave its
/// king attacked, counts: people see it stand there, and so do the programs that name moves (`rules/notation/shogi.tsv`).
/// Read without it, `右` might find the one on the left.
pub(super) fn rivals(position: &Position, role: Role, to: Square) -> Vec<Square> {
    let mut squares = position.attackers(to, position.turn());
    squares.retain(|from| position.piece_at(*from).is_some_and(|man| man.role == role));
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
