/*!
How men move on a board as it stands, lawful or not: what is in the way, who attacks whom.

The engine cannot answer this, since it plays lawful moves only, and a refusal is about the others.
*/

use super::Standing;
use crate::rules::notation::letters::{self, PAWN};
use crate::rules::{Geometry, Piece, Position, Side, Square, Variant};

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

const KING: &[(i16, i16)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const ROOK: &[(i16, i16)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: &[(i16, i16)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: &[(i16, i16)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Steps of a man by its sheet's key, and whether it rides on; none for men this file does not know.
fn steps(key: &str) -> (&'static [(i16, i16)], bool) {
    match key {
        "king" => (KING, false),
        "queen" => (KING, true),
        "rook" => (ROOK, true),
        "bishop" => (BISHOP, true),
        "knight" => (KNIGHT, false),
        _ => (&[], false),
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

    pub fn is(&self, man: Piece, key: &str) -> bool {
        letters::key(self.variant, man.role) == key
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
        if self.is(man.0, PAWN) {
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
        let geometry = self.geometry();
        let (files, ahead) = self.ahead(man, to);
        let from_rank = geometry.rank(man.1);
        let home = match man.0.side {
            Side::First => from_rank == 1,
            Side::Second => from_rank + 2 == geometry.ranks,
        };
        match (files.abs(), ahead) {
            (0, 1) | (0, 2) if ahead == 1 || home => {
                let path = self.path(man.1, (0, ahead.signum() * direction(man.0.side)), ahead);
                self.first_of(&path).map_or(Way::Clear, Way::Blocked)
            }
            (1, 1) => match self.at(to) {
                None => Way::NothingToTake,
                Some(there) if there.side == man.0.side => Way::OwnMan((there, to)),
                Some(_) => Way::Clear,
            },
            _ => Way::Never,
        }
    }

    /// Men of `by` that attack `square`, pinned or not, the nearest first.
    pub fn attackers(&self, square: Square, by: Side) -> Vec<Standing> {
        let mut found: Vec<Standing> = self.men(by).into_iter().filter(|man| self.attacks(*man, square)).collect();
        found.sort_by_key(|(_, from)| self.distance(*from, square));
        found
    }

    fn attacks(&self, man: Standing, square: Square) -> bool {
        if self.is(man.0, PAWN) {
            let (files, ahead) = self.ahead(man, square);
            return files.abs() == 1 && ahead == 1;
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
        let (steps, rides) = steps(letters::key(self.variant, man.0.role));
        let farthest = if rides { i16::from(self.geometry().files.max(self.geometry().ranks)) } else { 1 };
        steps.iter().find_map(|step| {
            let mut path = self.path(man.1, *step, farthest);
            let length = path.iter().position(|square| *square == to)?;
            path.truncate(length);
            Some(path)
        })
    }

    /// Squares from `from` (not itself) on, at most `length`, to the board's edge.
    fn path(&self, from: Square, step: (i16, i16), length: i16) -> Vec<Square> {
        let geometry = self.geometry();
        let (file, rank) = (i16::from(geometry.file(from)), i16::from(geometry.rank(from)));
        let square = |n: i16| {
            let file = u8::try_from(file + n * step.0).ok()?;
            let rank = u8::try_from(rank + n * step.1).ok()?;
            geometry.at(file, rank)
        };
        (1..=length).map_while(square).collect()
    }

    fn first_of(&self, squares: &[Square]) -> Option<Standing> {
        squares.iter().find_map(|square| self.at(*square).map(|man| (man, *square)))
    }

    /// Files aside and ranks ahead, as the man's side sees it.
    fn ahead(&self, man: Standing, to: Square) -> (i16, i16) {
        let geometry = self.geometry();
        let files = i16::from(geometry.file(to)) - i16::from(geometry.file(man.1));
        let ranks = i16::from(geometry.rank(to)) - i16::from(geometry.rank(man.1));
        (files, ranks * direction(man.0.side))
    }
}

fn direction(side: Side) -> i16 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}
