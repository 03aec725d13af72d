/*!
Why a move cannot be played, in terms a page can show. Words are the templates' affair.

A text names a move nobody may play; which one was meant? Every reading is tried with every man it may speak of, and the
reason nearest to a lawful move is given: a pinned knight before a blocked one, a blocked one before one that never
moves so. `reach.rs` knows how men move on a board as it stands, `explain.rs` chooses, `castling.rs` has the king's own
reasons, `drops.rs` those of men in hand, `phrase.rs` says them for programs.

This room does not decide what is legal: that is [`super::Position::legal_moves`].
*/

mod castling;
mod drops;
mod explain;
mod phrase;
mod reach;
mod scope;

pub(super) use scope::scope;

use super::{Piece, Position, Role, Square, Wing, WrittenMove};

/// A man and where it stands.
pub type Standing = (Piece, Square);

/// The reason a written move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The side to move has no such man.
    NoSuchMan {
        /// The kind that was named.
        role: Role,
        /// The file it should stand on, from 0, if one was named.
        file: Option<u8>,
        /// The rank it should stand on, from 0, if one was named.
        rank: Option<u8>,
    },
    /// Nothing stands on the square of origin.
    EmptySquare(Square),
    /// The man on the square of origin is the opponent's.
    NotYours(Standing),
    /// Another man than the one named stands on the square of origin.
    OtherMan {
        /// The kind that was named.
        role: Role,
        /// Who stands there.
        there: Standing,
    },
    /// The man (the only or best candidate) does not move that way.
    CannotReach {
        /// Who was meant.
        man: Standing,
        /// Where it should have gone.
        to: Square,
    },
    /// Another man stands in the way.
    Blocked {
        /// Who was meant.
        man: Standing,
        /// Where it should have gone.
        to: Square,
        /// What stands in the way.
        by: Standing,
    },
    /// A man of one's own stands on the destination.
    OwnManThere {
        /// Who was meant.
        man: Standing,
        /// Who stands there.
        there: Standing,
    },
    /// A pawn takes diagonally, and nothing is there to take.
    NothingToTake {
        /// The pawn.
        man: Standing,
        /// The empty square.
        to: Square,
    },
    /// A bare square is a push; the man could go there only by taking, and then the text names its file.
    OnlyByTaking {
        /// Who could take.
        man: Standing,
        /// What it would take.
        there: Standing,
    },
    /// A pawn may be taken in passing on the very next move only.
    EnPassantTooLate {
        /// Who would take.
        man: Standing,
        /// The pawn that passed.
        passed: Standing,
    },
    /// Taking in passing would clear two men off a line to the king.
    EnPassantExposes {
        /// Who would take.
        man: Standing,
        /// Who would give check.
        by: Standing,
    },
    /// The man shields its king.
    Pinned {
        /// Who was meant.
        man: Standing,
        /// Who pins it.
        by: Standing,
    },
    /// The king would stand in check there.
    IntoCheck {
        /// Where the king would stand.
        to: Square,
        /// From whom.
        by: Standing,
    },
    /// The king is in check and the move does not answer it.
    MustAnswerCheck {
        /// All who give check.
        by: Vec<Standing>,
    },
    /// King or rook has moved, or never stood there.
    CastlingRightLost(Wing),
    /// The king is in check.
    CastlingOutOfCheck(Standing),
    /// The king would cross or reach an attacked square.
    CastlingThroughCheck {
        /// The attacked square.
        square: Square,
        /// From whom.
        by: Standing,
    },
    /// Something stands between king and rook.
    CastlingBlocked(Standing),
    /// The named piece is none a pawn may become.
    NoSuchPromotion(Role),
    /// A promotion was named where nobody promotes.
    NotPromoting {
        /// Who was meant.
        man: Standing,
    },
    /// The man can only go on by promoting: it could never move from there.
    MustPromote {
        /// Who was meant.
        man: Standing,
        /// Where it would be stuck.
        to: Square,
    },
    /// The side to move has no such man in hand.
    NotInHand(Role),
    /// A man is dropped on an empty square only.
    DropOccupied(Standing),
    /// A dropped man must be able to move from its square.
    DropDead {
        /// The kind of man.
        role: Role,
        /// Where it would be stuck.
        to: Square,
    },
    /// A pawn of one's own that has not promoted stands on that file already.
    TwoPawns(Standing),
    /// A dropped pawn may not mate at once.
    PawnDropMate(Square),
    /// Whoever can capture must.
    MustCapture {
        /// Who was meant.
        man: Standing,
        /// A man of one's own that can capture.
        by: Standing,
        /// What it can capture.
        there: Standing,
    },
    /// The move would give check, and no move may.
    GivesCheck {
        /// Who was meant.
        man: Standing,
        /// Who would give check then.
        by: Standing,
    },
    /// The pawn must promote there, and nothing is to be had that it may become.
    NothingToBecome {
        /// The pawn.
        man: Standing,
        /// Where it would have to promote.
        to: Square,
    },
    /// The square is not on this board.
    OffBoard,
    /// None of the above says it better.
    NotLegal,
}

impl Why {
    /// Why no legal move fits `written` in `position`. Where there is a [`super::View`], ask that instead: it tells no
    /// more than its reader may know.
    pub fn of(position: &Position, written: &WrittenMove) -> Why {
        explain::explain(position, written)
    }
}
