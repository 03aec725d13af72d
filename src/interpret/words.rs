/*!
The words of every language, loaded once: what stands in front of moves and behind them, names of men, letters, and the
signs that show where a reply's own text ends. The files are `templates/reading/<lang>.toml` and the section `[reading]`
of the `words.toml` of each language we write; `templates/en/words.toml` explains the keys.
*/

use std::collections::{BTreeMap, HashMap};

use toml::{Table, Value};

use super::assent::Assents;
use super::commands::Commands;
use super::doubts::Doubts;
use super::fold::{Line, plain_text};
use super::meant::Meant;
use super::moves::bare;
use super::moves::shogi::ShogiWords;
use super::phrase::{Phrase, forms};
use super::request::Reply;
use super::segments::{self, Segment};
use super::tables::Source;
use super::tongues::Tongues;
use crate::language::Languages;
use crate::mail::quoted::{SignWords, Signs};
use crate::rules::Wing;

/// The capture sign that others are written for.
const CAPTURES: char = 'x';

/// The letters of one language.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    /// Letter by key of the man: (`knight`, `N`).
    pub men: Vec<(String, String)>,
    /// Letters that look like files and are written for them: `а` for `a`.
    pub files: Vec<(char, char)>,
    /// Letters written for the capture sign.
    pub captures: Vec<char>,
    /// Latin letters that are written for letters of this script: `К` as `K`.
    pub look_alikes: Vec<(char, char)>,
}

/// Words of all languages at once, but for the letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    pub letters: BTreeMap<String, Letters>,
    pub openings: Vec<Phrase>,
    pub closings: Vec<Phrase>,
    pub polite: Vec<Phrase>,
    pub marks: Vec<Phrase>,
    pub connectives: Vec<Phrase>,
    pub hedges: Vec<Phrase>,
    /// What takes back, corrects or disowns what stands beside it.
    pub doubts: Doubts,
    /// What agrees without saying to what.
    pub assents: Assents,
    /// What leaves open whether a move beside it is meant, and what does not.
    pub meant: Meant,
    /// `if`, and what may follow it: `then`.
    pub conditions: Vec<(Phrase, Vec<Phrase>)>,
    /// What may stand for the move behind `if`; in place of `if` and all; and what asks to be asked.
    pub other_move: Vec<Phrase>,
    pub otherwise: Vec<Phrase>,
    pub ask: Vec<Phrase>,
    /// Words besides `if` that may stand before a move of the opponent's in a plan, and those that may stand behind it.
    pub premises: Vec<Phrase>,
    pub premise_ends: Vec<Phrase>,
    /// Names of men and what they name.
    pub names: Vec<(Phrase, String)>,
    pub fillers: Vec<Phrase>,
    pub takes: Vec<Phrase>,
    pub promotes: Vec<Phrase>,
    pub drops: Vec<Phrase>,
    pub castling: Vec<(Phrase, Option<Wing>)>,
    /// What moves of shogi are made of.
    pub shogi: ShogiWords,
    pub reply_prefixes: Vec<Phrase>,
    /// Whole lines that answer a question of ours.
    replies: HashMap<String, Reply>,
    /// Letters of other alphabets, and the Latin ones they look like.
    pub looks_latin: HashMap<char, char>,
    pub signs: Signs,
    /// In which language a letter is written.
    pub tongues: Tongues,
    pub commands: Commands,
}

impl Words {
    /// Loads all languages.
    pub fn load(languages: &Languages) -> Result<Words, String> {
        let mut words = Words::default();
        let mut signs = SignWords::default();
        for language in languages.written() {
            let place = format!("{}/words.toml [reading]", language.code);
            let table = section(&language.words, "reading")
                .ok_or_else(|| format!("{}/words.toml lacks the section [reading]", language.code))?;
            words.add(&language.code, Source { place: &place, table }, &mut signs)?;
            words.add_men(language.words.get("men"));
            words.commands.add(&language.code, &language.words)?;
        }
        for (code, table) in languages.reading() {
            words.add(code, Source { place: &format!("reading/{code}.toml"), table }, &mut signs)?;
        }
        words.commands.check(languages)?;
        words.order();
        words.signs = Signs::new(&signs);
        Ok(words)
    }

