/*!
How men move on a board as it stands, lawful or not: what is in the way, who attacks whom.

The engine cannot answer this, since it plays lawful moves only, and a refusal is about the others.
*/

use super::Standing;
use crate::rules::movement::{Leap, Moves};
use crate::rules::{Geometry, Piece, Position, Role, Side, Square, Variant};

/// Men on squares, nothing else.
#[derive(Clone)]
pub(super) struct Field {
    variant: &'static Variant,
    men: Vec<Option<Piece>>,
}

/// What hinders a man on its way to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It never moves so.
    Never,
    /// That man stands in between, or in front of a pawn.
    Blocked(Standing),
    /// A man of the same side stands there.
    OwnMan(Standing),
    /// A pawn takes so, and nothing is there.
    NothingToTake,
    /// Nothing.
    Clear,
}

const ORTHOGONALS: &[Leap] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONALS: &[Leap] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const AHEAD: &[Leap] = &[(0, 1)];

/// Directions of one way of moving, and whether the man rides on. Pawns are asked apart.
fn directions(moves: Moves) -> (&'static [Leap], bool) {
    match moves {
        Moves::Unused | Moves::Pawn => (&[], false),
        Moves::Lance => (AHEAD, true),
        Moves::Orthogonal => (ORTHOGONALS, true),
        Moves::Diagonal => (DIAGONALS, true),
        Moves::Leaps(leaps) => (leaps, false),
    }
}

impl Field {
    pub fn of(position: &Position) -> Field {
        let geometry = position.geometry();
        Field { variant: position.variant(), men: geometry.squares().map(|square| position.piece_at(square)).collect() }
    }

    pub fn geometry(&self) -> Geometry {
        self.variant.geometry
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.men.get(usize::from(square.0)).copied().flatten()
    }

    /// True for a man that moves as this game's pawns.
    pub fn is_pawn(&self, man: Piece) -> bool {
        self.is_pawn_kind(man.role)
    }

    /// True for the kind of man that moves as this game's pawns.
    pub fn is_pawn_kind(&self, role: Role) -> bool {
        self.ways_of(role).any(|moves| moves == Moves::Pawn)
    }

    /// How a role moves by its sheet.
    fn ways_of(&self, role: Role) -> impl Iterator<Item = Moves> {
        let planes = self.variant.role_planes(role);
        let stands_in = move |plane: usize| planes.checked_shr(plane as u32).unwrap_or(0) & 1 == 1;
        let counts = move |plane: Option<u8>| plane.is_none_or(|unless| !stands_in(usize::from(unless)));
        let ways = self.variant.planes.iter().enumerate();
        ways.filter(move |(place, way)| stands_in(*place) && counts(way.unless)).map(|(_, way)| way.moves)
    }

    /// All men of `side`.
    pub fn men(&self, side: Side) -> Vec<Standing> {
        let of_side = |square| self.at(square).filter(|man| man.side == side).map(|man| (man, square));
        self.geometry().squares().filter_map(of_side).collect()
    }

    /// The board once the man on `from` stands on `to` and `taken` is empty.
    pub fn moved(&self, from: Square, to: Square, taken: Option<Square>) -> Field {
        let mut after = self.clone();
        let man = self.at(from);
        for gone in taken.into_iter().chain([from]) {
            after.put(gone, None);
        }
        after.put(to, man);
        after
    }

    /// The board without the man on `square`.
    pub fn without(&self, square: Square) -> Field {
        let mut after = self.clone();
        after.put(square, None);
        after
    }

    fn put(&mut self, square: Square, man: Option<Piece>) {
        if let Some(place) = self.men.get_mut(usize::from(square.0)) {
            *place = man;
        }
    }

    /// What hinders `man` from going to `to`. Check is not considered.
    pub fn way(&self, man: Standing, to: Square) -> Way {
        if self.is_pawn(man.0) {
            return self.pawn_way(man, to);
        }
        let Some(between) = self.line(man, to) else { return Way::Never };
        if let Some(by) = self.first_of(&between) {
            return Way::Blocked(by);
        }
        match self.at(to) {
            Some(there) if there.side == man.0.side => Way::OwnMan((there, to)),
            _ => Way::Clear,
        }
    }

