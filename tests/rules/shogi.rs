//! Shogi and its relatives beyond counting moves: drops, promotion, the ways a game goes round in circles, impasse.

use kingpost::rules::notation::{fen, usi};
use kingpost::rules::{DrawRules, History, Move, Position, Side, Termination, Why, WrittenMove, variants};

use super::{position, rows};

fn written(text: &str) -> WrittenMove {
    let pattern = usi::read(&variants::SHOGI, text).unwrap_or_else(|| panic!("{text} is no USI"));
    WrittenMove { text: text.into(), stages: vec![vec![pattern]], ..WrittenMove::default() }
}

#[test]
fn every_course() {
    for row in rows("shogi-course.tsv") {
        let mut game = History::new(position(&variants::SHOGI, &row[0]));
        for text in row[1].split(' ') {
            assert_eq!(game.outcome(DrawRules::default()), None, "before {text} of {row:?}");
            let mv = game.position().find(&written(text)).unwrap_or_else(|why| panic!("{text} of {row:?}: {why:?}"));
            game.play(mv).unwrap();
        }
        let outcome = game.outcome(DrawRules::default());
        assert_eq!(outcome.map_or("*", |outcome| outcome.result()), row[2], "{row:?}");
        if let Some(outcome) = outcome {
            assert_eq!(outcome.termination.key(), row[3], "{row:?}");
        }
        assert!(game.claims().is_empty(), "nothing is claimed in shogi: {row:?}");
    }
}

#[test]
fn every_move_of_the_table_is_lawful_or_not() {
    for row in rows("shogi-moves.tsv") {
        let found = position(&variants::SHOGI, &row[0]).find(&written(&row[1]));
        assert_eq!(found.is_ok(), row[2] == "legal", "{row:?}: {found:?}");
        if found.is_err() {
            let why = Why::of(&position(&variants::SHOGI, &row[0]), &written(&row[1]));
            let reason = match why {
                Why::TwoPawns(_) => "nifu",
                Why::DropDead { .. } => "dead",
                Why::PawnDropMate(_) => "drop-mate",
                Why::MustPromote { .. } => "must-promote",
                Why::NotPromoting { .. } => "no-promotion",
                Why::NotInHand(_) => "not-in-hand",
                Why::DropOccupied(_) => "occupied",
                Why::MustAnswerCheck { .. } => "must-answer-check",
                _ => "another",
            };
            assert_eq!(reason, row[2], "{row:?}: {why:?}");
        }
    }
}

/// The side that checks is warned before it loses.
#[test]
fn perpetual_check_is_seen_coming() {
    let mut game = History::new(position(&variants::SHOGI, "8k/R8/9/9/9/9/9/9/4K4 b - 1"));
    for text in "9b9a 1a1b 9a9b 1b1a 9b9a 1a1b 9a9b 1b1a".split(' ') {
        game.play(game.position().find(&written(text)).unwrap()).unwrap();
    }
    assert_eq!(game.occurrences(), 3);
    assert!(game.checks_perpetually(Side::First) && !game.checks_perpetually(Side::Second));
}

/// Camp, king, ten men, no check, 28 or 27 points.
#[test]
fn declarations() {
    let ten = "K+P+P+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4";
    let nine = "K+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/9/4k4";
    let out = "9/+P+P+P+P+P+P+P+P+P/+P8/K8/9/9/9/9/4k4";
    let theirs = "4K4/9/9/9/9/9/9/7+p+p/+p+p+p+p+p+p+p+pk";
    for (text, points, holds) in [
        (format!("{ten} b 2R2B 1"), 30, true),
        (format!("{ten} b R2B3P 1"), 28, true),
        (format!("{ten} b R2B2P 1"), 27, false),
        (format!("{nine} b 2R2B 1"), 29, false),
        (format!("{out} b 2R2B 1"), 30, false),
        (format!("{theirs} w r2b2p 1"), 27, true),
        (format!("{theirs} w r2b1p 1"), 26, false),
        ("K3r4/1+P+P+P+P+P+P+P+P/+P+P7/9/9/9/9/9/4k4 b 2R2B 1".to_owned(), 30, false),
    ] {
        let declaration = position(&variants::SHOGI, &text).declaration().unwrap();
        assert_eq!((declaration.points, declaration.holds()), (points, holds), "{text} {declaration:?}");
    }
    assert!(Position::start(&variants::MINI_SHOGI).declaration().is_none());
    assert!(Position::start(&variants::CHESS).declaration().is_none());
}

/// Random games: SFEN and USI there and back, men never lost, and nobody left in check.
#[test]
fn random_games_keep_all_men() {
    for variant in [&variants::SHOGI, &variants::MINI_SHOGI, &variants::LOOP] {
        for seed in 1..=12u64 {
            let mut chance = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut now = Position::start(variant);
            let men = |position: &Position| {
                let held =
                    Side::BOTH.map(|side| position.hand(side).iter().map(|(_, n)| usize::from(*n)).sum::<usize>());
                position.pieces().len() + held[0] + held[1]
            };
            let all = men(&now);
            for ply in 0..200 {
                let context = format!("{} seed {seed} ply {ply} {now:?}", variant.key);
                assert_eq!(men(&now), all, "{context}");
                let again = position(variant, &fen::write(&now));
                assert_eq!((again.key(), fen::write(&again)), (now.key(), fen::write(&now)), "{context}");
                let moves = now.legal_moves();
                assert_eq!(moves.len(), now.count_moves() as usize, "{context}");
                if moves.is_empty() {
                    break;
                }
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = moves[(chance >> 33) as usize % moves.len()];
                if variant.key != "loop" {
                    let text = usi::write(&now, mv);
                    assert_eq!(now.find_pattern(&usi::read(variant, &text).unwrap()), Ok(mv), "{context} {text}");
                }
                let after = now.after(mv).unwrap();
                let royal = after.royals(now.turn())[0];
                assert!(after.attackers(royal, after.turn()).is_empty(), "{context} {mv:?}");
                now = after;
            }
        }
    }
}

/// In minishogi a side may run out of moves without being in check; it loses.
#[test]
fn a_side_without_a_move_loses() {
    let position = position(&variants::MINI_SHOGI, "k4/2G2/1K3/5/5 w - 1");
    let outcome = position.outcome();
    match outcome {
        Some(outcome) => {
            assert_eq!((outcome.winner, outcome.termination), (Some(Side::First), Termination::Stalemate));
        }
        None => panic!("{:?}", position.legal_moves()),
    }
}

/// Texts no lawful position has.
#[test]
fn impossible_positions_are_refused() {
    for text in [
        "4k3P/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/8N/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/4P4/9/4P4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b K 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 200P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P2 1",
        "4k4/9/9/9/9/9/9/9/4K4 b PP 1",
        "4+k4/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K3+ b - 1",
        "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
    ] {
        let read = fen::read(&variants::SHOGI, text).and_then(Position::try_from);
        assert!(read.is_err(), "{text} was read");
    }
}

/// A man that could go on promoting or not is asked about it, where the text does not say.
#[test]
fn promotion_left_open_is_asked() {
    use kingpost::rules::{Manner, Unresolved};
    let position = position(&variants::SHOGI, "4k4/9/9/7S1/9/9/9/9/4K4 b - 1");
    let mut pattern = usi::read(&variants::SHOGI, "2d2c").unwrap();
    pattern.manner = Manner::default();
    match position.find_pattern(&pattern) {
        Err(Unresolved::Promotion(moves)) => {
            assert!(moves.iter().all(|mv| matches!(mv, Move::Step { .. })) && moves.len() == 2);
        }
        other => panic!("{other:?}"),
    }
}
