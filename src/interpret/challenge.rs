/*!
A challenge: `new chess with bob@example.org as white time 3d draws auto rated scope own fen …`, its parts in any order.
*/

use std::collections::HashMap;

use super::fold::{Glyph, Line, plain_text};
use super::phrase::Phrase;
use super::tables::Source;
use crate::club::{Colour, NewGame, RatingRange, draw_rules};
use crate::game::TimeControl;
use crate::mail::Address;
use crate::rules::{DrawRules, variants};

/// A word that opens or is a part of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    With,
    As,
    First,
    Second,
    Random,
    Time,
    Rated,
    Rating,
    Unrated,
    Weekends,
    WeekendsOff,
    Off,
    On,
    Draws,
    Scope,
    Fen,
    Pair,
    Filler,
    Claim,
    Auto,
    Threefold,
    Fifty,
    Own,
    Opponent,
    Both,
    None,
}

/// The words of a challenge in one language.
#[derive(Clone, Debug, Default)]
pub(super) struct NewWords {
    start: Vec<Phrase>,
    parts: HashMap<String, Vec<Part>>,
    variants: HashMap<String, String>,
}

const PARTS: [(&str, Part); 26] = [
    ("with", Part::With),
    ("as", Part::As),
    ("first", Part::First),
    ("second", Part::Second),
    ("random", Part::Random),
    ("time", Part::Time),
    ("rated", Part::Rated),
    ("rating", Part::Rating),
    ("unrated", Part::Unrated),
    ("weekends", Part::Weekends),
    ("weekends_off", Part::WeekendsOff),
    ("off", Part::Off),
    ("on", Part::On),
    ("draws", Part::Draws),
    ("scope", Part::Scope),
    ("fen", Part::Fen),
    ("pair", Part::Pair),
    ("fillers", Part::Filler),
    ("claim", Part::Claim),
    ("auto", Part::Auto),
    ("threefold", Part::Threefold),
    ("fifty", Part::Fifty),
    ("own", Part::Own),
    ("opponent", Part::Opponent),
    ("both", Part::Both),
    ("none", Part::None),
];

/// No game's name has more words than this.
const GAME_WORDS_MAX: usize = 3;

/// No name in front of an address has more words than this.
const NAME_WORDS_MAX: usize = 2;

/// No words for a pair of games are more than this.
const PAIR_WORDS_MAX: usize = 5;

/// `draws threefold auto fifty claim` has this many words behind the first.
const DRAW_WORDS_MAX: usize = 4;

/// No answer repeats more words than this.
const UNREAD_MAX: usize = 8;

/// Words that belong to no part of a challenge to a game we do not know; with more it is a sentence.
const UNREAD_FEW: usize = 2;

/// The tokens of a challenge, read one after the other.
struct Tokens<'t> {
    words: &'t NewWords,
    tokens: Vec<String>,
    at: usize,
    /// A time control may stand without the word for it.
    bare_time: bool,
}

impl NewWords {
    /// From the section `[commands.new]`.
    pub fn load(source: Source<'_>) -> Result<NewWords, String> {
        let mut words = NewWords { start: source.phrases("start")?, ..NewWords::default() };
        words.start.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        for (key, part) in PARTS {
            for form in source.forms(key)? {
                words.parts.entry(plain_text(&form)).or_default().push(part);
            }
        }
        for (key, value) in source.entries("variants")? {
            for name in source.list("variants", value)? {
                words.variants.insert(plain_text(name), key.to_owned());
            }
        }
        Ok(words)
    }

    /// Takes over the terms and games of other languages that this one has no word for: `new chess with … 二局`.
    pub fn borrow_from(&mut self, others: &[NewWords]) {
        for other in others {
            for (word, parts) in &other.parts {
                self.parts.entry(word.clone()).or_insert_with(|| parts.clone());
            }
            for (name, key) in &other.variants {
                self.variants.entry(name.clone()).or_insert_with(|| key.clone());
            }
        }
    }

    /// The challenge that `glyphs` are as a whole: it names whom or, by a name we know, what to play.
    pub fn read(&self, line: &Line, glyphs: &[Glyph]) -> Option<NewGame> {
        let after = |phrase: &Phrase| glyphs.get(phrase.begins(glyphs)?..).filter(|rest| phrase.parts_from(rest));
        let mut tokens = self.tokens(line, self.start.iter().find_map(after)?);
        let asked = tokens.asks_somebody();
        let named = tokens.variant();
        let known = named.as_deref().is_some_and(|name| variants::by_key(name).is_some());
        let game = tokens.rest(named.unwrap_or_default());
        (known || asked && game.unread.len() <= UNREAD_FEW).then_some(game)
    }

