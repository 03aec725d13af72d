/*!
Command words, as the sections `[commands]` of the languages we write give them: whole phrases, and phrases with one
argument in them. The key of each is what the command is called everywhere; a key this version does not carry out is
still understood, so that the answer can say so.
*/

use std::collections::{BTreeSet, HashMap};

use toml::Table;

use super::challenge::NewWords;
use super::choices::Choices;
use super::dates::{DateWords, looks_like_dates, time_of};
use super::fold::{Glyph, Line, plain, plain_text, unspaced};
use super::phrase::{Phrase, forms};
use super::request::{Ask, Deed};
use super::tables::Source;
use super::words::section;
use crate::club::{Absence, Barrier, Errand, NewGame, RatingRange, Setting, Whom};
use crate::game::{ConfirmCode, GameId};
use crate::language::Languages;
use crate::mail::Address;
use crate::rules::WrittenMove;

/// What a stretch of text says, if it is a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A move.
    Move(WrittenMove),
    /// A claim of a draw by a move.
    ClaimWith(WrittenMove),
    /// Another wish that changes something.
    Deed(Deed),
    /// A wish to be shown something.
    Ask(Ask),
    /// Words of the writer's for themselves.
    Note(String),
}

/// What may stand in a phrase's one open place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hole {
    Address,
    Code,
    Dates,
    Game,
    Move,
    Number,
    Settings,
    Span,
    Square,
    Terms,
    Text,
    Topic,
    Variant,
    Whom,
}

/// A phrase with an argument.
#[derive(Clone, Debug)]
struct Open {
    before: Phrase,
    hole: Hole,
    after: Phrase,
    entry: usize,
}

/// All commands of all languages we write.
#[derive(Clone, Debug, Default)]
pub(super) struct Commands {
    entries: Vec<String>,
    fixed: HashMap<String, usize>,
    open: Vec<Open>,
    new: Vec<NewWords>,
    /// Units of time by word: (`days`, `d`); and the English words by letter, one and many.
    units: HashMap<String, char>,
    unit_names: HashMap<char, (String, String)>,
    choices: Choices,
    dates: DateWords,
    /// What a topic of help is asked for by, and its key.
    topics: HashMap<String, String>,
    /// Words of courtesy, which are no topics.
    polite: BTreeSet<String>,
}

/// What an argument is read with.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'a> {
    pub line: &'a Line,
    /// A square's algebraic name, from the way this game's players name it.
    pub square: &'a dyn Fn(&str) -> Option<String>,
    pub read_move: &'a dyn Fn(&[Glyph]) -> Option<WrittenMove>,
}

/// Commands without which the reader cannot work.
const NEEDED: [&str; 10] = [
    "resign",
    "draw",
    "accept draw",
    "decline draw",
    "claim draw",
    "declare",
    "accept",
    "decline",
    "confirm {code}",
    "claim draw with {move}",
];

/// The command whose words are nobody else's.
const NOTE: &str = "note: {text}";

/// A longer stretch of text is never a command without an argument.
const FIXED_MAX: usize = 80;

impl Commands {
    /// Adds the commands of one language.
    pub fn add(&mut self, code: &str, words: &Table) -> Result<(), String> {
        let place = format!("{code}/words.toml [commands]");
        let table =
            section(words, "commands").ok_or_else(|| format!("{code}/words.toml lacks the section [commands]"))?;
        for (key, value) in table.iter().filter(|(_, value)| !value.is_table()) {
            self.add_entry(Source { place: &place, table }, key, value)?;
        }
        let show = section(table, "show").ok_or_else(|| format!("{place} lacks the section [commands.show]"))?;
        for (key, value) in show {
            self.add_entry(Source { place: &place, table: show }, key, value)?;
        }
        let new = section(table, "new").ok_or_else(|| format!("{place} lacks the section [commands.new]"))?;
        self.new.push(NewWords::load(Source { place: &format!("{place} new"), table: new })?);
        if let Some(units) = section(table, "units") {
            self.add_units(Source { place: &place, table: units })?;
        }
        if let Some(choices) = section(table, "choices") {
            self.choices.add(Source { place: &format!("{place} choices"), table: choices })?;
        }
        for (key, topic) in section(words, "topics").into_iter().flatten() {
            let topic = topic.as_table().ok_or_else(|| format!("{code}/words.toml [topics] {key} is no table"))?;
            let place = format!("{code}/words.toml [topics.{key}]");
            let names = Source { place: &place, table: topic }.strings("words")?;
            self.topics.extend(names.into_iter().map(|name| (plain_text(name), key.clone())));
        }
        let polite = section(words, "reading").and_then(|reading| reading.get("polite")?.as_array());
        self.polite.extend(polite.into_iter().flatten().filter_map(toml::Value::as_str).map(plain_text));
        section(words, "time").into_iter().for_each(|time| self.dates.add(time));
        Ok(())
    }

