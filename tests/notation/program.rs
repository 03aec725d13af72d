//! `kingpost position`, the built program itself.

use std::process::{Command, Output};

use kingpost::rules::{Position, variants::CHESS};
use serde_json::{Value, json};

use super::{position, rows};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kingpost")).arg("position").args(arguments).output().unwrap()
}

/// The one object on standard output.
pub(super) fn object(arguments: &[&str]) -> (Value, i32) {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code().unwrap())
}

/// Exit code and the one sentence on standard error.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty() && sentence.lines().count() == 1, "{arguments:?}: {sentence}");
    (output.status.code().unwrap(), sentence)
}

#[test]
fn the_start_position() {
    let (object, code) = object(&[]);
    assert_eq!(code, 0);
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["check", "claims", "fen", "moves", "outcome", "side", "unwinnable", "variant"]);
    assert_eq!(object["variant"], "chess");
    assert_eq!(object["fen"], CHESS.start);
    assert_eq!(object["side"], "first");
    assert_eq!(object["check"], false);
    assert_eq!(object["outcome"], Value::Null);
    assert_eq!(object["claims"], json!([]));
    assert_eq!(object["unwinnable"], json!({"first": false, "second": false}));
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    assert!(moves.contains(&json!({"san": "Nf3", "uci": "g1f3"})));
}

#[test]
fn outcomes_checks_and_claims() {
    let mate = object(&["chess", "--fen", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]).0;
    assert_eq!(mate["outcome"], json!({"result": "0-1", "termination": "checkmate"}));
    assert_eq!((mate["check"].clone(), mate["moves"].clone()), (json!(true), json!([])));
    let stalemate = object(&["--fen", "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1"]).0;
    assert_eq!(stalemate["outcome"], json!({"result": "1/2-1/2", "termination": "stalemate"}));
    let fifty = object(&["--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80"]).0;
    assert_eq!((fifty["claims"].clone(), fifty["outcome"].clone()), (json!(["fifty"]), Value::Null));
    let bare = object(&["--fen", "4k3/8/8/8/8/8/8/R3K3 b - - 0 80"]).0;
    assert_eq!(bare["unwinnable"], json!({"first": false, "second": true}));
    assert_eq!(bare["side"], "second");
}

