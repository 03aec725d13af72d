//! Plans that are read, those that are refused, and sentences with `if` that are none (`interpret/plans.tsv`).

use super::{acts, letter, reader, rows};
use kingpost::interpret::{Context, answer};
use kingpost::rules::notation::fen;
use kingpost::rules::{History, Position, variants};

/// Whatever looks like a plan and is not read goes to nobody and stops the move; any other sentence goes with the move.
#[test]
fn a_plan_is_read_whole_or_stops_the_letter() {
    let reader = reader();
    let mut wrong = Vec::new();
    for row in rows("interpret/plans.tsv") {
        let [id, variant, language, _, position, text, expected, _] = row.as_slice() else { panic!("{row:?}") };
        let variant = variants::by_key(variant).unwrap();
        let position = match position.as_str() {
            "" => Position::start(variant),
            text => Position::try_from(fen::read(variant, text).unwrap()).unwrap(),
        };
        let history = History::new(position);
        let context = Context { language, history: Some(&history), variant, numbers: false };
        let reading = reader.read(&letter(&text.replace("\\n", "\n"), "Re: [kp-7f3k9]"), &context);
        let found = answer::words(&reading, Some(&history));
        let fits = match expected.as_str() {
            "no-act" => !acts(&found) && reading.stopped_by().is_some(),
            // A bare move here has a sentence beside it, which must arrive.
            bare if bare.starts_with("move ") && !bare.contains(';') => found == bare && reading.message.is_some(),
            other => found == other,
        };
        if !fits {
            wrong.push(format!("{id} {text:?}: {found}, {:?}, {:?}", reading.unread_plan, reading.message));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
