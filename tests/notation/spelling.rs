//! One move in every notation, written and read, against tables by another program and by hand.

use std::collections::BTreeMap;

use kingpost::rules::notation::{iccf, lan, san, uci};
use kingpost::rules::{Move, MovePattern, PatternKind, Position, Unresolved, variants::CHESS};

use super::{position, rows, written};

/// `uci=text` pairs of a row against what we write, move by move.
fn compare(table: &str, write: impl Fn(&Position, Move) -> String) {
    let rows = rows(table);
    assert!(rows.len() > 10);
    for row in rows {
        let position = position(&row[0]);
        let told: BTreeMap<String, String> =
            row[1].split(' ').map(|pair| pair.split_once('=').unwrap()).map(|(a, b)| (a.into(), b.into())).collect();
        let moves = position.legal_moves().into_iter();
        let ours: BTreeMap<String, String> =
            moves.map(|mv| (uci::write(&position, mv), write(&position, mv))).collect();
        assert_eq!(ours, told, "{}", row[0]);
    }
}

#[test]
fn san_as_another_program_writes_it() {
    compare("san.tsv", san::write);
}

#[test]
fn long_algebraic_as_another_program_writes_it() {
    compare("lan.tsv", lan::write);
}

#[test]
fn all_at_once_as_one_by_one() {
    for row in rows("san.tsv") {
        let position = position(&row[0]);
        let singly: Vec<(Move, String)> =
            position.legal_moves().into_iter().map(|mv| (mv, san::write(&position, mv))).collect();
        assert_eq!(san::write_all(&position), singly, "{}", row[0]);
    }
}

/// Lax reading: `read.tsv` has position, text and the SAN it means, or why it means none.
#[test]
fn read_as_people_write() {
    for row in rows("read.tsv") {
        let position = position(&row[0]);
        let answer = match position.find(&written(&row[1])) {
            Ok(mv) => san::write(&position, mv),
            Err(Unresolved::Ambiguous(_)) => "ambiguous".to_owned(),
            Err(Unresolved::Promotion(_)) => "promotion".to_owned(),
            Err(Unresolved::Illegal) => "illegal".to_owned(),
        };
        assert_eq!(answer, row[2], "{} in {}", row[1], row[0]);
    }
}

#[test]
fn no_moves() {
    let texts = [
        "", "e", "ed", "e9", "i4", "Nf", "hello", "1-0", "1/2-1/2", "0000", "--", "pass", "5259", "525", "575815",
        "5058", "xd5", "4e1", "Nxd", "O-O-O-O", "O", "O-", "-O-O", "e2e4e5", "e2--e4", "e8=X", "Xf3", "e2e4+x", "é4",
        "Ｎf3", "N@", "@", "X@e4", "e2e99", "a0", "O--O",
    ];
    for text in texts {
        assert_eq!(san::read(&CHESS, text), None, "SAN: {text}");
        assert_eq!(lan::read(&CHESS, text), None, "long algebraic: {text}");
        assert_eq!(uci::read(&CHESS, text), None, "UCI: {text}");
        assert_eq!(iccf::read(&CHESS, text), None, "ICCF: {text}");
    }
}

/// What descriptive notation says beyond squares: which man is taken.
#[test]
fn patterns_that_name_what_is_taken() {
    let role = |key: &str| kingpost::rules::notation::letters::by_key(&CHESS, key);
    let takes = |taken: &str| MovePattern { role: role("pawn"), captured: role(taken), ..MovePattern::default() };
    let spanish = position("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4");
    assert!(matches!(spanish.find_pattern(&takes("bishop")), Err(Unresolved::Ambiguous(moves)) if moves.len() == 2));
    assert_eq!(spanish.find_pattern(&takes("knight")), Err(Unresolved::Illegal));
    let passing = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 32");
    let taken = passing.find_pattern(&takes("pawn")).unwrap();
    assert_eq!(san::write(&passing, taken), "exd6");
}

#[test]
fn castling_without_a_side() {
    let castles = MovePattern { kind: PatternKind::Castle(None), ..MovePattern::default() };
    let both = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20");
    assert!(matches!(both.find_pattern(&castles), Err(Unresolved::Ambiguous(moves)) if moves.len() == 2));
    let one = position("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 20");
    assert_eq!(san::write(&one, one.find_pattern(&castles).unwrap()), "O-O-O");
}

#[test]
fn a_piece_named_twice_is_no_missing_piece() {
    // One letter, a queen in one language and a rook in another: both fit, and a piece was named.
    let position = position("8/4P1k1/8/8/8/5K2/8/8 w - - 0 61");
    let named = |text: &str| san::read(&CHESS, text).unwrap();
    let mut text = written("e8=Q");
    text.stages = vec![vec![named("e8=Q"), named("e8=R")]];
    assert!(matches!(position.find(&text), Err(Unresolved::Ambiguous(moves)) if moves.len() == 2));
}