/// Western names and USI in shogi, both ways in.
#[test]
fn shogi_in_its_own_names() {
    let (object, code) = object(&["shogi", "--play", "７六歩", "--play", "P-3d", "--play", "8h2b+"]);
    assert_eq!((code, &object["played"]), (0, &json!(["P-7f", "P-3d", "Bx2b+"])));
    assert_eq!(object["fen"], "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
    assert!(object["moves"].as_array().unwrap().contains(&json!({"san": "Rx2b", "uci": "8b2b"})));
    let scope = super::program::object(&["shogi", "--scope", "2g"]).0;
    assert_eq!(scope["scope"], json!(["2f"]));
    for name in ["27", "２七", "２７"] {
        assert_eq!(super::program::object(&["shogi", "--scope", name]).0["scope"], json!(["2f"]), "{name}");
    }
    let two_pawns = ["shogi", "--fen", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "--play", "P*5e"];
    assert!(refused(&two_pawns).1.contains("two pawns on one file, with pawn 5g"));
    assert!(refused(&["shogi", "--scope", "e2"]).1.contains("from 9i to 1a"));
}

/// Every `moves` list of the table by another program, from the outside.
#[test]
fn moves_of_some_positions() {
    for row in rows("san.tsv").iter().step_by(20) {
        let listed = object(&["--fen", &row[0]]).0;
        let moves = listed["moves"].as_array().unwrap().iter();
        let mut ours: Vec<String> =
            moves.map(|mv| format!("{}={}", mv["uci"].as_str().unwrap(), mv["san"].as_str().unwrap())).collect();
        ours.sort_unstable();
        assert_eq!(ours.join(" "), row[1], "{}", row[0]);
    }
}

#[test]
fn perft_prints_nodes_and_seconds() {
    let output = run(&["--perft", "3"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let (nodes, seconds) = text.trim_end().split_once(' ').unwrap();
    assert_eq!(nodes, "8902");
    assert!(seconds.parse::<f64>().unwrap() < 60.0, "{seconds}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn scopes() {
    let (own, _) = object(&["--scope", "g1"]);
    assert_eq!(own["scope"], json!(["f3", "h3"]));
    let (enemy, _) = object(&["--scope", "b8"]);
    assert_eq!(enemy["scope"], json!(["a6", "c6"]));
    // The side to move is in check: the checking man is still shown, and cannot take the king.
    let (checking, _) = object(&["--fen", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "--scope", "e4"]);
    let squares = ["e2", "e3", "a4", "b4", "c4", "d4", "f4", "g4", "h4", "e5", "e6", "e7"];
    assert_eq!(checking["scope"], json!(squares));
    let (pinned, _) = object(&["--fen", "4k3/8/8/8/7b/8/5N2/4K3 b - - 0 1", "--scope", "f2"]);
    assert_eq!(pinned["scope"], json!([]));
    // Both: the knight gives check and shields its own king.
    let (both, _) = object(&["--fen", "5k2/8/8/8/8/5n2/8/4KR2 w - - 0 1", "--scope", "f3"]);
    assert_eq!(both["scope"], json!([]));
    assert_eq!(object(&["--scope", "e4"]).0["scope"], json!([]));
}

#[test]
fn the_picture_is_a_png() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.png");
    let output = run(&["--png", file.to_str().unwrap(), "--scope", "g1"]);
    assert!(output.status.success());
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    let nowhere = folder.path().join("no/such/folder.png");
    assert_eq!(refused(&["--png", nowhere.to_str().unwrap()]).0, 73);
}

#[test]
fn text_for_people() {
    let text = String::from_utf8(run(&["--fen", "4k3/8/8/8/4r3/8/8/4K3 w - - 100 80"]).stdout).unwrap();
    for line in
        ["fen:     4k3/8/8/8/4r3/8/8/4K3 w - - 100 80", "check:   e1", "claims:  fifty", "moves:   4 Kd1 Kf1 Kd2 Kf2"]
    {
        assert!(text.lines().any(|known| known == line), "{line} is missing in\n{text}");
    }
}

#[test]
fn faults_of_the_call() {
    let cases: [(&[&str], i32, &str); 9] = [
        (&["--language", "xx", "--play", "e4"], 64, "ja"),
        (&["--play", "Bb5"], 65, "blocked by pawn e2"),
        (&["ches"], 64, "chess"),
        (&["--perft", "many"], 64, "--perft"),
        (&["--frobnicate"], 64, "--frobnicate"),
        (&["--scope", "z9"], 64, "h8"),
        (&["--fen", "nonsense"], 65, "FEN"),
        (&["--fen", "4k3/8/8/8/8/8/8/8 w - - 0 1"], 65, "FEN"),
        (&["--fen", "4k3/8/8/8/8/8/8/4K2P w - - 0 1"], 65, "pawn"),
    ];
    for (arguments, code, word) in cases {
        let (actual, sentence) = refused(arguments);
        assert_eq!(actual, code, "{arguments:?}");
        assert!(sentence.contains(word), "{arguments:?}: {sentence}");
    }
    let none = Command::new(env!("CARGO_BIN_EXE_kingpost")).output().unwrap();
    assert_eq!(none.status.code(), Some(64));
    let help = run(&["--help"]);
    assert!(help.status.success() && !help.stdout.is_empty());
}

#[test]
fn positions_keep_their_fen() {
    for row in rows("san.tsv").iter().step_by(40) {
        let position: Position = position(&row[0]);
        assert_eq!(object(&["--fen", &row[0]]).0["fen"], kingpost::rules::notation::fen::write(&position));
    }
}

/// No game comes to it, but it may be looked at: White is to move and gives check.
#[test]
fn a_position_of_no_game_is_looked_at() {
    let (object, code) = object(&["--fen", "k7/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "--play", "Qhe1"]);
    assert_eq!(code, 65);
    assert_eq!(object["error"]["kind"], "ambiguous");
}
