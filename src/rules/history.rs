/*!
A game's course on the board: where it began, what was played, what may be claimed.
*/

use super::notation::{Notation, san};
use super::variant::Circling;
use super::{IllegalMove, Move, MoveNumber, Outcome, Position, PositionKey, Side, Termination};

/// Whether a draw must be claimed or comes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ruling {
    /// The player on move may claim it (FIDE).
    #[default]
    Claim,
    /// It ends the game at once.
    Auto,
}

/// A game's own terms for draws (`docs/rules.md`). Fivefold and seventy-five always end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DrawRules {
    /// Third occurrence of a position.
    pub threefold: Ruling,
    /// Fifty moves by each side without capture or pawn move.
    pub fifty: Ruling,
}

/// Occurrences that may be claimed.
const THREEFOLD: u32 = 3;
/// Occurrences that end the game.
const FIVEFOLD: u32 = 5;
/// Occurrences that end a game of shogi.
const FOURFOLD: u32 = 4;
/// Plies without capture or pawn move that may be claimed: fifty moves by each side.
const FIFTY: u32 = 100;

/// The positions of a game, from its start to now.
#[derive(Clone, Debug)]
pub struct History {
    /// The start first; one more than there are moves, so never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// What tells the positions apart, in step with them; made once, as every claim compares them all.
    keys: Vec<PositionKey>,
}

impl History {
    /// A game that begins from `start`.
    pub fn new(start: Position) -> History {
        History { keys: vec![start.key()], positions: vec![start], moves: Vec::new() }
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
        History {
            positions: self.positions[..=plies].to_vec(),
            moves: self.moves[..plies].to_vec(),
            keys: self.keys[..=plies].to_vec(),
        }
    }

    /// Plays `mv`.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position().after(mv)?;
        self.keys.push(next.key());
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        self.count(self.keys.last())
    }

    /// True if the position now has occurred five times (FIDE Laws 9.6.1).
    pub fn is_fivefold(&self) -> bool {
        self.occurrences() >= FIVEFOLD
    }

    /// The end of the game, if it is over by the rules alone and these terms.
    ///
    /// In shogi these terms do not count: the fourth occurrence ends the game.
    ///
    /// Asked in the order of `docs/rules.md`: checkmate, stalemate, dead position, fivefold, seventy-five moves,
    /// and threefold and fifty where the terms make them automatic.
    pub fn outcome(&self, draws: DrawRules) -> Option<Outcome> {
        let position = self.position();
        let shown = position.outcome();
        if shown.is_some_and(|outcome| outcome.termination != Termination::SeventyFive) {
            return shown;
        }
        if position.variant().circling == Circling::Shogi {
            return self.fourfold();
        }
        if self.is_fivefold() {
            return Some(Outcome::draw(Termination::Repetition));
        }
        if shown.is_some() {
            return shown;
        }
        if draws.threefold == Ruling::Auto && self.occurrences() >= THREEFOLD {
            return Some(Outcome::draw(Termination::Repetition));
        }
        if draws.fifty == Ruling::Auto && position.halfmove_clock() >= FIFTY {
            return Some(Outcome::draw(Termination::Fifty));
        }
        None
    }

    /// The fourth occurrence draws; but a side that gave check with every move since the first loses
    /// (`docs/rules.md`). If both did, neither is to blame more than the other.
    fn fourfold(&self) -> Option<Outcome> {
        if self.occurrences() < FOURFOLD {
            return None;
        }
        let perpetual = |side: &Side| self.checks_perpetually(*side);
        Some(match Side::BOTH.into_iter().filter(perpetual).collect::<Vec<_>>().as_slice() {
            [checker] => Outcome::win(checker.other(), Termination::PerpetualCheck),
            _ => Outcome::draw(Termination::Repetition),
        })
    }

    /// True if every move of `side` since the position now first occurred gave check, and there was one. From the third
    /// occurrence on this is worth a warning where it loses the game.
    pub fn checks_perpetually(&self, side: Side) -> bool {
        let Some(now) = self.keys.last() else { return false };
        let first = self.keys.iter().position(|key| key == now).unwrap_or(self.moves.len());
        let mut after =
            self.positions.iter().skip(first + 1).filter(|position| position.turn() == side.other()).peekable();
        after.peek().is_some() && after.all(Position::is_check)
    }

    /// What the player on move may claim now: [`Termination::Repetition`], [`Termination::Fifty`]. Nothing once the
    /// game is over by itself.
    pub fn claims(&self) -> Vec<Termination> {
        if self.position().variant().circling != Circling::Fide {
            return Vec::new();
        }
        let claims = claimable(self.occurrences(), self.position().halfmove_clock());
        // Asking whether the game is over may mean a search for a dead position: only where it matters.
        if claims.is_empty() || self.outcome(DrawRules::default()).is_some() { Vec::new() } else { claims }
    }

    /// What the player on move may claim by announcing `mv` (FIDE 9.2, 9.3). A move that mates, stalemates
    /// or leaves a dead position ends the game by itself, and nothing is left to claim.
    pub fn claims_with(&self, mv: Move) -> Result<Vec<Termination>, IllegalMove> {
        let next = self.position().after(mv)?;
        if next.variant().circling != Circling::Fide
            || next.outcome().is_some_and(|outcome| outcome.termination != Termination::SeventyFive)
        {
            return Ok(Vec::new());
        }
        let occurrences = self.count(Some(&next.key())) + 1;
        Ok(claimable(occurrences, next.halfmove_clock()))
    }

    /// The moves so far in SAN, English letters.
    pub fn sans(&self) -> Vec<String> {
        let around = self.positions.iter().zip(self.positions.iter().skip(1));
        around.zip(&self.moves).map(|((before, after), mv)| san::write_played(before, *mv, after)).collect()
    }

    /// The moves so far as `notation` writes them.
    pub fn written(&self, notation: Notation) -> Vec<String> {
        if notation == Notation::San {
            return self.sans();
        }
        let before = std::iter::once(None).chain(self.moves.iter().map(|mv| Some(mv.to())));
        let moves = self.positions.iter().zip(before).zip(&self.moves);
        moves.map(|((position, last), mv)| notation.write(position, last, *mv)).collect()
    }

    /// The number of the move played after `plies` moves: of a ply in shogi, else of a move by each side.
    pub fn number_at(&self, plies: usize) -> MoveNumber {
        let start = self.start();
        let half = if start.variant().counts_plies() { 2 * plies } else { plies + start.turn().index() };
        let passed = u32::try_from(half / 2).unwrap_or(u32::MAX);
        MoveNumber { number: start.fullmove_number().saturating_add(passed), dots: half % 2 == 1 }
    }

    /// Plies before the move of that number; `None` for one before the game's first.
    pub fn plies_before(&self, number: MoveNumber) -> Option<usize> {
        let start = self.start();
        let moves = usize::try_from(number.number.checked_sub(start.fullmove_number())?).ok()?;
        if start.variant().counts_plies() {
            return Some(moves);
        }
        (2 * moves + usize::from(number.dots)).checked_sub(start.turn().index())
    }

    fn count(&self, key: Option<&PositionKey>) -> u32 {
        let same = self.keys.iter().filter(|known| Some(*known) == key).count();
        u32::try_from(same).unwrap_or(u32::MAX)
    }
}

fn claimable(occurrences: u32, halfmove_clock: u32) -> Vec<Termination> {
    let mut claims = Vec::new();
    if occurrences >= THREEFOLD {
        claims.push(Termination::Repetition);
    }
    if halfmove_clock >= FIFTY {
        claims.push(Termination::Fifty);
    }
    claims
}
