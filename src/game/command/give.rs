/*!
Giving the opponent time.
*/

use super::in_play;
use crate::game::{Event, Game, Refusal};
use crate::rules::Side;
use chrono::TimeDelta;

/// At most so many days at once.
const MOST: u32 = 30;

/// Adds `time` to what the other side has, on move or not.
pub(super) fn give(game: &Game, by: Side, time: TimeDelta) -> Result<Vec<Event>, Refusal> {
    if !in_play(game)?.ledger().is_limited() {
        return Err(Refusal::NoClock);
    }
    match TimeDelta::zero() < time && time <= TimeDelta::days(i64::from(MOST)) {
        true => Ok(vec![Event::Gave { by, time }]),
        false => Err(Refusal::GiftTooLarge { most: MOST }),
    }
}
