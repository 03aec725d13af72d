//! Why a move cannot be played: `why.tsv` has position, text and the reason's stable phrase.

use kingpost::rules::{History, Unresolved, View, variants::CHESS};

use super::{Why, position, rows, written};

#[test]
fn reasons() {
    let rows = rows("why.tsv");
    assert!(rows.len() >= 60, "only {} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let (position, text) = (position(&row[0]), written(&row[1]));
        if position.find(&text) != Err(Unresolved::Illegal) {
            wrong.push(format!("{}\t{}\tis {:?}", row[0], row[1], position.find(&text)));
        }
        let phrase = Why::of(&position, &text).phrase(&CHESS);
        let seen = View::of(&History::new(position.clone()), position.turn()).why(&text).phrase(&CHESS);
        assert_eq!(seen, phrase, "chess hides nothing");
        if phrase != row[2] {
            wrong.push(format!("{}\t{}\t{phrase}   instead of {}", row[0], row[1], row[2]));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
