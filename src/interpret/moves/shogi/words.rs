/*!
What men, directions and the like are called in moves of shogi: the kanji of `rules::notation`, and kana, romaji and other
languages' words from the section `[reading.shogi]` of the languages' files.
*/

use std::collections::HashMap;

use crate::interpret::fold::Glyph;
use crate::interpret::phrase::Phrase;
use crate::interpret::tables::Source;
use crate::rules::notation::shogi::{MEN, VARIANTS};

/// What a word says in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A man, by the name moves have for it.
    Man(&'static str),
    /// Which way, which of several, or whether it promotes: a sign of Japanese notation.
    Manner(&'static str),
    /// It comes from the hand.
    Drop,
    /// To the square of the move before.
    Same,
    /// The square in front of it is the one it leaves.
    From,
    /// Nothing: it stands between man and square.
    Between,
}

/// Signs by the keys of the files.
const KEYS: [(&str, Sign); 12] = [
    ("right", Sign::Manner("右")),
    ("left", Sign::Manner("左")),
    ("ahead", Sign::Manner("上")),
    ("back", Sign::Manner("引")),
    ("aside", Sign::Manner("寄")),
    ("straight", Sign::Manner("直")),
    ("promotes", Sign::Manner("成")),
    ("stays", Sign::Manner("不成")),
    ("drop", Sign::Drop),
    ("same", Sign::Same),
    ("from", Sign::From),
    ("between", Sign::Between),
];

/// Signs as kanji write them, besides the men.
const KANJI: [(&str, Sign); 14] = [
    ("右", Sign::Manner("右")),
    ("左", Sign::Manner("左")),
    ("上", Sign::Manner("上")),
    ("行", Sign::Manner("上")),
    ("入", Sign::Manner("上")),
    ("引", Sign::Manner("引")),
    ("寄", Sign::Manner("寄")),
    ("直", Sign::Manner("直")),
    ("成", Sign::Manner("成")),
    ("不成", Sign::Manner("不成")),
    ("不", Sign::Manner("不成")),
    ("生", Sign::Manner("不成")),
    ("打", Sign::Drop),
    ("同", Sign::Same),
];

/// Words and what they say by their first letter, longer ones first.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct ShogiWords(HashMap<char, Vec<(Phrase, Sign)>>);

impl Default for ShogiWords {
    /// The kanji alone.
    fn default() -> ShogiWords {
        let men = MEN.iter().map(|man| (man.name, man.key)).chain(VARIANTS.iter().copied());
        let men = men.filter_map(|(name, key)| Some((name, man(key)?)));
        let mut words = ShogiWords(HashMap::new());
        men.chain(KANJI).for_each(|(word, sign)| words.say(Phrase::new(word), sign));
        words
    }
}

fn man(key: &str) -> Option<Sign> {
    MEN.iter().find(|man| man.key == key).map(|man| Sign::Man(man.name))
}

impl ShogiWords {
    /// Adds one language's words; the error names a key that means nothing.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), String> {
        for key in source.table.keys() {
            let sign = KEYS.iter().find(|(known, _)| known == key).map(|(_, sign)| *sign).or_else(|| man(key));
            let sign = sign.ok_or_else(|| source.wrong(key, "a man or a sign of shogi"))?;
            source.phrases(key)?.into_iter().for_each(|phrase| self.say(phrase, sign));
        }
        Ok(())
    }

    fn say(&mut self, phrase: Phrase, sign: Sign) {
        let Some(first) = phrase.first() else { return };
        let words = self.0.entry(first).or_default();
        if !words.contains(&(phrase.clone(), sign)) {
            words.push((phrase, sign));
        }
    }

    /// A name of a man that other games have as well.
    pub fn name(&mut self, phrase: &Phrase, key: &str) {
        if let Some(sign) = man(key) {
            self.say(phrase.clone(), sign);
        }
    }

    /// Longer words are tried first.
    pub fn order(&mut self) {
        self.0.values_mut().for_each(|words| words.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len())));
    }

    /// What the longest word says that `glyphs` begin with, in all its senses, and how many glyphs it takes. A word of
    /// Latin letters ends where no more letters follow.
    pub(super) fn front(&self, glyphs: &[Glyph]) -> Option<(Vec<Sign>, usize)> {
        let whole = |taken: usize| {
            let letter = |at: usize| glyphs.get(at).is_some_and(|glyph| glyph.ch.is_ascii_alphabetic());
            taken > 0 && !(letter(taken - 1) && letter(taken))
        };
        let along = |phrase: &Phrase| phrase.along(glyphs).filter(|taken| whole(*taken));
        let words = self.0.get(&glyphs.first()?.ch.to_lowercase().next()?)?;
        let (longest, taken) = words.iter().find_map(|(phrase, _)| along(phrase).map(|taken| (phrase.len(), taken)))?;
        let alike = words.iter().filter(|(phrase, _)| phrase.len() == longest && along(phrase).is_some());
        Some((alike.map(|(_, sign)| *sign).collect(), taken))
    }
}
