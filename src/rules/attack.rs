/*!
Who attacks a square, who gives check, who is pinned.

A square is attacked by a side if one of its men could capture there, pinned or not (FIDE 3.1.2). The second
side moves as the first turned round, so the squares from which it attacks X are those the first side attacks from X.
*/

use super::bits::Bits;
use super::board::Board;
use super::facts::Ahead;
use super::geometry::NOWHERE;
use super::instance::Rules;
use super::movement::{AHEAD, DIAGONAL, LEAPS, MARCH, ORTHOGONAL};
use super::sliders::Sliders;

/// What the royal man of the side to move has to fear.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guard<B> {
    /// Enemies that give check.
    pub checkers: B,
    /// Own men that alone stand between the royal man and an enemy slider.
    pub pinned: B,
    /// Those sliders.
    pub pinners: B,
}

impl<R: Rules> Board<R> {
    /// Men of side `by` that attack `square` when `occupied` stands on the board.
    pub(super) fn attackers(&self, by: usize, square: u8, occupied: R::Bits) -> R::Bits {
        let sliders = self.tables().sliders;
        let ahead = match self.facts().ahead {
            Ahead::Lances => self.lances_at(by, square, occupied),
            _ => R::Bits::NONE,
        };
        (self.nearby_attackers(by, square)
            | ahead
            | sliders.orthogonal(square, occupied) & self.plane(ORTHOGONAL)
            | sliders.diagonal(square, occupied) & self.plane(DIAGONAL))
            & self.men[by]
            & occupied
    }

    /// Pawns and leapers, of either side, that would attack `square` as men of side `by`.
    #[inline(always)]
    fn nearby_attackers(&self, by: usize, square: u8) -> R::Bits {
        let (tables, at) = (self.tables(), square as usize & 127);
        let mut found = tables.pawn_captures[1 - by][at] & self.pawns();
        for plane in LEAPS..self.facts().planes {
            found |= tables.leaps[1 - by][plane & 15][at] & self.plane(plane);
        }
        found
    }

    fn lances_at(&self, by: usize, square: u8, occupied: R::Bits) -> R::Bits {
        let seen = self.tables().sliders.file(square, occupied);
        seen & self.tables().ahead[1 - by][square as usize & 127] & self.plane(AHEAD)
    }

    /// Sliders of side `by` that would attack `square` on an empty board.
    #[inline(always)]
    pub(super) fn snipers(&self, by: usize, square: u8) -> R::Bits {
        let (tables, at) = (self.tables(), square as usize & 127);
        let lances = match self.facts().ahead {
            Ahead::Lances => tables.ahead[1 - by][at] & self.plane(AHEAD),
            _ => R::Bits::NONE,
        };
        (tables.orthogonal[at] & self.plane(ORTHOGONAL) | tables.diagonal[at] & self.plane(DIAGONAL) | lances)
            & self.men[by]
    }

    /// Checks and pins against the royal man of side `US`.
    #[inline(always)]
    pub(super) fn guard<const US: usize>(&self) -> Guard<R::Bits> {
        let king = self.royal[US];
        if self.facts().royal[US] == 0 || king == NOWHERE {
            return Guard::default();
        }
        let (tables, occupied) = (self.tables(), self.occupied());
        let mut guard = Guard {
            checkers: self.nearby_attackers(1 - US, king) & self.men[1 - US],
            pinned: R::Bits::NONE,
            pinners: R::Bits::NONE,
        };
        for sniper in self.snipers(1 - US, king).squares() {
            let between = tables.between(king, sniper) & occupied;
            if between.is_empty() {
                guard.checkers |= R::Bits::at(sniper);
            } else if !between.several() && between.meets(self.men[US]) {
                guard.pinned |= between;
                guard.pinners |= R::Bits::at(sniper);
            }
        }
        guard
    }

    /// Enemies that give check to the royal man of `side`, whoever is to move.
    pub(super) fn checkers_of(&self, side: usize) -> R::Bits {
        if self.royal[side] == NOWHERE {
            return R::Bits::NONE;
        }
        self.attackers(1 - side, self.royal[side], self.occupied())
    }

    /// Every square that pawns and leapers of side `by` attack.
    #[inline(always)]
    pub(super) fn nearby_attacks(&self, by: usize) -> R::Bits {
        let tables = self.tables();
        let mut attacked = R::Bits::NONE;
        let pawns = self.pawns() & self.men[by];
        for shift in &tables.captures[by] {
            attacked |= shift.of(pawns);
        }
        if self.facts().marching {
            attacked |= tables.march[by].of(self.plane(MARCH) & self.men[by]);
        }
        for plane in self.facts().leapers..self.facts().planes {
            for from in (self.plane(plane) & self.men[by]).squares() {
                attacked |= tables.leaps[by][plane & 15][from as usize & 127];
            }
        }
        attacked
    }

    /// Those of `squares` that sliders of side `by` attack when `occupied` stands on the board.
    #[inline(always)]
    pub(super) fn slid_attacks(&self, by: usize, occupied: R::Bits, squares: R::Bits) -> R::Bits {
        let (tables, men) = (self.tables(), self.men[by]);
        let mut attacked = R::Bits::NONE;
        for from in (self.plane(ORTHOGONAL) & men).squares() {
            if tables.orthogonal[from as usize & 127].meets(squares) {
                attacked |= tables.sliders.orthogonal(from, occupied);
            }
        }
        for from in (self.plane(DIAGONAL) & men).squares() {
            if tables.diagonal[from as usize & 127].meets(squares) {
                attacked |= tables.sliders.diagonal(from, occupied);
            }
        }
        if self.facts().ahead == Ahead::Lances {
            for from in (self.plane(AHEAD) & men).squares() {
                let line = tables.ahead[by][from as usize & 127];
                if line.meets(squares) {
                    attacked |= tables.sliders.file(from, occupied) & line;
                }
            }
        }
        attacked
    }
}
