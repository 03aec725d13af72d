//! What must hold in every game: seeded random games of every sheet, position by position.

use std::collections::BTreeMap;

use kingpost::rules::notation::{fen, iccf, lan, pgn, san, uci, usi};
use kingpost::rules::{
    DrawRules, History, Move, MovePattern, Position, PositionKey, Variant, View, Why, WrittenMove, variants,
};

use crate::notation::random::Chance;

const GAMES: u64 = 3;
const PLIES: usize = 80;

/// A game that likes to go back where it came from, so that positions recur.
fn game(variant: &'static Variant, seed: u64) -> History {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let start = Position::drawn(variant, &mut |below| chance.below(below as usize) as u32);
    let mut history = History::new(start);
    while history.moves().len() < PLIES {
        let legal = history.position().legal_moves();
        let Some(mut mv) = (!legal.is_empty()).then(|| legal[chance.below(legal.len())]) else { break };
        let last = history.moves().iter().rev().nth(1);
        let back =
            last.and_then(|last| legal.iter().find(|mv| mv.from() == Some(last.to()) && Some(mv.to()) == last.from()));
        if let Some(back) = back.filter(|_| chance.below(3) == 0) {
            mv = *back;
        }
        let special = legal
            .iter()
            .find(|mv| mv.promotion().is_some() || matches!(mv, Move::Castle { .. } | Move::EnPassant { .. }));
        if let Some(special) = special.filter(|_| chance.below(2) == 0) {
            mv = *special;
        }
        history.play(mv).unwrap();
    }
    history
}

fn games() -> impl Iterator<Item = (String, History)> {
    let all = variants::SHEETS.iter().flat_map(|variant| (1..=GAMES).map(move |seed| (*variant, seed)));
    all.map(|(variant, seed)| (format!("{} seed {seed}", variant.key), game(variant, seed)))
}

/// Counting and listing agree, no move is listed twice, nobody royal is left attacked, and where no move may give check none does.
#[test]
fn legal_moves_are_legal() {
    for (name, history) in games() {
        for position in history.positions() {
            let legal = position.legal_moves();
            let context = format!("{name}: {position:?}");
            assert_eq!(legal.len(), position.count_moves() as usize, "{context}");
            for (at, mv) in legal.iter().enumerate() {
                assert!(!legal[..at].contains(mv), "{context}: {mv:?} twice");
                assert!(position.is_legal(*mv), "{context}: {mv:?}");
                let after = position.after(*mv).unwrap();
                let royals = after.royals(position.turn());
                assert!(
                    royals.iter().all(|royal| after.attackers(*royal, after.turn()).is_empty()),
                    "{context}: {mv:?}"
                );
                assert!(position.variant().key != "racing-kings" || !after.is_check(), "{context}: {mv:?}");
                let takes = position.captured(*mv).is_some();
                let duty = match position.variant().key {
                    "massacre" => true,
                    "anti" => legal.iter().any(|mv| position.captured(*mv).is_some()),
                    _ => false,
                };
                assert!(takes || !duty, "{context}: {mv:?} takes nothing");
            }
        }
    }
}

/// A position is its text, and two are the same for repetition just when their texts are, counters aside.
#[test]
fn texts_and_keys_say_the_same() {
    for (name, history) in games() {
        let mut seen: BTreeMap<String, PositionKey> = BTreeMap::new();
        for position in history.positions() {
            let text = fen::write(position);
            let again = fen::read(position.variant(), &text).and_then(Position::try_from);
            let again = again.unwrap_or_else(|why| panic!("{name}: {text}: {why}"));
            assert_eq!(fen::write(&again), text, "{name}");
            assert_eq!(again.key(), position.key(), "{name}: {text}");
            assert_eq!(again.legal_moves(), position.legal_moves(), "{name}: {text}");
            let counters = if text.split(' ').count() == 4 { 1 } else { 2 };
            let place = text.rsplitn(counters + 1, ' ').last().unwrap().to_owned();
            seen.insert(place, position.key());
        }
        let mut keys: Vec<&PositionKey> = seen.values().collect();
        let texts = keys.len();
        keys.sort_by_key(|key| &key.0);
        keys.dedup();
        assert_eq!(keys.len(), texts, "{name}: two texts of one key, or two keys of one text");
    }
}

