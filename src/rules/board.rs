/*!
The engine's position: planes of men, whose turn it is, rights and counters, and how a ply changes them.

Copy, then play: a board of chess is 88 bytes. Nothing here asks whether a ply is lawful; [`super::legal`] gives only
lawful ones.
*/

use super::bits::Bits;
use super::facts::{Ahead, Facts};
use super::geometry::{NOWHERE, Tables};
use super::instance::{Planes, Rules};
use super::movement::{AHEAD, PLANES_MAX};
use super::variant::Variant;
use super::{Role, Side};

/// A position as the engine holds it.
#[derive(Clone, Copy)]
pub struct Board<R: Rules> {
    /// Who moves how: see [`super::movement`].
    pub(super) planes: R::Planes,
    /// Whose men stand where.
    pub(super) men: [R::Bits; 2],
    /// How many of each kind each side has in hand, a byte each: see [`super::hand`].
    pub(super) hands: R::Hands,
    /// Each side's royal man, [`NOWHERE`] where nobody is royal.
    pub(super) royal: [u8; 2],
    /// Who is to move.
    pub(super) turn: Side,
    /// Castling rights, see [`Tables::right`].
    pub(super) rights: u8,
    /// Where rooks castle from, where that is drawn: see [`super::castling`].
    pub(super) homes: R::Homes,
    /// The square just passed over by a pawn that some enemy pawn attacks, else [`NOWHERE`].
    pub(super) passed: u8,
    /// Where that pawn stands.
    pub(super) passer: u8,
    /// Checks each side still has to give, where they are counted.
    pub(super) checks_left: [u8; 2],
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: u16,
    /// Number of the full move.
    pub(super) fullmove_number: u16,
    /// How the rules are reached.
    pub(super) rules: R,
}

/// One ply, as the engine plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A man that is no pawn.
    Step { from: u8, to: u8 },
    /// A pawn's step or capture.
    Pawn { from: u8, to: u8 },
    /// A pawn's double step over the square `over`.
    Double { from: u8, over: u8, to: u8 },
    /// A pawn reaches its last rank.
    Promote { from: u8, to: u8, role: Role },
    /// A man that is no pawn gains that plane.
    Grow { from: u8, to: u8, plane: u8 },
    /// A man of that kind comes from the hand.
    Drop { kind: u8, to: u8 },
    /// A pawn takes one that has just passed.
    EnPassant { from: u8, to: u8 },
    /// King and rook together, to that wing.
    Castle { wing: u8 },
}

