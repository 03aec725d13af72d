/*!
The subject, read only where the text asks for nothing: without reply prefixes, `[…]` tags and `(eom)` it must be one
command and nothing else. It may be left over from an earlier turn, so it never contradicts the text; but a text that asks,
denies, doubts or postpones leaves its move in doubt.
*/

use super::fold::{Glyph, Line};
use super::gather::Gathered;
use super::lines::{self, Above};
use super::meant;
use super::moves::Mover;
use super::numbers;
use super::request::LineVerdict;
use crate::mail::quoted::Kind;
use crate::rules::History;

/// No command is longer, a challenge with a start position included.
const SUBJECT_MAX: usize = 300;

/// The one command a subject is, above a text of `lines` that asks for nothing and was read as `body`.
pub(super) fn read(
    mover: Mover<'_>,
    history: Option<&History>,
    subject: &str,
    lines: &[LineVerdict],
    body: &Gathered,
) -> Option<Gathered> {
    if subject.len() > SUBJECT_MAX {
        return None;
    }
    let line = Line::new(subject);
    let bare = without_prefixes(mover, &line.glyphs);
    let reading = lines::read(mover, history, line.written(bare), Above::default());
    let alone =
        reading.taken.len() == 1 && reading.unsure.is_empty() && reading.rest.is_empty() && reading.beyond.is_empty();
    if !alone || !reading.conditions.is_empty() {
        return None;
    }
    let mut gathered = Gathered::default();
    gathered.add(&reading, history);
    let own: Vec<&str> = lines.iter().filter(|line| line.kind == Kind::Own).map(|line| line.line.as_str()).collect();
    let number = reading.taken.iter().any(|taken| numbers::leaves(mover, taken, &own));
    if number || gathered.named_beside(body) || meant::unplain(mover, &own) {
        gathered.leave_open();
    }
    Some(gathered)
}

/// Takes off `Re:`, `AW:`, `Re[2]:`, `[…]` tags and blanks in front, tags and `(eom)` behind.
fn without_prefixes<'g>(mover: Mover<'_>, glyphs: &'g [Glyph]) -> &'g [Glyph] {
    let mut rest = glyphs;
    loop {
        rest = trimmed(rest);
        if let Some(behind) = without_prefix(mover, rest).or_else(|| without_tag(rest)) {
            rest = behind;
        } else if let Some(front) = without_last_tag(rest) {
            rest = front;
        } else {
            return rest;
        }
    }
}

fn without_prefix<'g>(mover: Mover<'_>, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
    let taken = mover.words.reply_prefixes.iter().find_map(|phrase| phrase.begins(glyphs))?;
    let mut behind = glyphs.get(taken..)?;
    if matches!(behind.first(), Some(glyph) if matches!(glyph.ch, '[' | '(' | '^')) {
        let digits = behind.iter().skip(1).take_while(|glyph| glyph.ch.is_ascii_digit()).count();
        let close = usize::from(behind.get(1 + digits).is_some_and(|glyph| matches!(glyph.ch, ']' | ')')));
        behind = behind.get(1 + digits + close..)?;
    }
    let behind = trimmed(behind);
    behind.first().is_some_and(|glyph| glyph.ch == ':').then(|| behind.get(1..)).flatten()
}

fn without_tag(glyphs: &[Glyph]) -> Option<&[Glyph]> {
    glyphs.first().filter(|glyph| glyph.ch == '[')?;
    let close = glyphs.iter().position(|glyph| glyph.ch == ']')?;
    glyphs.get(close + 1..)
}

fn without_last_tag(glyphs: &[Glyph]) -> Option<&[Glyph]> {
    glyphs.last().filter(|glyph| glyph.ch == ']')?;
    let open = glyphs.iter().rposition(|glyph| glyph.ch == '[')?;
    glyphs.get(..open)
}

fn trimmed(glyphs: &[Glyph]) -> &[Glyph] {
    let start = glyphs.iter().take_while(|glyph| glyph.ch == ' ').count();
    let end = glyphs.iter().rev().take_while(|glyph| glyph.ch == ' ').count();
    glyphs.get(start..glyphs.len().saturating_sub(end)).unwrap_or_default()
}
