/*!
Where a piece goes on a board with nothing else on it, for pages that explain a game.
*/

use super::movement::{Leap, Moves};
use super::{Role, Variant};

/// The squares a piece of the first side goes to, as files to the right and ranks ahead of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Squares it may move to if they are empty.
    pub moves: Vec<Leap>,
    /// Squares on which it may capture.
    pub captures: Vec<Leap>,
}

impl Reach {
    /// The reach of `role`, as far as `distance` files and ranks away. A pawn's double step, castling and moves that
    /// promote are left out: they depend on where a piece stands.
    pub fn of(variant: &Variant, role: Role, distance: i8) -> Reach {
        let planes = variant.role_planes(role);
        let stands_in = |place: u8| planes >> place & 1 == 1;
        let mut reach = Reach::default();
        for (place, plane) in (0u8..).zip(variant.planes) {
            if !stands_in(place) || plane.unless.is_some_and(stands_in) {
                continue;
            }
            match plane.moves {
                Moves::Unused => {}
                Moves::Pawn => {
                    reach.moves.extend(variant.pawns.steps);
                    reach.captures.extend(variant.pawns.captures);
                }
                Moves::Lance => reach.both(&lines(&[(0, 1)], distance)),
                Moves::Orthogonal => reach.both(&lines(&[(0, 1), (1, 0), (0, -1), (-1, 0)], distance)),
                Moves::Diagonal => reach.both(&lines(&[(1, 1), (1, -1), (-1, -1), (-1, 1)], distance)),
                Moves::Leaps(leaps) => reach.both(leaps),
            }
        }
        let near = |leap: &Leap| leap.0.abs().max(leap.1.abs()) <= distance;
        reach.moves.retain(near);
        reach.captures.retain(near);
        reach
    }

    fn both(&mut self, leaps: &[Leap]) {
        self.moves.extend(leaps);
        self.captures.extend(leaps);
    }
}

/// Each direction once, twice and so on, up to `distance`.
fn lines(directions: &[Leap], distance: i8) -> Vec<Leap> {
    directions.iter().flat_map(|(x, y)| (1..=distance).map(move |n| (x * n, y * n))).collect()
}
