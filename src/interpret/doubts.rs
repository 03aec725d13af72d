/*!
Words that turn the command beside them into none: what disowns the move behind a label (`Threat: Ng5`), what takes a
command back (`draw? no`), what corrects it (`Actually, I prefer Nc3`). Where they stand, nothing is done or the writer is
asked: a move taken back and played all the same costs the game.
*/

use super::fold::{Glyph, Line};
use super::moves::{Mover, bare};
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
    denials: Vec<Phrase>,
    recalls_alone: Vec<Phrase>,
    recall_leads: Vec<Phrase>,
    recall_tails: Vec<Phrase>,
}

impl Doubts {
    /// Adds the words of one language.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), String> {
        self.disowns.extend(source.phrases("disowns")?);
        self.retracts.extend(source.phrases("retracts")?);
        self.halts.extend(source.phrases("halts")?);
        self.corrections.extend(source.phrases("corrections")?);
        self.recalls.extend(source.phrases("recalls")?);
        self.denials.extend(source.phrases("denials")?);
        self.recalls_alone.extend(source.phrases("recalls_alone")?);
        self.recall_leads.extend(source.phrases("recall_leads")?);
        self.recall_tails.extend(source.phrases("recall_tails")?);
        Ok(())
    }

    /// The lists, to be put in order.
    pub fn lists(&mut self) -> [&mut Vec<Phrase>; 9] {
        [
            &mut self.disowns,
            &mut self.retracts,
            &mut self.halts,
            &mut self.corrections,
            &mut self.recalls,
            &mut self.denials,
            &mut self.recalls_alone,
            &mut self.recall_leads,
            &mut self.recall_tails,
        ]
    }

    /// True if words stand in a stretch that keep a command beside it from being the writer's wish.
    pub fn disown(&self, glyphs: &[Glyph]) -> bool {
        within(&self.disowns, glyphs).is_some()
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

    /// A `no` with a move straight behind it, and nothing else: `いや２六歩`.
    pub fn refuses<'g>(&self, mover: Mover<'_>, line: &Line, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        let glyphs = bare(glyphs);
        self.retracts.iter().chain(&self.halts).find_map(|phrase| {
            let (no, rest) = glyphs.split_at_checked(phrase.begins(glyphs)?)?;
            mover.read(line, rest).map(|_| no)
        })
    }

    /// What makes a move named beside it the one that is meant.
    pub fn corrects<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        within(&self.corrections, glyphs)
    }

    /// True if anything in the stretch denies or doubts.
    pub fn holds_back(&self, glyphs: &[Glyph]) -> bool {
        [&self.disowns, &self.retracts, &self.halts].into_iter().any(|list| within(list, glyphs).is_some())
    }

    /// True if words in the stretch deny or take back, whatever they are about.
    pub fn deny(&self, glyphs: &[Glyph]) -> bool {
        [&self.denials, &self.retracts, &self.halts].into_iter().any(|list| within(list, glyphs).is_some())
    }

    /// What takes back whatever the letter asks for: words that name the move or the letter, unless they are denied (`don't
    /// forget my move`), or a thought that says so and nothing else. `cancel this contract` is about something else.
    pub fn recalls<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        let glyphs = bare(glyphs);
        let named = || {
            self.recalls.iter().find_map(|phrase| {
                let (front, found, behind) = phrase.parted(glyphs)?;
                let denied = self
                    .denials
                    .iter()
                    .any(|denial| denial.ends(bare(front)).is_some() || denial.begins(bare(behind)).is_some());
                (!denied).then_some(found)
            })
        };
        self.thought(glyphs).or_else(named)
    }

    /// The words that take back, where nothing stands beside them but what may lead to them and end them.
    fn thought<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        let longest = |list: &[Phrase], glyphs| list.iter().find_map(|phrase| phrase.begins(glyphs));
        let shorter = |list: &[Phrase], glyphs| list.iter().find_map(|phrase| phrase.ends(glyphs));
        let fronts =
            std::iter::successors(Some(glyphs), |rest| rest.get(longest(&self.recall_leads, rest)?..).map(bare));
        fronts.take(BESIDE_MAX).find_map(|front| {
            let ends =
                std::iter::successors(Some(front), |rest| rest.get(..shorter(&self.recall_tails, rest)?).map(bare));
            ends.take(BESIDE_MAX).find(|core| self.recalls_alone.iter().any(|phrase| phrase.is(core)))
        })
    }
}

/// No thought has more words of courtesy in front or behind.
const BESIDE_MAX: usize = 6;

/// The first words of a list that stand in a stretch.
fn within<'g>(list: &[Phrase], glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
    list.iter().find_map(|phrase| phrase.within(glyphs))
}
