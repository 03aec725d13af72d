//! How many words each page takes in each language, so that they do not grow again. `KINGPOST_BLESS=1` accepts more.

use std::collections::BTreeMap;

use super::snapshots::{compare_all, place};
use super::stage::drafts;

/// Lists of moves, positions, boards and records are as long as their game makes them.
const OF_THE_GAME: [&str; 11] = [
    "YOUR MOVES",
    "POSITION",
    "THE BOARD",
    "MOVES SO FAR",
    "THE GAME",
    "SCOPE",
    "■ 指せる手",
    "■ 駒の配置",
    "■ 盤面",
    "■ 棋譜",
    "■ 動けるマス",
];

/// Words outside them, the reader's messages and the foot; in a language without blanks, characters.
fn length(text: &str, language: &str) -> usize {
    let above = text.split("\n--\n").next().unwrap();
    let told = above.split("\n\n").filter(|part| !OF_THE_GAME.iter().any(|head| part.starts_with(head)));
    let lines = told.flat_map(str::lines).filter(|line| !line.starts_with("> "));
    let told: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    match language {
        "ja" => told.iter().map(|word| word.chars().count()).sum(),
        _ => told.iter().filter(|word| word.contains(char::is_alphanumeric)).count(),
    }
}

#[test]
fn no_page_takes_more_words_than_it_did() {
    let counted: BTreeMap<String, usize> =
        drafts().iter().map(|(name, _, draft)| (name.clone(), length(&draft.text, &draft.language))).collect();
    let kept = std::fs::read_to_string(place("words.tsv")).unwrap_or_default();
    let kept: BTreeMap<&str, usize> = kept
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, count)| (name, count.parse().unwrap()))
        .collect();
    let grown: Vec<String> = counted
        .iter()
        .filter(|(name, count)| kept.get(name.as_str()).is_none_or(|kept| *count > kept))
        .map(|(name, count)| format!("{name}: {count} words, {:?} before", kept.get(name.as_str())))
        .collect();
    if std::env::var_os("KINGPOST_BLESS").is_some() {
        let table: String = counted.iter().map(|(name, count)| format!("{name}\t{count}\n")).collect();
        compare_all(vec![("words.tsv".to_owned(), table.into_bytes())]);
    } else {
        assert!(grown.is_empty(), "KINGPOST_BLESS=1 accepts:\n{}", grown.join("\n"));
    }
}

/// The email players get most says what happened, what to do and how long there is, and stops.
#[test]
fn the_email_of_a_move_is_short() {
    let drafts = drafts();
    let (_, _, draft) = drafts.iter().find(|(name, _, _)| name == "your_move.en").unwrap();
    let length = length(&draft.text, "en");
    assert!(length <= 60, "{length} words");
}
