//! Writing a game.

use super::{SEVEN, Tags, result, termination};
use crate::rules::notation::{fen, letters};
use crate::rules::{History, Outcome, Position, Side};

/// Bytes a line of movetext may have. Bytes, not columns: whatever a reader counts, it is not more.
const LINE_MAX: usize = 79;

/// Writes one game; `comments` are put behind the move of that ply (1 is the first, 0 stands before it), in braces.
///
/// `Result`, `Termination`, `SetUp`, `FEN` and `Variant` follow from the game; a seven-tag value that is missing is `?`.
pub fn write(tags: &Tags, history: &History, outcome: Option<Outcome>, comments: &[(usize, String)]) -> String {
    let mut text = String::new();
    for (name, value) in &complete(tags, history, outcome).0 {
        text += &format!("[{name} \"{}\"]\n", escaped(value));
    }
    text.push('\n');
    text += &movetext(history, outcome, comments);
    text
}

/// All tags in the order of the export standard.
fn complete(tags: &Tags, history: &History, outcome: Option<Outcome>) -> Tags {
    let mut all = tags.clone();
    all.0.retain(|(name, _)| is_name(name));
    all.set("Result", result(outcome));
    for name in SEVEN {
        all.fill(name, if name == "Date" { "????.??.??" } else { "?" });
    }
    all.fill("Termination", termination(outcome));
    let variant = history.start().variant();
    let start = fen::write(history.start());
    if variant.draws_array() || start != fen::write(&Position::start(variant)) {
        all.set("SetUp", "1");
        all.set("FEN", start);
    }
    if variant.key != "chess" {
        all.fill("Variant", variant_tag(variant.key));
    }
    let place = |name: &str| SEVEN.iter().position(|seven| *seven == name).unwrap_or(SEVEN.len());
    all.0.sort_by(|(a, _), (b, _)| place(a).cmp(&place(b)).then_with(|| a.cmp(b)));
    all.0.dedup_by(|(later, _), (kept, _)| later == kept);
    all
}

/// The game as other programs name it, where they have a word of their own.
fn variant_tag(key: &str) -> &str {
    match key {
        "fischer-random" => "fischerandom",
        key => key,
    }
}

/// Letters, digits and underscores, a letter or digit first.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A string token cannot hold a line break, nor a bare quotation mark or backslash.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

fn movetext(history: &History, outcome: Option<Outcome>, comments: &[(usize, String)]) -> String {
    let mut lines = Lines::default();
    let comments_at = |ply: usize| comments.iter().filter(move |(of, _)| *of == ply).map(|(_, text)| text.as_str());
    comments_at(0).for_each(|text| lines.comment(text));
    let mut numbered = false;
    for (index, san) in history.sans().iter().enumerate() {
        let before = &history.positions()[index];
        let number = before.fullmove_number();
        match before.turn() {
            Side::First => lines.token(&format!("{number}.")),
            Side::Second if !numbered => lines.token(&format!("{number}...")),
            Side::Second => {}
        }
        lines.token(san);
        numbered = true;
        for text in comments_at(index + 1) {
            lines.comment(text);
            numbered = false; // behind a comment the second side's move says its number again
        }
    }
    lines.token(result(outcome));
    lines.text.push('\n');
    lines.text
}

/// Tokens, filled into lines.
#[derive(Default)]
struct Lines {
    text: String,
    length: usize,
}

impl Lines {
    fn token(&mut self, token: &str) {
        let mut rest = token;
        while !rest.is_empty() {
            // A word longer than a line (an address in a comment) is cut; all others move to the next line whole.
            let mut length = rest.len().min(LINE_MAX - 1);
            while !rest.is_char_boundary(length) {
                length -= 1;
            }
            let (word, left) = rest.split_at(length);
            self.word(word);
            rest = left;
        }
    }

    fn word(&mut self, word: &str) {
        if self.length > 0 && self.length + 1 + word.len() > LINE_MAX {
            self.text.push('\n');
            self.length = 0;
        }
        // A percent sign in the first column would hide the line from a reader.
        if self.length > 0 || word.starts_with('%') {
            self.text.push(' ');
            self.length += 1;
        }
        self.text += word;
        self.length += word.len();
    }

    /// A comment ends at the first closing brace, so it must not hold one.
    fn comment(&mut self, text: &str) {
        let safe: String = text.chars().map(|c| brace(if c.is_control() { ' ' } else { c })).collect();
        let words = commands_whole(&safe);
        if let Some((last, front)) = words.split_last() {
            let mut opening = "{".to_owned();
            for word in front {
                self.token(&(std::mem::take(&mut opening) + word));
            }
            self.token(&format!("{opening}{last}}}"));
        }
    }
}

/// The words of a comment. `[%clk 71:00:00]` is one: many programs do not look for it beyond a line's end.
fn commands_whole(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(command) if command.starts_with("[%") && !command.ends_with(']') => *command += &format!(" {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

fn brace(c: char) -> char {
    match c {
        '{' => '(',
        '}' => ')',
        c => c,
    }
}

/// The board as XBoard's cmail puts it into a brace comment: a dashed line, the ranks from the second side's, who is
/// to play, and a dashed line. For programs, hence in English.
pub fn position_block(position: &Position) -> String {
    const DASHES: &str = "--------------";
    let geometry = position.geometry();
    let mut text = format!("{{{DASHES}\n");
    for rank in (0..geometry.ranks).rev() {
        let signs = (0..geometry.files).map(|file| sign(position, file, rank));
        text += &signs.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    let turn = match position.turn() {
        Side::First => "white",
        Side::Second => "black",
    };
    text + &format!("{turn} to play\n{DASHES}}}\n")
}

fn sign(position: &Position, file: u8, rank: u8) -> String {
    let man = position.geometry().at(file, rank).and_then(|square| position.piece_at(square));
    man.map_or(".".to_owned(), |man| {
        let letter = letters::letter(position.variant(), man.role);
        match man.side {
            Side::First => letter.to_string(),
            Side::Second => letter.to_ascii_lowercase().to_string(),
        }
    })
}