    fn add_entry(&mut self, source: Source<'_>, key: &str, value: &toml::Value) -> Result<(), String> {
        let entry = self.entries.iter().position(|known| known == key).unwrap_or_else(|| {
            self.entries.push(key.to_owned());
            self.entries.len() - 1
        });
        for text in source.list(key, value)? {
            for form in forms(text).map_err(|error| format!("{}: {key}: {error}", source.place))? {
                let Some((before, rest)) = form.split_once('{') else {
                    let words = plain_text(&form);
                    if words.is_empty() {
                        return Err(format!("{}: {key}: {text:?} may be left out whole", source.place));
                    }
                    self.fixed.insert(words, entry);
                    continue;
                };
                let (name, after) = rest.split_once('}').ok_or_else(|| source.wrong(key, "closed by }"))?;
                let hole = hole(name).ok_or_else(|| format!("{}: {key}: unknown {{{name}}}", source.place))?;
                self.open.push(Open { before: Phrase::new(before), hole, after: Phrase::new(after), entry });
            }
        }
        Ok(())
    }

    fn add_units(&mut self, source: Source<'_>) -> Result<(), String> {
        for (key, value) in source.table {
            let Some(letter) = key.chars().next() else { continue };
            let words = source.list(key, value)?;
            if let [one, many, ..] | [one @ many] = words.as_slice() {
                self.unit_names.entry(letter).or_insert_with(|| ((*one).to_owned(), (*many).to_owned()));
            }
            self.units.extend(words.iter().map(|word| (plain_text(word), letter)));
        }
        Ok(())
    }

    /// Every language has words for every command that another has.
    pub fn check(&mut self, languages: &Languages) -> Result<(), String> {
        let keys = |words: &Table, inner: Option<&str>| -> BTreeSet<String> {
            let table = section(words, "commands");
            let table = inner.map_or(table, |inner| table.and_then(|table| section(table, inner)));
            table.into_iter().flat_map(|table| table.keys().cloned()).collect()
        };
        for inner in [None, Some("show"), Some("new")] {
            let all: BTreeSet<String> = languages.written().flat_map(|language| keys(&language.words, inner)).collect();
            for language in languages.written() {
                let own = keys(&language.words, inner);
                if let Some(missing) = all.difference(&own).next() {
                    let inner = inner.map(|inner| format!(".{inner}")).unwrap_or_default();
                    return Err(format!("{}/words.toml [commands{inner}] lacks {missing:?}", language.code));
                }
            }
        }
        if let Some(missing) = NEEDED.iter().find(|key| !self.entries.iter().any(|known| known == **key)) {
            return Err(format!("words.toml [commands] lacks {missing:?}"));
        }
        let spoken = self.new.clone();
        self.new.iter_mut().for_each(|words| words.borrow_from(&spoken));
        self.open.sort_by_key(|open| std::cmp::Reverse(open.before.len() + open.after.len()));
        Ok(())
    }

    /// The command that `glyphs` are as a whole, if they are one without an argument.
    pub fn fixed(&self, glyphs: &[Glyph]) -> Option<Said> {
        if glyphs.len() > FIXED_MAX {
            return None;
        }
        let entry = self.entries.get(*self.fixed.get(&plain(glyphs))?)?;
        Some(self.said(entry, None, entry))
    }

    /// The command that `glyphs` are as a whole, if they are one with an argument.
    pub fn open(&self, glyphs: &[Glyph], arguments: Arguments<'_>) -> Option<Said> {
        if let Some(game) = self.new.iter().find_map(|words| words.read(arguments.line, glyphs)) {
            return Some(Said::Deed(Deed::Errand(Errand::Invite(game))));
        }
        self.open.iter().find_map(|open| {
            let start = open.before.begins(glyphs)?;
            let middle = glyphs.get(start..).filter(|middle| open.before.parts_from(middle))?;
            let end = open.after.ends(middle)?;
            let inner = middle.get(..end)?;
            // Words for others are theirs to the last full stop.
            let argument = if open.hole == Hole::Text { inner } else { trimmed(inner) };
            let entry = self.entries.get(open.entry)?;
            if open.hole == Hole::Move {
                return (arguments.read_move)(argument).map(Said::ClaimWith);
            }
            if open.hole == Hole::Terms {
                return self.of_terms(entry, self.terms(arguments.line, argument)?);
            }
            let text = self.argument(open.hole, argument, arguments)?;
            let filled = entry
                .split_once('{')
                .and_then(|(before, rest)| rest.split_once('}').map(|(_, after)| format!("{before}{text}{after}")))?;
            Some(self.said(entry, Some(&text), &filled))
        })
    }

