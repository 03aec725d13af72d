/*!
Asking a move back.

What is asked back is one's own last move, and with it the opponent's answer if there is one. Only the opponent can allow
it, and only in words of its own; a move by either player says no, and a no holds until then. Whether it may be asked at
all is a term of the game.
*/

use super::in_play;
use crate::game::{Event, Game, Ply, Refusal};
use crate::rules::Side;

/// Asks.
pub(super) fn ask(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    let playing = in_play(game)?;
    if !game.terms.courtesy.takebacks {
        return Err(Refusal::TakebackOff);
    }
    match playing.takeback {
        Some(asked) if asked.by == by && asked.declined => Err(Refusal::TakebackDeclined),
        Some(asked) if asked.by == by => Err(Refusal::TakebackAsked),
        Some(asked) if !asked.declined => Err(Refusal::TakebackToAnswer),
        _ => back_to(game, by).map(|_| vec![Event::TakebackAsked { by }]).ok_or(Refusal::NothingToTakeBack),
    }
}

/// Allows what the opponent asked.
pub(super) fn accept(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    if !in_play(game)?.may_answer_takeback(by) {
        return Err(Refusal::NoTakeback);
    }
    back_to(game, by.other()).map(|to| vec![Event::TakenBack { to }]).ok_or(Refusal::NothingToTakeBack)
}

/// Declines it.
pub(super) fn decline(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    if !in_play(game)?.may_answer_takeback(by) {
        return Err(Refusal::NoTakeback);
    }
    Ok(vec![Event::TakebackDeclined { by }])
}

/// The ply at which `by` made its last move.
fn back_to(game: &Game, by: Side) -> Option<Ply> {
    let plies = if by == game.turn() { 2 } else { 1 };
    game.ply().0.checked_sub(plies).map(Ply)
}
