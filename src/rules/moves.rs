/*!
Moves, as the engine plays them. No text here: notations live in [`super::notation`].
*/

use super::{Role, Square};

/// The two wings a king may castle to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the higher files: O-O in chess.
    King,
    /// Towards the lower files: O-O-O in chess.
    Queen,
}

/// One ply. Lawful only in the position that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A man goes from one square to another, capturing what stands there.
    Step {
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What it becomes there, if it changes.
        promotion: Option<Role>,
    },
    /// A pawn captures the pawn that has just passed over `to`.
    EnPassant {
        /// Where the capturing pawn stood.
        from: Square,
        /// The square passed over.
        to: Square,
    },
    /// King and rook move together.
    Castle {
        /// Where the king stood.
        from: Square,
        /// The king's destination, not the rook's, as UCI writes it.
        to: Square,
        /// Where the rook stood.
        rook: Square,
        /// Which way.
        wing: Wing,
    },
    /// A man comes from the hand onto the board.
    Drop {
        /// What is dropped.
        role: Role,
        /// Where.
        to: Square,
    },
}

impl Move {
    /// Where the moving man stood; a drop has no origin.
    pub const fn from(self) -> Option<Square> {
        match self {
            Move::Step { from, .. } | Move::EnPassant { from, .. } | Move::Castle { from, .. } => Some(from),
            Move::Drop { .. } => None,
        }
    }

    /// Where the moving man (in castling, the king) comes to stand.
    pub const fn to(self) -> Square {
        match self {
            Move::Step { to, .. } | Move::EnPassant { to, .. } | Move::Castle { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    /// What the man becomes, if it changes.
    pub const fn promotion(self) -> Option<Role> {
        match self {
            Move::Step { promotion, .. } => promotion,
            _ => None,
        }
    }
}
