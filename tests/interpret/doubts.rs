//! Words that take a command back, correct it or disown it: whatever else they come to, never to that command.

use kingpost::interpret::{Context, answer};
use kingpost::rules::variants::{CHESS, SHOGI};
use kingpost::rules::{History, Position, Variant};

use super::{bare, letter, reader, rows};

#[test]
fn what_is_taken_back_or_disowned_is_never_done() {
    let reader = reader();
    let game = |variant: &'static Variant, moves: &str| {
        let mut history = History::new(Position::start(variant));
        for text in moves.split(' ') {
            let written = reader
                .read_move(text, &Context { language: "en", history: Some(&history), variant, numbers: false })
                .unwrap();
            history.play(history.position().find(&written).unwrap()).unwrap();
        }
        history
    };
    let chess = game(&CHESS, "e4 e5 Nf3 Nc6 Bb5 a6");
    let shogi = game(&SHOGI, "7g7f 3c3d");
    let mut wrong = Vec::new();
    for row in rows("interpret/doubts.tsv") {
        let [name, subject, text, expected, message] = row.as_slice() else { panic!("{row:?}") };
        let (history, language) = if name == "chess" { (&chess, "en") } else { (&shogi, "ja") };
        let context =
            Context { language, history: Some(history), variant: history.position().variant(), numbers: false };
        let reading = reader.read(&letter(&text.replace("\\n", "\n"), subject), &context);
        let found = answer::words(&reading, Some(history));
        if found != *expected {
            wrong.push(format!("{name} {subject:?} {text:?}: {found}, not {expected}"));
        }
        let said = reading.message.as_deref().unwrap_or_default();
        if !message.is_empty() && bare(said) != bare(message) {
            wrong.push(format!("{name} {text:?}: message {said:?}, not {message:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
