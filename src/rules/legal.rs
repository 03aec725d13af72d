/*!
Legal plies, handed out as sets: for each man one set of destinations, for all pawns together one per direction.

Counting them needs no list. Legal by construction: men are limited to what answers a check, pinned men to their line,
the royal man to squares nobody attacks; only en passant is tried out.
*/

use super::Role;
use super::attack::Guard;
use super::bits::Bits;
use super::board::{Board, Play};
use super::facts::{Ahead, Facts};
use super::geometry::{NOWHERE, Shift};
use super::instance::{Hands, Planes, Rules};
use super::movement::{AHEAD, DIAGONAL, LEAPS, MARCH, ORTHOGONAL, PLANES_MAX};
use super::sliders::Sliders;
use super::variant::Variant;

/// Plies of one kind.
#[derive(Clone, Copy, Debug)]
pub enum Set<B> {
    /// A man that is no pawn, to each of these squares.
    Men { from: u8, to: B },
    /// Pawns that come to these squares, each from `by` before.
    Pawns { by: i8, to: B },
    /// Pawns that come to these squares by two steps of `by`.
    Double { by: i8, to: B },
    /// Pawns that come to these squares and become something else, whatever they like.
    Promote { by: i8, to: B },
    /// Pawns that come to these squares and become that.
    Become { by: i8, to: B, role: Role },
    /// A man that is no pawn, to each of these squares, gaining that plane there.
    Grow { from: u8, to: B, plane: u8 },
    /// Men with a single leap that come to these squares, each from `by` before.
    March { by: i8, to: B },
    /// The same, gaining that plane there.
    MarchGrow { by: i8, to: B, plane: u8 },
    /// A man of any of these kinds, a bit each, comes from the hand to each of these squares.
    Drop { kinds: u8, to: B },
    /// A pawn takes one that has just passed.
    EnPassant { from: u8, to: u8 },
    /// King and rook together.
    Castle { wing: u8 },
}

impl<B: Bits> Set<B> {
    /// How many plies these are.
    #[inline(always)]
    pub fn count(self, facts: &Facts) -> u32 {
        match self {
            Set::Men { to, .. } | Set::Pawns { to, .. } | Set::Double { to, .. } => to.count(),
            Set::Grow { to, .. } | Set::March { to, .. } | Set::MarchGrow { to, .. } => to.count(),
            Set::Become { to, .. } => to.count(),
            Set::Drop { kinds, to } => to.count() * kinds.count_ones(),
            Set::Promote { to, .. } => to.count() * facts.promotions,
            Set::EnPassant { .. } | Set::Castle { .. } => 1,
        }
    }

    /// The plies, one by one.
    #[inline(always)]
    pub fn each(self, sheet: &Variant, mut out: impl FnMut(Play)) {
        match self {
            Set::Men { from, to } => to.squares().for_each(|to| out(Play::Step { from, to })),
            Set::Pawns { by, to } => to.squares().for_each(|to| out(Play::Pawn { from: back(to, by), to })),
            Set::Double { by, to } => to.squares().for_each(|to| {
                let over = back(to, by);
                out(Play::Double { from: back(over, by), over, to });
            }),
            Set::Promote { by, to } => to.squares().for_each(|to| {
                let promote = |&role: &Role| out(Play::Promote { from: back(to, by), to, role });
                sheet.promotion.to.iter().for_each(promote);
            }),
            Set::Become { by, to, role } => {
                to.squares().for_each(|to| out(Play::Promote { from: back(to, by), to, role }));
            }
            Set::Grow { from, to, plane } => to.squares().for_each(|to| out(Play::Grow { from, to, plane })),
            Set::March { by, to } => to.squares().for_each(|to| out(Play::Step { from: back(to, by), to })),
            Set::MarchGrow { by, to, plane } => {
                to.squares().for_each(|to| out(Play::Grow { from: back(to, by), to, plane }));
            }
            Set::Drop { kinds, to } => (0..8).filter(|kind| kinds >> kind & 1 == 1).for_each(|kind| {
                to.squares().for_each(|to| out(Play::Drop { kind, to }));
            }),
            Set::EnPassant { from, to } => out(Play::EnPassant { from, to }),
            Set::Castle { wing } => out(Play::Castle { wing }),
        }
    }
}

/// The square a pawn came from.
#[inline(always)]
fn back(to: u8, by: i8) -> u8 {
    to.wrapping_add_signed(-by)
}

