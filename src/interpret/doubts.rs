/*!
Words that turn the command beside them into none: what disowns the move behind a label (`Threat: Ng5`), what takes a
command back (`draw? no`), what corrects it (`Actually, I prefer Nc3`). Where they stand, nothing is done or the writer is
asked: a move taken back and played all the same costs the game.
*/

use super::fold::Glyph;
use super::moves::bare;
use super::phrase::Phrase;
use super::segments::Segment;
use super::tables::Source;

/// The lists of all languages; `templates/en/words.toml` tells of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubts {
    disowns: Vec<Phrase>,
    retracts: Vec<Phrase>,
    halts: Vec<Phrase>,
    corrections: Vec<Phrase>,
    recalls: Vec<Phrase>,
}

impl Doubts {
    /// Adds the words of one language.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), String> {
        self.disowns.extend(source.phrases("disowns")?);
        self.retracts.extend(source.phrases("retracts")?);
        self.halts.extend(source.phrases("halts")?);
        self.corrections.extend(source.phrases("corrections")?);
        self.recalls.extend(source.phrases("recalls")?);
        Ok(())
    }

    /// The lists, to be put in order.
    pub fn lists(&mut self) -> [&mut Vec<Phrase>; 5] {
        [&mut self.disowns, &mut self.retracts, &mut self.halts, &mut self.corrections, &mut self.recalls]
    }

    /// True if what stands behind this label's colon is not the writer's wish: `last time:`, `should I:`.
    pub fn disowned(&self, segment: Segment<'_>) -> bool {
        segment.labels && within(&self.disowns, segment.glyphs).is_some()
    }

    /// What takes back a command straight before it: the whole segment, or where `front` is set the front of it
    /// (`resign, no, I was joking`). Only what makes the reader halt does so if the sentence goes on behind a move that
    /// stands by itself: `Nf6. No, I can hold this` is said to the opponent.
    pub fn retracts<'g>(&self, segment: Segment<'g>, front: bool, alone: bool) -> Option<&'g [Glyph]> {
        let glyphs = bare(segment.glyphs);
        let whole = || glyphs.get(..).filter(|_| self.halts.iter().any(|phrase| phrase.is(glyphs)));
        let ends = !segment.goes_on || segment.whole.len() == segment.glyphs.len();
        let longest = self.retracts.iter().chain(&self.halts).filter_map(|phrase| phrase.begins(glyphs)).max();
        let taken = longest.filter(|taken| front || *taken == glyphs.len() && (ends || !alone));
        taken.and_then(|taken| glyphs.get(..taken)).or_else(whole)
    }

    /// True if the segment is a `no` and the sentence goes on: what is denied shows behind it.
    pub fn denies(&self, segment: Segment<'_>) -> bool {
        segment.goes_on && self.retracts.iter().any(|phrase| phrase.is(bare(segment.glyphs)))
    }

    /// What makes a move named beside it the one that is meant.
    pub fn corrects<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        within(&self.corrections, glyphs)
    }

    /// What takes back whatever the letter asks for.
    pub fn recalls<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        within(&self.recalls, glyphs)
    }
}

/// The first words of a list that stand in a stretch.
fn within<'g>(list: &[Phrase], glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
    list.iter().find_map(|phrase| phrase.within(glyphs))
}
