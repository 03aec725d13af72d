/*!
Claiming that the opponent's time is up.

By default a flag falls by itself; a player may prefer to be asked, and then it falls by this word alone. Until then the
opponent may still move. The same word ends a game whose other player has been out of reach for a month in all.
*/

use super::in_play;
use crate::game::{Event, Game, Moment, Refusal};
use crate::rules::{Side, Termination};

/// Ends the game, if the time of the other side was up when the letter arrived.
pub(super) fn claim(game: &Game, by: Side, at: Moment) -> Result<Vec<Event>, Refusal> {
    let playing = in_play(game)?;
    let side = by.other();
    let fallen = playing.ledger().flag(side).is_some_and(|flag| flag < at);
    let lost = match () {
        () if fallen => Some(Termination::Timeout),
        () if playing.is_lost(side, at) => Some(Termination::Abandoned),
        () => None,
    };
    match lost {
        Some(termination) => Ok(vec![Event::Ended(game.forfeited(side, termination))]),
        None if !playing.ledger().is_limited() => Err(Refusal::NoClock),
        None => Err(Refusal::NoFlag),
    }
}