    /// Terms without an opening word, for `seek` and `counter`; nothing may be left unread.
    pub fn terms(&self, line: &Line, glyphs: &[Glyph]) -> Option<NewGame> {
        let mut tokens = self.tokens(line, glyphs);
        tokens.bare_time = true;
        let named = tokens.variant_known().unwrap_or_default();
        let game = tokens.rest(named);
        // What a challenge would be refused for is no command here: these words also stand in sentences.
        let plain = |value: &Option<String>, known: &dyn Fn(&str) -> bool| value.as_deref().is_none_or(known);
        let known = game.unread.is_empty()
            && game.with.is_none()
            && !game.pair
            && plain(&game.time, &|time| time.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/".contains(&b)))
            && plain(&game.draws, &|draws| draw_rules(draws, DrawRules::default()).is_some())
            && plain(&game.scope, &|scope| matches!(scope, "own" | "opponent" | "both" | "none"));
        (known && game != NewGame::default()).then_some(game)
    }

    /// The key of a variant by its name in this language.
    pub fn variant(&self, name: &str) -> Option<String> {
        let name = plain_text(name);
        self.variants.get(&name).cloned().or_else(|| variants::by_key(&name).map(|variant| variant.key.to_owned()))
    }

    fn tokens(&self, line: &Line, glyphs: &[Glyph]) -> Tokens<'_> {
        let tokens = glyphs
            .split(|glyph| glyph.ch == ' ')
            .map(|token| line.written(token).trim_matches(['<', '>', ',', ';', '"', '(', ')', '、', '。', '!']))
            .map(|token| if token.contains('@') { token.trim_end_matches(['.', ':']) } else { token })
            .map(|token| token.trim_end_matches('.').to_owned())
            .filter(|token| !token.is_empty())
            .collect();
        Tokens { words: self, tokens, at: 0, bare_time: false }
    }
}

