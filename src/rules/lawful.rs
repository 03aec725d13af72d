/*!
From a [`Setup`] to the engine's board and back: the one list of what makes an arrangement lawful.

Rights that cannot be are dropped, because texts of positions often carry them; men that cannot stand so are refused.
*/

use super::bits::Bits;
use super::board::Board;
use super::facts::{Ahead, Restraint};
use super::geometry::{NOWHERE, Tables, step};
use super::instance::{Hands, Homes, Planes, Rules};
use super::variant::{Goal, Variant};
use super::{BySide, InvalidSetup, Piece, Role, Setup, Side, Square};

impl<R: Rules> Board<R> {
    /// The board of a lawful `setup`.
    pub(super) fn from_setup(rules: R, setup: &Setup) -> Result<Board<R>, InvalidSetup> {
        let board = Board::for_study(rules, setup)?;
        if board.idle_in_check() {
            return refuse("the side that is not to move stands in check");
        }
        if board.facts().restraint == Restraint::NoChecks && !board.checkers_of(board.turn.index()).is_empty() {
            return refuse("somebody stands in check, and in this game nobody may give check");
        }
        Ok(board)
    }

    /// The same, but the side that is not to move may stand in check.
    pub(super) fn for_study(rules: R, setup: &Setup) -> Result<Board<R>, InvalidSetup> {
        let mut board = Board {
            planes: R::Planes::EMPTY,
            men: [R::Bits::NONE; 2],
            hands: R::Hands::EMPTY,
            royal: [NOWHERE; 2],
            turn: setup.turn,
            rights: 0,
            homes: R::Homes::NONE,
            passed: NOWHERE,
            passer: NOWHERE,
            checks_left: checks_left(rules.sheet(), setup),
            halfmove_clock: counter(setup.halfmove_clock, "half-move clock")?,
            fullmove_number: counter(setup.fullmove_number.max(1), "move number")?,
            rules,
        };
        board.place_all(setup)?;
        board.fill_hands(setup)?;
        board.men_can_move()?;
        board.royals_stand(setup)?;
        board.pawns_stand()?;
        board.grant_castling(&setup.castling_rooks);
        if let Some(passed) = setup.en_passant {
            board.mark_passed(passed, setup.passer);
        }
        Ok(board)
    }

    /// True if the side that is not to move stands in check: no game comes to that.
    pub(super) fn idle_in_check(&self) -> bool {
        !self.checkers_of(self.turn.other().index()).is_empty()
    }

    fn place_all(&mut self, setup: &Setup) -> Result<(), InvalidSetup> {
        let sheet = self.sheet();
        if setup.board.len() != sheet.geometry.area() as usize {
            return refuse("the number of squares is not that of the board");
        }
        for (square, piece) in sheet.geometry.squares().zip(&setup.board) {
            let Some(piece) = piece else { continue };
            let planes = sheet.role_planes(piece.role);
            if planes == 0 {
                return refuse("there is a man that this game does not have");
            }
            let here = R::Bits::at(square.0);
            self.planes.each(|plane, men| *men |= here.only_if(planes >> plane & 1 == 1));
            self.men[piece.side.index()] |= here;
        }
        Ok(())
    }

    /// Men never become more, so what fits now fits for ever.
    fn fill_hands(&mut self, setup: &Setup) -> Result<(), InvalidSetup> {
        let kinds = self.sheet().hand_kinds();
        let mut all = self.occupied().count();
        for &(side, role, count) in setup.hands.iter().filter(|(_, _, count)| *count > 0) {
            let Some(kind) = kinds.iter().position(|kind| *kind == role) else {
                return refuse("there is a man in hand that this game never has there");
            };
            all += u32::from(count);
            if self.in_hand(side.index(), kind) > 0 {
                return refuse("a kind of man in hand is counted twice");
            }
            if all > MEN_MAX {
                return refuse("there are more men than any game has");
            }
            self.hold(side, kind, count);
        }
        Ok(())
    }

    /// No man stands where it could never move, no side has two pawns of shogi on a file.
    fn men_can_move(&self) -> Result<(), InvalidSetup> {
        let facts = self.facts();
        for side in [0, 1] {
            for plane in 0..facts.planes {
                if (self.plane(plane) & self.men[side]).meets(self.tables().dead[side][plane & 15]) {
                    return refuse("a man stands where it could never move");
                }
            }
            let Some((_, plane)) = facts.bound_pawn else { continue };
            let pawns = self.plane(plane) & self.men[side];
            if pawns.squares().any(|pawn| self.tables().ahead[0][pawn as usize & 127].meets(pawns)) {
                return refuse("a side has two pawns on one file");
            }
        }
        Ok(())
    }

    fn royals_stand(&mut self, setup: &Setup) -> Result<(), InvalidSetup> {
        for side in Side::BOTH {
            let Some(royal) = *self.sheet().royal.of(side) else { continue };
            let man = Some(Piece { side, role: royal });
            let mut found = setup.board.iter().zip(0u8..).filter(|(piece, _)| **piece == man).map(|(_, square)| square);
            let (Some(square), None) = (found.next(), found.next()) else {
                let name = self.sheet().role(royal).map_or("royal man", |sheet| sheet.key);
                return Err(InvalidSetup(format!("each side needs exactly one {name}")));
            };
            self.royal[side.index()] = square;
        }
        Ok(())
    }

