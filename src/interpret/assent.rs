/*!
A yes in plain words: `Yes, let's play!`, `Sure, good luck!`, `はい、お願いします`. It says that the writer agrees, and
to nothing in particular; what it answers is for the game to know.

A letter says yes if its first sentence does and nothing else in it holds back: no question, no figure, no `but` and no
`if`. The same line may not deny anything either.
*/

use super::fold::{Glyph, Line};
use super::moves::{Mover, bare};
use super::phrase::Phrase;
use super::segments::{self, Segment};
use super::tables::Source;

/// The words of all languages; `templates/en/words.toml` explains each list.
#[derive(Clone, Debug, Default)]
pub(super) struct Assents {
    yes: Vec<Phrase>,
    courtesies: Vec<Phrase>,
    greetings: Vec<Phrase>,
    reserves: Vec<Phrase>,
}

/// A greeting has at most this many words, names included.
const GREETING_WORDS_MAX: usize = 4;

/// Nobody agrees in lines longer than this many bytes.
const LINE_MAX: usize = 2000;

/// Sentences that agree are short.
const SENTENCE_MAX: usize = 120;

impl Assents {
    /// Adds the words of one language.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), String> {
        self.yes.extend(source.phrases("yes")?);
        self.courtesies.extend(source.phrases("courtesies")?);
        self.greetings.extend(source.phrases("greetings")?);
        self.reserves.extend(source.phrases("reserves")?);
        Ok(())
    }

    /// The lists, to be put in order.
    pub fn lists(&mut self) -> [&mut Vec<Phrase>; 4] {
        [&mut self.yes, &mut self.courtesies, &mut self.greetings, &mut self.reserves]
    }

    /// Whether a stretch consists of words of agreement and courtesy; `Some(true)` if it agrees.
    fn agrees(&self, glyphs: &[Glyph]) -> Option<bool> {
        if glyphs.len() > SENTENCE_MAX {
            return None;
        }
        let (mut rest, mut agrees) = (glyphs, false);
        loop {
            rest = rest.get(rest.iter().take_while(|glyph| glyph.ch == ' ').count()..)?;
            if rest.is_empty() {
                return Some(agrees);
            }
            let longest =
                |list: &[Phrase]| list.iter().find_map(|phrase| phrase.begins(rest)).filter(|taken| *taken > 0);
            let (yes, courtesy) = (longest(&self.yes), longest(&self.courtesies));
            agrees |= yes >= courtesy && yes.is_some();
            rest = rest.get(yes.max(courtesy)?..)?;
        }
    }

    fn greets(&self, glyphs: &[Glyph]) -> bool {
        let words = glyphs.split(|glyph| glyph.ch == ' ').filter(|word| !word.is_empty()).count();
        words <= GREETING_WORDS_MAX && self.greetings.iter().any(|phrase| phrase.begins(glyphs).is_some())
    }
}

/// True if own lines agree and say nothing that holds back.
pub(super) fn agrees<'l>(mover: Mover<'_>, lines: impl Iterator<Item = &'l str>) -> bool {
    let words = &mover.words.assents;
    let mut agreed = false;
    for line in lines {
        if line.len() > LINE_MAX {
            return false;
        }
        let line = Line::new(line);
        let mut denied = false;
        let before = agreed;
        for segment in segments::cut(&line, &line.glyphs, &mover.words.marks) {
            let glyphs = bare(segment.glyphs);
            if glyphs.is_empty() || !agreed && words.greets(glyphs) {
                continue;
            }
            match words.agrees(glyphs) {
                _ if segment.asks => return false,
                Some(yes) => agreed |= yes,
                None if !agreed || reserved(mover, segment) => return false,
                None => denied |= mover.words.doubts.holds_back(glyphs),
            }
        }
        if denied && !before {
            return false;
        }
    }
    agreed
}

/// True for a figure, and for words that make a condition or an exception, or may name other terms.
fn reserved(mover: Mover<'_>, segment: Segment<'_>) -> bool {
    let (words, glyphs) = (&mover.words, segment.glyphs);
    let holds = |list: &[Phrase]| list.iter().any(|phrase| phrase.within(glyphs).is_some());
    glyphs.iter().any(|glyph| glyph.ch.is_numeric())
        || holds(&words.assents.reserves)
        || words.conditions.iter().any(|(opens, _)| opens.within(glyphs).is_some())
        || words.doubts.recalls(glyphs).is_some()
        || words.doubts.corrects(glyphs).is_some()
}