impl<R: Rules> Board<R> {
    /// The rule sheet.
    #[inline(always)]
    pub fn sheet(&self) -> &'static Variant {
        self.rules.sheet()
    }

    /// The sheet's answers to common questions.
    #[inline(always)]
    pub(super) fn facts(&self) -> &'static Facts {
        self.rules.facts()
    }

    /// The board's tables.
    #[inline(always)]
    pub(super) fn tables(&self) -> &'static Tables<R::Bits> {
        self.rules.tables()
    }

    /// The men that move as `plane` says.
    #[inline(always)]
    pub(super) fn plane(&self, plane: usize) -> R::Bits {
        let men = self.planes.get(plane);
        let facts = self.facts();
        if facts.exceptions && facts.unless[plane & (PLANES_MAX - 1)] as usize != plane {
            return men & !self.planes.get(facts.unless[plane & (PLANES_MAX - 1)] as usize);
        }
        men
    }

    /// Pawns of both sides.
    #[inline(always)]
    pub(super) fn pawns(&self) -> R::Bits {
        self.plane(AHEAD).only_if(self.facts().ahead == Ahead::Pawns)
    }

    /// All men.
    #[inline(always)]
    pub(super) fn occupied(&self) -> R::Bits {
        self.men[0] | self.men[1]
    }

    /// The planes the man on `square` stands in.
    pub(super) fn planes_at(&self, square: u8) -> u16 {
        let here = R::Bits::at(square);
        (0..self.sheet().planes.len())
            .fold(0, |set, plane| set | if self.planes.get(plane).meets(here) { 1 << plane } else { 0 })
    }

    /// Changes the position by a lawful ply.
    #[inline(always)]
    pub fn play(&mut self, play: Play) {
        match play {
            Play::Step { from, to } => self.step(from, to),
            Play::Pawn { from, to } => {
                self.relocate(from, to);
                self.after_pawn();
            }
            Play::Double { from, over, to } => self.double(from, over, to),
            Play::Promote { from, to, role } => self.promote(from, to, role),
            Play::Grow { from, to, plane } => {
                self.step(from, to);
                let here = R::Bits::at(to);
                self.planes.each(|place, men| *men |= here.only_if(place == usize::from(plane)));
            }
            Play::Drop { kind, to } => self.drop(kind, to),
            Play::EnPassant { from, to } => {
                self.pocket(self.passer);
                self.remove(self.passer);
                self.relocate(from, to);
                self.after_pawn();
            }
            Play::Castle { wing } => self.castle(wing),
        }
        if self.turn == Side::Second || self.facts().counts_plies {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        let mover = self.turn.index();
        self.turn = self.turn.other();
        if self.facts().checks && !self.checkers_of(self.turn.index()).is_empty() {
            self.checks_left[mover] = self.checks_left[mover].saturating_sub(1);
        }
    }

    #[inline(always)]
    fn step(&mut self, from: u8, to: u8) {
        let (us, them) = (self.turn.index(), self.turn.other().index());
        let captures = self.men[them].meets(R::Bits::at(to));
        self.relocate(from, to);
        if self.royal[us] == from {
            self.royal[us] = to;
            if self.facts().homes_drawn {
                self.stay_uncastled(us);
            }
        }
        self.rights &= self.rights_kept(from) & self.rights_kept(to);
        self.halfmove_clock = if captures { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.passed = NOWHERE;
    }

    #[inline(always)]
    fn double(&mut self, from: u8, over: u8, to: u8) {
        let (us, them) = (self.turn.index(), self.turn.other().index());
        self.relocate(from, to);
        self.halfmove_clock = 0;
        // Only a pawn that could take makes the mark worth keeping.
        let takers = self.tables().pawn_captures[us][over as usize & 127] & self.pawns() & self.men[them];
        self.passed = if takers.is_empty() { NOWHERE } else { over };
        self.passer = to;
    }

    #[inline(always)]
    fn promote(&mut self, from: u8, to: u8, role: Role) {
        self.relocate(from, to);
        let (here, planes) = (R::Bits::at(to), self.sheet().role_planes(role));
        self.planes.each(|plane, men| *men = (*men & !here) | here.only_if(planes >> plane & 1 == 1));
        self.rights &= self.rights_kept(to);
        self.after_pawn();
    }

    #[inline(always)]
    fn castle(&mut self, wing: u8) {
        let us = self.turn.index();
        if self.facts().homes_drawn {
            self.castle_from_drawn_homes(wing);
        } else {
            let path = self.tables().castling[us][wing as usize & 1];
            self.carry(path.king, path.king_to);
            self.carry(path.rook, path.rook_to);
            if self.facts().royal[us] != 0 {
                self.royal[us] = path.king_to;
            }
            self.rights &= self.tables().rights_kept[path.king as usize & 127];
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.passed = NOWHERE;
    }

    #[inline(always)]
    fn after_pawn(&mut self) {
        self.halfmove_clock = 0;
        self.passed = NOWHERE;
    }

    /// Moves the man on `from`, whatever it is, and takes off what stands on `to`.
    #[inline(always)]
    pub(super) fn relocate(&mut self, from: u8, to: u8) {
        self.pocket(to);
        let (us, them) = (self.turn.index(), self.turn.other().index());
        let there = R::Bits::at(to);
        let both = R::Bits::at(from) | there;
        self.planes.each(|_, men| *men = (*men & !there) ^ (both & men.spread(from)));
        self.men[us] ^= both;
        self.men[them] &= !there;
    }

    /// Moves a man to an empty square. Unlike [`relocate`](Self::relocate) it may be the man's own.
    #[inline(always)]
    fn carry(&mut self, from: u8, to: u8) {
        let both = R::Bits::at(from) ^ R::Bits::at(to);
        self.planes.each(|_, men| *men ^= both & men.spread(from));
        self.men[self.turn.index()] ^= both;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, square: u8) {
        let rest = !R::Bits::at(square);
        self.planes.each(|_, men| *men &= rest);
        self.men[0] &= rest;
        self.men[1] &= rest;
    }
}
