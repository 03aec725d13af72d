/*!
Commands longer than a line: a challenge and a plan that a mail program wrapped are read as one with the lines below, if that
makes them whole.
*/

use super::commands::Said;
use super::conditions;
use super::lines::{self, Above, LineReading, Taken};
use super::moves::Mover;
use super::premises;
use super::request::Deed;
use crate::club::{Errand, NewGame};
use crate::mail::quoted::Kind;
use crate::rules::History;

/// A wrapped command goes on for at most so many lines.
const WRAPPED_MAX: usize = 4;

/// A line, and how many lines below were wrapped off it: a challenge and a plan are long enough for that.
pub(super) fn unwrapped(
    mover: Mover<'_>,
    history: Option<&History>,
    line: &str,
    behind: &[(Kind, &str)],
    above: Above,
) -> (LineReading, usize) {
    let mut reading = lines::read(mover, history, line, above);
    let mut wrapped = 0;
    let mut joined = line.trim().to_owned();
    while challenge(&reading).is_some() && wrapped < WRAPPED_MAX {
        let Some((Kind::Own, next)) = behind.get(wrapped).filter(|(_, next)| !next.trim().is_empty()) else { break };
        joined = format!("{joined} {}", next.trim());
        let longer = lines::read(mover, history, &joined, Above::default());
        let whole = challenge(&longer).is_some_and(|unread| unread == 0);
        if !whole || !lines::read(mover, history, next, Above::default()).taken.is_empty() {
            break;
        }
        reading = longer;
        wrapped += 1;
    }
    match planned(mover, history, line, behind, above, &reading) {
        Some(whole) => whole,
        None => (reading, wrapped),
    }
}

/// A line that begins a plan and does not end it, joined with as few lines below as make it whole, and how many these are.
/// Nothing but commands and lines of a plan may stand in them, and words that name no move.
fn planned(
    mover: Mover<'_>,
    history: Option<&History>,
    line: &str,
    behind: &[(Kind, &str)],
    above: Above,
    alone: &LineReading,
) -> Option<(LineReading, usize)> {
    if !alone.conditions.is_empty() && alone.rest.is_empty() || !conditions::begin(mover, line) {
        return None;
    }
    let own =
        behind.iter().take(WRAPPED_MAX).take_while(|(kind, below)| *kind == Kind::Own && !below.trim().is_empty());
    let mut joined = line.trim().to_owned();
    own.zip(1..).find_map(|((_, below), wrapped)| {
        joined = format!("{joined} {}", below.trim());
        let whole = lines::read(mover, history, &joined, above);
        let read = !whole.conditions.is_empty() && whole.beyond.is_empty() && whole.unsure.is_empty();
        (read && !premises::speaks_of_moves(mover, &whole.rest)).then_some((whole, wrapped))
    })
}

/// How many words of a challenge belong to no part of it; `None` if the line is no challenge.
fn challenge(reading: &LineReading) -> Option<usize> {
    match reading.taken.as_slice() {
        [Taken { said: Said::Deed(Deed::Errand(Errand::Invite(game))), .. }] => Some(game.unread.len()),
        _ => None,
    }
}

/// The challenge that a line is.
pub(super) fn challenged(reading: &mut LineReading) -> Option<&mut NewGame> {
    match reading.taken.as_mut_slice() {
        [Taken { said: Said::Deed(Deed::Errand(Errand::Invite(game))), .. }] => Some(game),
        _ => None,
    }
}
