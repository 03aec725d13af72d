//! Shogi's notations, each move written and read: against a table by another program, and over seeded random games.

use kingpost::rules::notation::shogi::japanese_square;
use kingpost::rules::notation::{csa, fen, japanese, kif, usi, western};
use kingpost::rules::variants::{MINI_SHOGI, SHOGI};
use kingpost::rules::{History, Move, MovePattern, Position, Side, Square, Unresolved, Variant, WrittenMove};

use super::random::Chance;
use super::rows;

pub(super) fn written(stages: Vec<MovePattern>) -> WrittenMove {
    WrittenMove { stages: stages.into_iter().map(|pattern| vec![pattern]).collect(), ..WrittenMove::default() }
}

fn position(variant: &'static Variant, text: &str) -> Position {
    fen::read(variant, text).and_then(Position::try_from).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn by_usi(position: &Position, text: &str) -> Move {
    let pattern = usi::read(position.variant(), text).unwrap_or_else(|| panic!("{text} is no USI"));
    position.find_pattern(&pattern).unwrap_or_else(|why| panic!("{text} in {position:?}: {why:?}"))
}

/// A column of the tables against what we write, and what we read of it against the move.
fn compare(
    column: usize,
    write: impl Fn(&Position, Option<Square>, Move) -> String,
    read: impl Fn(&Position, Option<Square>, &str) -> Option<Vec<MovePattern>>,
) {
    let rows = [rows("shogi.tsv"), rows("shogi-more.tsv")].concat();
    assert!(rows.len() > 470);
    let mut wrong = Vec::new();
    for row in rows.iter().filter(|row| row[0] != "sfen_before") {
        let before = position(&SHOGI, &row[0]);
        let last = by_usi(&before, &row[1]);
        let now = before.after(last).unwrap();
        let mv = by_usi(&now, &row[2]);
        let ours = write(&now, Some(last.to()), mv);
        if ours != row[column] {
            wrong.push(format!("written: {ours}, not {} in {}", row[column], row[0]));
        }
        let patterns = read(&now, Some(last.to()), &row[column]);
        let found = patterns.map(|patterns| now.find(&written(patterns)));
        if found != Some(Ok(mv)) {
            wrong.push(format!("read: {} as {found:?}, not {} in {}", row[column], row[2], row[0]));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

#[test]
fn usi_as_another_program_writes_it() {
    compare(
        2,
        |position, _, mv| usi::write(position, mv),
        |position, _, text| Some(vec![usi::read(position.variant(), text)?]),
    );
}

#[test]
fn ki2_as_another_program_writes_it() {
    compare(3, japanese::write_marked, |position, last, text| japanese::read(position.variant(), last, text));
}

#[test]
fn kif_as_another_program_writes_it() {
    compare(4, kif::write_move, |position, last, text| kif::read_move(position.variant(), last, text));
}

#[test]
fn csa_as_another_program_writes_it() {
    compare(
        5,
        |position, _, mv| csa::write_move(position, mv),
        |position, _, text| Some(vec![csa::read_move(position, text)?]),
    );
}

/// A seeded game that likes to take, to promote and to drop, so that every kind of move comes up.
pub(super) fn game(variant: &'static Variant, seed: u64, plies: usize) -> History {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut history = History::new(Position::start(variant));
    while history.moves().len() < plies {
        let legal = history.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let telling = |mv: &&Move| history.position().captured(**mv).is_some() || mv.promotion().is_some();
        let telling: Vec<Move> = legal.iter().filter(telling).copied().collect();
        let list = if telling.is_empty() || chance.below(2) == 0 { &legal } else { &telling };
        let mv = list[chance.below(list.len())];
        history.play(mv).unwrap();
    }
    history
}

/// Whatever we write of a legal move is read back as that move, in every notation, and no two moves are written alike.
#[test]
fn every_notation_of_shogi_reads_back() {
    let mut moves = 0;
    for (variant, games) in [(&SHOGI, 10), (&MINI_SHOGI, 12)] {
        for seed in 1..=games {
            let history = game(variant, seed, 160);
            for (index, position) in history.positions().iter().enumerate().step_by(11) {
                let last = index.checked_sub(1).map(|before| history.moves()[before].to());
                moves += reads_back(position, last, &format!("{} seed {seed} ply {index}", variant.key));
            }
        }
    }
    assert!(moves > 6_000, "only {moves} moves");
}

fn reads_back(position: &Position, last: Option<Square>, place: &str) -> usize {
    let variant = position.variant();
    let legal = position.legal_moves();
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); 5];
    for mv in &legal {
        let forms = [
            (japanese::write(position, last, *mv), "japanese"),
            (kif::write_move(position, last, *mv), "kif"),
            (csa::write_move(position, *mv), "csa"),
            (usi::write(position, *mv), "usi"),
            (western::write(position, *mv), "western"),
        ];
        for ((text, notation), texts) in forms.into_iter().zip(&mut texts) {
            let patterns = match notation {
                "japanese" => japanese::read(variant, last, &text),
                "kif" => kif::read_move(variant, last, &text),
                "csa" => csa::read_move(position, &text).map(|pattern| vec![pattern]),
                "usi" => usi::read(variant, &text).map(|pattern| vec![pattern]),
                _ => western::read(variant, &text).map(|pattern| vec![pattern]),
            };
            let patterns = patterns.unwrap_or_else(|| panic!("{place}: {notation} {text} is not read"));
            let found = position.find(&written(patterns));
            assert_eq!(found, Ok(*mv), "{place}: {notation} {text} in {}", fen::write(position));
            texts.push(text);
        }
    }
    for mut texts in texts {
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), legal.len(), "{place}: two moves are written alike in {}", fen::write(position));
    }
    legal.len()
}