impl<R: Rules> Board<R> {
    /// Hands out all legal plies.
    #[inline(always)]
    pub fn sets(&self, mut out: impl FnMut(Set<R::Bits>)) {
        if self.reached().is_some() {
            return;
        }
        if self.facts().plain {
            self.all_sets::<true>(&mut out);
        } else {
            self.restrained_sets(&mut out);
        }
    }

    /// All plies but for what [`Restraint`](super::facts::Restraint) forbids, and wherever the game's goal stands.
    ///
    /// `PLAIN` leaves out the questions of games that are not [`Facts::plain`]. Nothing in it hands `out` to a function
    /// of its own, so that a count stays in a register.
    #[inline(always)]
    pub(super) fn all_sets<const PLAIN: bool>(&self, out: &mut impl FnMut(Set<R::Bits>)) {
        // Two copies of the code, so that directions of pawns are constants where the rules are.
        match self.turn {
            super::Side::First => self.sets_of::<0, PLAIN>(out),
            super::Side::Second => self.sets_of::<1, PLAIN>(out),
        }
    }

    /// How many legal plies there are.
    #[inline]
    pub fn count(&self) -> u32 {
        let (facts, mut count) = (self.facts(), 0);
        self.sets(|set| count += set.count(facts));
        count
    }

    /// Hands out all legal plies, one by one.
    #[inline(always)]
    pub fn plays(&self, mut out: impl FnMut(Play)) {
        let sheet = self.sheet();
        self.sets(|set| set.each(sheet, &mut out));
    }

    #[inline(always)]
    fn sets_of<const US: usize, const PLAIN: bool>(&self, out: &mut impl FnMut(Set<R::Bits>)) {
        let guard = self.guard::<US>();
        self.royal_steps::<US, PLAIN>(!guard.checkers.is_empty(), out);
        let facts = self.facts();
        if !PLAIN && facts.castles && (facts.homes_drawn || facts.royal[US] == 0) && self.rights != 0 {
            self.other_castlings::<US>(!guard.checkers.is_empty(), out);
        }
        if guard.checkers.several() {
            return;
        }
        let target = self.targets::<US>(&guard);
        let movers = self.men[US] & !guard.pinned;
        let occupied = self.occupied();
        self.sliding::<US>(movers, target, occupied, out);
        self.leaping::<US>(movers, target, out);
        self.ahead::<US, PLAIN>(movers, target, out);
        if guard.checkers.is_empty() {
            // In check no move of a pinned man can help: it stays on its line, and the check is on another.
            for pinner in guard.pinners.squares() {
                let line = self.tables().between(self.royal[US], pinner) | R::Bits::at(pinner);
                let man = line & guard.pinned;
                self.sliding::<US>(man, line, occupied, out);
                self.leaping::<US>(man, line, out);
                self.ahead::<US, PLAIN>(man, line, out);
            }
        }
        if self.facts().hands > 0 && self.hands.of(US) != 0 {
            self.drops::<US>(target & !occupied, out);
        }
        if self.passed != NOWHERE {
            let to = self.passed;
            self.passing_captures::<US>().squares().for_each(|from| out(Set::EnPassant { from, to }));
        }
    }

    /// One man's destinations, with the choice and the duty to promote where men grow.
    #[inline(always)]
    fn going<const US: usize>(&self, plane: usize, from: u8, to: R::Bits, out: &mut impl FnMut(Set<R::Bits>)) {
        let facts = self.facts();
        if !facts.growing || facts.gains[plane & (PLANES_MAX - 1)] as usize == plane {
            return out(Set::Men { from, to });
        }
        let (tables, plane_gained) = (self.tables(), facts.gains[plane & (PLANES_MAX - 1)]);
        if self.planes.get(usize::from(plane_gained)).meets(R::Bits::at(from)) {
            return out(Set::Men { from, to });
        }
        let zone = tables.zone[US];
        let grown = if zone.meets(R::Bits::at(from)) { to } else { to & zone };
        out(Set::Men { from, to: to & !tables.dead[US][plane & (PLANES_MAX - 1)] });
        if !grown.is_empty() {
            out(Set::Grow { from, to: grown, plane: plane_gained });
        }
    }

    /// Squares a man other than the royal one may come to, pins apart.
    #[inline(always)]
    fn targets<const US: usize>(&self, guard: &Guard<R::Bits>) -> R::Bits {
        if guard.checkers.is_empty() {
            return !self.men[US];
        }
        self.tables().between(self.royal[US], guard.checkers.first()) | guard.checkers
    }