    /// True if a segment before a move says nothing of it.
    pub fn says_nothing(&self, segment: Segment<'_>) -> bool {
        self.meant.says_nothing(segment.glyphs, &self.openings, segment.labels, &self.doubts)
    }

    /// True if a text is nothing but words that open a move.
    pub fn opens_moves(&self, text: &str) -> bool {
        let line = Line::new(text);
        self.openings.iter().any(|phrase| phrase.is(bare(&line.glyphs)))
    }

    /// True if all of a text says nothing of what may stand beside it.
    pub fn only_greets(&self, text: &str) -> bool {
        let line = Line::new(text);
        segments::cut(&line, &line.glyphs, &self.marks).into_iter().all(|segment| self.says_nothing(segment))
    }

    fn add(&mut self, code: &str, source: Source<'_>, signs: &mut SignWords) -> Result<(), String> {
        if let Some(letters) = letters(source)? {
            self.looks_latin.extend(letters.files.iter().chain(&letters.look_alikes).copied());
            self.looks_latin.extend(letters.captures.iter().map(|sign| (*sign, CAPTURES)));
            self.letters.insert(code.to_owned(), letters);
        }
        self.looks_latin.extend(pairs(source, "looks_latin")?);
        self.tongues.add(code, source)?;
        self.openings.extend(source.phrases("openings")?);
        self.closings.extend(source.phrases("closings")?);
        self.polite.extend(source.phrases("polite")?);
        self.marks.extend(source.phrases("marks")?);
        self.connectives.extend(source.phrases("connectives")?);
        self.hedges.extend(source.phrases("hedges")?);
        self.doubts.add(source)?;
        self.assents.add(source)?;
        self.meant.add(source)?;
        self.fillers.extend(source.phrases("fillers")?);
        self.takes.extend(source.phrases("takes")?);
        self.promotes.extend(source.phrases("promotes")?);
        self.drops.extend(source.phrases("drops")?);
        self.reply_prefixes.extend(source.phrases("reply_prefixes")?);
        for (key, reply) in [("confirm_replies", Reply::Yes), ("stop_replies", Reply::Stop)] {
            self.replies.extend(source.forms(key)?.iter().map(|form| (plain_text(form), reply)));
        }
        let names = named(source, "names", |key| Ok(key.to_owned()))?;
        names.iter().for_each(|(phrase, key)| self.shogi.name(phrase, key));
        self.names.extend(names);
        if let Some(table) = section(source.table, "shogi") {
            self.shogi.add(Source { place: source.place, table })?;
        }
        self.castling.extend(named(source, "castling", |key| wing(source, key))?);
        self.other_move.extend(source.phrases("other_move")?);
        self.otherwise.extend(source.phrases("otherwise")?);
        self.ask.extend(source.phrases("ask")?);
        self.premises.extend(source.phrases("premises")?);
        self.premise_ends.extend(source.phrases("premise_ends")?);
        self.add_conditions(source)?;
        signs.add(sign_words(source)?);
        Ok(())
    }

    /// What a line says to a question of ours, if it says nothing else.
    pub fn reply(&self, line: &str) -> Option<Reply> {
        let line = plain_text(line);
        let around = |ch: char| matches!(ch, ' ' | '.' | '!' | '。' | '"' | '\'' | '“' | '”' | '「' | '」');
        self.replies.get(line.trim_matches(around)).copied()
    }

    /// What we call the men in this language, for players who write it back: in games of shogi its own names, elsewhere
    /// all others.
    fn add_men(&mut self, men: Option<&Value>) {
        let Some(men) = men.and_then(Value::as_table) else { return };
        let names = |table: &Table| -> Vec<(Phrase, String)> {
            let one = |(key, man): (&String, &Value)| Some((Phrase::new(man.get("one")?.as_str()?), key.clone()));
            table.iter().filter_map(one).collect()
        };
        self.names.extend(names(men));
        if let Some(shogi) = section(men, "shogi") {
            names(shogi).iter().for_each(|(phrase, key)| self.shogi.name(phrase, key));
        }
    }