impl Tokens<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn next(&mut self) -> Option<String> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn is(&self, token: &str, part: Part) -> bool {
        self.words.parts.get(&plain_text(token)).is_some_and(|parts| parts.contains(&part))
    }

    /// True if an address stands first, or behind `with` and at most a name: `New! Write to us at info@example.org` asks
    /// nobody for a game.
    fn asks_somebody(&self) -> bool {
        let with = |token: &String| self.is(token, Part::With);
        self.tokens.iter().enumerate().filter(|(_, token)| token.contains('@')).any(|(at, _)| {
            let from = at.saturating_sub(NAME_WORDS_MAX + 1);
            at == 0 || self.tokens.get(from..at).unwrap_or_default().iter().any(with)
        })
    }

    /// The game's name, by key if we know it, else as written; it stands first.
    fn variant(&mut self) -> Option<String> {
        if let Some(known) = self.variant_known() {
            return Some(known);
        }
        let token = self.peek()?;
        if self.words.parts.contains_key(&plain_text(token)) || token.contains('@') {
            return None;
        }
        self.next()
    }

    /// The longest run of words that is a game's name: `Los Alamos chess` before `Los Alamos`.
    fn variant_known(&mut self) -> Option<String> {
        let ahead = self.tokens.get(self.at..)?;
        let longest = ahead.len().min(GAME_WORDS_MAX);
        let known = |count: usize| Some((self.words.variant(&ahead.get(..count)?.join(" "))?, count));
        let (known, count) = (1..=longest).rev().find_map(known)?;
        self.at += count;
        Some(known)
    }

    /// Everything behind the game's name.
    fn rest(mut self, variant: String) -> NewGame {
        let mut game = NewGame { variant, ..NewGame::default() };
        while let Some(token) = self.next() {
            if !self.part(&token, &mut game) && game.unread.len() < UNREAD_MAX {
                game.unread.push(token);
            }
        }
        game
    }

    /// Reads the part that `token` opens or is; false if it is none.
    fn part(&mut self, token: &str, game: &mut NewGame) -> bool {
        if token.contains('@') {
            return person(token, game);
        }
        let of = |part: Part| self.is(token, part);
        if of(Part::With) {
            return true;
        } else if of(Part::Fen) {
            game.fen = self.fen();
            return game.fen.is_some();
        } else if of(Part::Time) && game.time.is_none() {
            game.time = self.time();
            return game.time.is_some();
        } else if of(Part::Draws) && game.draws.is_none() {
            game.draws = self.draws();
            return game.draws.is_some();
        } else if of(Part::Scope) && game.scope.is_none() {
            let choices = [Part::Own, Part::Opponent, Part::Both, Part::None];
            game.scope = self.next().map(|word| self.canonical(&word, &choices));
            return game.scope.is_some();
        } else if let Some(more) = self.pair(token) {
            (game.pair, self.at) = (true, self.at + more);
            return true;
        } else if let Some((range, more)) = self.range(token).filter(|_| game.range == RatingRange::default()) {
            (game.range, self.at) = (range, self.at + more);
            return true;
        } else if of(Part::As) {
            return self.peek().is_some_and(|next| self.colour(next).is_some());
        } else if let Some(colour) = self.colour(token) {
            game.colour = Some(colour);
            return true;
        } else if of(Part::Rated) || of(Part::Unrated) {
            game.rated = Some(of(Part::Rated));
            return true;
        } else if of(Part::WeekendsOff) {
            game.weekends_off = Some(true);
            return true;
        } else if of(Part::Weekends) {
            let off = self.peek().is_some_and(|next| self.is(next, Part::Off));
            let on = !off && self.peek().is_some_and(|next| self.is(next, Part::On));
            self.at += usize::from(off || on);
            game.weekends_off = (off || on).then_some(off);
            return off || on;
        } else if self.bare_time && game.time.is_none() && is_time(token) {
            game.time = Some(token.to_owned());
            return true;
        }
        of(Part::Filler) || self.words.variant(token).is_some_and(|key| key == game.variant)
    }

    /// What follows the word for draws: one word for both rules, or a rule and how it is handled, once or twice.
    fn draws(&mut self) -> Option<String> {
        let rules = [Part::Threefold, Part::Fifty];
        let mut words: Vec<String> = Vec::new();
        while words.len() < DRAW_WORDS_MAX
            && self.peek().is_some_and(|token| rules.iter().any(|rule| self.is(token, *rule)))
        {
            words.extend(self.next().map(|rule| self.canonical(&rule, &rules)));
            words.extend(self.next().map(|word| self.canonical(&word, &[Part::Claim, Part::Auto])));
        }
        if words.is_empty() {
            return self.next().map(|word| self.canonical(&word, &[Part::Claim, Part::Auto]));
        }
        Some(words.join(" "))
    }

    /// How many words behind `token` say with it that two games are wanted: the most that do.
    fn pair(&self, token: &str) -> Option<usize> {
        let behind = self.tokens.get(self.at..).unwrap_or_default();
        let longest = behind.len().min(PAIR_WORDS_MAX - 1);
        let said = |more: usize| {
            let words = std::iter::once(token).chain(behind.iter().take(more).map(String::as_str));
            self.is(&words.collect::<Vec<_>>().join(" "), Part::Pair)
        };
        (0..=longest).rev().find(|more| said(*more))
    }

    /// The ratings a seek is for, with or without the word for it, and how many words behind `token` name them.
    fn range(&self, token: &str) -> Option<(RatingRange, usize)> {
        let named = |word: &str| RatingRange::parse(&plain_text(word)).filter(|_| self.bare_time);
        let behind = || Some((named(self.peek().filter(|_| self.is(token, Part::Rating))?)?, 1));
        named(token).filter(|range| range.from.is_some()).map(|range| (range, 0)).or_else(behind)
    }

    fn colour(&self, token: &str) -> Option<Colour> {
        let choices = [(Part::First, Colour::First), (Part::Second, Colour::Second), (Part::Random, Colour::Random)];
        choices.into_iter().find(|(part, _)| self.is(token, *part)).map(|(_, colour)| colour)
    }

    /// The word every language shares, if it is one of `choices`; else as written.
    fn canonical(&self, word: &str, choices: &[Part]) -> String {
        let known = PARTS.iter().find(|(_, part)| choices.contains(part) && self.is(word, *part));
        known.map_or_else(|| word.to_owned(), |(key, _)| (*key).to_owned())
    }

    /// A time control in one word, or a number and its unit in two.
    fn time(&mut self) -> Option<String> {
        let token = self.next()?;
        if self.is(&token, Part::None) {
            return Some(TimeControl::Unlimited.key());
        }
        // `3日`, `30日+3日`
        let western = token.replace("時間", "h").replace('日', "d");
        if TimeControl::parse(&western).is_some() {
            return Some(western);
        }
        let two = self.peek().map(|unit| format!("{token}{}", unit.chars().take(1).collect::<String>()));
        match two.filter(|two| token.bytes().all(|b| b.is_ascii_digit()) && TimeControl::parse(two).is_some()) {
            Some(two) => {
                self.at += 1;
                Some(two)
            }
            None => Some(token),
        }
    }

    /// Up to six fields, in shogi up to four; the first has the ranks, and each of the others looks like its field.
    fn fen(&mut self) -> Option<String> {
        let board = self.next().filter(|board| board.contains('/'))?;
        // Nine ranks, or five: only shogi and minishogi have so many.
        let shogi = matches!(board.matches('/').count(), 4 | 8);
        let mut fields = vec![board];
        let looks: [&dyn Fn(&str) -> bool; 5] = [
            &|field| matches!(field, "w" | "b"),
            &|field| field == "-" || field.len() <= 4 && field.chars().all(|ch| ch.is_ascii_alphabetic()),
            &|field| field == "-" || field.len() <= 6 && field.starts_with(|ch: char| ch.is_ascii_alphabetic()),
            &|field| field.bytes().all(|b| b.is_ascii_digit()),
            &|field| field.bytes().all(|b| b.is_ascii_digit()),
        ];
        let sfen: [&dyn Fn(&str) -> bool; 3] = [
            &|field| matches!(field, "w" | "b"),
            &|field| field == "-" || field.bytes().all(|b| b.is_ascii_alphanumeric()),
            &|field| field.bytes().all(|b| b.is_ascii_digit()),
        ];
        for look in if shogi { sfen.as_slice() } else { looks.as_slice() } {
            match self.peek() {
                Some(field) if look(field) => fields.push(field.to_owned()),
                _ => break,
            }
            self.at += 1;
        }
        Some(fields.join(" "))
    }
}

