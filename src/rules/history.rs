/*!
A game's course on the board: where it began, what was played, what may be claimed.
*/

use super::{IllegalMove, Move, Outcome, Position, Termination};

/// Whether a draw must be claimed or comes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ruling {
    /// The player on move may claim it (FIDE).
    #[default]
    Claim,
    /// It ends the game at once.
    Auto,
}

/// A game's own terms for draws (`rules/chess.md` 9). Fivefold and seventy-five always end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DrawRules {
    /// Third occurrence of a position.
    pub threefold: Ruling,
    /// Fifty moves by each side without capture or pawn move.
    pub fifty: Ruling,
}

/// The positions of a game, from its start to now.
#[derive(Clone, Debug)]
pub struct History {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl History {
    /// A game that begins from `start`.
    pub fn new(start: Position) -> History {
        History { positions: vec![start], moves: Vec::new() }
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// All positions, the start first, one more than there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// All moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game as it stood after `plies` moves (all of them if there are fewer).
    pub fn truncated(&self, plies: usize) -> History {
        let plies = plies.min(self.moves.len());
        History { positions: self.positions[..=plies].to_vec(), moves: self.moves[..plies].to_vec() }
    }

    /// Plays `mv`.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position().after(mv)?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        todo!("R2")
    }

    /// The end of the game, if it is over by the rules alone and these terms.
    pub fn outcome(&self, draws: DrawRules) -> Option<Outcome> {
        let _ = draws;
        todo!("R2")
    }

    /// What the player on move may claim now: [`Termination::Repetition`], [`Termination::Fifty`].
    pub fn claims(&self) -> Vec<Termination> {
        todo!("R2")
    }

    /// What the player on move may claim by announcing `mv` (`rules/chess.md` 4.2 b).
    pub fn claims_with(&self, mv: Move) -> Result<Vec<Termination>, IllegalMove> {
        let _ = mv;
        todo!("R2")
    }

    /// The moves so far in SAN, English letters.
    pub fn sans(&self) -> Vec<String> {
        todo!("R2")
    }
}
