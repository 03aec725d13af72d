//! Seeded random games: whatever is written is read back as the same move, and the course is counted right.

use std::collections::{BTreeMap, BTreeSet};

use kingpost::rules::notation::{fen, iccf, lan, pgn, san, uci};
use kingpost::rules::{History, Move, MovePattern, Position, Square, View, Why, WrittenMove, variants::CHESS};

use super::position;

const GAMES: u64 = 60;
const PLIES: usize = 120;

/// Xorshift: enough chance for a test, the same on every machine.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A game that likes to go back where it came from, so that positions recur, and to promote.
fn game(seed: u64, start: &str) -> History {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut history = History::new(position(start));
    while history.moves().len() < PLIES {
        let legal = history.position().legal_moves();
        let Some(mut mv) = (!legal.is_empty()).then(|| legal[chance.below(legal.len())]) else { break };
        let own_last = history.moves().iter().rev().nth(1);
        let back = own_last
            .and_then(|last| legal.iter().find(|mv| mv.from() == Some(last.to()) && Some(mv.to()) == last.from()));
        if let Some(back) = back.filter(|_| chance.below(3) == 0) {
            mv = *back;
        }
        if let Some(promoting) = legal.iter().find(|mv| mv.promotion().is_some()).filter(|_| chance.below(2) == 0) {
            mv = *promoting;
        }
        history.play(mv).unwrap();
    }
    history
}

fn games() -> impl Iterator<Item = (u64, History)> {
    let starts = [
        CHESS.start,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/PPP2ppp/8/8/8/8/ppp2PPP/4K3 b - - 0 31",
    ];
    (1..=GAMES).map(move |seed| (seed, game(seed, starts[seed as usize % starts.len()])))
}

/// Whatever two squares somebody writes, there is a move or a reason that names something.
#[test]
fn every_pair_of_squares_has_an_answer() {
    let mut kinds = BTreeMap::new();
    for (seed, history) in games() {
        // One position a game, each from another moment of it.
        let position = &history.positions()[seed as usize * 2 % history.positions().len()];
        let legal: BTreeSet<(Square, Square)> =
            position.legal_moves().iter().map(|mv| (mv.from().unwrap(), mv.to())).collect();
        let mine = |square: &Square| position.piece_at(*square).is_some_and(|man| man.side == position.turn());
        let (own, others): (Vec<Square>, Vec<Square>) = CHESS.geometry.squares().partition(mine);
        // Squares without a man of the mover's all fail alike: a few will do.
        for from in own.into_iter().chain(others.into_iter().step_by(16)) {
            for to in CHESS.geometry.squares().filter(|to| !legal.contains(&(from, *to))) {
                let text = CHESS.geometry.name(from) + &CHESS.geometry.name(to);
                let stages = vec![vec![uci::read(&CHESS, &text).unwrap()]];
                let why = Why::of(position, &WrittenMove { stages, ..WrittenMove::default() });
                assert_ne!(why, Why::NotLegal, "seed {seed}: {text} in {position:?}");
                let kind = format!("{why:?}");
                *kinds.entry(kind.split([' ', '(']).next().unwrap().to_owned()).or_insert(0) += 1;
            }
        }
    }
    for kind in ["Pinned", "IntoCheck", "MustAnswerCheck", "Blocked", "OwnManThere", "NothingToTake", "EmptySquare"] {
        assert!(kinds.get(kind).is_some_and(|count| *count > 20), "{kind} hardly met: {kinds:?}");
    }
}

