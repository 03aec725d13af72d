/*!
Games that forbid what men could do: where captures are a duty, and where no move may give check.

Plies are generated as in any game and sifted here, so that games without such rules pay nothing.
*/

use super::Role;
use super::bits::Bits;
use super::board::Board;
use super::facts::Restraint;
use super::geometry::NOWHERE;
use super::instance::{Planes, Rules};
use super::legal::Set;
use super::movement::{DIAGONAL, LEAPS, ORTHOGONAL};
use super::sliders::Sliders;
use super::variant::Stock;

impl<B: Bits> Set<B> {
    /// Those of these plies that capture one of `enemies`.
    fn capturing(self, enemies: B) -> Option<Set<B>> {
        Some(match self {
            Set::Men { from, to } => Set::Men { from, to: to & enemies },
            Set::Pawns { by, to } => Set::Pawns { by, to: to & enemies },
            Set::Promote { by, to } => Set::Promote { by, to: to & enemies },
            Set::Become { by, to, role } => Set::Become { by, to: to & enemies, role },
            Set::Grow { from, to, plane } => Set::Grow { from, to: to & enemies, plane },
            Set::March { by, to } => Set::March { by, to: to & enemies },
            Set::MarchGrow { by, to, plane } => Set::MarchGrow { by, to: to & enemies, plane },
            Set::EnPassant { .. } => self,
            Set::Double { .. } | Set::Drop { .. } | Set::Castle { .. } => return None,
        })
    }
}

impl<R: Rules> Board<R> {
    /// Hands out the plies that the game's restraint leaves.
    #[inline(never)]
    pub(super) fn restrained_sets(&self, out: &mut dyn FnMut(Set<R::Bits>)) {
        let enemies = self.men[self.turn.other().index()];
        let restraint = match self.facts().restraint {
            Restraint::CapturesFirst if !self.can_capture() => Restraint::None,
            restraint => restraint,
        };
        self.all_sets::<false>(&mut |set| {
            let left = match restraint {
                Restraint::None => Some(set),
                Restraint::CapturesFirst | Restraint::CapturesOnly => set.capturing(enemies),
                Restraint::NoChecks => Some(self.without_checks(set)),
            };
            if let Some(set) = left {
                out(set);
            }
        });
    }

    /// True if the side to move can capture anything.
    #[inline(never)]
    pub(super) fn can_capture(&self) -> bool {
        let (enemies, facts) = (self.men[self.turn.other().index()], self.facts());
        let mut found = false;
        self.all_sets::<false>(&mut |set| found |= set.capturing(enemies).is_some_and(|set| set.count(facts) > 0));
        found
    }

    /// Those of these plies that give no check. Games that ask for it have neither pawns nor castling nor hands.
    fn without_checks(&self, set: Set<R::Bits>) -> Set<R::Bits> {
        let king = self.royal[self.turn.other().index()];
        match set {
            Set::Men { from, to } if king != NOWHERE => Set::Men { from, to: to & !self.checking(from, king) },
            _ => set,
        }
    }

    /// Squares from which the man on `from` would give check to the enemy's `king`, itself or by leaving its place.
    fn checking(&self, from: u8, king: u8) -> R::Bits {
        let (us, tables, planes) = (self.turn.index(), self.tables(), self.planes_at(from));
        let occupied = self.occupied() & !R::Bits::at(from);
        let mut checking = R::Bits::NONE;
        if planes >> ORTHOGONAL & 1 == 1 {
            checking |= tables.sliders.orthogonal(king, occupied);
        }
        if planes >> DIAGONAL & 1 == 1 {
            checking |= tables.sliders.diagonal(king, occupied);
        }
        for plane in LEAPS..self.facts().planes {
            if planes >> plane & 1 == 1 {
                checking |= tables.leaps[1 - us][plane & 15][king as usize & 127];
            }
        }
        for sniper in self.snipers(us, king).squares().filter(|sniper| *sniper != from) {
            let between = tables.between(king, sniper);
            if (between & self.occupied()) == R::Bits::at(from) {
                checking |= !between;
            }
        }
        checking
    }

    /// The kinds a pawn of `side` may become now, a bit for each of the sheet's choices.
    pub(super) fn stock(&self, side: usize) -> u16 {
        let promotion = self.sheet().promotion;
        let Stock::Lost(army) = promotion.stock else { return u16::MAX };
        let lost = |(role, had): (&Role, &u8)| self.men_of(side, *role).count() < u32::from(*had);
        let choices = promotion.to.iter().zip(army).map(lost);
        choices.enumerate().fold(0, |set, (at, lost)| if lost { set | 1 << at } else { set })
    }

    /// Pawns of `side` that become something on these squares: each kind in stock by itself.
    #[inline(never)]
    pub(super) fn choices(&self, side: usize, by: i8, to: R::Bits, out: &mut dyn FnMut(Set<R::Bits>)) {
        if to.is_empty() {
            return;
        }
        let stock = self.stock(side);
        for (at, role) in self.sheet().promotion.to.iter().enumerate() {
            if stock >> at & 1 == 1 {
                out(Set::Become { by, to, role: *role });
            }
        }
    }

    /// The men of that kind.
    pub(super) fn men_of(&self, side: usize, role: Role) -> R::Bits {
        let planes = self.sheet().role_planes(role);
        (0..self.facts().planes).fold(self.men[side & 1], |men, plane| {
            let these = self.planes.get(plane);
            men & if planes >> plane & 1 == 1 { these } else { !these }
        })
    }
}
