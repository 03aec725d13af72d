//! The rules: counts, endings and lawfulness, by tables under `tests/data/rules`.

use kingpost::rules::{
    Move, Position, PositionKey, Prospect, Side, Square, Termination, Variant, notation::fen, variants,
};

mod arrays;
mod properties;
mod reach;
mod shogi;
mod small;

/// The rows of a table: fields by tabs, remarks and the heading left out.
fn rows(path: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/rules/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("fen\t") && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn position(variant: &'static Variant, text: &str) -> Position {
    fen::read(variant, text).and_then(Position::try_from).unwrap_or_else(|why| panic!("{} {text}: {why}", variant.key))
}

#[test]
fn every_perft_row() {
    for variant in variants::SHEETS {
        let rows = rows(&format!("perft/{}.tsv", variant.key));
        assert!(rows.len() > 30, "{} has too few rows", variant.key);
        for row in rows {
            let (depth, nodes): (u32, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
            let counted = position(variant, &row[0]).perft(depth);
            assert_eq!(counted, nodes, "{} {} depth {depth}", variant.key, row[0]);
        }
    }
}

/// The run-time sheet of chess must count as the folded one does.
#[test]
fn both_engines_agree() {
    for row in rows("perft/chess.tsv") {
        let setup = fen::read(&variants::CHESS, &row[0]).unwrap();
        let sheet = Position::through_its_sheet(setup).unwrap();
        let (depth, nodes): (u32, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        if nodes < 200_000 {
            assert_eq!(sheet.perft(depth), nodes, "{} depth {depth}", row[0]);
            assert_eq!(sheet.perft_played(depth), nodes, "{} depth {depth}, played", row[0]);
            assert_eq!(position(&variants::CHESS, &row[0]).perft_played(depth), nodes, "{}", row[0]);
        }
    }
}

#[test]
fn every_ending_row() {
    for variant in variants::SHEETS {
        for row in rows(&format!("endings/{}.tsv", variant.key)) {
            let outcome = position(variant, &row[0]).outcome();
            let result = outcome.map_or("*", |outcome| outcome.result());
            assert_eq!(result, row[1], "{} {}", variant.key, row[0]);
            if let Some(outcome) = outcome {
                assert_eq!(outcome.termination.key(), row[2], "{} {}", variant.key, row[0]);
            }
        }
    }
}

/// Rows of `unwinnable.tsv`: whoever is said to win must, by a line or at least not proved otherwise.
#[test]
fn every_unwinnable_row() {
    for row in rows("unwinnable.tsv") {
        let (id, expected) = (&row[0], row[3].as_str());
        let position = position(&variants::CHESS, &row[1]);
        let asked: &[Side] = match row[2].as_str() {
            "white" => &[Side::First],
            "black" => &[Side::Second],
            _ => &Side::BOTH,
        };
        for &side in asked {
            let prospect = position.prospect(side);
            match expected {
                "winnable" => assert_ne!(prospect, Prospect::Unwinnable, "{id} {side:?}"),
                _ => assert_eq!(prospect, Prospect::Unwinnable, "{id} {side:?}"),
            }
        }
        if expected == "dead" {
            // Mate and stalemate are asked before the dead position.
            let reason = if position.count_moves() == 0 { Termination::Stalemate } else { Termination::Dead };
            assert_eq!(position.outcome().map(|outcome| outcome.termination), Some(reason), "{id}");
        }
        replay_witness(&position, &row[5], id);
    }
}

/// The table's own line of mate, where it has one, played by our engine.
fn replay_witness(start: &Position, witness: &str, id: &str) {
    if witness == "-" {
        return;
    }
    let mut now = start.clone();
    for text in witness.split(' ') {
        let mv = now.legal_moves().into_iter().find(|&mv| uci(&now, mv) == text);
        now = now.after(mv.unwrap_or_else(|| panic!("{id}: {text} is not legal in {now:?}"))).unwrap();
    }
    assert_eq!(now.outcome().map(|outcome| outcome.termination), Some(Termination::Checkmate), "{id}");
}

/// A move as UCI writes it; here by hand, so that these tests stand on the engine alone.
fn uci(position: &Position, mv: Move) -> String {
    let name = |square: Square| position.geometry().name(square);
    let promotion = mv.promotion().and_then(|role| position.variant().role(role));
    let letter = promotion.map_or(String::new(), |role| role.letter.to_ascii_lowercase().to_string());
    format!("{}{}{letter}", mv.from().map_or(String::new(), name), name(mv.to()))
}

/// Games of random moves beside an independent engine: same moves, same equality of positions, FEN there and back.
#[test]
fn random_games_agree_with_an_independent_engine() {
    for seed in 1..=60u64 {
        let mut chance = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut ours = Position::start(&variants::CHESS);
        let mut theirs = cozy_chess::Board::default();
        let mut seen: Vec<(PositionKey, u64)> = Vec::new();
        for ply in 0..160 {
            let context = format!("seed {seed} ply {ply} {ours:?}");
            let moves = ours.legal_moves();
            let mut texts: Vec<String> = moves.iter().map(|&mv| uci(&ours, mv)).collect();
            let mut expected = Vec::new();
            theirs.generate_moves(|set| {
                expected.extend(set.into_iter().map(|mv| standard(&theirs, mv)));
                false
            });
            texts.sort();
            expected.sort();
            assert_eq!(texts, expected, "{context}");
            assert_eq!(ours.checkers().len(), theirs.checkers().len() as usize, "{context}");
            let text = fen::write(&ours);
            let again = position(&variants::CHESS, &text);
            assert_eq!((fen::write(&again), again.key()), (text, ours.key()), "{context}");
            seen.push((ours.key(), key_of(&theirs)));
            if moves.is_empty() {
                break;
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = moves[(chance >> 33) as usize % moves.len()];
            let text = uci(&ours, mv);
            theirs.play_unchecked(castled(&theirs, &text));
            let after = ours.after(mv).unwrap();
            assert!(after.attackers(after.royals(ours.turn())[0], after.turn()).is_empty(), "{context} {text}");
            ours = after;
        }
        for (at, (key, hash)) in seen.iter().enumerate() {
            for (other, hash_of_other) in &seen[..at] {
                assert_eq!(key == other, hash == hash_of_other, "seed {seed}: equality of positions");
            }
        }
    }
}

/// The other engine's hash, without a mark for en passant that no legal capture uses.
fn key_of(board: &cozy_chess::Board) -> u64 {
    let takes = board.en_passant().is_some_and(|file| {
        let to = cozy_chess::Square::new(file, cozy_chess::Rank::Sixth.relative_to(board.side_to_move()));
        let pawns = board.pieces(cozy_chess::Piece::Pawn);
        let mut found = false;
        board.generate_moves_for(pawns, |set| {
            found |= set.into_iter().any(|mv| mv.to == to && mv.from.file() != file);
            found
        });
        found
    });
    if takes { board.hash() } else { board.hash_without_ep() }
}

/// The other engine castles by taking its own rook.
fn standard(board: &cozy_chess::Board, mv: cozy_chess::Move) -> String {
    let own = board.colors(board.side_to_move());
    if !own.has(mv.to) {
        return mv.to_string();
    }
    let file = if mv.to.file() > mv.from.file() { cozy_chess::File::G } else { cozy_chess::File::C };
    format!("{}{}", mv.from, cozy_chess::Square::new(file, mv.from.rank()))
}

fn castled(board: &cozy_chess::Board, text: &str) -> cozy_chess::Move {
    let mut found = None;
    board.generate_moves(|set| {
        found = found.or_else(|| set.into_iter().find(|&mv| standard(board, mv) == text));
        found.is_some()
    });
    found.unwrap_or_else(|| panic!("{text} is no move of {board}"))
}

/// Texts of positions: what is read, and how it is written again; `refused` where no lawful position is meant.
#[test]
fn positions_as_text() {
    for row in rows("positions.tsv") {
        let (variant, text, expected) = (variants::by_key(&row[0]).unwrap(), &row[1], row[2].as_str());
        let read = fen::read(variant, text).and_then(Position::try_from);
        match read {
            Ok(position) => {
                assert_eq!(fen::write(&position), expected, "{text}");
                assert_eq!(Position::try_from(position.setup()).unwrap().key(), position.key(), "{text}");
            }
            Err(why) => {
                assert_eq!(expected, "refused", "{text}: {why}");
                assert!(why.to_string().contains(&row[3]), "{text}: {why}");
            }
        }
    }
}

/// No text makes the reader fail in another way than by a refusal.
#[test]
fn mangled_texts_are_refused_or_read() {
    let seeds = rows("positions.tsv");
    let mut chance = 11u64;
    let mut next = |below: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % below
    };
    let letters: Vec<char> = "KQRBNPkqrbnp12345678910/ -wbahe3６\u{301}%[]+".chars().collect();
    for round in 0..4000 {
        let row = &seeds[round % seeds.len()];
        let mut text: Vec<char> = row[1].chars().collect();
        for _ in 0..=next(4) {
            let at = next(text.len().max(1));
            match next(3) {
                0 if !text.is_empty() => drop(text.remove(at)),
                1 if !text.is_empty() => text[at] = letters[next(letters.len())],
                _ => text.insert(at.min(text.len()), letters[next(letters.len())]),
            }
        }
        let text: String = text.into_iter().collect();
        let variant = variants::by_key(&row[0]).unwrap();
        if let Ok(position) = fen::read(variant, &text).and_then(Position::try_from) {
            let again = fen::write(&position);
            assert_eq!(fen::write(&self::position(variant, &again)), again, "{text}");
            assert_eq!(position.legal_moves().len(), position.count_moves() as usize, "{text}");
            for mv in position.legal_moves() {
                let after = position.after(mv).unwrap();
                let royals = after.royals(position.turn());
                assert!(royals.iter().all(|&royal| after.attackers(royal, after.turn()).is_empty()), "{text} {mv:?}");
            }
        }
    }
}

/// Odd but lawful positions must not trouble the solver of helpmates, which was made for boards of actual games.
#[test]
fn odd_positions_have_an_outcome() {
    for (text, hopeless) in [
        ("QQQQQQQQ/QQQQQQQQ/8/8/8/8/1k6/7K b - - 0 1", [false, true]),
        ("nnnnknnn/nnnnnnnn/8/8/8/8/8/K7 w - - 0 1", [true, false]),
        ("k7/8/8/8/8/PPPPPPPP/PPPPPPPP/K6Q w - - 0 1", [false, true]),
        ("bbbbkbbb/bbbbbbbb/8/8/8/8/BBBBBBBB/BBBBKBBB w - - 149 60000", [false, false]),
    ] {
        let position = position(&variants::CHESS, text);
        assert_eq!(Side::BOTH.map(|side| position.unwinnable(side)), hopeless, "{text}");
        position.outcome();
    }
}

/// The promises of size: a board is copied for every ply.
#[test]
fn a_position_is_small() {
    assert!(std::mem::size_of::<Position>() <= 128, "{}", std::mem::size_of::<Position>());
}

/// A position that no game comes to may be looked at, and nothing more: no king is taken there, and no game begins from it.
#[test]
fn a_position_for_study_is_no_position_of_a_game() {
    for text in ["k7/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "k7/1P6/8/8/8/8/8/K7 w - - 0 1"]
    {
        let setup = fen::read(&variants::CHESS, text).unwrap();
        assert!(Position::try_from(setup.clone()).is_err(), "{text}");
        let position = Position::for_study(setup).unwrap();
        let moves = position.legal_moves();
        let king = position.royals(position.turn().other())[0];
        assert!(moves.iter().all(|mv| mv.to() != king), "{text}");
        assert_eq!(position.count_moves() as usize, moves.len(), "{text}");
        assert_eq!(position.perft(1) as usize, moves.len(), "{text}");
        let replies: u64 = moves.iter().map(|mv| u64::from(position.after(*mv).unwrap().count_moves())).sum();
        assert_eq!(position.perft(2), replies, "{text}");
        for mv in moves {
            // After any move the position is one like others.
            Position::try_from(position.after(mv).unwrap().setup()).unwrap();
        }
    }
    // What is lawful is the same through either door; what cannot stand so is refused at both.
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let setup = fen::read(&variants::CHESS, text).unwrap();
    assert_eq!(Position::for_study(setup.clone()).unwrap().perft(3), Position::try_from(setup).unwrap().perft(3));
    let kingless = fen::read(&variants::CHESS, "8/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
    assert!(Position::for_study(kingless).is_err());
}
