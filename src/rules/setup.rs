/*!
Any arrangement of men, legal or not. The only way from here to a [`super::Position`] is `Position::try_from`.
*/

use super::{BySide, Piece, Role, Side, Square, Variant};

/// An arrangement of men with all a FEN says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Whose rules apply.
    pub variant: &'static Variant,
    /// Men by square number; `None` is empty. As long as the board's area.
    pub board: Vec<Option<Piece>>,
    /// Men in hand: side, kind and how many; empty where the game has no hands.
    pub hands: Vec<(Side, Role, u8)>,
    /// Who is to move.
    pub turn: Side,
    /// Squares of the rooks that may still castle, of either side.
    pub castling_rooks: Vec<Square>,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Where that pawn stands now, for games in which two could have passed there; absent: whichever could.
    pub passer: Option<Square>,
    /// Checks each side still has to give, where they are counted; absent: none given yet.
    pub checks_left: Option<BySide<u8>>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Number of the full move, from 1.
    pub fullmove_number: u32,
}

/// Why a setup is not a lawful position. Display says it in one English sentence for programs and operators.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetup(pub String);
