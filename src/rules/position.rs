/*!
A lawful position, with side to move, rights and counters: the run-time face over the engine's instances.
*/

use super::{Geometry, InvalidSetup, Move, Outcome, Piece, Role, Setup, Side, Square, Variant, Wing};

/// A lawful arrangement. There is no way to get one but [`Position::start`], `Position::try_from(Setup)` and playing.
#[derive(Clone, Debug)]
pub struct Position {
    setup: Setup, // R1 replaces this by the engine
}

/// What makes two positions the same for repetition (`rules/chess.md` 4.1): men, side, rights, a playable en passant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey(pub Vec<u8>);

/// The move is not lawful here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

impl TryFrom<Setup> for Position {
    type Error = InvalidSetup;

    fn try_from(setup: Setup) -> Result<Position, InvalidSetup> {
        Ok(Position { setup })
    }
}

impl Position {
    /// The start position of `variant`.
    pub fn start(variant: &'static Variant) -> Position {
        let _ = variant;
        todo!("R1")
    }

    /// All a FEN says about this position.
    pub fn setup(&self) -> Setup {
        self.setup.clone()
    }

    /// Whose rules apply.
    pub fn variant(&self) -> &'static Variant {
        self.setup.variant
    }

    /// The board's size.
    pub fn geometry(&self) -> Geometry {
        self.variant().geometry
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        self.setup.turn
    }

    /// The man on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let _ = square;
        todo!("R1")
    }

    /// All men on the board, by square.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        todo!("R1")
    }

    /// Men in hand of `side`, kinds that it has, in the variant's order.
    pub fn hand(&self, side: Side) -> Vec<(Role, u8)> {
        let _ = side;
        todo!("R1")
    }

    /// All legal moves, each once, in a stable order.
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!("R1")
    }

    /// True if `mv` may be played here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let _ = mv;
        todo!("R1")
    }

    /// The position after `mv`.
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let _ = mv;
        todo!("R1")
    }

    /// Squares of `side`'s royal men.
    pub fn royals(&self, side: Side) -> Vec<Square> {
        let _ = side;
        todo!("R1")
    }

    /// Men of the other side that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        todo!("R1")
    }

    /// Men of `by` that attack `square`, pinned or not, with the board as it stands.
    pub fn attackers(&self, square: Square, by: Side) -> Vec<Square> {
        let _ = (square, by);
        todo!("R1")
    }

    /// What `mv` would capture, and where it stands (en passant: behind the destination).
    pub fn captured(&self, mv: Move) -> Option<(Square, Piece)> {
        let _ = mv;
        todo!("R1")
    }

    /// True if `side` has not lost the right to castle to `wing`.
    pub fn may_castle(&self, side: Side, wing: Wing) -> bool {
        let _ = (side, wing);
        todo!("R1")
    }

    /// The square passed over, if a capture en passant is legal now.
    pub fn en_passant(&self) -> Option<Square> {
        todo!("R1")
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.setup.halfmove_clock
    }

    /// Number of the full move, from 1.
    pub fn fullmove_number(&self) -> u32 {
        self.setup.fullmove_number
    }

    /// What tells this position from others in repetition.
    pub fn key(&self) -> PositionKey {
        todo!("R1")
    }

    /// The end of the game that this position alone shows: mate, stalemate, dead position, seventy-five moves,
    /// in that order (`rules/chess.md` 4.2). Repetition needs a [`super::History`].
    pub fn outcome(&self) -> Option<Outcome> {
        todo!("R1")
    }

    /// True if it is proved that `side` cannot win by any legal play; false when open.
    pub fn unwinnable(&self, side: Side) -> bool {
        let _ = side;
        todo!("R1")
    }

    /// Number of move sequences of `depth` plies, the last ply counted in bulk.
    pub fn perft(&self, depth: u32) -> u64 {
        let _ = depth;
        todo!("R1")
    }
}
