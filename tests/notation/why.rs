//! Why a move cannot be played: `why.tsv` has position, text and the reason's stable phrase.

use kingpost::rules::{History, Unresolved, View, variants, variants::CHESS};

use super::{Why, position, position_of, rows, written, written_of};

/// The other games' own reasons: `why-games.tsv` has the game in front.
#[test]
fn reasons_of_other_games() {
    let mut wrong = Vec::new();
    for row in rows("why-games.tsv") {
        let variant = variants::SHEETS.iter().copied().find(|variant| variant.key == row[0]).unwrap();
        let (position, text) = (position_of(variant, &row[1]), written_of(variant, &row[2]));
        if position.find(&text) != Err(Unresolved::Illegal) {
            wrong.push(format!("{}\tis {:?}", row[..3].join("\t"), position.find(&text)));
        }
        let phrase = Why::of(&position, &text).phrase(variant);
        if row.get(3) != Some(&phrase) {
            wrong.push(format!("{}\t{phrase}", row[..3].join("\t")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

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