    fn pawns_stand(&self) -> Result<(), InvalidSetup> {
        let (tables, sheet) = (self.tables(), self.sheet());
        for side in Side::BOTH {
            let pawns = self.pawns() & self.men[side.index()];
            let closed = tables.promotes[side.index()];
            let too_low = pawns.squares().any(|square| self.rank_from(side, square) < sheet.pawns.lowest);
            if pawns.meets(closed) || too_low {
                return refuse("a pawn stands on a rank where no pawn can stand");
            }
        }
        Ok(())
    }

    /// The rank of `square` counted from `side`'s own edge.
    fn rank_from(&self, side: Side, square: u8) -> u8 {
        let geometry = self.sheet().geometry;
        match side {
            Side::First => geometry.rank(Square(square)),
            Side::Second => geometry.ranks - 1 - geometry.rank(Square(square)),
        }
    }

    /// Marks the pawn that has just passed over `passed`, the one on `named` where the text says so, if a double step
    /// could have happened and a pawn could take.
    fn mark_passed(&mut self, passed: Square, named: Option<Square>) {
        if self.facts().ahead != Ahead::Pawns || passed.0 >= self.sheet().geometry.area() {
            return;
        }
        let (us, them) = (self.turn.index(), self.turn.other().index());
        let (tables, here, occupied) = (self.tables(), R::Bits::at(passed.0), self.occupied());
        let takers = tables.pawn_captures[them][passed.0 as usize & 127] & self.pawns() & self.men[us];
        if takers.is_empty() || occupied.meets(here) || !tables.halfway[them].meets(here) {
            return;
        }
        for &(files, ranks) in self.sheet().pawns.steps {
            let ahead = if them == 0 { (files, ranks) } else { (-files, -ranks) };
            let behind = (-ahead.0, -ahead.1);
            let geometry = self.sheet().geometry;
            let (Some(passer), Some(home)) = (step(geometry, passed.0, ahead), step(geometry, passed.0, behind)) else {
                continue;
            };
            if named.is_some_and(|named| named.0 != passer) {
                continue;
            }
            let stands = R::Bits::at(passer) & self.pawns() & self.men[them];
            let before = (occupied & !R::Bits::at(passer)) | R::Bits::at(home);
            if stands.is_empty() || occupied.meets(R::Bits::at(home)) || self.was_in_check(home, before) {
                continue;
            }
            (self.passed, self.passer) = (passed.0, passer);
            return;
        }
    }

    /// True if the side to move would have stood in check before that double step, when it was not its turn.
    fn was_in_check(&self, home: u8, before: R::Bits) -> bool {
        let (us, them) = (self.turn.index(), self.turn.other().index());
        let king = self.royal[us];
        king != NOWHERE
            && (!self.attackers(them, king, before).is_empty()
                || self.tables().pawn_captures[them][home as usize & 127].meets(R::Bits::at(king)))
    }

    /// All a FEN says about this position.
    pub(super) fn to_setup(self) -> Setup {
        let geometry = self.sheet().geometry;
        let castling_rooks = Side::BOTH.into_iter().flat_map(|side| {
            let kept = move |wing: &usize| self.rights & Tables::<R::Bits>::right(side, *wing) != 0;
            [0, 1].into_iter().filter(kept).map(move |wing| Square(self.castling_path(side.index(), wing).rook))
        });
        let en_passant = self.en_passant();
        Setup {
            variant: self.sheet(),
            board: geometry.squares().map(|square| self.piece_at(square)).collect(),
            hands: Side::BOTH
                .into_iter()
                .flat_map(|side| self.hand(side).into_iter().map(move |(role, count)| (side, role, count)))
                .collect(),
            turn: self.turn,
            castling_rooks: castling_rooks.collect(),
            en_passant: en_passant.map(Square),
            passer: en_passant.map(|_| Square(self.passer)),
            checks_left: self
                .facts()
                .checks
                .then_some(BySide { first: self.checks_left[0], second: self.checks_left[1] }),
            halfmove_clock: u32::from(self.halfmove_clock),
            fullmove_number: u32::from(self.fullmove_number),
        }
    }

    /// The man on `square`.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        if square.0 >= self.sheet().geometry.area() {
            return None;
        }
        let here = R::Bits::at(square.0);
        let side = Side::BOTH.into_iter().find(|side| self.men[side.index()].meets(here))?;
        let role: Role = self.sheet().role_of(self.planes_at(square.0))?;
        Some(Piece { side, role })
    }
}

/// Men on the board and in hand together. Far more than any game has, and a byte holds them.
const MEN_MAX: u32 = 127;

fn checks_left(sheet: &Variant, setup: &Setup) -> [u8; 2] {
    let Goal::Checks(all) = sheet.goal else { return [0; 2] };
    let left = setup.checks_left.unwrap_or(BySide { first: all, second: all });
    [left.first.min(all), left.second.min(all)]
}

fn refuse<T>(why: &str) -> Result<T, InvalidSetup> {
    Err(InvalidSetup(why.to_owned()))
}

fn counter(value: u32, name: &str) -> Result<u16, InvalidSetup> {
    u16::try_from(value).map_err(|_| InvalidSetup(format!("the {name} is beyond what a game can reach")))
}
