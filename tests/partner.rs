//! The built-in player: legal, not silly.

use kingpost::partner;
use kingpost::rules::notation::{fen, uci};
use kingpost::rules::variants::CHESS;
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