    /// What stands behind `note:` at the front of `glyphs`, as written; empty where nothing does yet.
    pub fn note(&self, line: &Line, glyphs: &[Glyph]) -> Option<String> {
        let notes = self.open.iter().filter(|open| self.entries.get(open.entry).is_some_and(|entry| entry == NOTE));
        notes.filter_map(|open| glyphs.get(open.before.begins(glyphs)?..)).next().map(|behind| {
            let behind: Vec<Glyph> = behind.iter().copied().skip_while(|glyph| glyph.ch == ' ').collect();
            line.written(&behind).trim().to_owned()
        })
    }

    /// The argument in its plain form, if it is one.
    fn argument(&self, hole: Hole, glyphs: &[Glyph], arguments: Arguments<'_>) -> Option<String> {
        let text: String = glyphs.iter().map(|glyph| glyph.ch).collect();
        let written = arguments.line.written(glyphs).trim();
        match hole {
            Hole::Address => whom(written, "").filter(|address| address.contains('@')),
            Hole::Code => ConfirmCode::parse(&text).map(|code| code.as_str().to_owned()),
            Hole::Game => GameId::parse(&text).map(|id| id.as_str().to_owned()),
            Hole::Number => text.parse::<u32>().ok().filter(|number| *number < 10_000).map(|n| n.to_string()),
            Hole::Square => (arguments.square)(&text),
            Hole::Span => self.span(&text),
            Hole::Dates => (looks_like_dates(&text) || self.dates.read(&text).is_some()).then(|| written.to_owned()),
            Hole::Text => Some(to_its_stop(arguments.line, glyphs).to_owned()).filter(|text| !text.is_empty()),
            Hole::Settings => settings(&text).then(|| self.choices.shared(&text.to_lowercase())).flatten(),
            Hole::Topic => self.topic(&text),
            Hole::Variant => self.variant(&text),
            Hole::Whom => whom(written, &text),
            Hole::Terms | Hole::Move => None,
        }
    }

    /// `2 days` in English words.
    fn span(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at_checked(digits)?;
        let number: u32 = number.parse().ok()?;
        let letter = self.units.get(&plain_text(unit))?;
        let (one, many) = self.unit_names.get(letter)?;
        Some(format!("{number} {}", if number == 1 { one } else { many }))
    }

    /// A topic of help: one by its name, a game, the first word of a command, or any one word of a script with blanks, which is
    /// answered with those there are.
    fn topic(&self, text: &str) -> Option<String> {
        let text = plain_text(text);
        let command = || self.entries.get(*self.fixed.get(&text)?).cloned();
        let known = self.topics.get(&text).cloned().or_else(|| self.variant(&text)).or_else(command);
        let letter = |ch: char| ch.is_alphanumeric() && !unspaced(ch);
        let word = !self.polite.contains(&text) && text.chars().all(letter);
        known.or_else(|| word.then_some(text))
    }

    fn variant(&self, text: &str) -> Option<String> {
        self.new.iter().find_map(|words| words.variant(text))
    }

    fn terms(&self, line: &Line, glyphs: &[Glyph]) -> Option<NewGame> {
        self.new.iter().find_map(|words| words.terms(line, glyphs))
    }

    /// A command whose argument is the terms of a game.
    fn of_terms(&self, key: &str, terms: NewGame) -> Option<Said> {
        match key {
            "counter {terms}" if terms.range != RatingRange::default() => None, // Whom it is for is settled.
            "counter {terms}" => Some(Said::Deed(Deed::Counter(terms))),
            "seek {terms}" => Some(Said::Deed(Deed::Errand(Errand::Seek(terms)))),
            _ => None,
        }
    }

