//! `kingpost position --play`: texts as players write them, through the reader.

use serde_json::{Value, json};

use super::program::object;

#[test]
fn played_one_after_the_other() {
    let (object, code) = object(&["--play", "e4", "--play", "1... e5", "--play", "Sf3", "--language", "de"]);
    assert_eq!((code, object["played"].clone()), (0, json!(["e4", "e5", "Nf3"])));
    assert_eq!(object["side"], "second");
}

#[test]
fn repetition_may_be_claimed() {
    let moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ').flat_map(|mv| ["--play", mv]).collect::<Vec<_>>();
    let (object, _) = object(&moves);
    assert_eq!((object["claims"].clone(), object["outcome"].clone()), (json!(["repetition"]), Value::Null));
}

#[test]
fn kinds_of_refusal() {
    let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    let pawn = "8/4P1k1/8/8/8/5K2/8/8 w - - 0 61";
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 29";
    let cases = [
        (knights, "hello", "not-a-move", json!([])),
        (knights, "Nd2", "ambiguous", json!(["Nbd2", "Nfd2"])),
        (knights, "7. Nbd2", "wrong-number", json!([])),
        (knights, "1... Nbd2", "wrong-number", json!([])),
        (knights, "Nb2", "illegal", json!([])),
        (pinned, "Nc3", "illegal", json!([])),
        (pawn, "e8", "promotion", json!(["e8=Q", "e8=R", "e8=B", "e8=N+"])),
    ];
    for (fen, text, kind, candidates) in cases {
        let (object, code) = object(&["--fen", fen, "--play", text]);
        let error = &object["error"];
        assert_eq!((code, error["kind"].as_str().unwrap()), (65, kind), "{text}: {object}");
        let sorted = |value: &Value| {
            let mut names: Vec<String> = value.as_array().unwrap().iter().map(Value::to_string).collect();
            names.sort();
            names
        };
        assert_eq!(sorted(&error["candidates"]), sorted(&candidates), "{text}");
        assert!(!error["why"].as_str().unwrap().is_empty());
    }
    let (object, _) = object(&["--fen", pinned, "--play", "Nc3"]);
    assert_eq!(object["error"]["why"], "knight e2 is pinned by rook e7");
}
