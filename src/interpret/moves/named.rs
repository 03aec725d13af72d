/*!
Men by their names: `knight to f3`, `ナイトをf3へ`, `f3ナイト`. Names become figurines and the words between them go; what
is left has the shapes of any other move, and knows no language.
*/

use crate::interpret::fold::{Glyph, figurine, figurine_key};
use crate::interpret::phrase::Phrase;
use crate::interpret::words::Words;

/// The sign of a drop.
pub(super) const DROP: char = '@';

/// The text with names for figurines, and no words between; `None` if it names no man or holds other words.
pub(super) fn plainly(words: &Words, glyphs: &[Glyph]) -> Option<Vec<char>> {
    let mut text: Vec<char> = Vec::new();
    let mut named = false;
    let mut at = 0;
    while let Some(rest) = glyphs.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some((key, taken)) = crate::interpret::phrase::longest_front(&words.names, rest) {
            text.push(figurine(key)?);
            named = true;
            at += taken;
        } else if let Some(taken) = first(&words.promotes, rest).filter(|_| named || !text.is_empty()) {
            text.push('=');
            at += taken;
        } else if let Some(taken) = first(&words.drops, rest) {
            text.push(DROP);
            at += taken;
        } else if let Some(taken) = first(&words.takes, rest) {
            text.push('x');
            at += taken;
        } else if let Some(taken) = first(&words.fillers, rest) {
            at += taken;
        } else {
            text.extend(rest.first().map(|glyph| glyph.ch));
            at += 1;
        }
    }
    named.then(|| compact(&text))
}

fn first(phrases: &[Phrase], glyphs: &[Glyph]) -> Option<usize> {
    phrases.iter().find_map(|phrase| phrase.begins(glyphs))
}

/// Without blanks, and with a man that stands behind its square in front of it.
fn compact(text: &[char]) -> Vec<char> {
    text.iter().copied().filter(|ch| *ch != ' ').collect()
}

/// Ways to read a compact text: as it stands, and with the man behind the square moved to the front (`f3ナイト`). A word
/// for dropping may stand anywhere.
pub(super) fn ways(text: &[char]) -> Vec<Vec<char>> {
    let mut ways = vec![text.to_vec()];
    let drops = text.iter().filter(|ch| **ch == DROP).count();
    let (men, rest): (Vec<char>, Vec<char>) =
        text.iter().filter(|ch| **ch != DROP).partition(|ch| figurine_key(**ch).is_some());
    if let ([man], 1) = (men.as_slice(), drops) {
        return vec![[*man, DROP].into_iter().chain(rest).collect()];
    }
    if let [square @ .., man] = text
        && figurine_key(*man).is_some()
        && square.len() <= 5
        && !square.iter().any(|ch| figurine_key(*ch).is_some() || *ch == '=')
    {
        ways.push(std::iter::once(*man).chain(square.iter().copied()).collect());
    }
    ways
}
