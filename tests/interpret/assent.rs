//! A yes in plain words: what agrees, and what only begins like it.

use kingpost::interpret::{Context, Deeds};
use kingpost::rules::variants::CHESS;

use super::{letter, reader, rows};

#[test]
fn a_yes_is_one_only_if_nothing_holds_back() {
    let reader = reader();
    let context = Context { language: "en", history: None, variant: &CHESS, numbers: false };
    let mut wrong = Vec::new();
    for row in rows("interpret/assents.tsv") {
        let [expected, text] = row.as_slice() else { panic!("{row:?}") };
        let reading = reader.read(&letter(&text.replace("\\n", "\n"), ""), &context);
        if reading.agrees != (expected == "yes") || reading.agrees && reading.deeds != Deeds::Nothing {
            wrong.push(format!("{text:?}: {}, not {expected}", reading.agrees));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
