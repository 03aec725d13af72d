/*!
Letters of another alphabet that only look Latin: `Nf3` with a Cyrillic `f`, `rеsign` with a Cyrillic `e`. They are never
taken for the Latin ones, but the answer says which character it was.
*/

use unicode_normalization::UnicodeNormalization;

use super::lines::{self, Above};
use super::moves::Mover;
use crate::rules::History;

/// A letter that kept a text from being a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strange {
    /// What would be a command, as written.
    pub text: String,
    /// The first letter in it that only looks like another.
    pub letter: char,
    /// The one it looks like.
    pub looks_like: char,
}

/// Longer lines are sentences.
const LINE_MAX: usize = 120;

/// The strange letter of a line that says nothing, if it would say something with Latin ones.
pub(super) fn find(mover: Mover<'_>, history: Option<&History>, line: &str) -> Option<Strange> {
    let written: Vec<char> = line.nfc().take(LINE_MAX + 1).collect();
    let latin = |ch: &char| mover.words.looks_latin.get(ch).copied().unwrap_or(*ch);
    if written.len() > LINE_MAX || !written.iter().any(|ch| mover.words.looks_latin.contains_key(ch)) {
        return None;
    }
    let plain: String = written.iter().map(latin).collect();
    let reading = lines::read(mover, history, &plain, Above::default());
    // A line in another alphabet may hold Latin words that are commands by themselves; those were read before.
    reading.taken.iter().find_map(|taken| {
        let start = plain.get(..plain.find(&taken.text)?)?.chars().count();
        let text = written.get(start..)?.get(..taken.text.chars().count())?;
        let letter = text.iter().find(|ch| mover.words.looks_latin.contains_key(ch))?;
        Some(Strange { text: text.iter().collect(), letter: *letter, looks_like: latin(letter) })
    })
}