/// Lax reading: position, last move in USI, text, and the USI it means or why it means none. `japanese` first, then
/// `western`.
#[test]
fn read_as_people_write_shogi() {
    for row in rows("shogi-read.tsv") {
        let [sfen, previous, text, expected] = row.as_slice() else { panic!("{row:?}") };
        let before = position(&SHOGI, sfen);
        let (now, last) = match previous.as_str() {
            "-" => (before, None),
            previous => {
                let mv = by_usi(&before, previous);
                (before.after(mv).unwrap(), Some(mv.to()))
            }
        };
        let patterns = japanese::read(&SHOGI, last, text)
            .or_else(|| western::read(&SHOGI, text).map(|pattern| vec![pattern]))
            .or_else(|| csa::read_move(&now, text).map(|pattern| vec![pattern]));
        let answer = match patterns.map(|patterns| now.find(&written(patterns))) {
            None => "not-a-move".to_owned(),
            Some(Ok(mv)) => usi::write(&now, mv),
            Some(Err(Unresolved::Ambiguous(_))) => "ambiguous".to_owned(),
            Some(Err(Unresolved::Promotion(_))) => "promotion".to_owned(),
            Some(Err(Unresolved::Illegal)) => "illegal".to_owned(),
        };
        assert_eq!(answer, *expected, "{text} in {sfen}");
    }
}

/// Whatever word is put behind a man, right is right and left is left, of all men of the kind that reach the square, those
/// that may not go there among them.
#[test]
fn a_word_never_finds_another_man() {
    let words = ["", "右", "左", "上", "引", "寄", "直", "右上", "左上", "右引", "左引", "右寄", "左寄"];
    let mut found = 0;
    for seed in 50..62 {
        let history = game(&SHOGI, seed, 170);
        for position in history.positions().iter().step_by(6) {
            let geometry = position.geometry();
            let side = if position.turn() == Side::First { 1 } else { -1 };
            let right = |square: Square| i16::from(geometry.file(square)) * side;
            let ahead =
                |from: Square, to: Square| (i16::from(geometry.rank(to)) - i16::from(geometry.rank(from))) * side;
            let mut legal = position.legal_moves();
            legal.retain(|mv| mv.from().is_some());
            legal.dedup_by_key(|mv| (mv.from(), mv.to()));
            for mv in legal {
                let man = position.piece_at(mv.from().unwrap()).unwrap();
                let name = kingpost::rules::notation::shogi::man_of(&SHOGI, man.role).unwrap().name;
                let mut rivals = position.attackers(mv.to(), position.turn());
                rivals.retain(|square| position.piece_at(*square).unwrap().role == man.role);
                for word in words {
                    let text = japanese_square(geometry, mv.to()) + name + word;
                    let patterns = japanese::read(&SHOGI, None, &text).unwrap();
                    let Ok(read) = position.find(&written(patterns)) else { continue };
                    let from = read.from().unwrap();
                    let fits_motion = |square: Square| match word.chars().last() {
                        Some('上') => ahead(square, mv.to()) > 0,
                        Some('引') => ahead(square, mv.to()) < 0,
                        Some('寄') => ahead(square, mv.to()) == 0,
                        Some('直') => ahead(square, mv.to()) == 1 && right(square) == right(mv.to()),
                        _ => true,
                    };
                    assert!(rivals.contains(&from) && fits_motion(from), "{text} in {}", fen::write(position));
                    for other in rivals.iter().copied().filter(|other| fits_motion(*other)) {
                        let beside = match word.chars().next() {
                            Some('右') => right(other) <= right(from),
                            Some('左') => right(other) >= right(from),
                            _ => true,
                        };
                        assert!(beside, "{text} in {}", fen::write(position));
                    }
                    found += usize::from(!word.is_empty() && rivals.len() > 1);
                }
            }
        }
    }
    assert!(found > 1_000, "only {found} words told men apart");
}
