//! The room `game`: dialogues under `tests/data/game`, and games at random.

#[path = "game/dialogue.rs"]
mod dialogue;
#[path = "game/random.rs"]
mod random;
#[path = "game/reckoned.rs"]
mod reckoned;
#[path = "game/table.rs"]
mod table;
#[path = "game/time.rs"]
mod time;
#[path = "game/year.rs"]
mod year;

use kingpost::game::TimeControl;

/// Every dialogue file; one that is not named here would never be read, so the list is checked against the folder.
const DIALOGUES: [(&str, &str); 17] = [
    ("whole_games", include_str!("data/game/whole_games.txt")),
    ("invitation", include_str!("data/game/invitation.txt")),
    ("moves", include_str!("data/game/moves.txt")),
    ("draw_offers", include_str!("data/game/draw_offers.txt")),
    ("draw_claims", include_str!("data/game/draw_claims.txt")),
    ("plans", include_str!("data/game/plans.txt")),
    ("takebacks", include_str!("data/game/takebacks.txt")),
    ("shogi", include_str!("data/game/shogi.txt")),
    ("undo", include_str!("data/game/undo.txt")),
    ("resignation", include_str!("data/game/resignation.txt")),
    ("messages", include_str!("data/game/messages.txt")),
    ("clocks", include_str!("data/game/clocks.txt")),
    ("post", include_str!("data/game/post.txt")),
    ("questions", include_str!("data/game/questions.txt")),
    ("flags", include_str!("data/game/flags.txt")),
    ("reminders", include_str!("data/game/reminders.txt")),
    ("pauses", include_str!("data/game/pauses.txt")),
];

#[test]
fn dialogues_run_as_written() {
    let misses: Vec<String> = DIALOGUES.iter().flat_map(|(name, text)| dialogue::check(name, text)).collect();
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

#[test]
fn every_dialogue_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/game");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "txt") {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            assert!(DIALOGUES.iter().any(|(name, _)| *name == stem), "{stem}.txt is not read");
        }
    }
}

/// Every word a time control may be written as, and its three other faces.
#[test]
fn time_controls_are_read_and_written() {
    for (number, line) in include_str!("data/game/time_controls.tsv").lines().enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        if line.starts_with('#') {
            continue;
        }
        let place = format!("time_controls.tsv:{}", number + 1);
        let found = TimeControl::parse(cells[0]);
        let faces = found.map_or(vec!["-".to_owned()], |control| {
            assert_eq!(TimeControl::parse(&control.key()), Some(control), "{place}: the key reads back");
            let mean = control.per_move().map_or("none".into(), |mean| mean.num_seconds().to_string());
            vec![control.key(), control.pgn(), mean]
        });
        assert_eq!(faces, cells[1..], "{place}: {}", cells[0]);
    }
}