    fn pawn_way(&self, man: Standing, to: Square) -> Way {
        let pawns = self.variant.pawns;
        let ahead = self.ahead(man, to);
        if pawns.captures.contains(&ahead) {
            return match self.at(to) {
                None => Way::NothingToTake,
                Some(there) if there.side == man.0.side => Way::OwnMan((there, to)),
                Some(_) => Way::Clear,
            };
        }
        let twice = pawns.double_from == Some(self.own_rank(man.0.side, man.1));
        let length = if twice { 2 } else { 1 };
        let step = pawns.steps.iter().find(|step| self.path(man, **step, length).contains(&to));
        let Some(step) = step else { return Way::Never };
        let mut path = self.path(man, *step, length);
        path.truncate(path.iter().position(|square| *square == to).map_or(0, |last| last + 1));
        self.first_of(&path).map_or(Way::Clear, Way::Blocked)
    }

    /// Pawns of `side` that may have come to where they stand by two steps over `over`.
    pub fn passers(&self, side: Side, over: Square) -> Vec<Standing> {
        let pawns = self.variant.pawns;
        let Some(home) = pawns.double_from else { return Vec::new() };
        let stands = |step: &Leap| {
            let behind = *self.ride((side, over), (-step.0, -step.1), 1).first()?;
            let square = *self.ride((side, over), *step, 1).first()?;
            let pawn = self.at(square).filter(|man| man.side == side && self.is_pawn(*man))?;
            (self.own_rank(side, behind) == home).then_some((pawn, square))
        };
        pawns.steps.iter().filter_map(stands).collect()
    }

    /// The rank of a square, counted from 0 at `side`.
    pub fn own_rank(&self, side: Side, square: Square) -> u8 {
        let rank = self.geometry().rank(square);
        match side {
            Side::First => rank,
            Side::Second => self.geometry().ranks - 1 - rank,
        }
    }

    /// Men of `by` that attack `square`, pinned or not, the nearest first.
    pub fn attackers(&self, square: Square, by: Side) -> Vec<Standing> {
        let mut found: Vec<Standing> = self.men(by).into_iter().filter(|man| self.attacks(*man, square)).collect();
        found.sort_by_key(|(_, from)| self.distance(*from, square));
        found
    }

    fn attacks(&self, man: Standing, square: Square) -> bool {
        if self.is_pawn(man.0) {
            return self.variant.pawns.captures.contains(&self.ahead(man, square));
        }
        self.line(man, square).is_some_and(|between| self.first_of(&between).is_none())
    }

    /// Steps of a king between two squares.
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        let geometry = self.geometry();
        geometry.file(a).abs_diff(geometry.file(b)).max(geometry.rank(a).abs_diff(geometry.rank(b)))
    }

    /// The squares between, if the man moves along such a line at all.
    fn line(&self, man: Standing, to: Square) -> Option<Vec<Square>> {
        self.ways_of(man.0.role).find_map(|moves| {
            let (directions, rides) = directions(moves);
            let farthest = if rides { self.geometry().files.max(self.geometry().ranks) } else { 1 };
            directions.iter().find_map(|step| {
                let mut path = self.path(man, *step, farthest);
                let length = path.iter().position(|square| *square == to)?;
                path.truncate(length);
                Some(path)
            })
        })
    }

    /// Squares from the man's own (not itself) on, at most `length`, to the board's edge.
    fn path(&self, man: Standing, step: Leap, length: u8) -> Vec<Square> {
        self.ride((man.0.side, man.1), step, length)
    }

    /// The same from a square, in the directions of a side.
    fn ride(&self, (side, from): (Side, Square), step: Leap, length: u8) -> Vec<Square> {
        let geometry = self.geometry();
        let turned = direction(side);
        let along = |start: u8, step: i8, n: i8| start.checked_add_signed(step * turned * n);
        let square = |n: u8| {
            let n = i8::try_from(n).ok()?;
            geometry.at(along(geometry.file(from), step.0, n)?, along(geometry.rank(from), step.1, n)?)
        };
        (1..=length).map_while(square).collect()
    }

    fn first_of(&self, squares: &[Square]) -> Option<Standing> {
        squares.iter().find_map(|square| self.at(*square).map(|man| (man, *square)))
    }

    /// Files to the right and ranks ahead, as the man's side sees it.
    fn ahead(&self, man: Standing, to: Square) -> Leap {
        let geometry = self.geometry();
        let turned = direction(man.0.side);
        let apart = |to: u8, from: u8| to.wrapping_sub(from).cast_signed() * turned;
        (apart(geometry.file(to), geometry.file(man.1)), apart(geometry.rank(to), geometry.rank(man.1)))
    }
}

/// The second side's directions are the first's, turned by 180 degrees.
fn direction(side: Side) -> i8 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}
