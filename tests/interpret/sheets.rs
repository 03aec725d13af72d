//! Moves of every game with a sheet, as players write them back: standard notations, and men by the names we give them.

use kingpost::interpret::{Context, Reader};
use kingpost::language::Languages;
use kingpost::rules::notation::{fen, katakana, lan, san, shogi, uci};
use kingpost::rules::variants::{self, SHEETS};
use kingpost::rules::{History, Move, Position, Unresolved, Variant};

use super::reader;
use super::shapes::Dice;

/// A seeded game, a position now and then.
fn positions(variant: &'static Variant, seed: u64) -> Vec<History> {
    let mut dice = Dice(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
    let mut history = History::new(Position::start(variant));
    let mut kept = Vec::new();
    for ply in 0..60 {
        let legal = history.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        if ply % 14 == 0 {
            kept.push(history.clone());
        }
        let telling = |mv: &&Move| !matches!(mv, Move::Step { promotion: None, .. });
        let telling: Vec<Move> = legal.iter().filter(telling).copied().collect();
        let list = if telling.is_empty() || dice.throw(3) > 0 { &legal } else { &telling };
        let mv = list[dice.throw(list.len())];
        history.play(mv).unwrap();
    }
    kept
}

fn expect(reader: &Reader, history: &History, language: &str, text: &str, mv: Move) {
    let variant = history.position().variant();
    let context = Context { language, history: Some(history), variant, numbers: false };
    let written = reader.read_move(text, &context).unwrap_or_else(|| panic!("{}, {language}: {text}", variant.key));
    let found = history.position().find(&written);
    assert_eq!(found, Ok(mv), "{}, {language}: {text} in {:?}", variant.key, history.position());
}

#[test]
fn every_game_is_read_in_its_notations() {
    let reader = reader();
    let (mut moves, mut drops) = (0, 0);
    for variant in SHEETS.iter().filter(|variant| !shogi::applies(variant)) {
        for history in positions(variant, 1) {
            let position = history.position();
            for mv in position.legal_moves() {
                let texts = [san::write, uci::write, lan::write, katakana::write].map(|write| write(position, mv));
                for (place, text) in texts.into_iter().enumerate() {
                    let language = ["en", "ja"][(moves + place / 2) % 2];
                    expect(reader, &history, language, &text, mv);
                    moves += 1;
                }
                drops += usize::from(matches!(mv, Move::Drop { .. }));
            }
        }
    }
    assert!(moves > 6_000 && drops > 20, "only {moves} texts and {drops} drops");
}

/// Where a pawn may stay what it is: a text that leaves it open is asked, the texts we write are not.
#[test]
fn a_pawn_of_grand_chess_may_stay_one() {
    let reader = reader();
    for text in ["k9/10/10/2P7/10/10/10/10/10/9K w - - 0 1", "9k/10/10/10/10/10/10/2p7/1R8/K9 b - - 0 1"] {
        let setup = fen::read(&variants::GRAND, text).unwrap();
        let history = History::new(Position::try_from(setup).unwrap());
        let position = history.position();
        let legal = position.legal_moves();
        let near = |mv: &&Move| legal.iter().any(|other| other.promotion().is_some() && other.from() == mv.from());
        let pawns: Vec<Move> = legal.iter().filter(near).copied().collect();
        assert!(pawns.iter().any(|mv| mv.promotion().is_none()), "{text}");
        for mv in pawns {
            for written in [san::write(position, mv), uci::write(position, mv), lan::write(position, mv)] {
                expect(reader, &history, "en", &written, mv);
            }
            let open = san::write(position, mv);
            let open = open.split('=').next().unwrap();
            let context =
                Context { language: "en", history: Some(&history), variant: &variants::GRAND, numbers: false };
            let found = position.find(&reader.read_move(open, &context).unwrap());
            assert!(matches!(&found, Err(Unresolved::Promotion(all)) if all.contains(&mv)), "{open}: {found:?}");
        }
    }
}

/// The name of a man in a language's table, in shogi its own.
fn name(languages: &Languages, language: &str, variant: &Variant, key: &str) -> String {
    let words = &languages.written().find(|known| known.code == language).unwrap().words;
    let men = words["men"].as_table().unwrap();
    let own = men.get("shogi").filter(|_| shogi::applies(variant)).and_then(|table| table.get(key));
    own.or_else(|| men.get(key)).unwrap_or_else(|| panic!("{language}: {key}"))["one"].as_str().unwrap().to_owned()
}

#[test]
fn men_of_every_game_go_by_the_names_we_give_them() {
    let (reader, languages) = (reader(), Languages::built_in().unwrap());
    let mut named = std::collections::BTreeSet::new();
    for variant in SHEETS {
        for history in positions(variant, 3) {
            let position = history.position();
            for mv in position.legal_moves() {
                let Move::Step { from, to, promotion: None } = mv else { continue };
                let man = position.piece_at(from).unwrap();
                let choice = position
                    .legal_moves()
                    .into_iter()
                    .filter(|other| other.from() == Some(from) && other.to() == to && other.promotion().is_some());
                if choice.count() > 0 {
                    continue;
                }
                let key = variant.role(man.role).unwrap().key;
                let geometry = position.geometry();
                let japanese = |square| {
                    if shogi::applies(variant) {
                        shogi::japanese_square(geometry, square)
                    } else {
                        geometry.name(square)
                    }
                };
                let english = |square| {
                    if shogi::applies(variant) { shogi::usi_square(geometry, square) } else { geometry.name(square) }
                };
                let name = |language| name(&languages, language, variant, key);
                let text = format!("{} {} to {}", name("en"), english(from), english(to));
                expect(reader, &history, "en", &text, mv);
                let text = format!("{}を{}から{}へ", name("ja"), japanese(from), japanese(to));
                expect(reader, &history, "ja", &text, mv);
                named.insert(key);
            }
        }
    }
    let missing: Vec<&str> = variants::SHEETS.iter().flat_map(|variant| variant.roles).map(|role| role.key).collect();
    let missing: Vec<&str> =
        missing.into_iter().filter(|key| !key.contains("promoted") && !named.contains(key)).collect();
    assert!(missing.len() <= 4, "hardly met: {missing:?}");
}

#[test]
fn japanese_names_of_men_are_those_of_the_pages() {
    let languages = Languages::built_in().unwrap();
    for variant in SHEETS.iter().filter(|variant| !shogi::applies(variant)) {
        for role in variant.roles {
            let written = katakana::MEN.iter().find(|(key, _)| *key == role.key).map(|(_, name)| (*name).to_owned());
            assert_eq!(written, Some(name(&languages, "ja", variant, role.key)), "{}", role.key);
        }
    }
}

#[test]
fn drops_as_people_write_them() {
    let reader = reader();
    let mut history = History::new(Position::start(&variants::LOOP));
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5", "f1e2", "g8f6"] {
        let pattern = uci::read(&variants::LOOP, text).unwrap();
        let mv = history.position().find_pattern(&pattern).unwrap();
        history.play(mv).unwrap();
    }
    let pattern = uci::read(&variants::LOOP, "P@e6").unwrap();
    let mv = history.position().find_pattern(&pattern).unwrap();
    for text in
        ["P@e6", "@e6", "p@e6", "P*e6", "pawn drop e6", "drop pawn on e6", "ポーンをe6に打つ", "e6ポーン打", "P@e6!"]
    {
        expect(reader, &history, "en", text, mv);
    }
    let context = Context { language: "en", history: Some(&history), variant: &variants::LOOP, numbers: false };
    for (text, drops) in [("e6", false), ("N@e6", false), ("P@e9", false), ("@", false)] {
        let found = reader.read_move(text, &context).and_then(|written| history.position().find(&written).ok());
        assert_eq!(found.is_some(), drops, "{text}: {found:?}");
    }
}
