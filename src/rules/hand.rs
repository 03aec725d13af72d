/*!
Men in hand: how they come there, and where they may be dropped.

A side's hand is one number, a byte for each kind in the order of its sheet. A captured man goes there as what it was
before it grew. Only the pawn of shogi asks more of a drop than an empty square from which it can move.
*/

use super::bits::Bits;
use super::board::{Board, Play};
use super::geometry::NOWHERE;
use super::instance::{Hands, Planes, Rules};
use super::legal::Set;
use super::movement::PLANES_MAX;
use super::variant::HAND_KINDS_MAX;
use super::{Role, Side};

/// The place of a kind in a hand.
#[inline(always)]
const fn place(kind: usize) -> u32 {
    (kind & (HAND_KINDS_MAX - 1)) as u32 * 8
}

impl<R: Rules> Board<R> {
    /// How many of that kind `side` has in hand.
    #[inline(always)]
    pub(super) fn in_hand(&self, side: usize, kind: usize) -> u8 {
        (self.hands.of(side) >> place(kind)) as u8
    }

    /// Men in hand of `side`, kinds that it has, in the sheet's order.
    pub(super) fn hand(&self, side: Side) -> Vec<(Role, u8)> {
        let kinds = self.sheet().hand_kinds().iter().enumerate();
        let held = kinds.map(|(kind, role)| (*role, self.in_hand(side.index(), kind)));
        held.filter(|(_, count)| *count > 0).collect()
    }

    /// Puts `count` men of a kind into a hand that has none of it.
    pub(super) fn hold(&mut self, side: Side, kind: usize, count: u8) {
        self.hands.change(side.index(), |hand| hand | u64::from(count) << place(kind));
    }

    /// Takes what stands on `square`, if anything, into the hand of the side to move. It still stands there.
    #[inline(always)]
    pub(super) fn pocket(&mut self, square: u8) {
        if self.facts().hands > 0 && self.men[self.turn.other().index()].meets(R::Bits::at(square)) {
            self.pocket_man(square);
        }
    }

    fn pocket_man(&mut self, square: u8) {
        let (facts, stands) = (self.facts(), self.planes_at(square));
        let gained = |set: u16, plane: usize| {
            let more = facts.gains[plane & (PLANES_MAX - 1)];
            if stands >> plane & 1 == 1 && usize::from(more) != plane { set | 1 << more } else { set }
        };
        let was = stands & !(0..facts.planes).fold(0, gained);
        if let Some(kind) = facts.hand_planes.iter().take(facts.hands).position(|planes| *planes == was) {
            self.hands.change(self.turn.index(), |hand| hand + (1 << place(kind)));
        }
    }

    /// A man comes from the hand.
    #[inline(always)]
    pub(super) fn drop(&mut self, kind: u8, to: u8) {
        let us = self.turn.index();
        let (here, planes) = (R::Bits::at(to), self.facts().hand_planes[usize::from(kind) & (HAND_KINDS_MAX - 1)]);
        self.hands.change(us, |hand| hand - (1 << place(usize::from(kind))));
        self.planes.each(|plane, men| *men |= here.only_if(planes >> plane & 1 == 1));
        self.men[us] |= here;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.passed = NOWHERE;
    }

    /// Drops onto these empty squares.
    #[inline(always)]
    pub(super) fn drops<const US: usize>(&self, empty: R::Bits, out: &mut impl FnMut(Set<R::Bits>)) {
        let facts = self.facts();
        let held = (0..facts.hands).fold(0u8, |set, kind| set | u8::from(self.in_hand(US, kind) > 0) << kind);
        if held & facts.anywhere != 0 {
            out(Set::Drop { kinds: held & facts.anywhere, to: empty & self.tables().board });
        }
        for kind in (0..facts.hands).filter(|kind| (held & !facts.anywhere) >> kind & 1 == 1) {
            let mut to = empty & self.tables().drops[US][kind & (HAND_KINDS_MAX - 1)];
            if let Some((pawn, plane)) = facts.bound_pawn
                && pawn == kind
            {
                to = self.pawn_drops::<US>(kind, plane, to);
            }
            if !to.is_empty() {
                out(Set::Drop { kinds: 1 << kind, to });
            }
        }
    }

    /// Those of these squares that are open to a dropped pawn of shogi.
    #[inline(always)]
    fn pawn_drops<const US: usize>(&self, kind: usize, plane: usize, to: R::Bits) -> R::Bits {
        let open = to & !self.own_pawn_files(US, plane);
        let king = self.royal[1 - US];
        if king == NOWHERE {
            return open;
        }
        // The square from which a pawn would attack the king.
        let checks = open & self.tables().leaps[1 - US][plane & 15][king as usize & 127];
        if checks.is_empty() || !self.mates_by_drop(kind, checks.first()) { open } else { open & !checks }
    }

    /// Files on which `side` has a pawn that has not promoted.
    pub(super) fn own_pawn_files(&self, side: usize, plane: usize) -> R::Bits {
        let tables = self.tables();
        let mut files = R::Bits::NONE;
        for pawn in (self.plane(plane) & self.men[side & 1]).squares() {
            let at = pawn as usize & 127;
            files |= tables.ahead[0][at] | tables.ahead[1][at] | R::Bits::at(pawn);
        }
        files
    }

    /// True if a drop that gives check leaves the other side no move at all.
    #[inline(never)]
    pub(super) fn mates_by_drop(&self, kind: usize, to: u8) -> bool {
        let mut after = *self;
        after.play(Play::Drop { kind: kind as u8, to });
        after.count() == 0
    }
}
