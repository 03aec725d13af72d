//! Replies in games of shogi: as people write their moves, in Japanese, in English and in every notation.

use kingpost::interpret::{Context, Reader, answer};
use kingpost::rules::notation::{csa, fen, japanese, kif, usi, western};
use kingpost::rules::variants::{MINI_SHOGI, SHOGI};
use kingpost::rules::{History, Move, Position, Variant};

use super::shapes::{Dice, below, farewell};
use super::{bare, letter, reader, rows};

/// A game by its moves in USI.
pub(super) fn game(moves: &str) -> History {
    let mut history = History::new(Position::start(&SHOGI));
    for text in moves.split_whitespace() {
        let mv = history.position().find_pattern(&usi::read(&SHOGI, text).unwrap()).unwrap();
        history.play(mv).unwrap();
    }
    history
}

fn read(reader: &Reader, history: &History, language: &str, text: &str) -> (String, Option<String>) {
    let context = Context { language, history: Some(history), variant: history.position().variant(), numbers: false };
    let reading = reader.read(&letter(text, "Re: [kp-7f3k9] 将棋"), &context);
    (answer::words(&reading, Some(history)), reading.message)
}

#[test]
fn own_lines_of_shogi_as_people_write_them() {
    let reader = reader();
    let mut wrong = Vec::new();
    for row in rows("interpret/shogi.tsv") {
        let [language, moves, text, expected, message] = row.as_slice() else { panic!("{row:?}") };
        let (found, said) = read(reader, &game(moves), language, &text.replace("\\n", "\n"));
        if found != *expected {
            wrong.push(format!("{language} {moves:?} {text:?}: {found}, not {expected}"));
        }
        let wanted = if message == "(none)" { String::new() } else { bare(message) };
        if !message.is_empty() && bare(said.as_deref().unwrap_or_default()) != wanted {
            wrong.push(format!("{language} {moves:?} {text:?}: message {said:?}, not {message:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// A seeded game in which men are often taken and promoted, so that hands fill and men of a kind meet.
fn played(variant: &'static Variant, dice: &mut Dice, plies: usize) -> History {
    let mut history = History::new(Position::start(variant));
    for _ in 0..plies {
        let legal = history.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let takes = |mv: &&Move| history.position().captured(**mv).is_some() || mv.promotion().is_some();
        let taking: Vec<Move> = legal.iter().filter(takes).copied().collect();
        let list = if taking.is_empty() || dice.throw(2) == 0 { &legal } else { &taking };
        let mv = list[dice.throw(list.len())];
        history.play(mv).unwrap();
    }
    history
}

/// Every notation we write of a move in `history`'s position, by name.
fn spellings(history: &History, mv: Move) -> [(&'static str, String); 6] {
    let (position, last) = (history.position(), history.moves().last().map(|mv| mv.to()));
    [
        ("japanese", japanese::write(position, last, mv)),
        ("ki2", japanese::write_marked(position, last, mv)),
        ("western", western::write(position, mv)),
        ("usi", usi::write(position, mv)),
        ("csa", csa::write_move(position, mv)),
        ("kif", kif::write_move(position, last, mv)),
    ]
}

/// Whatever we write, a player may send back: every legal move, in every notation, whatever the player's language.
#[test]
fn what_we_write_we_read() {
    let reader = reader();
    let mut moves = 0;
    for (variant, seeds) in [(&SHOGI, 7), (&MINI_SHOGI, 8)] {
        for seed in 1..=seeds {
            let mut dice = Dice(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
            let plies = 10 + dice.throw(140);
            let history = played(variant, &mut dice, plies);
            let position = history.position();
            for mv in position.legal_moves() {
                let language = dice.pick(&["en", "ja", "de", "ru"]);
                let context = Context { language, history: Some(&history), variant, numbers: false };
                let found = |text: &str| {
                    let written = reader.read_move(text, &context);
                    let written = written.unwrap_or_else(|| panic!("seed {seed}, {language}: {text} is not read"));
                    position.find(&written)
                };
                for (notation, text) in spellings(&history, mv) {
                    assert_eq!(found(&text), Ok(mv), "seed {seed}, {notation}: {text} in {}", fen::write(position));
                }
                moves += 1;
            }
        }
    }
    assert!(moves > 600, "only {moves} moves");
}

/// Ways to hand in a move, and to talk of one.
const HANDED_IN: [&str; 12] = [
    "{}",
    "{}です",
    "{}でお願いします。",
    "{}と指します",
    "指し手は{}です。",
    "{}\n\nよろしくお願いします。",
    "こんにちは。\n\n{}",
    "「{}」",
    "I play {}",
    "{} please",
    "My move: {}",
    "**{}**",
];
const TALKED_OF: [&str; 10] = [
    "{}はいい手でしたね",
    "{}も考えましたが、まだ決めていません",
    "{}？",
    "ここで{}は打ち過ぎかもしれません",
    "本で{}という手を見ました",
    "もし{}なら困ります",
    "I was afraid of {} here",
    "Is {} good?",
    "{} would have been better",
    "{}の局面を調べています",
];

/// What a quoted mail of ours may hold in such a game: every line a command, if it were one's own.
const DECOYS: [&str; 10] =
    ["▲７六歩", "３四歩", "P-2f", "7g7f", "2g2f", "同　歩", "投了", "+7776FU", "△８四歩", "resign"];

/// Shapes of replies, notations and languages: what is handed in is read as that move, what is talked of is not, and what
/// is quoted is never read.
#[test]
fn replies_of_shogi_from_a_seed() {
    let reader = reader();
    let (attributions, blocks) = (rows("interpret/attributions.tsv"), rows("interpret/blocks.tsv"));
    let mut wrong = Vec::new();
    for seed in 1..=240 {
        let mut dice = Dice(u64::wrapping_mul(seed, 0xD134_2543_DE82_EF95));
        let variant = if dice.throw(3) == 0 { &MINI_SHOGI } else { &SHOGI };
        let plies = dice.throw(90);
        let history = played(variant, &mut dice, plies);
        let legal = history.position().legal_moves();
        if legal.is_empty() {
            continue;
        }
        let mv = legal[dice.throw(legal.len())];
        let (notation, text) = spellings(&history, mv)[dice.throw(5)].clone();
        let (own, expected) = match dice.throw(4) {
            0 => (dice.pick(&TALKED_OF).replace("{}", &text), "none".to_owned()),
            1 => (String::new(), "none".to_owned()),
            _ => (dice.pick(&HANDED_IN).replace("{}", &text), format!("move {}", usi::write(history.position(), mv))),
        };
        let (quote, shape) = below(&mut dice, &attributions, &blocks);
        let mark = dice.pick(&["> ", ">", "＞", "| "]);
        let decoys: String = (0..dice.throw(5)).map(|_| format!("{mark}{}\n", dice.pick(&DECOYS))).collect();
        let mail = format!("{own}\n\n{}{quote}{decoys}", farewell(&mut dice));
        let language = dice.pick(&["ja", "en", "fr"]);
        let (found, _) = read(reader, &history, language, &mail);
        if found != expected {
            wrong.push(format!("seed {seed}, {notation}, {shape:?}: {found}, not {expected}, from\n{mail}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// A line of our own pages, sent back alone or torn off by a program that marks no quotes, plays nothing.
#[test]
fn no_line_of_our_own_pages_is_a_move() {
    let reader = reader();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/render");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".kifu").map(str::to_owned))
        .collect();
    names.sort();
    let (mut wrong, mut lines) = (Vec::new(), 0);
    for name in &names {
        let variant = if name.starts_with("mini") { &MINI_SHOGI } else { &SHOGI };
        let record = kif::read(&std::fs::read_to_string(folder.join(format!("{name}.kifu"))).unwrap());
        let history = record.replay(variant).unwrap_or_else(|why| panic!("{name}: {why}"));
        for language in ["ja", "en"] {
            let page = std::fs::read_to_string(folder.join(format!("{name}.{language}.txt"))).unwrap_or_default();
            for line in page.lines().filter(|line| !line.trim().is_empty()) {
                let (found, _) = read(reader, &history, language, line);
                lines += 1;
                if found.starts_with("move ") {
                    wrong.push(format!("{name}.{language}: {line:?} is {found}"));
                }
            }
        }
    }
    assert!(lines > 500, "only {lines} lines");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
