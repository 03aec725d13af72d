/*!
Undoing one's last move, as if it had not been played, while the opponent's mail about it has not left. Whether it has is
the outbox's to say and is asked by the caller; here it is only looked whether there is a move to undo, and nothing of the
opponent's that rests on it. The clock runs on as it ran before the move: undoing wins no time and loses none.
*/

use super::in_play;
use crate::game::{Event, Game, Moment, Refusal};
use crate::rules::Side;
use chrono::TimeDelta;

/// Undoes it; not where the flag would have fallen by now, since then it is the move that saves the game.
pub(super) fn undo(game: &Game, by: Side, at: Moment) -> Result<Vec<Event>, Refusal> {
    let playing = in_play(game)?;
    if by == game.turn() || game.history.moves().is_empty() {
        return Err(Refusal::NothingToUndo);
    }
    if playing.planned {
        return Err(Refusal::PlannedToUndo);
    }
    let before = playing.before.as_ref().ok_or(Refusal::TooLateToUndo)?;
    match before.ledger.face(by, at).remaining {
        Some(left) if left <= TimeDelta::zero() => Err(Refusal::TooLateToUndo),
        _ => Ok(vec![Event::Undone { by }]),
    }
}
