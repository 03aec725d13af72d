/*!
Taking back an invitation that has not been answered: only the player whose terms are on offer can do that.
*/

use super::super::phase::Phase;
use super::unbegun;
use crate::game::{Event, Game, Refusal};
use crate::rules::Side;

/// Takes it back.
pub(super) fn withdraw(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    match &game.phase {
        Phase::Offered if by == game.invited_by => Ok(vec![Event::Withdrawn]),
        Phase::Offered => Err(Refusal::NotYourInvitation),
        Phase::Playing(_) => Err(Refusal::AlreadyAnswered),
        Phase::Over(_) if unbegun(game) => Err(Refusal::AlreadyAnswered),
        Phase::Over(_) => Err(Refusal::GameOver),
    }
}
