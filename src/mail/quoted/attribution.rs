/*!
The line above a quote that says who wrote it and when, in any language: it ends in a colon or a wrote-word, holds a date,
and holds a wrote-word or an address in brackets. Mail programs wrap it over up to three lines.
*/

use super::Line;
use super::date::has_date;
use super::signs::Signs;
use unicode_width::UnicodeWidthStr;

/// An attribution, from its first line to the line it was asked for.
pub(super) struct Attribution {
    pub(super) first: usize,
    /// Whether it names an address.
    pub(super) names_address: bool,
}

/// Longest attribution, lines.
const LINES_MAX: usize = 3;

/// No mail program breaks lines that are narrower than this, in columns.
const WRAP_MIN: usize = 56;

/// A name so long that it was broken off fills at least this much of its line; a move does not.
const NAME_MIN: usize = 40;

/// The shortest attribution that ends at a line.
pub(super) fn ending_at(lines: &[Line], taken: &[bool], at: usize, signs: &Signs) -> Option<Attribution> {
    let last = lines.get(at)?;
    if !ends_like_one(last, signs) {
        return None;
    }
    let mut text = String::new();
    for back in 0..LINES_MAX {
        let first = at.checked_sub(back)?;
        let line = lines.get(first)?;
        if line.quoted || line.blank || line.long || taken.get(first).copied().unwrap_or(true) {
            return None;
        }
        text = if text.is_empty() { line.folded.clone() } else { format!("{} {text}", line.folded) };
        let (bracketed, without) = without_addresses(&text);
        let wrote = signs.wrote_words.iter().any(|word| contains_word(&without, word));
        if (wrote || bracketed) && has_date(&without, &signs.months) {
            let first = name_above(lines, taken, first, &text, signs);
            return Some(Attribution { first, names_address: bracketed || text.contains('@') });
        }
    }
    None
}

/// Where the name stands before the date, its beginning may have been wrapped off: lines straight above that were so
/// full that the next word had no room, and end no sentence.
fn name_above(lines: &[Line], taken: &[bool], first: usize, text: &str, signs: &Signs) -> usize {
    let (_, before) = without_addresses(text.split_once('@').map_or("", |(before, _)| before));
    if !text.contains('@') || has_date(&before, &signs.months) {
        return first;
    }
    let mut first = first;
    for _ in 1..LINES_MAX {
        let Some(above) = first.checked_sub(1) else { return first };
        let (Some(line), Some(below)) = (lines.get(above), lines.get(first)) else { return first };
        let word = below.folded.split(' ').next().unwrap_or_default();
        let width = line.folded.width();
        let full = width >= NAME_MIN && width + 1 + word.width() > WRAP_MIN;
        let ends = line.folded.ends_with(['.', '!', '?', '。', ':']);
        if !full || ends || line.quoted || line.blank || line.long || taken.get(above) != Some(&false) {
            return first;
        }
        first = above;
    }
    first
}

fn ends_like_one(line: &Line, signs: &Signs) -> bool {
    let folded = line.folded.trim_end_matches(['*', '_', ' ']);
    !line.quoted
        && !line.long
        && (folded.ends_with(':')
            || signs.wrote_words.iter().any(|word| folded.ends_with(word.as_str()) && contains_word(folded, word)))
}

/// Whether there is an address in brackets, and the text without the words that are addresses: their figures are no date.
fn without_addresses(text: &str) -> (bool, String) {
    let mut bracketed = false;
    let mut open = false;
    for c in text.chars() {
        match c {
            '<' | '(' | '[' => open = true,
            '>' | ')' | ']' => open = false,
            '@' => bracketed |= open,
            _ => {}
        }
    }
    let words: Vec<&str> = text.split(' ').filter(|word| !word.contains('@')).collect();
    (bracketed, words.join(" "))
}

/// Whether `word` stands in `text`, not as part of a longer word where the script divides words by blanks.
pub(super) fn contains_word(text: &str, word: &str) -> bool {
    let divides = |c: char| c.is_alphanumeric() && !is_undivided(c);
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(word)) {
        let (start, end) = (from + found, from + found + word.len());
        let before = text.get(..start).and_then(|part| part.chars().next_back());
        let behind = text.get(end..).and_then(|part| part.chars().next());
        let starts_free = !word.chars().next().is_some_and(divides) || !before.is_some_and(divides);
        let ends_free = !word.chars().next_back().is_some_and(divides) || !behind.is_some_and(divides);
        if starts_free && ends_free {
            return true;
        }
        from = start + word.chars().next().map_or(1, char::len_utf8);
    }
    false
}

/// Scripts whose words run together or carry endings: Chinese, Japanese, Korean, Thai.
pub(super) fn is_undivided(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0E7F}' | '\u{1100}'..='\u{11FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}')
}