    fn add_conditions(&mut self, source: Source<'_>) -> Result<(), String> {
        let Some(value) = source.table.get("conditions") else { return Ok(()) };
        let wrong = || source.wrong("conditions", "a list of pairs of words");
        for pair in value.as_array().ok_or_else(wrong)? {
            let [opens, follows] = pair.as_array().ok_or_else(wrong)?.as_slice() else { return Err(wrong()) };
            let (Some(opens), Some(follows)) = (opens.as_str(), follows.as_str()) else { return Err(wrong()) };
            let (opens, follows) = (Phrase::new(opens), Phrase::new(follows));
            match self.conditions.iter_mut().find(|(known, _)| *known == opens) {
                Some((_, all)) => all.push(follows),
                None => self.conditions.push((opens, vec![follows])),
            }
        }
        Ok(())
    }

    /// Longer phrases are tried first; a phrase several languages share stands once.
    fn order(&mut self) {
        let lists = [
            &mut self.openings,
            &mut self.closings,
            &mut self.polite,
            &mut self.marks,
            &mut self.connectives,
            &mut self.hedges,
            &mut self.other_move,
            &mut self.otherwise,
            &mut self.ask,
            &mut self.premises,
            &mut self.premise_ends,
            &mut self.fillers,
            &mut self.takes,
            &mut self.promotes,
            &mut self.drops,
            &mut self.reply_prefixes,
        ];
        for list in lists.into_iter().chain(self.doubts.lists()).chain(self.assents.lists()) {
            list.sort();
            list.dedup();
            list.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        }
        self.names.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        self.shogi.order();
        self.castling.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        self.conditions.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        for (_, follows) in &mut self.conditions {
            follows.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        }
    }
}

/// A table of that name inside `table`.
pub(super) fn section<'t>(table: &'t Table, key: &str) -> Option<&'t Table> {
    table.get(key).and_then(Value::as_table)
}

/// The letters of a language's pieces; none for a language of which only the mail programs are known.
fn letters(source: Source<'_>) -> Result<Option<Letters>, String> {
    if !source.table.contains_key("letters") {
        return Ok(None);
    }
    let mut men = Vec::new();
    for (key, value) in source.entries("letters")? {
        for letter in source.list("letters", value)? {
            men.push((key.to_owned(), letter.to_owned()));
        }
    }
    if men.is_empty() {
        return Err(format!("{}: \"letters\" names no piece", source.place));
    }
    let captures = source.strings("captures")?.iter().filter_map(|text| single(text)).collect();
    Ok(Some(Letters { men, files: pairs(source, "files")?, captures, look_alikes: pairs(source, "look_alikes")? }))
}

fn pairs(source: Source<'_>, key: &str) -> Result<Vec<(char, char)>, String> {
    let pair = |(from, to): (&str, &Value)| {
        let to = to.as_str().and_then(single);
        single(from).zip(to).ok_or_else(|| source.wrong(key, "a table of single letters"))
    };
    source.entries(key)?.into_iter().map(pair).collect()
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn named<T: Clone>(
    source: Source<'_>,
    key: &str,
    what: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<(Phrase, T)>, String> {
    let mut all = Vec::new();
    for (name, value) in source.entries(key)? {
        let meant = what(name)?;
        for text in source.list(key, value)? {
            for form in forms(text).map_err(|error| format!("{}: {key}: {error}", source.place))? {
                all.push((Phrase::new(&form), meant.clone()));
            }
        }
    }
    Ok(all)
}

fn wing(source: Source<'_>, key: &str) -> Result<Option<Wing>, String> {
    match key {
        "either" => Ok(None),
        "king" => Ok(Some(Wing::King)),
        "queen" => Ok(Some(Wing::Queen)),
        _ => Err(source.wrong("castling", "a table of \"either\", \"king\" and \"queen\"")),
    }
}

/// Taken literally but for the closing formulas: Polish programs really write `napisał(a)`.
fn sign_words(source: Source<'_>) -> Result<SignWords, String> {
    let owned = |key: &str| -> Result<Vec<String>, String> {
        Ok(source.strings(key)?.into_iter().map(str::to_owned).collect())
    };
    Ok(SignWords {
        wrote_words: owned("wrote_words")?,
        months: owned("months")?,
        from_labels: owned("from_labels")?,
        date_labels: owned("date_labels")?,
        to_labels: owned("to_labels")?,
        subject_labels: owned("subject_labels")?,
        dividers: owned("dividers")?,
        hard_ends: owned("hard_ends")?,
        closings: source.forms("sign_offs")?,
        tags: owned("tags")?,
        delimiters: owned("delimiters")?,
        auto_subjects: owned("auto_subjects")?,
    })
}
