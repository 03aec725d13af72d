/*!
`accept` and `decline` alone: the game knows what they answer.

Before the start that is the invitation, and only the invited side may answer it; while playing it is the open draw
offer, or a move asked back; where both are open, the word alone says too little. A second `accept` at the first move is a repeated answer to the invitation, and is told so.
*/

use super::super::phase::Phase;
use super::{draw, takeback, unbegun};
use crate::game::{Event, Game, Moment, Playing, Refusal};
use crate::rules::Side;

/// Accepts what there is to accept.
pub(super) fn accept(game: &Game, by: Side, at: Moment) -> Result<Vec<Event>, Refusal> {
    in_time(game, by, at)?;
    answer(game, by, Event::Started, draw::accept, takeback::accept, "accept")
}

/// Declines what there is to decline.
pub(super) fn decline(game: &Game, by: Side, at: Moment) -> Result<Vec<Event>, Refusal> {
    in_time(game, by, at)?;
    answer(game, by, Event::Declined, draw::decline, takeback::decline, "decline")
}

/// Refuses an answer to an invitation that comes after its date.
pub(super) fn in_time(game: &Game, by: Side, at: Moment) -> Result<(), Refusal> {
    let late = matches!(game.phase, Phase::Offered) && by != game.invited_by && game.is_expired(at);
    if late { Err(Refusal::InvitationExpired) } else { Ok(()) }
}

fn answer(
    game: &Game,
    by: Side,
    to_invitation: Event,
    to_draw_offer: fn(&Playing, Side) -> Result<Vec<Event>, Refusal>,
    to_takeback: fn(&Game, Side) -> Result<Vec<Event>, Refusal>,
    word: &str,
) -> Result<Vec<Event>, Refusal> {
    match &game.phase {
        Phase::Offered if by == game.invited_by => Err(Refusal::NotStarted),
        Phase::Offered => Ok(vec![to_invitation]),
        Phase::Playing(playing) if playing.may_answer_takeback(by) => match playing.may_answer_draw(by) {
            true => Err(Refusal::Several { found: vec![format!("{word} draw"), format!("{word} takeback")] }),
            false => to_takeback(game, by),
        },
        Phase::Playing(playing) => to_draw_offer(playing, by).map_err(|refusal| match refusal {
            Refusal::NoOffer if game.history.moves().is_empty() && by != game.invited_by => Refusal::AlreadyAnswered,
            other => other,
        }),
        Phase::Over(_) if unbegun(game) => Err(Refusal::AlreadyAnswered),
        Phase::Over(_) => Err(Refusal::GameOver),
    }
}
