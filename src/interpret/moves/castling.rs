/*!
Castling: two or three letters O, zeros or their Cyrillic and Greek likes, with dashes, blanks or nothing between.
*/

use crate::interpret::fold::Glyph;
use crate::rules::{MovePattern, PatternKind, Wing};

/// The pattern of castling to that wing, or to either.
pub(super) fn pattern(wing: Option<Wing>) -> MovePattern {
    MovePattern { kind: PatternKind::Castle(wing), ..MovePattern::default() }
}

/// The wing, if `text` is castling and nothing else.
pub(super) fn read(text: &[char]) -> Option<Wing> {
    let (count, taken) = rings(text)?;
    (taken == text.len()).then_some(if count == 2 { Wing::King } else { Wing::Queen })
}

/// Castling inside a line, brought to `O-O` or `O-O-O`, so that no blank or dash in it cuts the line.
pub(in crate::interpret) fn mend(glyphs: &[Glyph]) -> Vec<Glyph> {
    let mut mended = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    while let Some(glyph) = glyphs.get(at) {
        let window: Vec<char> = glyphs.iter().skip(at).take(13).map(|glyph| glyph.ch).collect();
        let found = rings(&window).filter(|(count, taken)| stands_alone(glyphs, at, *taken, *count));
        let Some((count, taken)) = found else {
            mended.push(*glyph);
            at += 1;
            continue;
        };
        let span = glyphs.get(at..at + taken).unwrap_or_default();
        let to = span.last().map_or(glyph.to, |last| last.to);
        for (place, ch) in (if count == 2 { "O-O" } else { "O-O-O" }).chars().enumerate() {
            // The whole span belongs to the first character, so that the words can be found again.
            let from = if place == 0 { glyph.from } else { to };
            mended.push(Glyph { ch, from, to });
        }
        at += taken;
    }
    mended
}

/// How many rings `text` begins with, two or three, and how many characters they take.
fn rings(text: &[char]) -> Option<(usize, usize)> {
    let mut count = 0;
    let mut at = 0;
    let mut sign = None;
    while text.get(at).is_some_and(|ch| ring(*ch)) {
        count += 1;
        at += 1;
        let gap = text.iter().skip(at).take(3).take_while(|ch| matches!(ch, ' ' | '-')).count();
        if !text.get(at + gap).is_some_and(|ch| ring(*ch)) {
            break;
        }
        let dash = text.get(at..at + gap).is_some_and(|gap| gap.contains(&'-'));
        // `O-O O-O` is castling twice over, not a third kind.
        if *sign.get_or_insert(dash) != dash {
            break;
        }
        at += gap;
    }
    matches!(count, 2 | 3).then_some((count, at))
}

fn ring(ch: char) -> bool {
    matches!(ch, 'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο')
}

/// Not a part of a word or a figure: `20:00`, `10.000` and `zoo` are none.
fn stands_alone(glyphs: &[Glyph], at: usize, taken: usize, count: usize) -> bool {
    let back = |steps: usize| at.checked_sub(steps).and_then(|at| glyphs.get(at)).map(|glyph| glyph.ch);
    let after = glyphs.get(at + taken).map(|glyph| glyph.ch);
    let next = glyphs.get(at + taken + 1).map(|glyph| glyph.ch);
    let glued = |ch: Option<char>| ch.is_some_and(|ch| ch.is_alphanumeric() && !crate::interpret::fold::gluing(ch));
    if glued(back(1)) || glued(after) || after.is_some_and(|ch| ".,:/-".contains(ch)) && glued(next) {
        return false;
    }
    let bare_figures = taken == count && glyphs.get(at).is_some_and(|glyph| glyph.ch == '0');
    match back(1) {
        Some('.' | ',' | ':') if bare_figures => !back(2).is_some_and(|ch| ch.is_ascii_digit()),
        Some(',' | ':' | '/') => !glued(back(2)),
        Some('-') => !glued(back(2)),
        _ => true,
    }
}
