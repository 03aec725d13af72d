/*!
Calling a game off before both players have moved: a slip of the invitation, not a game. It counts for nothing.
*/

use super::in_play;
use crate::game::{Event, Game, Refusal};
use crate::rules::Side;

/// Ends the game without a result.
pub(super) fn abort(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    in_play(game)?;
    if game.history.moves().len() >= 2 {
        return Err(Refusal::TooLateToAbort);
    }
    Ok(vec![Event::Aborted { by }])
}
