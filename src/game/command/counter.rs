/*!
Other terms in answer to an invitation: it goes back to who sent it, as an invitation of their own to answer.
*/

use super::super::phase::Phase;
use super::answer::in_time;
use super::unbegun;
use crate::game::{Changed, Event, Game, Moment, Refusal, Terms};
use crate::rules::{BySide, Side};

/// A side asked for, and how it was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The writer's side.
    pub side: Side,
    /// By lot.
    pub drawn: bool,
}

/// Offers `terms`; without a `seat` both keep their sides.
pub(super) fn counter(
    game: &Game,
    by: Side,
    terms: &Terms,
    seat: Option<Seat>,
    at: Moment,
) -> Result<Vec<Event>, Refusal> {
    in_time(game, by, at)?;
    match &game.phase {
        Phase::Offered if by == game.invited_by => return Err(Refusal::NotStarted),
        Phase::Offered => {}
        Phase::Playing(_) => return Err(Refusal::AlreadyAnswered),
        Phase::Over(_) if unbegun(game) => return Err(Refusal::AlreadyAnswered),
        Phase::Over(_) => return Err(Refusal::GameOver),
    }
    let Seat { side, drawn } = seat.unwrap_or(Seat { side: by, drawn: game.drawn });
    let seats = side != by || drawn != game.drawn;
    if !Changed::between(&game.terms, terms, seats).any() {
        return Err(Refusal::NothingChanged);
    }
    let (writer, inviter) = (game.player(by), game.player(by.other()));
    let players = BySide::from_fn(|seat| if seat == side { writer } else { inviter });
    Ok(vec![Event::Countered { players, by: side, drawn, terms: terms.clone() }])
}
