/*!
Claiming that the opponent's time is up.

By default a flag falls by itself; a player may prefer to be asked, and then it falls by this word alone. Until then the
opponent may still move. The same word ends a game whose other player has been out of reach for a month.
*/

use super::in_play;
use crate::game::{Event, Game, Moment, Playing, Refusal};
use crate::rules::Side;

/// Ends the game, if the time of the other side was up when the letter arrived.
pub(super) fn claim(game: &Game, by: Side, at: Moment) -> Result<Vec<Event>, Refusal> {
    let playing = in_play(game)?;
    let side = by.other();
    let fallen = playing.ledger().flag(side).is_some_and(|flag| flag < at);
    let lost = playing.unreachable_since(side).is_some_and(|since| at - since >= Playing::PATIENCE);
    match fallen || lost {
        true => Ok(vec![Event::Ended(game.out_of_time(side))]),
        false if !playing.ledger().is_limited() => Err(Refusal::NoClock),
        false => Err(Refusal::NoFlag),
    }
}
