/*!
Castling that the fixed tables of a board do not hold: from homes the start position gave, and by kings nobody checks.

King and rook may stand anywhere on their first rank, the king between the rooks, and may change places. Where a rook
stood at the start is kept with the board; the king stands there still while it has a right.
*/

use super::bits::Bits;
use super::board::Board;
use super::geometry::{CastlingPath, NOWHERE, Tables};
use super::instance::{Homes, Planes, Rules};
use super::legal::Set;
use super::movement::ORTHOGONAL;
use super::variant::Castling;
use super::{Piece, Role, Side, Square};

/// The king that castles; a sheet names it first.
pub(super) const KING: Role = Role(0);

impl<R: Rules> Board<R> {
    /// What castling of `side` to `wing` asks for and does, while it has the right.
    pub(super) fn castling_path(&self, side: usize, wing: usize) -> CastlingPath<R::Bits> {
        let fixed = self.tables().castling[side & 1][wing & 1];
        let Castling::Drawn { king_to, rook_to } = self.sheet().castling else { return fixed };
        let (king, rook) = (self.royal[side & 1], self.homes.rook(side, wing));
        if king == NOWHERE || rook == NOWHERE {
            return fixed;
        }
        let start = king - king % self.sheet().geometry.files;
        let (king_to, rook_to) = (start + king_to[wing & 1], start + rook_to[wing & 1]);
        let movers = R::Bits::at(king) | R::Bits::at(rook);
        let walks = self.span(king, king_to) | self.span(rook, rook_to);
        CastlingPath { empty: walks & !movers, safe: self.span(king, king_to), king, king_to, rook, rook_to }
    }

    /// All squares from one to another on the same rank.
    fn span(&self, a: u8, b: u8) -> R::Bits {
        self.tables().between(a, b) | R::Bits::at(a) | R::Bits::at(b)
    }

    /// Castling rights that survive a move from or to `square`, the king's own moves apart where homes are drawn.
    #[inline(always)]
    pub(super) fn rights_kept(&self, square: u8) -> u8 {
        if self.facts().homes_drawn {
            self.rights_but_of(square)
        } else {
            self.tables().rights_kept[square as usize & 127]
        }
    }

    fn rights_but_of(&self, square: u8) -> u8 {
        let mut kept = u8::MAX;
        for side in Side::BOTH {
            for wing in [0, 1] {
                if self.homes.rook(side.index(), wing) == square {
                    kept &= !Tables::<R::Bits>::right(side, wing);
                }
            }
        }
        kept
    }

    /// The king has moved.
    pub(super) fn stay_uncastled(&mut self, side: usize) {
        self.rights &= !(3 << (side * 2));
    }

    /// Both men leave before either arrives: one may come to stand where the other stood.
    pub(super) fn castle_from_drawn_homes(&mut self, wing: u8) {
        let us = self.turn.index();
        let path = self.castling_path(us, usize::from(wing));
        self.remove(path.king);
        self.remove(path.rook);
        self.place(us, path.king_to, self.sheet().role_planes(KING));
        self.place(us, path.rook_to, 1 << ORTHOGONAL);
        self.royal[us] = path.king_to;
        self.stay_uncastled(us);
    }

    /// Puts a man on an empty square.
    pub(super) fn place(&mut self, side: usize, square: u8, planes: u16) {
        let here = R::Bits::at(square);
        self.planes.each(|plane, men| *men |= here.only_if(planes >> plane & 1 == 1));
        self.men[side & 1] |= here;
    }

    /// Castling from drawn homes, and castling that no attack can hinder because nobody is royal.
    ///
    /// The squares must be safe with the rook off the board as well: it may have been the king's shield.
    #[inline(never)]
    pub(super) fn other_castlings<const US: usize>(&self, checked: bool, out: &mut impl FnMut(Set<R::Bits>)) {
        for wing in [0, 1] {
            if checked || self.rights >> (US * 2 + wing) & 1 == 0 {
                continue;
            }
            let path = self.castling_path(US, wing);
            let lifted = self.occupied() & !R::Bits::at(path.king) & !R::Bits::at(path.rook);
            let unsafe_squares = || self.nearby_attacks(1 - US) | self.slid_attacks(1 - US, lifted, path.safe);
            let royal = self.facts().royal[US] != 0;
            let hindered = path.empty.meets(lifted) || royal && path.safe.meets(unsafe_squares());
            if !hindered {
                out(Set::Castle { wing: wing as u8 });
            }
        }
    }

    /// Gives the rights whose king and rook stand at home.
    pub(super) fn grant_castling(&mut self, rooks: &[Square]) {
        for side in Side::BOTH {
            for wing in [0, 1] {
                self.settle(side, wing, rooks);
                let path = self.castling_path(side.index(), wing);
                let king = self.piece_at(Square(path.king)) == Some(Piece { side, role: KING });
                let rook = self.men[side.index()].meets(R::Bits::at(path.rook)) && self.is_rook(path.rook);
                if king && rook && rooks.contains(&Square(path.rook)) {
                    self.rights |= Tables::<R::Bits>::right(side, wing);
                }
            }
        }
    }

    /// Where homes are drawn, finds the rook of that side and wing among those that may castle: the outermost.
    fn settle(&mut self, side: Side, wing: usize, rooks: &[Square]) {
        let (king, geometry) = (Square(self.royal[side.index()]), self.sheet().geometry);
        let back = if side == Side::First { 0 } else { geometry.ranks - 1 };
        if !self.facts().homes_drawn || king.0 == NOWHERE || geometry.rank(king) != back {
            return;
        }
        let own = rooks.iter().filter(|rook| geometry.rank(**rook) == back && self.is_rook(rook.0));
        let mut own: Vec<u8> = own.map(|rook| rook.0).filter(|rook| (*rook > king.0) == (wing == 0)).collect();
        own.sort_unstable();
        let outermost = if wing == 0 { own.last() } else { own.first() };
        if let Some(rook) = outermost {
            self.homes.settle(side.index(), wing, *rook);
        }
    }

    fn is_rook(&self, square: u8) -> bool {
        square != NOWHERE && self.planes_at(square) == 1 << ORTHOGONAL
    }
}