fn reads_back(context: &str, position: &Position, mv: Move, text: &str, pattern: Option<MovePattern>) {
    let pattern = pattern.unwrap_or_else(|| panic!("{context}: {text} is not read in {position:?}"));
    assert_eq!(position.find_pattern(&pattern), Ok(mv), "{context}: {text} in {position:?}");
}

/// Whatever is written is read as the same move.
#[test]
fn every_notation_reads_back() {
    for (name, history) in games() {
        for position in history.positions().iter().step_by(4) {
            let variant = position.variant();
            if variant.key.ends_with("shogi") {
                for mv in position.legal_moves() {
                    let text = usi::write(position, mv);
                    reads_back(&name, position, mv, &text, usi::read(variant, &text));
                }
                continue;
            }
            let written = san::write_all(position);
            let mut texts: Vec<&str> = written.iter().map(|(_, text)| text.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), written.len(), "{name}: two moves share a SAN in {position:?}");
            for (mv, text) in &written {
                reads_back(&name, position, *mv, text, san::read(variant, text));
                let text = lan::write(position, *mv);
                reads_back(&name, position, *mv, &text, lan::read(variant, &text));
                let text = uci::write(position, *mv);
                reads_back(&name, position, *mv, &text, uci::read(variant, &text));
                if let Some(text) = iccf::write(position, *mv) {
                    reads_back(&name, position, *mv, &text, iccf::read(variant, &text));
                }
            }
        }
    }
}

#[test]
fn a_game_is_its_record() {
    for (name, history) in games().filter(|(name, _)| !name.contains("shogi")) {
        let variant = history.start().variant();
        let text = pgn::write(&pgn::Tags::default(), &history, history.outcome(DrawRules::default()), &[]);
        let again = pgn::read(&text).unwrap().replay(variant).unwrap_or_else(|why| panic!("{name}: {why}\n{text}"));
        assert_eq!(again.moves(), history.moves(), "{name}");
        assert_eq!(again.position().key(), history.position().key(), "{name}");
        assert_eq!(text.contains("[SetUp \"1\"]"), variant.draws_array(), "{name}");
    }
}

/// Whatever two squares somebody writes, there is a move or a reason that names something; and no man's scope is asked in vain.
#[test]
fn every_pair_of_squares_has_an_answer() {
    for (name, history) in games() {
        let position = &history.positions()[history.positions().len() / 2];
        let (variant, geometry) = (position.variant(), position.geometry());
        let view = View::of(&history.truncated(history.positions().len() / 2), position.turn());
        if position.outcome().is_some() {
            continue;
        }
        let legal = position.legal_moves();
        for (from, _) in position.pieces().into_iter().filter(|(_, man)| man.side == position.turn()) {
            let scope = view.scope(from);
            for to in geometry.squares() {
                let goes = legal.iter().any(|mv| mv.from() == Some(from) && mv.to() == to);
                assert_eq!(scope.contains(&to), goes, "{name}: {from:?} {to:?} in {position:?}");
                let text = geometry.name(from) + &geometry.name(to);
                let stages = vec![vec![uci::read(variant, &text).unwrap()]];
                let written = WrittenMove { stages, ..WrittenMove::default() };
                if position.find(&written) == Err(kingpost::rules::Unresolved::Illegal) {
                    let why = Why::of(position, &written);
                    assert_ne!(why, Why::NotLegal, "{name}: {text} in {position:?}");
                    assert!(!why.phrase(variant).is_empty());
                }
            }
        }
        for (square, _) in position.pieces().into_iter().filter(|(_, man)| man.side != position.turn()) {
            view.scope(square);
        }
    }
}
