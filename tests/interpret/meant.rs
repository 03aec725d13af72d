//! Whether a move that stands in a letter is meant: letters of a first season, rows of honest and of unsure letters. How they
//! fare wrapped stands in `wrapping`.

use std::collections::BTreeMap;

use kingpost::interpret::{Context, Deeds, Reader, answer};
use kingpost::mail::{Incoming, Letter};
use kingpost::rules::notation::fen;
use kingpost::rules::variants::{CHESS, SHOGI};
use kingpost::rules::{History, Position, Variant};

use super::{incoming, letter, position, reader, rows};

/// The game of most rows: White to move after 3... a6.
pub(super) const RUY: &str = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";

/// A position in which 1848 is the legal move Rd8.
const ROOK: &str = "R7/5ppp/6k1/8/8/8/8/6K1 w - - 0 1";

pub(super) fn variant(name: &str) -> &'static Variant {
    if name == "shogi" { &SHOGI } else { &CHESS }
}

/// What a letter asks for: its answer, or `ask` where the writer is asked about a move.
pub(super) fn asked(reader: &Reader, letter: &Letter, language: &str, history: &History) -> String {
    let context = Context { language, history: Some(history), variant: history.position().variant(), numbers: false };
    let reading = reader.read(letter, &context);
    match &reading.deeds {
        Deeds::Perhaps { .. } => "ask".into(),
        _ => answer::words(&reading, Some(history)),
    }
}

pub(super) fn history(variant: &'static Variant, fen_text: &str) -> History {
    if fen_text.is_empty() {
        return History::new(Position::start(variant));
    }
    History::new(Position::for_study(fen::read(variant, fen_text).unwrap()).unwrap())
}

#[test]
fn texts_of_a_first_season() {
    let reader = reader();
    let mut wrong = Vec::new();
    for row in rows("replies/season/texts.tsv") {
        let (id, language, text, expected) = (&row[0], &row[2], row[5].replace("\\n", "\n"), &row[6]);
        let history = history(variant(&row[1]), &row[4]);
        let found = asked(reader, &letter(&text, ""), language, &history);
        let right = if expected == "no-act" { matches!(found.as_str(), "none" | "ask") } else { found == *expected };
        if !right {
            wrong.push(format!("{id} {text:?}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mails_of_a_first_season() {
    let reader = reader();
    let games: BTreeMap<String, String> =
        rows("replies/season/games.tsv").into_iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    let mut wrong = Vec::new();
    for row in rows("replies/season/index.tsv") {
        let (file, language, expected) = (&row[0], &row[1], &row[3]);
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/replies/season").join(file);
        let Incoming::Letter(letter) = incoming(&std::fs::read(path).unwrap()) else { panic!("{file}") };
        let history = History::new(position(&games[&row[2]]));
        let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
        let found = answer::words(&reader.read(&letter, &context), Some(&history));
        if found != *expected {
            wrong.push(format!("{file}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One row of `meant.tsv`.
pub(super) struct Row {
    pub game: String,
    pub language: String,
    pub text: String,
    pub expected: String,
}

pub(super) fn meant() -> Vec<Row> {
    let row = |row: Vec<String>| {
        let [game, language, text, expected] = row.as_slice() else { panic!("{row:?}") };
        let text = text.replace("\\n", "\n");
        Row { game: game.clone(), language: language.clone(), text, expected: expected.clone() }
    };
    rows("interpret/meant.tsv").into_iter().map(row).collect()
}

pub(super) fn games() -> BTreeMap<&'static str, History> {
    let shogi = History::new(Position::start(&SHOGI));
    BTreeMap::from([("ruy", history(&CHESS, RUY)), ("rook", history(&CHESS, ROOK)), ("shogi", shogi)])
}

#[test]
fn moves_are_played_that_are_meant_and_asked_about_otherwise() {
    let (reader, games) = (reader(), games());
    let mut wrong = Vec::new();
    for row in meant() {
        let found = asked(reader, &letter(&row.text, ""), &row.language, &games[row.game.as_str()]);
        if found != row.expected {
            wrong.push(format!("{} {:?}: {found}, not {}", row.language, row.text, row.expected));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// Figures alone are a move beside other words only for players who write moves so, and must be meant there too.
#[test]
fn figures_are_moves_for_who_writes_them() {
    let (reader, games) = (reader(), games());
    let history = &games["rook"];
    let mut wrong = Vec::new();
    for row in rows("interpret/numbers.tsv") {
        let text = row[0].replace("\\n", "\n");
        for (numbers, expected) in [(false, &row[1]), (true, &row[2])] {
            let context = Context { language: "en", history: Some(history), variant: &CHESS, numbers };
            let reading = reader.read(&letter(&text, ""), &context);
            let found = match &reading.deeds {
                Deeds::Perhaps { .. } => "ask".into(),
                _ => answer::words(&reading, Some(history)),
            };
            if found != *expected {
                wrong.push(format!("{text:?} by numbers {numbers}: {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// The subject is older than the text, or speaks for it: its move is played above plain words alone.
#[test]
fn a_subject_is_weighed_against_the_text() {
    let (reader, games) = (reader(), games());
    let mut wrong = Vec::new();
    for row in rows("interpret/subjects.tsv") {
        let [game, language, subject, text, expected] = row.as_slice() else { panic!("{row:?}") };
        let letter = letter(&text.replace("\\n", "\n"), subject);
        let found = asked(reader, &letter, language, &games[game.as_str()]);
        if found != *expected {
            wrong.push(format!("{language} {subject:?} {text:?}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
