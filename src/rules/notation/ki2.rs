/*!
KI2: a game in the moves people write, with the sides' marks and without origins or times (`docs/rules.md`). It is
read by [`kif::read`].
*/

use super::pgn::Tags;
use super::{japanese, kif};
use crate::rules::{History, Outcome};

/// Moves on a line.
const A_LINE: usize = 6;

/// Writes a game.
pub fn write(tags: &Tags, history: &History, outcome: Option<Outcome>) -> String {
    let mut text = kif::headers(tags, history);
    let mut last = None;
    for (index, (position, mv)) in history.positions().iter().zip(history.moves()).enumerate() {
        text += if index % A_LINE == 0 { "\n" } else { " " };
        text += &japanese::write_marked(position, last, *mv);
        last = Some(mv.to());
    }
    text.push('\n');
    if let Some(outcome) = outcome {
        text += &kif::summary(history, outcome);
        text.push('\n');
    }
    text
}
