/*!
What a text says about a move.

Every notation and language becomes [`MovePattern`]s. A text that could be read in several ways becomes a
[`WrittenMove`] with stages: the readings of one stage are weighed together, and a later stage is asked only if no legal
move fits an earlier one (`docs/reading.md`, "Whose letters"). Only [`super::Position::find`] makes a move of it.
*/

use super::{Manner, Move, Position, Role, Side, Square, Wing};

/// Which kind of move a pattern means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PatternKind {
    /// A man on the board moves; a king's double step written as squares counts as castling.
    #[default]
    Step,
    /// Castling, to that wing, or to whichever wing is legal.
    Castle(Option<Wing>),
    /// A man comes from the hand.
    Drop,
}

/// Everything one reading of a text says; what it leaves open is `None`. Files and ranks count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct MovePattern {
    /// Step, castling or drop.
    pub kind: PatternKind,
    /// The moving man.
    pub role: Option<Role>,
    /// File of origin.
    pub from_file: Option<u8>,
    /// Rank of origin.
    pub from_rank: Option<u8>,
    /// File of destination.
    pub to_file: Option<u8>,
    /// Rank of destination.
    pub to_rank: Option<u8>,
    /// What the man becomes.
    pub promotion: Option<Role>,
    /// `Some(false)`: surely no capture (a bare square is a push); `Some(true)`: surely one.
    pub capture: Option<bool>,
    /// What is captured, where the notation says so (`PxB`).
    pub captured: Option<Role>,
    /// How it goes, where the notation says that.
    pub manner: Manner,
}

/// The number written in front of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The full-move number, as in PGN.
    pub number: u32,
    /// True for `12...`: the second side's move is meant.
    pub dots: bool,
}

/// A move as somebody wrote it: the text, and all that it may mean.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WrittenMove {
    /// The words as written, for the answer to repeat.
    pub text: String,
    /// The number in front, if there was one.
    pub number: Option<MoveNumber>,
    /// Readings by stage; see the module's page.
    pub stages: Vec<Vec<MovePattern>>,
}

/// Why a written move is not a move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// More than one legal move fits.
    Ambiguous(Vec<Move>),
    /// Only the piece to promote to is missing; these fit.
    Promotion(Vec<Move>),
    /// No legal move fits.
    Illegal,
}

impl MovePattern {
    /// True if `mv`, legal in `position`, is all that this pattern says.
    pub fn fits(&self, position: &Position, mv: Move) -> bool {
        match (self.kind, mv) {
            (PatternKind::Castle(wing), Move::Castle { wing: actual, .. }) => wing.is_none_or(|wing| wing == actual),
            (PatternKind::Step, Move::Castle { from, to, rook, .. }) => self.fits_castling(position, from, to, rook),
            (PatternKind::Step, Move::Step { .. } | Move::EnPassant { .. }) => self.fits_step(position, mv),
            (PatternKind::Drop, Move::Drop { role, to }) => {
                self.role.is_none_or(|wanted| wanted == role)
                    && self.leads_to(position, to)
                    && self.manner.fits(position, mv)
            }
            _ => false,
        }
    }

    /// True if `square` is where the moving man may stand, as far as the text tells.
    pub fn comes_from(&self, position: &Position, square: Square) -> bool {
        let geometry = position.geometry();
        agrees(self.from_file, geometry.file(square)) && agrees(self.from_rank, geometry.rank(square))
    }

    /// True if `square` is where the man may go, as far as the text tells.
    pub fn leads_to(&self, position: &Position, square: Square) -> bool {
        let geometry = position.geometry();
        agrees(self.to_file, geometry.file(square)) && agrees(self.to_rank, geometry.rank(square))
    }

    fn fits_step(&self, position: &Position, mv: Move) -> bool {
        let Some(from) = mv.from() else { return false };
        self.leads_to(position, mv.to())
            && self.comes_from(position, from)
            && self.fits_role(position, from)
            && (self.promotion.is_none() || self.promotion == mv.promotion())
            && self.fits_capture(position, mv)
            && self.manner.fits(position, mv)
    }

