/*!
One line cut into segments (`docs/reading.md`): at signs that end a thought, at a dash or slash between blanks, at
emoji; never behind a move number, nor inside an address, a figure, or a mark such as `e.p.`
*/

use super::fold::{Glyph, Line, ORNAMENT, unspaced};
use super::phrase::Phrase;

/// A stretch between two cuts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'g> {
    /// Its text.
    pub glyphs: &'g [Glyph],
    /// Text and the signs that end it.
    pub whole: &'g [Glyph],
    /// Ended by a question mark that no exclamation mark takes back.
    pub asks: bool,
    /// The sentence goes on behind it.
    pub goes_on: bool,
    /// It stands before a colon.
    pub labels: bool,
}

impl Segment<'_> {
    /// True if it can be a greeting, `Hello Ben,`: it stands first, is short, and a comma follows.
    pub fn is_greeting(&self, place: usize) -> bool {
        place == 0 && self.goes_on && !self.labels && self.glyphs.len() <= GREETING_MAX
    }
}

/// Nobody is greeted with more characters than this.
const GREETING_MAX: usize = 24;

/// Cuts a line; `marks` are words such as `e.p.` whose full stops cut nothing.
pub(super) fn cut<'g>(line: &Line, glyphs: &'g [Glyph], marks: &[Phrase]) -> Vec<Segment<'g>> {
    let whole = whole_tokens(glyphs, marks);
    let mut segments = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < glyphs.len() {
        if whole.get(at) == Some(&true) || !cuts(line, glyphs, at) {
            at += 1;
            continue;
        }
        let asked = question_in_front(glyphs.get(start..).unwrap_or_default());
        if start + asked > at {
            at = start + asked;
            continue;
        }
        let signs = glyphs.get(at..).unwrap_or_default().iter().take_while(|glyph| sign(glyph.ch)).count().max(1);
        push(&mut segments, glyphs, start, at, at + signs);
        at += signs;
        start = at;
    }
    push(&mut segments, glyphs, start, glyphs.len(), glyphs.len());
    segments
}

/// How many signs and blanks a question mark in front of words takes up: `? e2` asks as a whole, and what stands behind
/// the mark is no thought of its own.
pub(super) fn question_in_front(glyphs: &[Glyph]) -> usize {
    let signs = glyphs.iter().take_while(|glyph| glyph.ch == ' ' || sign(glyph.ch)).count();
    let (front, behind) = glyphs.split_at(signs);
    let asks = front.iter().find(|glyph| glyph.ch != ' ').is_some_and(|glyph| glyph.ch == '?');
    if asks && !behind.is_empty() { signs } else { 0 }
}

fn push<'g>(segments: &mut Vec<Segment<'g>>, glyphs: &'g [Glyph], start: usize, end: usize, behind: usize) {
    let (Some(text), Some(whole)) = (glyphs.get(start..end), glyphs.get(start..behind)) else { return };
    if text.iter().all(|glyph| glyph.ch == ' ') && segments.last().is_some() {
        return;
    }
    let signs = glyphs.get(end..behind).unwrap_or_default();
    let has = |wanted: char| signs.iter().any(|glyph| glyph.ch == wanted);
    let goes_on = !signs.iter().any(|glyph| matches!(glyph.ch, '.' | '!' | '?' | '。' | ORNAMENT));
    let asks = has('?') && !has('!');
    segments.push(Segment { glyphs: text, whole, asks, goes_on, labels: has(':') });
}