/// Scopes of both sides against another engine, which can let the same side move twice.
#[test]
fn scopes_against_another_engine() {
    let mut compared = 0;
    for (seed, history) in games() {
        for position in history.positions().iter().step_by(12).filter(|position| position.checkers().is_empty()) {
            let text = fen::write(position);
            let board: cozy_chess::Board = text.parse().unwrap_or_else(|why| panic!("seed {seed}: {text}: {why}"));
            let view = View::of(&History::new(position.clone()), position.turn());
            for (board, side) in
                [(board.clone(), position.turn()), (board.null_move().unwrap(), position.turn().other())]
            {
                for (square, man) in position.pieces().into_iter().filter(|(_, man)| man.side == side) {
                    assert_eq!(
                        view.scope(square),
                        targets(&board, square),
                        "seed {seed}: {man:?} {square:?} in {text}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "only {compared} men");
}

/// Where that engine lets the man go; it writes castling as king takes own rook.
fn targets(board: &cozy_chess::Board, square: Square) -> Vec<Square> {
    let from = cozy_chess::Square::index(usize::from(square.0));
    let mut targets = Vec::new();
    board.generate_moves_for(from.bitboard(), |moves| {
        for mv in moves {
            let castles = board.colors(board.side_to_move()).has(mv.to);
            let file = if !castles {
                mv.to.file()
            } else if mv.to.file() > from.file() {
                cozy_chess::File::G
            } else {
                cozy_chess::File::C
            };
            targets.push(Square(cozy_chess::Square::new(file, mv.to.rank()) as u8));
        }
        false
    });
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn reads_back(seed: u64, position: &Position, mv: Move, text: &str, pattern: Option<MovePattern>) {
    let pattern = pattern.unwrap_or_else(|| panic!("seed {seed}: {text} is not read in {position:?}"));
    assert_eq!(position.find_pattern(&pattern), Ok(mv), "seed {seed}: {text} in {position:?}");
    assert!(pattern.fits(position, mv));
}

#[test]
fn every_notation_reads_back() {
    let mut moves = 0;
    for (seed, history) in games() {
        for position in history.positions().iter().step_by(8) {
            let written = san::write_all(position);
            let mut texts: Vec<&str> = written.iter().map(|(_, text)| text.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), written.len(), "seed {seed}: two moves share a SAN in {position:?}");
            for (mv, text) in &written {
                reads_back(seed, position, *mv, text, san::read(&CHESS, text));
                let text = lan::write(position, *mv);
                reads_back(seed, position, *mv, &text, lan::read(&CHESS, &text));
                let text = uci::write(position, *mv);
                reads_back(seed, position, *mv, &text, uci::read(&CHESS, &text));
                let text = iccf::write(position, *mv).unwrap();
                reads_back(seed, position, *mv, &text, iccf::read(&CHESS, &text));
                moves += 1;
            }
        }
    }
    assert!(moves > 15_000, "only {moves} moves");
}

/// Two positions are the same if their FEN is, counters aside: en passant stands in it only where it is legal.
#[test]
fn occurrences_against_the_text() {
    let mut most = 0;
    for (seed, history) in games() {
        let texts: Vec<String> = history.positions().iter().map(fen::write).collect();
        let place = |text: &str| text.rsplitn(3, ' ').last().unwrap().to_owned();
        for plies in (0..=history.moves().len()).step_by(7) {
            let then = history.truncated(plies);
            let same = texts[..=plies].iter().filter(|text| place(text) == place(&texts[plies])).count();
            assert_eq!(then.occurrences() as usize, same, "seed {seed}, after {plies} plies");
            most = most.max(same);
        }
    }
    assert!(most >= 3, "no position came back: the games are too wild for this test");
}

#[test]
fn pgn_reads_back() {
    for (seed, history) in games() {
        let comments = [(3, "a {nested} word; 50% \n done".to_owned()), (4, "手".repeat(100)), (9, "x".repeat(300))];
        let text = pgn::write(&pgn::Tags::default(), &history, None, &comments);
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.len() <= 79, "seed {seed}: {line}");
        }
        let record = pgn::read(&text).unwrap();
        let again = record.replay(&CHESS).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        assert_eq!(again.moves(), history.moves(), "seed {seed}");
        assert_eq!(fen::write(again.position()), fen::write(history.position()), "seed {seed}");
        assert_eq!(record.line.plies[2].comments, ["a (nested) word; 50% done"], "seed {seed}");
        let rewritten = pgn::write(&record.tags, &again, None, &[]);
        assert_eq!(rewritten, pgn::write(&pgn::Tags::default(), &history, None, &[]), "seed {seed}");
    }
}