    /// What the command of that key is, with its argument; `filled` is the key with the argument in its place.
    fn said(&self, entry: &str, argument: Option<&str>, filled: &str) -> Said {
        let deed = match (entry, argument) {
            ("resign", _) => Deed::Resign,
            ("draw", _) => Deed::OfferDraw,
            ("accept draw", _) => Deed::AcceptDraw,
            ("decline draw", _) => Deed::DeclineDraw,
            ("claim draw", _) => Deed::ClaimDraw,
            ("accept", _) => Deed::Accept,
            ("decline", _) => Deed::Decline,
            ("withdraw", _) => Deed::Withdraw,
            ("declare", _) => Deed::Declare,
            ("takeback", _) => Deed::AskTakeback,
            ("accept takeback", _) => Deed::AcceptTakeback,
            ("decline takeback", _) => Deed::DeclineTakeback,
            ("undo", _) => Deed::Undo,
            ("rematch", _) => Deed::Rematch,
            ("cancel seek", _) => Deed::Errand(Errand::CancelSeek(None)),
            ("cancel seek {number}", Some(number)) => Deed::Errand(Errand::CancelSeek(number.parse().ok())),
            ("take seek {number}", Some(number)) => match number.parse() {
                Ok(number) => Deed::Errand(Errand::TakeSeek(number)),
                Err(_) => Deed::NotOffered(filled.to_owned()),
            },
            ("seeks", _) => return Said::Ask(Ask::Seeks),
            ("abort", _) => Deed::Abort,
            ("cancel plans", _) => Deed::DropPlan,
            ("claim time", _) => Deed::ClaimTime,
            ("give {span}", Some(text)) => match time_of(text) {
                Some(time) => Deed::Give { time, text: text.to_owned() },
                None => Deed::NotOffered(filled.to_owned()),
            },
            ("away {span}", Some(text)) => away(text, time_of(text).map(Absence::For)),
            ("away {dates}", Some(text)) => {
                let span = self.span(&plain_text(text)).and_then(|span| time_of(&span)).map(Absence::For);
                away(text, span.or_else(|| self.dates.read(text)))
            }
            ("away off", _) => Deed::Errand(Errand::AwayOff),
            ("watch on", _) => Deed::Watchers { allowed: true },
            ("watch off", _) => Deed::Watchers { allowed: false },
            ("watch {game}", Some(id)) => match GameId::parse(id) {
                Some(id) => Deed::Errand(Errand::Watch(id)),
                None => Deed::NotOffered(filled.to_owned()),
            },
            ("unwatch", _) => Deed::Errand(Errand::Unwatch(None)),
            ("unwatch {game}", Some(id)) => match GameId::parse(id) {
                Some(id) => Deed::Errand(Errand::Unwatch(Some(id))),
                None => Deed::NotOffered(filled.to_owned()),
            },
            ("lock", _) => Deed::Errand(Errand::Lock),
            ("address {address}", Some(address)) => match Address::parse(address) {
                Some(address) => Deed::Errand(Errand::ChangeAddress(address)),
                None => Deed::NotOffered(filled.to_owned()),
            },
            ("settings name {text}", Some(name)) => setting(&format!("name {name}")),
            ("settings {settings}", Some(words)) => setting(words),
            ("stop mail", _) => Deed::Errand(Errand::StopMail),
            ("delete", _) => Deed::Errand(Errand::Erase),
            ("export", _) => Deed::Errand(Errand::Export),
            ("board", _) => return Said::Ask(Ask::Board(None)),
            ("board {number}", Some(number)) => return Said::Ask(Ask::Board(number.parse().ok())),
            ("moves", _) => return Said::Ask(Ask::Moves),
            ("pgn", _) => return Said::Ask(Ask::Pgn),
            ("plans", _) => return Said::Ask(Ask::Plans),
            ("games", _) => return Said::Ask(Ask::Games),
            ("scope {square}", Some(square)) => return Said::Ask(Ask::Scope(square.to_owned())),
            ("replay", _) => return Said::Ask(Ask::Replay),
            ("stats", _) => return Said::Ask(Ask::Stats(None)),
            ("stats {variant}", Some(variant)) => return Said::Ask(Ask::Stats(Some(variant.to_owned()))),
            ("rules", _) => return Said::Ask(Ask::Rules(None)),
            ("rules {variant}", Some(variant)) => return Said::Ask(Ask::Rules(Some(variant.to_owned()))),
            ("settings", _) => return Said::Ask(Ask::Settings),
            ("message: {text}", Some(text)) => Deed::Say(text.to_owned()),
            (NOTE, Some(text)) => return Said::Note(text.to_owned()),
            ("help", _) => return Said::Ask(Ask::Help(None)),
            ("help {topic}", Some(topic)) => return Said::Ask(Ask::Help(Some(topic.to_owned()))),
            ("confirm {code}", Some(code)) => match ConfirmCode::parse(code) {
                Some(code) => Deed::Confirm(code),
                None => Deed::NotOffered(filled.to_owned()),
            },
            (key, whom) if barrier(key).is_some() => match barrier(key).zip(read_whom(whom)) {
                Some(((barrier, up), whom)) => Deed::Errand(Errand::Bar { barrier, whom, up }),
                None => Deed::NotOffered(filled.to_owned()),
            },
            _ => Deed::NotOffered(filled.to_owned()),
        };
        Said::Deed(deed)
    }
}

