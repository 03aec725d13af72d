//! Reasons for programs, logs and the terminal, in short English. Pages have words of their own.

use super::{Standing, Why};
use crate::rules::notation::{Notation, letters, san};
use crate::rules::{Position, Role, Square, Unresolved, Variant, WrittenMove};

impl Unresolved {
    /// Why `written` is no move in `position`, in one stable clause.
    pub fn phrase(&self, position: &Position, written: &WrittenMove) -> String {
        match self {
            Unresolved::Ambiguous(_) => "more than one move fits".to_owned(),
            Unresolved::Promotion(_) => "the piece to promote to is missing".to_owned(),
            Unresolved::Illegal => Why::of(position, written).phrase(position.variant()),
        }
    }
}

impl Why {
    /// The reason in one stable clause: `knight e2 is pinned by rook e7`.
    pub fn phrase(&self, variant: &Variant) -> String {
        let words = Words(variant);
        match self {
            Why::NoSuchMan { role, file, rank } => words.no_such_man(*role, *file, *rank),
            Why::EmptySquare(square) => format!("nothing stands on {}", words.name(*square)),
            Why::NotYours(man) => format!("{} is the opponent's", words.man(man)),
            Why::OtherMan { role, there } => {
                format!("{} stands there, no {}", words.man(there), letters::key(variant, *role))
            }
            Why::CannotReach { man, to } => format!("{} does not reach {}", words.man(man), words.name(*to)),
            Why::Blocked { man, to, by } => {
                format!("{} to {} is blocked by {}", words.man(man), words.name(*to), words.man(by))
            }
            Why::OwnManThere { man, there } => {
                format!("{} cannot go where its own {} stands", words.man(man), words.man(there))
            }
            Why::NothingToTake { man, to } => {
                format!("{} has nothing to take on {}", words.man(man), words.name(*to))
            }
            Why::OnlyByTaking { man, there } => {
                format!("{} gets there only by taking {}", words.man(man), words.man(there))
            }
            Why::EnPassantTooLate { man, passed } => {
                format!("{} is too late to take {} en passant", words.man(man), words.man(passed))
            }
            Why::EnPassantExposes { man, by } => {
                format!("{} taking en passant exposes the king to {}", words.man(man), words.man(by))
            }
            Why::Pinned { man, by } => format!("{} is pinned by {}", words.man(man), words.man(by)),
            Why::IntoCheck { to, by } => {
                format!("king on {} would be in check from {}", words.name(*to), words.man(by))
            }
            Why::MustAnswerCheck { by } => format!("king is in check from {}", words.men(by)),
            Why::CastlingRightLost(wing) => format!("{} is no longer allowed", san::castling(*wing)),
            Why::CastlingOutOfCheck(by) => format!("castling out of check from {}", words.man(by)),
            Why::CastlingThroughCheck { square, by } => {
                format!("castling over {}, attacked by {}", words.name(*square), words.man(by))
            }
            Why::CastlingBlocked(by) => format!("castling is blocked by {}", words.man(by)),
            Why::NoSuchPromotion(role) => format!("no promotion to {}", letters::key(variant, *role)),
            Why::NotPromoting { man } => format!("{} does not promote there", words.man(man)),
            Why::MustPromote { man, to } => format!("{} must promote on {}", words.man(man), words.name(*to)),
            Why::NotInHand(role) => format!("no {} in hand", letters::key(variant, *role)),
            Why::DropOccupied(there) => format!("{} stands there already", words.man(there)),
            Why::DropDead { role, to } => {
                format!("{} could never move from {}", letters::key(variant, *role), words.name(*to))
            }
            Why::TwoPawns(there) => format!("two pawns on one file, with {}", words.man(there)),
            Why::PawnDropMate(to) => format!("pawn dropped on {} would mate at once", words.name(*to)),
            Why::MustCapture { by, there, .. } => {
                format!("{} can take {}, and captures come first", words.man(by), words.man(there))
            }
            Why::GivesCheck { man, by } if man == by => format!("{} would give check", words.man(man)),
            Why::GivesCheck { by, .. } => format!("{} would come to give check", words.man(by)),
            Why::NothingToBecome { man, to } => {
                format!("{} would have to promote on {}, and no man is lost", words.man(man), words.name(*to))
            }
            Why::OffBoard => "the square is not on the board".to_owned(),
            Why::NotLegal => "not legal here".to_owned(),
        }
    }
}

struct Words<'a>(&'a Variant);

impl Words<'_> {
    fn name(&self, square: Square) -> String {
        Notation::plain(self.0).square(self.0.geometry, square)
    }

    fn man(&self, (man, square): &Standing) -> String {
        format!("{} {}", letters::key(self.0, man.role), self.name(*square))
    }

    fn men(&self, men: &[Standing]) -> String {
        men.iter().map(|man| self.man(man)).collect::<Vec<_>>().join(" and ")
    }

    fn no_such_man(&self, role: Role, file: Option<u8>, rank: Option<u8>) -> String {
        let (notation, geometry) = (Notation::plain(self.0), self.0.geometry);
        let place = match (file, rank) {
            (Some(file), _) => format!(" on the {}-file", notation.file(geometry, file)),
            (None, Some(rank)) => format!(" on rank {}", notation.rank(geometry, rank)),
            (None, None) => String::new(),
        };
        format!("no {}{place}", letters::key(self.0, role))
    }
}
