//! The course of a game: `course.txt` plays moves and asks after each stretch what recurs, may be claimed, or ends it.

use kingpost::rules::notation::san;
use kingpost::rules::{DrawRules, History, Move, Ruling, Termination, variants::CHESS};

use super::{data, position};

const AUTO: DrawRules = DrawRules { threefold: Ruling::Auto, fifty: Ruling::Auto };

#[test]
fn courses() {
    let mut history = History::new(position(CHESS.start));
    let mut name = String::new();
    let mut asked = 0;
    for line in data("course.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap();
        match word {
            "game" => (name, history) = (rest.to_owned(), History::new(position(CHESS.start))),
            "from" => history = History::new(position(rest)),
            "play" => rest.split(' ').for_each(|text| history.play(find(&history, text)).unwrap()),
            question => {
                let (answer, told) = answer(&history, question, rest);
                assert_eq!(answer, told, "{name}, after {:?}: {line}", history.sans());
                asked += 1;
            }
        }
    }
    assert!(asked > 60, "only {asked} questions");
}

fn find(history: &History, text: &str) -> Move {
    let pattern = san::read(&CHESS, text).unwrap_or_else(|| panic!("{text} is no SAN"));
    let found = history.position().find_pattern(&pattern);
    found.unwrap_or_else(|why| panic!("{text} after {:?}: {why:?}", history.sans()))
}

/// What the history says, and what the line says.
fn answer(history: &History, question: &str, rest: &str) -> (String, String) {
    let outcome = |terms| match history.outcome(terms) {
        Some(outcome) => format!("{} {}", outcome.result(), outcome.termination.key()),
        None => "-".to_owned(),
    };
    match question {
        "occurrences" => (history.occurrences().to_string(), rest.to_owned()),
        "claims" => (words(&history.claims()), rest.to_owned()),
        "with" => {
            let (text, told) = rest.split_once(": ").unwrap();
            (words(&history.claims_with(find(history, text)).unwrap()), told.to_owned())
        }
        "claim:" => (outcome(DrawRules::default()), rest.to_owned()),
        "auto:" => (outcome(AUTO), rest.to_owned()),
        other => panic!("the file asks something new: {other}"),
    }
}

fn words(claims: &[Termination]) -> String {
    if claims.is_empty() {
        return "-".to_owned();
    }
    claims.iter().map(|claim| claim.key()).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut history = History::new(position(CHESS.start));
    let e4 = find(&history, "e4");
    history.play(e4).unwrap();
    assert!(history.play(e4).is_err());
    assert!(history.claims_with(e4).is_err());
    assert_eq!((history.moves().len(), history.positions().len(), history.occurrences()), (1, 2, 1));
}

#[test]
fn a_truncated_game_is_the_earlier_game() {
    let mut history = History::new(position(CHESS.start));
    for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
        history.play(find(&history, text)).unwrap();
    }
    assert_eq!(history.truncated(4).occurrences(), 2);
    assert_eq!(history.truncated(4).sans(), ["Nf3", "Nf6", "Ng1", "Ng8"]);
    assert_eq!(history.truncated(99).occurrences(), 3);
    let mut earlier = history.truncated(4);
    earlier.play(find(&earlier, "e4")).unwrap();
    assert_eq!(earlier.occurrences(), 1);
}