/// True if a cut falls on the glyph at `at`.
fn cuts(line: &Line, glyphs: &[Glyph], at: usize) -> bool {
    let ch = |place: Option<usize>| place.and_then(|place| glyphs.get(place)).map(|glyph| glyph.ch);
    let (before, here, after) = (ch(at.checked_sub(1)), ch(Some(at)), ch(Some(at + 1)));
    let digits = before.is_some_and(|ch| ch.is_ascii_digit()) && after.is_some_and(|ch| ch.is_ascii_digit());
    let blank = |ch: Option<char>| ch.is_none_or(|ch| ch == ' ');
    match here {
        Some('.') => !digits && !behind_number(glyphs, at) && !behind_date(glyphs, at),
        Some(':') => !digits && !capture(glyphs, at),
        Some(',') => !digits,
        Some('!' | ';' | '、' | '。' | '؛' | '،' | ORNAMENT) => true,
        Some('?') => {
            let wide = glyphs.get(at).is_some_and(|glyph| line.source.get(glyph.from..glyph.to) == Some("？"));
            wide || after.is_none_or(|ch| !ch.is_alphanumeric() || unspaced(ch))
        }
        Some('-' | '/' | '|' | '~') => {
            let dashes = |ch: Option<char>| ch.is_some_and(|ch| ch == '-');
            (blank(before) || dashes(before)) && (blank(after) || dashes(after)) && at > 0
        }
        _ => false,
    }
}

/// Signs that stand together end one segment, not several.
fn sign(ch: char) -> bool {
    matches!(ch, '.' | '!' | '?' | ';' | ',' | ':' | '、' | '。' | '؛' | '،' | ORNAMENT)
}

/// The full stops of `12.`, `12...` and `12. ...`, unless the line ends there.
fn behind_number(glyphs: &[Glyph], at: usize) -> bool {
    let front = glyphs.get(..at).unwrap_or_default();
    let signs = front.iter().rev().take_while(|glyph| matches!(glyph.ch, '.' | ' ')).count();
    let front = front.get(..front.len() - signs).unwrap_or_default();
    let digits = front.iter().rev().take_while(|glyph| glyph.ch.is_ascii_digit()).count();
    let word = front.len().checked_sub(digits + 1).and_then(|place| front.get(place));
    let number = (1..=3).contains(&digits)
        && word.is_none_or(|glyph| matches!(glyph.ch, ' ' | '(' | '[' | '"' | '*' | '-' | '、' | '。') || unspaced(glyph.ch))
        // `on the 12 . ` is no number.
        && glyphs.get(front.len()).is_some_and(|glyph| glyph.ch == '.');
    number && glyphs.get(at..).unwrap_or_default().iter().any(|glyph| !matches!(glyph.ch, '.' | ' '))
}

/// The full stop of `24.12.`, unless the line ends there.
fn behind_date(glyphs: &[Glyph], at: usize) -> bool {
    let front: String =
        glyphs.iter().take(at).rev().map(|glyph| glyph.ch).take_while(|ch| *ch != ' ').take(6).collect();
    let date = front.split_once('.').is_some_and(|(month, day)| {
        [month, day].iter().all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    });
    date && glyphs.iter().skip(at).any(|glyph| !matches!(glyph.ch, '.' | ' '))
}

/// The colon of `B:f7` and `e:d5`: a man, a file or a square before it, a file straight behind.
fn capture(glyphs: &[Glyph], at: usize) -> bool {
    let front = glyphs.get(..at).unwrap_or_default();
    let token: Vec<char> =
        front.iter().rev().take_while(|glyph| glyph.ch.is_alphanumeric()).take(5).map(|glyph| glyph.ch).collect();
    let behind: Vec<char> = glyphs.iter().skip(at + 1).take(3).map(|glyph| glyph.ch).collect();
    let square = match behind.as_slice() {
        [file, rank, ..] if rank.is_ascii_digit() => file.is_alphabetic(),
        [file] | [file, ' ' | '.' | ',' | '!' | '+', ..] => token.len() == 1 && file.is_alphabetic(),
        _ => false,
    };
    square && (1..=3).contains(&token.len())
}

