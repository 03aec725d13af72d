//! The built-in player: legal, not silly.

use kingpost::partner;
use kingpost::rules::notation::{fen, uci, usi};
use kingpost::rules::variants::{CHESS, SHEETS};
use kingpost::rules::{History, Position};

/// Position, and the moves of which one must be chosen.
const TASTE: &[(&str, &[&str], &str)] = &[
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &["a1a8"], "mate on the back rank"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", &["h5f7"], "the scholar's mate"),
    ("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", &["c3d5"], "a queen for nothing"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &["a7a8q", "a7a8r"], "a pawn promotes"),
];

#[test]
fn it_takes_what_is_there_and_mates_when_it_can() {
    for (text, wanted, why) in TASTE {
        let position = Position::try_from(fen::read(&CHESS, text).unwrap()).unwrap();
        let chosen = uci::write(&position, partner::choose(&position).unwrap());
        assert!(wanted.contains(&chosen.as_str()), "{why}: {text} was answered {chosen}");
    }
}

#[test]
fn it_does_not_give_stalemate_with_a_queen_ahead() {
    let position = Position::try_from(fen::read(&CHESS, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1").unwrap()).unwrap();
    let next = position.after(partner::choose(&position).unwrap()).unwrap();
    assert_eq!(next.outcome(), None);
}

#[test]
fn it_plays_a_game_against_itself_to_an_end_or_for_long() {
    let mut history = History::new(Position::start(&CHESS));
    while history.outcome(Default::default()).is_none() && history.moves().len() < 60 {
        let mv = partner::choose(history.position()).unwrap();
        history.play(mv).expect("a legal move");
    }
    assert!(history.moves().len() >= 10);
}

/// Game, position, and the moves of which one must be chosen.
const TASTE_ELSEWHERE: &[(&str, &str, &[&str], &str)] = &[
    ("anti", "8/8/8/8/8/1r6/8/K7 w - - 0 1", &["a1b1", "a1b2"], "a king that wants to be taken"),
    ("anti", "8/8/8/3p4/8/8/2B5/8 w - - 0 1", &["c2e4"], "a bishop put where a pawn must take it"),
    ("racing-kings", "8/6K1/8/8/8/k7/8/8 w - - 0 1", &["g7f8", "g7g8", "g7h8"], "the last rank is one step off"),
    ("extinction", "rnbqkbnr/pppp1ppp/8/6Q1/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", &["g5d8"], "the only queen"),
    ("three-check", "4k3/8/8/8/8/8/3R4/4K3 w - - 1+3 0 1", &["d2d8", "d2e2"], "the last check"),
    ("massacre", "8/8/8/8/8/8/q7/Q1n5 w - - 0 1", &["a1c1"], "the capture after which Black has none"),
    (
        "maharajah",
        "7k/8/8/5M2/8/8/8/8 w - - 0 1",
        &["f5f6", "f5f7", "f5g6", "f5h6", "f5f8"],
        "mate by the maharajah alone",
    ),
    ("grand", "5k4/1P8/10/10/10/10/10/10/10/K9 w - - 0 1", &["b9b10q", "b9b10c"], "the dearest man that was lost"),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", &["G*5b"], "a gold at the head"),
];

fn chosen_in(key: &str, text: &str) -> String {
    let variant = SHEETS.iter().copied().find(|variant| variant.key == key).unwrap();
    let position = fen::read(variant, text).and_then(Position::try_from).unwrap_or_else(|why| panic!("{text}: {why}"));
    let mv = partner::choose(&position).unwrap();
    if key.ends_with("shogi") { usi::write(&position, mv) } else { uci::write(&position, mv) }
}

#[test]
fn it_knows_what_other_games_are_about() {
    let mut wrong = Vec::new();
    for (key, text, wanted, why) in TASTE_ELSEWHERE {
        let chosen = chosen_in(key, text);
        if !wanted.contains(&chosen.as_str()) {
            wrong.push(format!("{key}, {why}: {text} was answered {chosen}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn it_plays_every_game() {
    for variant in SHEETS {
        let start = Position::start(variant);
        let mv = partner::choose(&start).unwrap_or_else(|| panic!("{}", variant.key));
        assert!(start.is_legal(mv), "{}: {mv:?}", variant.key);
    }
}
