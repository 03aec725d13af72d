/*!
In which language a letter is written, as far as that decides whose letters its moves are in: `je joue Rd1` is the king's move.
The words are those of the language files, so a new file brings its language along.
*/

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;

use super::phrase::forms;
use super::tables::Source;
use crate::mail::quoted::Kind;

/// The private subtag of a language whose letters a player has chosen: nothing else is asked then.
const CHOSEN: &str = "-x-letters";

/// No more words of a letter are looked at.
const WORDS_MAX: usize = 400;

/// Lines behind a letter's own text that may be the labels of the mail answered to.
const LABELS_MAX: usize = 6;

/// So many words of a language that are not the player's show that a letter is written in it.
const SURE: usize = 2;

/// The lists of a language file whose words people write in letters.
const SPOKEN: [&str; 9] =
    ["common", "openings", "closings", "polite", "hedges", "sign_offs", "disowns", "corrections", "retracts"];

/// The lists whose words mail programs write around a letter.
const FRAME: [&str; 6] = ["wrote_words", "from_labels", "date_labels", "to_labels", "subject_labels", "tags"];

/// The words of each language.
#[derive(Clone, Debug, Default)]
pub(super) struct Tongues {
    spoken: BTreeMap<String, HashSet<String>>,
    frame: BTreeMap<String, HashSet<String>>,
    scripts: Vec<Script>,
}

/// Letters that show a language by themselves.
#[derive(Clone, Debug)]
struct Script {
    code: String,
    /// In any text.
    own: Vec<RangeInclusive<char>>,
    /// In a text that is a command: those it shares with languages whose commands are not read.
    of_commands: Vec<RangeInclusive<char>>,
}

/// Languages besides the player's whose letters a move may be in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hint {
    /// Their codes.
    pub codes: Vec<String>,
    /// The letter's own words are in that language: its letters go before the player's. Else both are meant, and a move
    /// that fits twice is asked about.
    pub sure: bool,
}

impl Tongues {
    /// Adds the words of one language.
    pub fn add(&mut self, code: &str, source: Source<'_>) -> Result<(), String> {
        let words = |keys: &[&str]| -> Result<HashSet<String>, String> {
            let mut all = HashSet::new();
            for text in keys.iter().map(|key| source.strings(key)).collect::<Result<Vec<_>, _>>()?.concat() {
                // `napisał(a)` and `Sent from my …` are no phrases with choices, and their words count as they stand.
                let forms = forms(text).unwrap_or_else(|_| vec![text.to_owned()]);
                all.extend(forms.iter().flat_map(|form| tokens(form)));
            }
            Ok(all)
        };
        self.spoken.insert(code.to_owned(), words(&SPOKEN)?);
        self.frame.insert(code.to_owned(), words(&FRAME)?);
        let (own, of_commands) = (ranges(source, "script")?, ranges(source, "script_of_commands")?);
        if !own.is_empty() || !of_commands.is_empty() {
            self.scripts.push(Script { code: code.to_owned(), own, of_commands });
        }
        Ok(())
    }

    /// The language a text is written in: by letters that no other has, or else by the words of its `prose`, which is what is no
    /// command, if two of them or more are of one language and fewer of any other.
    pub fn of_text(&self, text: &str, prose: &str) -> Option<&str> {
        let commands = prose.len() < text.len();
        let holds =
            |ranges: &[RangeInclusive<char>]| text.chars().any(|ch| ranges.iter().any(|range| range.contains(&ch)));
        let shows = |script: &&Script| holds(&script.own) || commands && holds(&script.of_commands);
        if let Some(script) = self.scripts.iter().find(shows) {
            return Some(&script.code);
        }
        let words: BTreeSet<String> = tokens(prose).into_iter().take(WORDS_MAX).collect();
        let count = |known: &HashSet<String>| words.iter().filter(|word| known.contains(*word)).count();
        let counts = self.spoken.iter().map(|(code, known)| (count(known), code.as_str()));
        let best = counts.clone().max_by_key(|(count, _)| *count).filter(|(count, _)| *count >= SURE)?;
        (counts.filter(|(count, _)| *count == best.0).count() == 1).then_some(best.1)
    }

    /// The languages a letter of these lines shows, other than the player's.
    pub fn hint(&self, lines: &[(Kind, &str)], language: &str) -> Hint {
        let own = code(language);
        if language.ends_with(CHOSEN) {
            return Hint::default();
        }
        let text = |kinds: &[Kind]| -> BTreeSet<String> {
            let lines = lines.iter().filter(|(kind, _)| kinds.contains(kind));
            lines.flat_map(|(_, line)| tokens(line)).take(WORDS_MAX).collect()
        };
        let (mine, others) = told(&self.spoken, &text(&[Kind::Own, Kind::SignOff]), own);
        let best = others.iter().map(|(_, count)| *count).max().unwrap_or(0);
        if best > mine {
            return Hint { codes: leading(others, best), sure: best >= SURE };
        }
        if mine > 0 {
            return Hint::default();
        }
        let mut frame = text(&[Kind::Attribution, Kind::Tag]);
        let behind = lines.iter().filter(|(kind, _)| *kind == Kind::Behind).take(LABELS_MAX);
        frame.extend(behind.filter_map(|(_, line)| line.split_once(':')).flat_map(|(label, _)| tokens(label)));
        let (mine, others) = told(&self.frame, &frame, own);
        let best = others.iter().map(|(_, count)| *count).max().unwrap_or(0);
        if best > mine { Hint { codes: leading(others, best), sure: false } } else { Hint::default() }
    }
}

/// Ranges of letters, each written as its first and its last: `ぁヿ`.
fn ranges(source: Source<'_>, key: &str) -> Result<Vec<RangeInclusive<char>>, String> {
    let range = |text: &&str| match text.chars().collect::<Vec<_>>().as_slice() {
        [first, last] if first <= last => Ok(*first..=*last),
        _ => Err(source.wrong(key, "a list of ranges, each of two letters")),
    };
    source.strings(key)?.iter().map(range).collect()
}

/// The code of a language's tag.
pub(super) fn code(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or_default()
}

/// How many words are the player's language's and not another's; and of each other language how many are its and not the
/// player's.
fn told<'t>(
    tongues: &'t BTreeMap<String, HashSet<String>>,
    words: &BTreeSet<String>,
    own: &str,
) -> (usize, Vec<(&'t str, usize)>) {
    let empty = HashSet::new();
    let home = tongues.get(own).unwrap_or(&empty);
    let mine = words.iter().filter(|word| home.contains(*word)).count();
    let count =
        |known: &HashSet<String>| words.iter().filter(|word| known.contains(*word) && !home.contains(*word)).count();
    let others = tongues.iter().filter(|(code, _)| *code != own);
    (mine, others.map(|(code, known)| (code.as_str(), count(known))).filter(|(_, count)| *count > 0).collect())
}

fn leading(others: Vec<(&str, usize)>, best: usize) -> Vec<String> {
    others.into_iter().filter(|(_, count)| *count == best).map(|(code, _)| code.to_owned()).collect()
}

/// The words of a text of two letters and more, small. What holds a figure is a move or a number.
fn tokens(text: &str) -> Vec<String> {
    text.split(|ch: char| !ch.is_alphanumeric())
        .filter(|word| word.chars().nth(1).is_some() && !word.contains(char::is_numeric))
        .map(str::to_lowercase)
        .collect()
}
