/*!
A wish to play again with the colours changed, once a side and game. The other game itself is its own record's affair.
*/

use super::super::phase::Phase;
use crate::game::{Event, Game, GameId, Refusal};
use crate::rules::Side;

/// Notes the wish; `rematch` is the game to come of it.
pub(super) fn ask(game: &Game, by: Side, rematch: &GameId) -> Result<Vec<Event>, Refusal> {
    match &game.phase {
        Phase::Offered => Err(Refusal::NotStarted),
        Phase::Playing(_) => Err(Refusal::RematchTooEarly),
        Phase::Over(over) if over.ending().before_start() => Err(Refusal::AlreadyAnswered),
        Phase::Over(over) if over.rematch.of(by).is_some() => Err(Refusal::RematchAsked),
        Phase::Over(_) => Ok(vec![Event::RematchAsked { by, game: rematch.clone() }]),
    }
}
