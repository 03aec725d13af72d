/*!
What a text says about a move.

Every notation and language becomes [`MovePattern`]s. A text that could be read in several ways becomes a
[`WrittenMove`] with stages: the readings of one stage are weighed together, and a later stage is asked only if no legal
move fits an earlier one (`replies/notation.md`, "Whose letter is it"). Only [`super::Position::find`] makes a move of it.
*/

use super::{Move, Position, Role, Wing};

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
        let _ = (position, mv);
        todo!("R2")
    }
}

impl Position {
    /// The one legal move that a single reading fits.
    pub fn find_pattern(&self, pattern: &MovePattern) -> Result<Move, Unresolved> {
        self.find(&WrittenMove { stages: vec![vec![*pattern]], ..WrittenMove::default() })
    }

    /// The one legal move the text means; the number in front is not weighed here.
    pub fn find(&self, written: &WrittenMove) -> Result<Move, Unresolved> {
        let _ = written;
        todo!("R2")
    }
}
