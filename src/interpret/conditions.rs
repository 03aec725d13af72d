/*!
If-then lines: `if Nf6 then d4`, `もしNf6ならd3` (`docs/reading.md`), with moves by turns behind it, `if e5 then Nf3 d6
Bb5`; `if any move then d4` and `else d4` for what no other line names, and `else ask`, which is what happens anyway. They
are cut out of their line; all sides must be moves, and nothing that names another may follow (`if Nc6 then Bb5, or Bc4`), else
the words are left as they stand, to be found by `premises.rs`.
*/

use super::fold::{Glyph, Line, unspaced};
use super::moves::Mover;
use super::{premises, score};
use crate::game::PlanLine;
use crate::rules::WrittenMove;

/// A line without its conditions.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// What is left, in one piece for each stretch between conditions.
    pub rest: Vec<Glyph>,
    /// The conditions.
    pub conditions: Vec<PlanLine>,
    /// Their words.
    pub words: Vec<String>,
}

/// A move between `if` and `then` is never longer.
const WINDOW: usize = 48;

/// The moves behind `then` are never longer.
const ROW: usize = 400;

/// More conditions in one line are not read, nor looked for behind so many that were none.
const CONDITIONS_MAX: usize = 32;

/// Cuts the conditions out of a line.
pub(super) fn cut(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Cut {
    let mut cut = Cut::default();
    let mut at = 0;
    let mut tried = 0;
    while let Some(rest) = glyphs.get(at..).filter(|rest| !rest.is_empty()) {
        let before = at.checked_sub(1).and_then(|before| glyphs.get(before)).map_or(' ', |glyph| glyph.ch);
        let here = !before.is_alphanumeric() || unspaced(before);
        let opens = here && tried < CONDITIONS_MAX && opens(mover, rest);
        tried += usize::from(opens);
        let found = if opens { condition(mover, line, rest).map(|(found, taken)| (Some(found), taken)) } else { None };
        let begins = at == 0 || !cut.words.is_empty();
        match found.or_else(|| if here && begins { otherwise(mover, line, rest) } else { None }) {
            Some((condition, taken)) => {
                cut.conditions.extend(condition);
                cut.words.push(line.written(rest.get(..taken).unwrap_or_default()).to_owned());
                at += taken;
            }
            None => {
                cut.rest.extend(rest.first());
                at += 1;
            }
        }
    }
    cut
}

/// True if a condition begins anywhere in a line, whether it can be read or not.
pub(super) fn begin(mover: Mover<'_>, line: &str) -> bool {
    let line = Line::new(line);
    (0..line.glyphs.len()).any(|at| {
        let before = at.checked_sub(1).and_then(|before| line.glyphs.get(before)).map_or(' ', |glyph| glyph.ch);
        let here = !before.is_alphanumeric() || unspaced(before);
        here && line.glyphs.get(at..).is_some_and(|rest| opens(mover, rest))
    })
}

fn opens(mover: Mover<'_>, glyphs: &[Glyph]) -> bool {
    mover.words.conditions.iter().any(|(opens, _)| opens.begins(glyphs).is_some())
}

/// Another condition begins here, perhaps with an `and` before it.
fn opens_next(mover: Mover<'_>, glyphs: &[Glyph]) -> bool {
    let behind = |taken: usize| glyphs.get(taken + 1..).is_some_and(|rest| opens(mover, rest));
    opens(mover, glyphs) || mover.words.connectives.iter().filter_map(|phrase| phrase.begins(glyphs)).any(behind)
}

/// The condition `glyphs` begin with, and how many glyphs it takes.
fn condition(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<(PlanLine, usize)> {
    for (opens, follows) in &mover.words.conditions {
        let Some(start) = opens.begins(glyphs) else { continue };
        let behind = glyphs.get(start..)?;
        for middle in 1..behind.len().min(WINDOW) {
            let rest = behind.get(middle..)?;
            let Some(taken) = follows.iter().find_map(|phrase| phrase.begins(rest)) else { continue };
            // What stands before the first `then` is a move, or this is no condition.
            let Some(when) = behind.get(..middle).and_then(|text| when(mover.ahead(None), line, text)) else { break };
            let answering = mover.ahead(when.as_ref());
            let Some((then, length)) = rest.get(taken..).and_then(|rest| leading_moves(answering, line, rest)) else {
                break;
            };
            if rest.get(taken + length..).is_some_and(|behind| goes_on(mover, line, behind)) {
                break;
            }
            return Some((PlanLine { when, then }, start + middle + taken + length));
        }
    }
    None
}

/// True if the sentence goes on behind a line of a plan and names another move that is no line of its own.
fn goes_on(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> bool {
    let skip = glyphs.iter().take_while(|glyph| matches!(glyph.ch, ' ' | ',' | '、')).count();
    let behind = glyphs.get(skip..).unwrap_or_default();
    let opens = |at: &usize| {
        let rest = behind.get(*at..).unwrap_or_default();
        let sign = matches!(rest.first().map(|glyph| glyph.ch), Some(';' | '!' | '。' | super::fold::ORNAMENT));
        let stop = rest.first().is_some_and(|glyph| glyph.ch == '.') && rest.get(1).is_none_or(|next| next.ch == ' ');
        sign || stop
            || opens_next(mover, rest)
            || mover.words.otherwise.iter().any(|phrase| phrase.begins(rest).is_some())
    };
    let end = (0..behind.len().min(ROW)).find(opens).unwrap_or(behind.len().min(ROW));
    premises::moves_in(mover, line, behind.get(..end).unwrap_or_default()) > 0
}

/// Their move; `Some(None)` for any other.
fn when(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<Option<WrittenMove>> {
    let any = mover.words.other_move.iter().any(|phrase| phrase.is(bare(glyphs)));
    if any { Some(None) } else { mover.read(line, glyphs).map(Some) }
}

/// `else d4`, an answer to any other move; `else ask` asks for nothing that would not happen.
fn otherwise(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<(Option<PlanLine>, usize)> {
    mover.words.otherwise.iter().filter_map(|phrase| phrase.begins(glyphs)).find_map(|start| {
        let behind = glyphs.get(start..)?;
        let end = end_of_thought(mover, behind);
        let thought = bare(behind.get(..end)?);
        if mover.words.ask.iter().any(|phrase| phrase.is(thought)) {
            return Some((None, start + end));
        }
        let (then, length) = leading_moves(mover.ahead(None), line, behind)?;
        Some((Some(PlanLine { when: None, then }), start + length))
    })
}

/// The moves `glyphs` begin with, by turns, up to the end of the thought.
fn leading_moves(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<(Vec<WrittenMove>, usize)> {
    let end = end_of_thought(mover, glyphs);
    let text = bare(glyphs.get(..end)?);
    let then = match mover.read(line, text) {
        Some(written) => vec![written],
        None => score::row(mover, line, text)?,
    };
    Some((then, end))
}

/// How far the thought goes: to the next sign that ends one, or to the next condition.
fn end_of_thought(mover: Mover<'_>, glyphs: &[Glyph]) -> usize {
    let window = glyphs.get(..ROW).unwrap_or(glyphs);
    let ends = |at: &usize| {
        let ch = window.get(*at).map(|glyph| glyph.ch);
        let next = window.get(at + 1).map(|glyph| glyph.ch);
        // A full stop behind a figure is a move's number.
        let number = ch == Some('.') && at.checked_sub(1).is_some_and(|before| numbered(window, before));
        let sign = matches!(ch, Some(';' | ',' | '!' | '。' | '、' | super::fold::ORNAMENT)) && *at > 0;
        let stop = ch == Some('.') && !number && next.is_none_or(|next| next == ' ' || next == '.');
        let next_opens = ch == Some(' ') && window.get(at + 1..).is_some_and(|rest| opens_next(mover, rest));
        sign || stop || next_opens
    };
    (0..window.len()).find(ends).unwrap_or(window.len())
}

/// True if the full stop behind the glyph at `at` is that of a move number: figures, or dots behind figures, that a
/// blank or the beginning stands before.
fn numbered(glyphs: &[Glyph], at: usize) -> bool {
    let before = glyphs.get(..=at).unwrap_or_default();
    let dots = before.iter().rev().take_while(|glyph| glyph.ch == '.').count();
    let front = before.get(..before.len() - dots).unwrap_or_default();
    let digits = front.iter().rev().take_while(|glyph| glyph.ch.is_ascii_digit()).count();
    let edge = front.len().checked_sub(digits + 1).and_then(|at| front.get(at));
    digits > 0 && edge.is_none_or(|glyph| matches!(glyph.ch, ' ' | ','))
}

/// Without blanks round it, and without the comma or colon that belongs to the word before.
fn bare(glyphs: &[Glyph]) -> &[Glyph] {
    let skip = glyphs.iter().take_while(|glyph| matches!(glyph.ch, ' ' | ',' | ':')).count();
    let end = glyphs.iter().rev().take_while(|glyph| glyph.ch == ' ').count();
    glyphs.get(skip..glyphs.len().saturating_sub(end)).unwrap_or_default()
}
