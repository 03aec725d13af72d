//! Notations, patterns, course of a game and reasons, by tables under `tests/data/notation`.

use kingpost::rules::notation::{fen, iccf, lan, san, uci};
use kingpost::rules::{MovePattern, Position, Variant, Why, WrittenMove, variants::CHESS};

mod course;
mod pgn;
mod played;
mod program;
pub mod random;
mod record;
mod shogi;
mod spelling;
mod tricky;
mod why;

/// The rows of a table: fields by tabs; remarks and the heading left out.
fn rows(name: &str) -> Vec<Vec<String>> {
    let lines = data(name);
    let lines = lines.lines().filter(|line| !line.starts_with('#') && !line.starts_with("fen\t") && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/notation/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn position(text: &str) -> Position {
    position_of(&CHESS, text)
}

fn position_of(variant: &'static Variant, text: &str) -> Position {
    fen::read(variant, text).and_then(Position::try_from).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// A text in any notation of this room, as one reading.
fn pattern_of(variant: &'static Variant, text: &str) -> MovePattern {
    let readers = [uci::read, iccf::read, san::read, lan::read];
    readers.iter().find_map(|read| read(variant, text)).unwrap_or_else(|| panic!("{text} is in no notation"))
}

/// Readings by stage, stages parted by `|`.
fn written(text: &str) -> WrittenMove {
    written_of(&CHESS, text)
}

fn written_of(variant: &'static Variant, text: &str) -> WrittenMove {
    let stages = text.split('|').map(|stage| vec![pattern_of(variant, stage)]).collect();
    WrittenMove { text: text.to_owned(), stages, ..WrittenMove::default() }
}