    #[inline(always)]
    fn sliding<const US: usize>(
        &self,
        movers: R::Bits,
        target: R::Bits,
        occupied: R::Bits,
        out: &mut impl FnMut(Set<R::Bits>),
    ) {
        let sliders = self.tables().sliders;
        let movers = movers & !self.royal_alone::<US>(1 << ORTHOGONAL | 1 << DIAGONAL);
        for from in (self.plane(DIAGONAL) & movers).squares() {
            self.going::<US>(DIAGONAL, from, sliders.diagonal(from, occupied) & target, out);
        }
        for from in (self.plane(ORTHOGONAL) & movers).squares() {
            self.going::<US>(ORTHOGONAL, from, sliders.orthogonal(from, occupied) & target, out);
        }
    }

    #[inline(always)]
    fn leaping<const US: usize>(&self, movers: R::Bits, target: R::Bits, out: &mut impl FnMut(Set<R::Bits>)) {
        let tables = self.tables();
        if self.facts().marching {
            self.marching::<US>(self.plane(MARCH) & movers & !self.royal_alone::<US>(1 << MARCH), target, out);
        }
        for plane in self.facts().leapers..self.facts().planes {
            let movers = movers & !self.royal_alone::<US>(1 << plane);
            for from in (self.plane(plane) & movers).squares() {
                self.going::<US>(plane, from, tables.leaps[US][plane & 15][from as usize & 127] & target, out);
            }
        }
    }

    /// Men with a single leap, all at once; what [`going`](Self::going) is to one man.
    #[inline(always)]
    fn marching<const US: usize>(&self, men: R::Bits, target: R::Bits, out: &mut impl FnMut(Set<R::Bits>)) {
        let (tables, gained) = (self.tables(), self.facts().gains[MARCH]);
        let march = &tables.march[US];
        let (by, to) = (march.by, march.of(men) & target);
        if usize::from(gained) == MARCH {
            return out(Set::March { by, to });
        }
        let (zone, grown) = (tables.zone[US], self.planes.get(usize::from(gained)));
        let fresh = to & !march.of(grown & men);
        out(Set::March { by, to: to & !(fresh & tables.dead[US][MARCH]) });
        let growing = fresh & (zone | march.of(zone));
        if !growing.is_empty() {
            out(Set::MarchGrow { by, to: growing, plane: gained });
        }
    }

    /// The royal man, if it moves in one of these planes.
    #[inline(always)]
    fn royal_alone<const US: usize>(&self, planes: u16) -> R::Bits {
        if self.facts().royal[US] & planes == 0 || self.royal[US] == NOWHERE {
            return R::Bits::NONE;
        }
        R::Bits::at(self.royal[US])
    }

    #[inline(always)]
    fn ahead<const US: usize, const PLAIN: bool>(
        &self,
        movers: R::Bits,
        target: R::Bits,
        out: &mut impl FnMut(Set<R::Bits>),
    ) {
        match self.facts().ahead {
            Ahead::Pawns => self.pawn_moves::<US, PLAIN>(self.plane(AHEAD) & movers, target, out),
            Ahead::Lances => {
                let (tables, occupied) = (self.tables(), self.occupied());
                for from in (self.plane(AHEAD) & movers).squares() {
                    let line = tables.sliders.file(from, occupied) & tables.ahead[US][from as usize & 127];
                    self.going::<US>(AHEAD, from, line & target, out);
                }
            }
            Ahead::Nobody => {}
        }
    }

    /// Steps and captures of pawns. Lists of two are not walked but named, so that directions of chess are constants.
    #[inline(always)]
    fn pawn_moves<const US: usize, const PLAIN: bool>(
        &self,
        pawns: R::Bits,
        target: R::Bits,
        out: &mut impl FnMut(Set<R::Bits>),
    ) {
        let (tables, facts, empty) = (self.tables(), self.facts(), !self.occupied());
        let [capture, other_capture] = &tables.captures[US];
        self.pawns_come::<US, PLAIN>(capture, pawns, self.men[1 - US] & target, out);
        if facts.captures > 1 {
            self.pawns_come::<US, PLAIN>(other_capture, pawns, self.men[1 - US] & target, out);
        }
        let [step, other_step] = &tables.steps[US];
        self.pawns_come::<US, PLAIN>(step, pawns, empty & target, out);
        if facts.steps > 1 {
            self.pawns_come::<US, PLAIN>(other_step, pawns, empty & target, out);
        }
        if facts.doubles {
            let mut double = |step: &Shift<R::Bits>| {
                let half = step.of(pawns) & empty & tables.halfway[US];
                out(Set::Double { by: step.by, to: step.of(half) & empty & target });
            };
            double(step);
            if facts.steps > 1 {
                double(other_step);
            }
        }
    }

