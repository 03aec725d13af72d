/*!
Giving up a game, in two letters.

The first letter records that a player asked and shows them the confirmation page with its code; the second, with that
code, ends the game. One stray word in a quoted mail must never cost a game, which is the only reason there are two.
A move or an offer by either player in between withdraws the wish, and so do seven days.
*/

use crate::game::{ConfirmCode, Event, Moment, Playing, Refusal};
use crate::rules::{Outcome, Side, Termination};

/// Records the wish to resign. Asking again keeps the code that is still good, so that every mail shows the same one.
pub(super) fn ask(game: &Playing, by: Side, code: &ConfirmCode, at: Moment) -> Result<Vec<Event>, Refusal> {
    let code = game.resign_code(by, at).unwrap_or(code).clone();
    Ok(vec![Event::ResignAsked { by, code }])
}

/// Ends the game, if the same side asked before and nothing has come in between.
pub(super) fn confirm(game: &Playing, by: Side, code: &ConfirmCode, at: Moment) -> Result<Vec<Event>, Refusal> {
    match game.resign_code(by, at) {
        None => Err(Refusal::NothingToConfirm),
        Some(asked) if asked != code => Err(Refusal::WrongCode),
        Some(_) => Ok(vec![Event::Ended(Outcome::win(by.other(), Termination::Resign))]),
    }
}
