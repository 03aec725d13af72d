/*!
Words for the opponent.

None before the invitation is accepted: an invitation carries no free text of a stranger (`docs/threats.md`, mail-bomb). After
the end they still pass, for "good game".
*/

use super::super::phase::Phase;
use super::unbegun;
use crate::game::{Event, Game, Refusal};
use crate::rules::Side;

/// Passes `text` on; blank text is nothing to pass on.
pub(super) fn say(game: &Game, by: Side, text: &str) -> Result<Vec<Event>, Refusal> {
    match &game.phase {
        Phase::Offered => return Err(Refusal::NotStarted),
        Phase::Over(_) if unbegun(game) => return Err(Refusal::GameOver),
        Phase::Playing(_) | Phase::Over(_) => {}
    }
    let text = text.trim();
    Ok(if text.is_empty() { Vec::new() } else { vec![Event::Said { by, text: text.to_owned() }] })
}
