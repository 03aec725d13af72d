/*!
Reading games.

Total: every text gives records, however broken. A record is what stands there; only [`Record::replay`] asks the rules.
*/

use super::Tags;
use crate::rules::notation::{fen, san};
use crate::rules::{History, Position, Variant, WrittenMove};

/// Variations inside variations that are kept; deeper ones are passed over.
const DEPTH_MAX: usize = 16;
/// Bytes a tag's value may have; a longer one is no tag, so that a text of open quotes is not searched over and over.
const VALUE_MAX: usize = 4096;

/// One game as it stands in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its tags, in the order written.
    pub tags: Tags,
    /// The moves, with what is said about them.
    pub line: Line,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, if the movetext ends with it.
    pub result: Option<String>,
}

/// Moves in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// As written, without number and comment marks.
    pub san: String,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs; `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub glyphs: Vec<u8>,
    /// Other moves in its place.
    pub variations: Vec<Line>,
}

/// A record that cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// The `FEN` tag is no lawful position.
    #[error("the start position is not lawful: {0}")]
    Start(String),
    /// A move cannot be played.
    #[error("move {ply} (`{text}`): {reason}")]
    Move {
        /// Which ply, from 1.
        ply: usize,
        /// As written.
        text: String,
        /// Why not.
        reason: String,
    },
}

impl Record {
    /// Plays the moves of the main line, from the `FEN` tag's position where there is one.
    pub fn replay(&self, variant: &'static Variant) -> Result<History, Unplayable> {
        let unlawful = |error: crate::rules::InvalidSetup| Unplayable::Start(error.to_string());
        let start = match self.tags.get("FEN") {
            Some(text) => fen::read(variant, text).and_then(Position::try_from).map_err(unlawful)?,
            None => Position::start(variant),
        };
        let mut history = History::new(start);
        for (index, ply) in self.line.plies.iter().enumerate() {
            let failed = |reason: String| Unplayable::Move { ply: index + 1, text: ply.san.clone(), reason };
            let pattern = san::read(variant, &ply.san).ok_or_else(|| failed("not a move".to_owned()))?;
            let written = WrittenMove { stages: vec![vec![pattern]], ..WrittenMove::default() };
            let found = history.position().find(&written);
            let mv = found.map_err(|error| failed(error.phrase(history.position(), &written)))?;
            history.play(mv).map_err(|error| failed(error.to_string()))?;
        }
        Ok(history)
    }
}

/// The first game of a text, if there is one.
pub fn read(text: &str) -> Option<Record> {
    read_all(text).into_iter().next()
}

/// All games of a text. Tags or moves behind a result or behind the moves of another game begin a new one.
pub fn read_all(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut line_start = true;
    while let Some(c) = rest.chars().next() {
        let (token, after) = token(rest, c, line_start);
        line_start = c == '\n';
        reader.take(token);
        rest = after;
    }
    reader.finish()
}

enum Token<'a> {
    Nothing,
    Tag(&'a str, String),
    Comment(&'a str),
    Open,
    Close,
    Glyph(&'a str),
    Word(&'a str),
}

/// One token from the front of `rest`, and what follows it; always at least one character is taken.
fn token(rest: &str, first: char, line_start: bool) -> (Token<'_>, &str) {
    let after = rest.get(first.len_utf8()..).unwrap_or("");
    match first {
        '%' if line_start => (Token::Nothing, line(after).1),
        ';' => {
            let (comment, rest) = line(after);
            (Token::Comment(comment), rest)
        }
        '{' => {
            let (comment, rest) = after.split_once('}').unwrap_or((after, ""));
            (Token::Comment(comment), rest)
        }
        '[' => tag(after).map_or((Token::Nothing, after), |(name, value, rest)| (Token::Tag(name, value), rest)),
        '(' => (Token::Open, after),
        ')' => (Token::Close, after),
        '$' => {
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let (digits, rest) = after.split_at(end);
            (Token::Glyph(digits), rest)
        }
        c if c.is_whitespace() || matches!(c, '}' | ']' | '<' | '>') => (Token::Nothing, after),
        _ => {
            let (word, rest) = rest.split_at(word_end(rest));
            (Token::Word(word), rest)
        }
    }
}

/// Where a word ends. A bracket opens no variation inside `e8(Q)`.
fn word_end(rest: &str) -> usize {
    let mut end = 0;
    while let Some(c) = rest.get(end..).and_then(|rest| rest.chars().next()) {
        let promotion = c == '(' && end > 0 && rest.get(end..).is_some_and(is_bracketed_piece);
        if promotion {
            end += 3;
        } else if c.is_whitespace() || "{}()[];$<>".contains(c) {
            break;
        } else {
            end += c.len_utf8();
        }
    }
    end
}

fn is_bracketed_piece(text: &str) -> bool {
    matches!(text.as_bytes(), [b'(', piece, b')', ..] if piece.is_ascii_alphabetic())
}

/// The rest of the line, and what follows its end. The end stays, so that the next line is known to begin one.
fn line(text: &str) -> (&str, &str) {
    text.split_at(text.find('\n').unwrap_or(text.len()))
}

/// `Name "value"]`, with `\"` and `\\` in the value. The bracket may be missing.
fn tag(text: &str) -> Option<(&str, String, &str)> {
    let text = text.trim_start();
    let (name, value) = text.split_at(text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?);
    let mut rest = value.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?;
    let mut value = String::new();
    loop {
        let c = rest.chars().next()?;
        rest = rest.get(c.len_utf8()..)?;
        match c {
            '"' => break,
            '\n' => return None,
            _ if value.len() >= VALUE_MAX => return None,
            '\\' if rest.starts_with(['"', '\\']) => {
                value.extend(rest.chars().next());
                rest = rest.get(1..)?;
            }
            c => value.push(c),
        }
    }
    let spaced = rest.trim_start();
    Some((name, value, spaced.strip_prefix(']').unwrap_or(rest)))
}