/// Which glyphs lie in a token that no sign cuts: an address, a link, a mark of the language files.
fn whole_tokens(glyphs: &[Glyph], marks: &[Phrase]) -> Vec<bool> {
    let mut whole = vec![false; glyphs.len()];
    let mut at = 0;
    for token in glyphs.split(|glyph| glyph.ch == ' ') {
        let text: String = token.iter().map(|glyph| glyph.ch).collect();
        let address = text.contains('@') || text.contains("://") || text.starts_with("www.");
        let body = text.trim_end_matches(['.', ',', ';', ':', '!', '?', '、', '。', ORNAMENT]).chars().count();
        if address {
            whole.iter_mut().skip(at).take(body).for_each(|glyph| *glyph = true);
        }
        at += token.len() + 1;
    }
    // Only a full stop can make a mark be cut, so only there one is looked for.
    for stop in glyphs.iter().enumerate().filter(|(_, glyph)| glyph.ch == '.').map(|(stop, _)| stop) {
        for start in stop.saturating_sub(4)..stop {
            let taken = glyphs.get(start..).and_then(|rest| marks.iter().find_map(|mark| mark.along(rest)));
            if let Some(taken) = taken.filter(|taken| start + taken > stop) {
                whole.iter_mut().skip(start).take(taken).for_each(|glyph| *glyph = true);
            }
        }
    }
    whole
}

/// Brings together what blanks round a dash would cut: `e2 - e4`, `N - f3`, `P - K4`.
pub(super) fn join_moves(glyphs: &[Glyph]) -> Vec<Glyph> {
    let mut joined: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    while let Some(glyph) = glyphs.get(at) {
        let dash = dash_between(glyphs, at).filter(|_| ends_in_move_part(&joined));
        match dash {
            Some((sign, behind)) if starts_with_goal(glyphs.get(behind..).unwrap_or_default()) => {
                joined.push(sign);
                at = behind;
            }
            _ => {
                joined.push(*glyph);
                at += 1;
            }
        }
    }
    joined
}

/// If blanks, a dash or `->`, and blanks begin at `at`: the dash, and where the next word begins.
fn dash_between(glyphs: &[Glyph], at: usize) -> Option<(Glyph, usize)> {
    let rest = glyphs.get(at..)?;
    let blanks = rest.iter().take_while(|glyph| glyph.ch == ' ').count();
    let sign = rest.get(blanks).filter(|glyph| glyph.ch == '-')?;
    let arrow = usize::from(rest.get(blanks + 1).is_some_and(|glyph| glyph.ch == '>'));
    let behind = blanks + 1 + arrow;
    let more = rest.iter().skip(behind).take_while(|glyph| glyph.ch == ' ').count();
    (blanks + arrow + more > 0).then_some((*sign, at + behind + more))
}

/// The last word is a man's letter or a square, perhaps with the letter before it.
fn ends_in_move_part(glyphs: &[Glyph]) -> bool {
    let word: Vec<char> =
        glyphs.iter().rev().take_while(|glyph| glyph.ch != ' ').take(6).map(|glyph| glyph.ch).collect();
    match word.as_slice() {
        [letter] | [letter, '.', ..] => letter.is_uppercase(),
        [rank, file, ..] if rank.is_ascii_digit() && file.is_alphabetic() => word.len() <= 4 || word.contains(&'.'),
        _ => false,
    }
}

/// A square, or a file of descriptive notation with its rank: `f3`, `KB3`.
fn starts_with_goal(glyphs: &[Glyph]) -> bool {
    let word: Vec<char> =
        glyphs.iter().take_while(|glyph| glyph.ch.is_alphanumeric()).take(6).map(|glyph| glyph.ch).collect();
    let letters = word.iter().take_while(|ch| ch.is_alphabetic()).count();
    let digits = word.iter().skip(letters).take_while(|ch| ch.is_ascii_digit()).count();
    let small = word.first().is_some_and(|ch| ch.is_lowercase());
    let descriptive = word.iter().take(letters).all(|ch| matches!(ch, 'K' | 'Q' | 'R' | 'N' | 'B'));
    (letters == 1 && (small || descriptive) || (2..=3).contains(&letters) && descriptive)
        && (1..=2).contains(&digits)
        && word.len() <= letters + digits + 1
}
