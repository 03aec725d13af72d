/*!
What looks like a plan and could not be read as one: `if d6 d4`, `when he plays Nc6 I play Bb5`, `Nc6なら Bb5`. It is never
passed on: a plan is its owner's secret, and half of one would give the rest away. So a sentence in which a move stands
behind a word such as `if` stops the letter, and one about Sunday does not.
*/

use super::conditions;
use super::fold::{Glyph, Line, unspaced};
use super::moves::{Mover, bare};
use super::phrase::Phrase;
use super::segments;

/// Longer paragraphs are looked at as far as this many characters.
const TEXT_MAX: usize = 16_384;

/// So many words of a sentence that may begin a plan are weighed: moves behind the first stand behind all before them.
const PREMISES_MAX: usize = 32;

/// The first sentence of a paragraph that looks like a plan, as written. In a letter with a plan that was read
/// (`planned`), so does an `else` that was not.
pub(super) fn find(mover: Mover<'_>, text: &str, planned: bool) -> Option<String> {
    let line = Line::new(text);
    let glyphs = mover.joined(&line, line.glyphs.get(..TEXT_MAX).unwrap_or(&line.glyphs));
    let mut thoughts: Vec<usize> = Vec::new();
    let mut start = 0;
    let segments = segments::cut(&line, &glyphs, &mover.words.marks);
    let last = segments.len().saturating_sub(1);
    for (place, segment) in segments.into_iter().enumerate() {
        let Some(first) = segment.whole.first() else { continue };
        let at = glyphs.partition_point(|glyph| glyph.from < first.from);
        thoughts.push(at - start);
        if segment.goes_on && place < last {
            continue;
        }
        let end = at + segment.whole.len();
        let sentence = Sentence { mover, line: &line, glyphs: glyphs.get(start..end)?, thoughts: &thoughts };
        if sentence.plans(planned) {
            return Some(line.written(sentence.glyphs).trim().trim_end_matches([';', ',', '、', ':']).to_owned());
        }
        (start, thoughts) = (end, Vec::new());
    }
    None
}

/// True if a paragraph names two moves or more.
pub(super) fn names_moves(mover: Mover<'_>, text: &str) -> bool {
    let line = Line::new(text);
    let glyphs = mover.joined(&line, line.glyphs.get(..TEXT_MAX).unwrap_or(&line.glyphs));
    moves_in(mover, &line, &glyphs) > 1
}

/// True if a text names a move or holds a word that may begin a condition.
pub(super) fn speaks_of_moves(mover: Mover<'_>, text: &str) -> bool {
    let line = Line::new(text);
    moves_in(mover, &line, &line.glyphs) > 0 || conditions::begin(mover, text)
}

/// True if the first word of a text is a move, perhaps behind its number.
pub(super) fn begins_with_move(mover: Mover<'_>, text: &str) -> bool {
    let line = Line::new(text);
    let words = line.glyphs.split(|glyph| matches!(glyph.ch, ' ' | ',' | ';' | '、'));
    let numbers = |word: &&[Glyph]| word.iter().all(|glyph| glyph.ch.is_ascii_digit() || glyph.ch == '.');
    words.skip_while(numbers).take(1).any(|word| moves_in(mover, &line, word) > 0)
}

/// How many moves a stretch names.
pub(super) fn moves_in(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> usize {
    if mover.shogi.is_some() {
        let again = |two: &&[Glyph]| matches!(two, [same, man] if same.ch == '同' && is_man(man.ch));
        let parts = glyphs.split(|glyph| matches!(glyph.ch, ' ' | ',' | ';' | '、'));
        return parts.filter(|part| mover.mentions(line, part)).count() + glyphs.windows(2).filter(again).count();
    }
    let inside = |glyph: &Glyph| {
        glyph.ch.is_alphanumeric() && !unspaced(glyph.ch) || matches!(glyph.ch, '+' | '#' | '=' | '@' | '-')
    };
    glyphs.split(|glyph| !inside(glyph)).filter(|run| !run.is_empty() && mover.mentions(line, run)).count()
}

/// A man behind `同`, as in `同銀`.
fn is_man(ch: char) -> bool {
    matches!(ch, '歩' | '香' | '桂' | '銀' | '金' | '角' | '飛' | '玉' | '王' | 'と' | '馬' | '龍' | '竜' | '成')
}

/// One sentence, and where its thoughts begin.
struct Sentence<'a> {
    mover: Mover<'a>,
    line: &'a Line,
    glyphs: &'a [Glyph],
    thoughts: &'a [usize],
}

impl Sentence<'_> {
    fn plans(&self, planned: bool) -> bool {
        let words = self.mover.words;
        let mut weighed = 0;
        for at in 0..self.glyphs.len() {
            let Some(rest) = self.glyphs.get(at..) else { break };
            let before = at.checked_sub(1).and_then(|before| self.glyphs.get(before));
            if before.is_some_and(|glyph| glyph.ch.is_alphanumeric() && !unspaced(glyph.ch)) {
                // `Nc6なら`: only what stands behind a move begins in the middle of a word.
                if !rest.first().is_some_and(|glyph| unspaced(glyph.ch)) {
                    continue;
                }
            }
            let begins = |phrases: &[Phrase]| phrases.iter().find_map(|phrase| phrase.begins(rest));
            let opens = words.conditions.iter().find_map(|(opens, _)| Some((opens, opens.begins(rest)?)));
            let ifs = opens.filter(|(opens, _)| words.hedges.contains(opens)).map(|(_, taken)| taken);
            let premise = begins(&words.premises);
            let ended = begins(&words.premise_ends);
            let starts = self.begins_a_thought(at);
            if planned && starts && begins(&words.otherwise).is_some() {
                return true;
            }
            let Some(taken) = ifs.or(premise).or(ended).or(opens.map(|(_, taken)| taken)) else { continue };
            weighed += 1;
            if weighed > PREMISES_MAX {
                break;
            }
            let behind = || self.moves(at + taken, self.glyphs.len());
            let front = || self.moves(0, at);
            let plans = match (ifs, premise, ended) {
                (Some(_), _, _) => behind() > 0 && (starts || behind() > 1 || front() > 0),
                (None, Some(_), _) => behind() > 0 && (front() > 0 || starts && behind() > 1),
                (None, None, Some(_)) => front() > 0 && behind() > 0,
                (None, None, None) => starts && behind() > 1,
            };
            if plans {
                return true;
            }
        }
        false
    }

    /// True if a thought begins at `at`, perhaps behind an `and`.
    fn begins_a_thought(&self, at: usize) -> bool {
        self.thoughts.iter().filter(|thought| **thought <= at).any(|thought| {
            let between = bare(self.glyphs.get(*thought..at).unwrap_or_default());
            between.is_empty() || self.mover.words.connectives.iter().any(|phrase| phrase.is(between))
        })
    }

    fn moves(&self, from: usize, to: usize) -> usize {
        moves_in(self.mover, self.line, self.glyphs.get(from..to).unwrap_or_default())
    }
}