/// The game being read, its innermost variation last.
#[derive(Default)]
struct Reader {
    done: Vec<Record>,
    record: Record,
    open: Vec<Line>,
    /// Brackets open beyond [`DEPTH_MAX`], or where there is no move to vary.
    ignored: usize,
}

impl Reader {
    fn take(&mut self, token: Token) {
        match token {
            Token::Nothing => {}
            Token::Tag(name, value) => {
                if self.begun() {
                    self.end_record();
                }
                self.record.tags.set(name, value);
            }
            Token::Open => self.open(),
            Token::Close => self.close(),
            _ if self.ignored > 0 => {}
            Token::Comment(text) => self.comment(text),
            Token::Glyph(digits) => self.glyph(digits.parse().ok()),
            Token::Word(word) => self.word(word),
        }
    }

    fn word(&mut self, word: &str) {
        if self.open.is_empty() && matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "*" | "½-½") {
            let result = if matches!(word, "1/2" | "½-½") { "1/2-1/2" } else { word };
            self.record.result = Some(result.to_owned());
            self.end_record();
            return;
        }
        let (san, mark) = without_number(word);
        let bare = san.trim_end_matches(['!', '?']);
        let glyph = san.get(bare.len()..).and_then(glyph_of);
        if !bare.is_empty() && !mark {
            self.line().plies.push(Ply { san: bare.to_owned(), ..Ply::default() });
        }
        self.glyph(glyph);
    }

    fn line(&mut self) -> &mut Line {
        self.open.last_mut().unwrap_or(&mut self.record.line)
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = self.line();
        match line.plies.last_mut() {
            Some(ply) => ply.comments.push(text),
            None => line.comments.push(text),
        }
    }

    fn glyph(&mut self, glyph: Option<u8>) {
        if let (Some(glyph), Some(ply)) = (glyph, self.line().plies.last_mut()) {
            ply.glyphs.push(glyph);
        }
    }

    fn open(&mut self) {
        if self.ignored > 0 || self.open.len() >= DEPTH_MAX || self.line().plies.is_empty() {
            self.ignored += 1;
        } else {
            self.open.push(Line::default());
        }
    }

    fn close(&mut self) {
        if self.ignored > 0 {
            self.ignored -= 1;
        } else if let Some(variation) = self.open.pop()
            && let Some(ply) = self.line().plies.last_mut()
        {
            ply.variations.push(variation);
        }
    }

    fn begun(&self) -> bool {
        self.record.line != Line::default() || !self.open.is_empty()
    }

    fn end_record(&mut self) {
        self.ignored = 0;
        while !self.open.is_empty() {
            self.close();
        }
        self.done.push(std::mem::take(&mut self.record));
    }

    fn finish(mut self) -> Vec<Record> {
        if self.begun() || !self.record.tags.0.is_empty() {
            self.end_record();
        }
        self.done
    }
}

/// Takes `12.` or `12...` off the front; true if nothing but marks is left. Castling with zeros is no number.
fn without_number(word: &str) -> (&str, bool) {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if digits.len() < word.len() && digits.starts_with('.') || digits.is_empty() { digits } else { word };
    let rest = rest.trim_start_matches('.');
    (rest, rest.is_empty() || matches!(rest, "e.p." | "ep" | "+" | "#" | "-"))
}

/// The number of a written comment mark.
fn glyph_of(mark: &str) -> Option<u8> {
    ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == mark).and_then(|at| u8::try_from(at + 1).ok())
}
