//! The room `interpret`: moves, replies, and what people do to both.

use std::path::Path;

use kingpost::interpret::{Context, Reader, answer};
use kingpost::language::Languages;
use kingpost::rules::notation::{fen, san};
use kingpost::rules::variants::CHESS;
use kingpost::rules::{History, Position};

fn reader() -> Reader {
    Reader::new(&Languages::built_in().unwrap()).unwrap()
}

/// The rows of a table under `tests/data/`, without its head.
fn rows(path: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// Three rows of the table stand in a position that no game reaches: White is to move and gives check. With the black
/// king a step aside every man of White keeps its moves; only the check is gone.
const UNLAWFUL: (&str, &str) = ("k7/8/8/8/4Q2Q/8/8/K6Q w", "2k5/8/8/8/4Q2Q/8/8/K6Q w");

fn position(text: &str) -> Position {
    Position::try_from(fen::read(&CHESS, text).unwrap()).unwrap()
}

/// What one text means in a position, in the words of `notation.tsv`.
fn move_in(reader: &Reader, history: &History, language: &str, text: &str) -> String {
    let context = Context { language, history: Some(history), variant: &CHESS };
    let Some(written) = reader.read_move(text, &context) else { return "not-a-move".into() };
    match history.position().find(&written) {
        Ok(mv) => san::write(history.position(), mv),
        Err(why) => answer::unresolved(&why).into(),
    }
}

#[test]
fn every_row_of_the_notation_table() {
    let reader = reader();
    let mut wrong = Vec::new();
    for row in rows("replies/notation.tsv") {
        let [fen, language, input, expected] = row.as_slice() else { panic!("{row:?}") };
        let lawful = fen.replace(UNLAWFUL.0, UNLAWFUL.1);
        let expected = if lawful == *fen { expected.as_str() } else { expected.trim_end_matches('+') };
        let found = move_in(&reader, &History::new(position(&lawful)), language, input);
        if found != expected {
            wrong.push(format!("{language} {input:?} in {fen}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
