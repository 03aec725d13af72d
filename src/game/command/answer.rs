/*!
`accept` and `decline` alone: the game knows what they answer.

Before the start that is the invitation, and only the invited side may answer it; while playing it is the open draw
offer. A second `accept` at the first move is a repeated answer to the invitation, and is told so.
*/

use super::super::phase::Phase;
use super::{declined, draw};
use crate::game::{Event, Game, Playing, Refusal};
use crate::rules::Side;

/// Accepts what there is to accept.
pub(super) fn accept(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    answer(game, by, Event::Started, draw::accept)
}

/// Declines what there is to decline.
pub(super) fn decline(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    answer(game, by, Event::Declined, draw::decline)
}

fn answer(
    game: &Game,
    by: Side,
    to_invitation: Event,
    to_draw_offer: fn(&Playing, Side) -> Result<Vec<Event>, Refusal>,
) -> Result<Vec<Event>, Refusal> {
    match &game.phase {
        Phase::Offered if by == game.invited_by => Err(Refusal::NotStarted),
        Phase::Offered => Ok(vec![to_invitation]),
        Phase::Playing(playing) => to_draw_offer(playing, by).map_err(|refusal| match refusal {
            Refusal::NoOffer if game.history.moves().is_empty() && by != game.invited_by => Refusal::AlreadyAnswered,
            other => other,
        }),
        Phase::Over(_) if declined(game) => Err(Refusal::AlreadyAnswered),
        Phase::Over(_) => Err(Refusal::GameOver),
    }
}