    /// Pawns that come to some of these squares, and what they become there.
    #[inline(always)]
    fn pawns_come<const US: usize, const PLAIN: bool>(
        &self,
        shift: &Shift<R::Bits>,
        pawns: R::Bits,
        squares: R::Bits,
        out: &mut impl FnMut(Set<R::Bits>),
    ) {
        let (tables, to, by) = (self.tables(), shift.of(pawns) & squares, shift.by);
        let last = tables.promotes[US];
        if !PLAIN && self.facts().choosy {
            self.choices(US, by, to & tables.may_promote[US], out);
            return out(Set::Pawns { by, to: to & !last });
        }
        out(Set::Pawns { by, to: to & !last });
        // Seldom, and a branch costs less than counting an empty set.
        if to.meets(last) {
            out(Set::Promote { by, to: to & last });
        }
    }

    /// Tried out whole: two men leave their squares at once, and a third fills.
    #[inline(never)]
    fn passing_captures<const US: usize>(&self) -> R::Bits {
        let (to, mut able) = (self.passed, R::Bits::NONE);
        let takers = self.tables().pawn_captures[1 - US][to as usize & 127] & self.pawns() & self.men[US];
        for from in takers.squares() {
            let after = (self.occupied() & !R::Bits::at(from) & !R::Bits::at(self.passer)) | R::Bits::at(to);
            if self.royal[US] == NOWHERE || self.attackers(1 - US, self.royal[US], after).is_empty() {
                able |= R::Bits::at(from);
            }
        }
        able
    }

    /// The royal man goes only where nobody attacks, itself lifted off the board; castling crosses only such squares.
    #[inline(always)]
    fn royal_steps<const US: usize, const PLAIN: bool>(&self, checked: bool, out: &mut impl FnMut(Set<R::Bits>)) {
        let (king, planes) = (self.royal[US], self.facts().royal[US]);
        if planes == 0 || king == NOWHERE {
            return;
        }
        let steps = self.reach::<US>(planes, king) & !self.men[US];
        let castlings = if checked { [R::Bits::NONE; 2] } else { self.castlings::<US, PLAIN>() };
        let wanted = steps | castlings[0] | castlings[1];
        if wanted.is_empty() {
            return;
        }
        let lifted = self.occupied() & !R::Bits::at(king);
        let near = wanted & !self.nearby_attacks(1 - US);
        let safe = near & !self.slid_attacks(1 - US, lifted, near);
        out(Set::Men { from: king, to: safe & steps });
        for (wing, crossed) in (0u8..).zip(castlings) {
            if !crossed.is_empty() && (crossed & !safe).is_empty() {
                out(Set::Castle { wing });
            }
        }
    }

    /// For each wing the squares the king would cross and reach; none where right or room is missing.
    #[inline(always)]
    fn castlings<const US: usize, const PLAIN: bool>(&self) -> [R::Bits; 2] {
        let (rights, occupied) = (self.rights >> (US * 2) & 3, self.occupied());
        if !self.facts().castles || !PLAIN && self.facts().homes_drawn || rights == 0 {
            return [R::Bits::NONE; 2];
        }
        let crossed = |wing: usize| {
            let path = &self.tables().castling[US][wing];
            (path.safe & !R::Bits::at(path.king)).only_if(rights >> wing & 1 == 1 && !path.empty.meets(occupied))
        };
        [crossed(0), crossed(1)]
    }

    /// Every square a man of side `US` in these planes sees from `from`; pawns apart.
    #[inline(always)]
    fn reach<const US: usize>(&self, planes: u16, from: u8) -> R::Bits {
        let (tables, occupied) = (self.tables(), self.occupied());
        let mut seen = R::Bits::NONE;
        if planes >> ORTHOGONAL & 1 == 1 {
            seen |= tables.sliders.orthogonal(from, occupied);
        }
        if planes >> DIAGONAL & 1 == 1 {
            seen |= tables.sliders.diagonal(from, occupied);
        }
        for plane in LEAPS..self.facts().planes {
            if planes >> plane & 1 == 1 {
                seen |= tables.leaps[US][plane & 15][from as usize & 127];
            }
        }
        seen
    }
}
