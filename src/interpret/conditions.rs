/*!
If-then lines: `if Nf6 then d4`, `もしNf6ならd3` (`replies/README.md` 4.3). They are cut out of their line; both sides
must be moves, else the words are left as they stand.
*/

use super::fold::{Glyph, Line, unspaced};
use super::moves::Mover;
use super::request::Condition;

/// A line without its conditions.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// What is left, in one piece for each stretch between conditions.
    pub rest: Vec<Glyph>,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// Their words.
    pub words: Vec<String>,
}

/// A move between `if` and `then` is never longer.
const WINDOW: usize = 48;

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
        let found = if opens { condition(mover, line, rest) } else { None };
        match found {
            Some((condition, taken)) => {
                cut.conditions.push(condition);
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

fn opens(mover: Mover<'_>, glyphs: &[Glyph]) -> bool {
    mover.words.conditions.iter().any(|(opens, _)| opens.begins(glyphs).is_some())
}

/// Another condition begins here, perhaps with an `and` before it.
fn opens_next(mover: Mover<'_>, glyphs: &[Glyph]) -> bool {
    let behind = |taken: usize| glyphs.get(taken + 1..).is_some_and(|rest| opens(mover, rest));
    opens(mover, glyphs) || mover.words.connectives.iter().filter_map(|phrase| phrase.begins(glyphs)).any(behind)
}

/// The condition `glyphs` begin with, and how many glyphs it takes.
fn condition(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<(Condition, usize)> {
    for (opens, follows) in &mover.words.conditions {
        let Some(start) = opens.begins(glyphs) else { continue };
        let behind = glyphs.get(start..)?;
        for middle in 1..behind.len().min(WINDOW) {
            let rest = behind.get(middle..)?;
            let Some(taken) = follows.iter().find_map(|phrase| phrase.begins(rest)) else { continue };
            // What stands before the first `then` is a move, or this is no condition.
            let when = behind.get(..middle).and_then(|text| mover.read(line, text));
            let then = rest.get(taken..).filter(|_| when.is_some()).and_then(|rest| leading_move(mover, line, rest));
            let (Some(when), Some((then, length))) = (when, then) else { break };
            return Some((Condition { when, then }, start + middle + taken + length));
        }
    }
    None
}

/// The move `glyphs` begin with, up to the next sign that ends a thought or the next condition.
fn leading_move(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<(crate::rules::WrittenMove, usize)> {
    let window = glyphs.get(..glyphs.len().min(WINDOW))?;
    let ends = |at: &usize| {
        let ch = window.get(*at).map(|glyph| glyph.ch);
        let next = window.get(at + 1).map(|glyph| glyph.ch);
        let number = ch == Some('.')
            && window.get(..*at).is_some_and(|front| {
                front.iter().all(|glyph| glyph.ch.is_ascii_digit() || matches!(glyph.ch, ' ' | '.' | ','))
                    && front.iter().any(|glyph| glyph.ch.is_ascii_digit())
            });
        let sign = matches!(ch, Some(';' | ',' | '!' | '。' | '、' | super::fold::ORNAMENT)) && *at > 0;
        let stop = ch == Some('.') && !number && next.is_none_or(|next| next == ' ' || next == '.');
        let next_opens = ch == Some(' ') && window.get(at + 1..).is_some_and(|rest| opens_next(mover, rest));
        sign || stop || next_opens
    };
    let end = (0..window.len()).find(ends).unwrap_or(window.len());
    let text = window.get(..end)?;
    // A comma straight behind `then` belongs to it.
    let skip = text.iter().take_while(|glyph| matches!(glyph.ch, ' ' | ',' | ':')).count();
    let then = mover.read(line, text.get(skip..)?)?;
    Some((then, end))
}
