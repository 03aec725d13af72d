/*!
Calling a game off before both players have moved: a slip of the invitation, not a game. It counts for nothing.
*/

use super::in_play;
use crate::game::{Event, Game, Phase, Refusal};
use crate::rules::{Outcome, Side, Termination};

/// Fewer plies than these are no game yet.
const BEGUN: usize = 2;

/// What becomes of a game whose player leaves for good: an invitation is declined, a game that has not begun is called off, any
/// other is resigned.
pub(in crate::game) fn abandon(game: &Game, by: Side) -> Option<Event> {
    match game.phase() {
        Phase::Offered => Some(Event::Declined),
        Phase::Playing(_) if game.history.moves().len() < BEGUN => Some(Event::Aborted { by }),
        Phase::Playing(_) => Some(Event::Ended(Outcome::win(by.other(), Termination::Resign))),
        Phase::Over(_) => None,
    }
}

/// Ends the game without a result.
pub(super) fn abort(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    in_play(game)?;
    if game.history.moves().len() >= BEGUN {
        return Err(Refusal::TooLateToAbort);
    }
    Ok(vec![Event::Aborted { by }])
}