fn hole(name: &str) -> Option<Hole> {
    Some(match name {
        "address" => Hole::Address,
        "code" => Hole::Code,
        "dates" => Hole::Dates,
        "game" => Hole::Game,
        "move" => Hole::Move,
        "number" => Hole::Number,
        "settings" => Hole::Settings,
        "span" => Hole::Span,
        "square" => Hole::Square,
        "terms" => Hole::Terms,
        "text" => Hole::Text,
        "topic" => Hole::Topic,
        "variant" => Hole::Variant,
        "whom" => Hole::Whom,
        _ => return None,
    })
}

/// What stood where `glyphs` stand, with the full stops behind it, which no command cares for.
fn to_its_stop<'l>(line: &'l Line, glyphs: &[Glyph]) -> &'l str {
    let Some((first, last)) = glyphs.first().zip(glyphs.last()) else { return "" };
    let behind = line.source.get(last.to..).unwrap_or_default();
    let stops: usize = behind.chars().take_while(|ch| ".…!！。．".contains(*ch)).map(char::len_utf8).sum();
    line.source.get(first.from..last.to + stops).unwrap_or_default().trim()
}

/// What a key keeps away, and whether it is put up or taken down.
fn barrier(key: &str) -> Option<(Barrier, bool)> {
    match key.split(' ').next()? {
        "block" => Some((Barrier::Block, true)),
        "unblock" => Some((Barrier::Block, false)),
        "mute" => Some((Barrier::Mute, true)),
        "unmute" => Some((Barrier::Mute, false)),
        _ => None,
    }
}

/// An address, perhaps with a link to itself behind it; or a game's id in full, since any short word would be one else.
fn whom(written: &str, text: &str) -> Option<String> {
    if let Some(id) = Some(text.trim()).filter(|text| text.starts_with("kp-")).and_then(GameId::parse) {
        return Some(id.as_str().to_owned());
    }
    let mut found = written.split([' ', '<', '>', '(', ')', '"']).filter(|word| !word.is_empty()).map(|word| {
        let word = word.strip_prefix("mailto:").unwrap_or(word);
        Address::parse(word.trim_end_matches(['.', ',', ';']))
    });
    let first = found.next()??;
    found.all(|other| other.as_ref() == Some(&first)).then(|| first.to_string())
}

/// As [`whom`] writes it; the opponent where nobody is named.
fn read_whom(text: Option<&str>) -> Option<Whom> {
    match text {
        None => Some(Whom::Opponent),
        Some(text) if text.contains('@') => Address::parse(text).map(Whom::Address),
        Some(text) => GameId::parse(text).map(Whom::InGame),
    }
}

fn away(text: &str, absence: Option<Absence>) -> Deed {
    Deed::Errand(Errand::Away { text: text.to_owned(), absence })
}

fn setting(words: &str) -> Deed {
    Setting::parse(words).map_or_else(|| Deed::UnknownSetting(words.to_owned()), |s| Deed::Errand(Errand::Setting(s)))
}

/// One to four words of letters, figures and few signs.
fn settings(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (1..=4).contains(&words) && text.chars().all(|ch| ch.is_alphanumeric() || " -_+/:.".contains(ch))
}

fn trimmed(glyphs: &[Glyph]) -> &[Glyph] {
    let loose = |glyph: &Glyph| matches!(glyph.ch, ' ' | ':' | '"' | '\'' | '.' | '!' | '。');
    let start = glyphs.iter().take_while(|glyph| loose(glyph)).count();
    let end = glyphs.iter().rev().take_while(|glyph| loose(glyph)).count();
    glyphs.get(start..glyphs.len().saturating_sub(end)).unwrap_or_default()
}
