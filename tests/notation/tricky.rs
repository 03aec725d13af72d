//! Traps reported against other engines: `tricky.tsv`, the rows of chess.

use kingpost::rules::notation::{san, uci};
use kingpost::rules::{History, Unresolved, variants::CHESS};

use super::{position, rows};

#[test]
fn chess_rows() {
    let rows: Vec<Vec<String>> = rows("tricky.tsv").into_iter().filter(|row| row[1] == "chess").collect();
    assert_eq!(rows.len(), 9);
    for row in rows {
        let answer = answer(&row[2], &row[3]);
        assert_eq!(answer, row[4], "{}: {}", row[0], row[5]);
    }
}

/// What the input asks, answered in the table's words.
fn answer(start: &str, input: &str) -> String {
    let mut history = History::new(position(start));
    let mut question = input;
    if let Some((moves, rest)) = input.strip_prefix("play ").and_then(|input| input.split_once("; ")) {
        for text in moves.split(' ') {
            let pattern = uci::read(&CHESS, text).unwrap();
            history.play(history.position().find_pattern(&pattern).unwrap()).unwrap();
        }
        question = rest;
    }
    let position = history.position();
    let (verb, text) = question.split_once(' ').unwrap_or((question, ""));
    match verb {
        "uci" => match position.find_pattern(&uci::read(&CHESS, text).unwrap()) {
            Ok(_) => "legal".to_owned(),
            Err(Unresolved::Illegal) => "illegal".to_owned(),
            Err(other) => panic!("{other:?}"),
        },
        "san" => match position.find_pattern(&san::read(&CHESS, text).unwrap()) {
            Ok(mv) => uci::write(position, mv),
            Err(Unresolved::Ambiguous(_)) => "ambiguous".to_owned(),
            Err(other) => panic!("{other:?}"),
        },
        "to-san" => {
            let pattern = uci::read(&CHESS, text).unwrap();
            san::write(position, position.find_pattern(&pattern).unwrap())
        }
        "repetition" => history.occurrences().to_string(),
        "count" => position.legal_moves().len().to_string(),
        other => panic!("the table asks something new: {other}"),
    }
}