    /// The king's own squares, or king takes own rook. A single step is the king's plain move, so that Kg1 from f1
    /// stays one where the king may also castle from there.
    fn fits_castling(&self, position: &Position, from: Square, to: Square, rook: Square) -> bool {
        let geometry = position.geometry();
        let named = self.from_file.is_some() && self.from_rank.is_some();
        let two_steps = geometry.file(from).abs_diff(geometry.file(to)) >= 2;
        self.comes_from(position, from)
            && self.fits_role(position, from)
            && (two_steps && self.leads_to(position, to) || named && self.leads_to(position, rook))
            && self.promotion.is_none()
            && self.captured.is_none()
            && self.capture != Some(true)
    }

    fn fits_role(&self, position: &Position, from: Square) -> bool {
        self.role.is_none_or(|role| position.piece_at(from).is_some_and(|man| man.role == role))
    }

    fn fits_capture(&self, position: &Position, mv: Move) -> bool {
        if self.capture.is_none() && self.captured.is_none() {
            return true;
        }
        let captured = position.captured(mv).map(|(_, man)| man.role);
        self.capture.is_none_or(|capture| capture == captured.is_some())
            && (self.captured.is_none() || self.captured == captured)
    }
}

fn agrees(said: Option<u8>, actual: u8) -> bool {
    said.is_none_or(|said| said == actual)
}

impl MoveNumber {
    /// True if this number may stand in front of the move awaited in `position`. Dots are the second side's; many
    /// leave them out, so a number without dots fits either side.
    pub fn fits(self, position: &Position) -> bool {
        self.number == position.fullmove_number() && (!self.dots || position.turn() == Side::Second)
    }
}

impl Position {
    /// The number the awaited move has in PGN; in shogi that of the ply.
    pub fn awaited(&self) -> MoveNumber {
        let dots = self.turn() == Side::Second && !self.variant().counts_plies();
        MoveNumber { number: self.fullmove_number(), dots }
    }

    /// The one legal move that a single reading fits.
    pub fn find_pattern(&self, pattern: &MovePattern) -> Result<Move, Unresolved> {
        self.find_staged(&[std::slice::from_ref(pattern)])
    }

    /// The one legal move the text means; the number in front is not weighed here ([`MoveNumber::fits`]).
    pub fn find(&self, written: &WrittenMove) -> Result<Move, Unresolved> {
        let stages: Vec<&[MovePattern]> = written.stages.iter().map(Vec::as_slice).collect();
        self.find_staged(&stages)
    }

    fn find_staged(&self, stages: &[&[MovePattern]]) -> Result<Move, Unresolved> {
        let legal = self.legal_moves();
        for stage in stages {
            let fits = |mv: &Move| stage.iter().any(|pattern| pattern.fits(self, *mv));
            let found: Vec<Move> = legal.iter().copied().filter(fits).collect();
            match found.as_slice() {
                [] => continue,
                [only] => return Ok(*only),
                _ if self.lacks_promotion(stage, &found) => return Err(Unresolved::Promotion(found)),
                _ => return Err(Unresolved::Ambiguous(found)),
            }
        }
        Err(Unresolved::Illegal)
    }

    /// One man from one square to another, and a reading that says nothing of promotion fits every choice.
    fn lacks_promotion(&self, stage: &[MovePattern], found: &[Move]) -> bool {
        let Some(first) = found.first() else { return false };
        let silent = |pattern: &MovePattern| pattern.promotion.is_none() && pattern.manner.promotes.is_none();
        let open = |mv: &Move| stage.iter().any(|pattern| silent(pattern) && pattern.fits(self, *mv));
        found.iter().any(|mv| mv.promotion().is_some())
            && found.iter().all(|mv| mv.from() == first.from() && mv.to() == first.to() && open(mv))
    }
}
