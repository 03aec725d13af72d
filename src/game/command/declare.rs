/*!
Declaring the game won, in shogi: a king that has crossed the board can hardly be mated any more (`docs/rules.md`, 入玉宣言法).

Over the board a declaration that does not hold loses. By mail it is refused, with what it lacks: nobody should lose by
miscounting.
*/

use super::in_play;
use crate::game::{Event, Game, Refusal};
use crate::rules::{Outcome, Side, Termination};

/// Declares the game won for the position on the board.
pub(super) fn declare(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    in_play(game)?;
    if by != game.turn() {
        return Err(Refusal::NotYourTurn);
    }
    match game.history.position().declaration() {
        Some(declaration) if declaration.holds() => Ok(vec![Event::Ended(Outcome::win(by, Termination::Impasse))]),
        declaration => Err(Refusal::CannotDeclare { declaration }),
    }
}