/// `3d`, `30d+3d`: what begins with a figure and is a time control.
fn is_time(token: &str) -> bool {
    token.starts_with(|ch: char| ch.is_ascii_digit()) && TimeControl::parse(token).is_some()
}

/// One person is invited; the same address again (as a link behind itself) adds nothing.
fn person(token: &str, game: &mut NewGame) -> bool {
    let bare = token.rsplit(['<', ':']).next().unwrap_or(token);
    let Some(address) = Address::parse(bare) else { return false };
    match &game.with {
        Some(known) => *known == address,
        None => {
            game.with = Some(address);
            true
        }
    }
}

/// A challenge in the words of `docs/playing.md`, its parts in that order.
pub(super) fn in_english(game: &NewGame) -> String {
    let variant = if game.variant.is_empty() { variants::CHESS.key } else { &game.variant };
    let with = game.with.as_ref().map(|address| format!(" with {address}")).unwrap_or_default();
    let terms = terms_in_english(&NewGame { variant: String::new(), with: None, ..game.clone() });
    let record = if game.record.is_some() { " from game" } else { "" };
    let unread = if game.unread.is_empty() { String::new() } else { format!(" {}", game.unread.join(" ")) };
    let blank = if terms.is_empty() { "" } else { " " };
    format!("new {variant}{with}{blank}{terms}{record}{unread}")
}

/// Its terms alone.
pub(super) fn terms_in_english(game: &NewGame) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !game.variant.is_empty() {
        parts.push(game.variant.clone());
    }
    match game.colour {
        Some(Colour::First) => parts.push("as white".into()),
        Some(Colour::Second) => parts.push("as black".into()),
        Some(Colour::Random) => parts.push("as random".into()),
        None => {}
    }
    let mut named = |name: &str, value: &Option<String>| {
        parts.extend(value.iter().map(|value| format!("{name} {value}")));
    };
    named("time", &game.time);
    if let Some(rated) = game.rated {
        named(if rated { "rated" } else { "unrated" }, &Some(String::new()));
    }
    if let Some(off) = game.weekends_off {
        named("weekends", &Some(if off { "off".into() } else { "on".into() }));
    }
    named("rating", &game.range.key());
    named("draws", &game.draws);
    named("scope", &game.scope);
    named("fen", &game.fen);
    if game.pair {
        named("two games", &Some(String::new()));
    }
    parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join(" ")
}
