/*!
Wishes inside a game, one file each.
*/

use super::ConfirmCode;
use crate::rules::WrittenMove;

/// What may go with a move about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawWord {
    /// "… and I offer a draw."
    Offer,
    /// "No draw; …"
    Decline,
    /// "… claim draw": by this move (`rules/chess.md` 4.2 b).
    Claim,
}

/// A wish. Text for the opponent travels beside it as [`Command::Say`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Accept the invitation; while playing, the open draw offer.
    Accept,
    /// Decline the invitation; while playing, the open draw offer.
    Decline,
    /// Play a move.
    Play {
        /// As written, with its readings.
        written: WrittenMove,
        /// What goes with it.
        draw: Option<DrawWord>,
        /// The player has set "always queen": a promotion without a piece means a queen.
        queen: bool,
    },
    /// Offer a draw without a move.
    OfferDraw,
    /// Accept the draw, by its own word.
    AcceptDraw,
    /// Decline the draw, by its own word.
    DeclineDraw,
    /// Claim a draw for the position on the board.
    ClaimDraw,
    /// Ask to resign; `code` is what will confirm it.
    Resign {
        /// Derived by the caller.
        code: ConfirmCode,
    },
    /// Confirm it.
    ConfirmResign {
        /// As written.
        code: ConfirmCode,
    },
    /// Words for the opponent.
    Say {
        /// Plain text.
        text: String,
    },
}
