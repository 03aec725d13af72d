//! Letters about several games: which lines head what is said of a game, and which only mention one.

use kingpost::game::GameId;
use kingpost::interpret::{Blocks, Context, answer};
use kingpost::rules::variants::{CHESS, SHOGI};
use kingpost::rules::{History, Position};

use super::{letter, reader, rows};

/// `kp-22222=1. e4|Hello & kp-33333=７六歩 & above=Hi`; `none` if no line heads anything.
fn words(cut: Option<Blocks>) -> String {
    let Some(cut) = cut else { return "none".into() };
    let joined = |lines: &[String]| {
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        lines.join("|")
    };
    let mut parts: Vec<String> =
        cut.blocks.iter().map(|block| format!("{}={}", block.game, joined(&block.lines))).collect();
    if cut.above.iter().any(|line| !line.trim().is_empty()) {
        parts.push(format!("above={}", joined(&cut.above)));
    }
    if cut.astray.iter().any(|line| !line.trim().is_empty()) {
        parts.push(format!("astray={}", joined(&cut.astray)));
    }
    parts.join(" & ")
}

#[test]
fn a_name_heads_only_what_is_plainly_about_its_game() {
    let reader = reader();
    let (chess, shogi) = (History::new(Position::start(&CHESS)), History::new(Position::start(&SHOGI)));
    // kp-22222 and any other is chess, kp-33333 shogi.
    let of = |id: &GameId| {
        let (history, variant) = if id.as_str() == "kp-33333" { (&shogi, &SHOGI) } else { (&chess, &CHESS) };
        Some(Context { language: "ja", history: Some(history), variant, numbers: false })
    };
    let desk = Context { language: "en", history: None, variant: &CHESS, numbers: false };
    let mut wrong = Vec::new();
    for row in rows("interpret/games.tsv") {
        let [text, expected] = row.as_slice() else { panic!("{row:?}") };
        let letter = letter(&text.replace("\\n", "\n"), "chess");
        let found = words(reader.blocks(&letter, desk, &of));
        if found != *expected {
            wrong.push(format!("{text:?}:\n  {found}\n  not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// What is said of another game in passing is no command in this one.
#[test]
fn a_game_named_in_a_sentence_takes_its_moves_with_it() {
    let reader = reader();
    let history = History::new(Position::start(&CHESS));
    let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
    for (text, expected) in [
        ("In kp-22222 you played well, Nf3!", "none"),
        ("About kp-22222: Nf3", "none"),
        ("See kp-22222 - e4", "none"),
        ("e4\nIn kp-22222 you played well, Nf3!", "move e4"),
        ("I lost kp-22222. e4", "move e4"),
    ] {
        let reading = reader.read(&letter(text, ""), &context);
        assert_eq!(answer::words(&reading, Some(&history)), expected, "{text:?}");
    }
}
