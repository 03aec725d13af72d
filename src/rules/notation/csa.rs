/*!
CSA, version 2.2: moves such as `+7776FU` and `-0055KA`, and whole games (`docs/rules.md`).

A move names the man as it is after it, so promotion is told by comparing.
*/

use super::bod::Placed;
use super::pgn::Tags;
use super::record::{self, ENDINGS, Ending, Ply, Record, TAGS, Way};
use super::shogi::{self, MEN, Man};
use super::{fen, letters};
use crate::rules::{
    Geometry, History, Manner, Move, MovePattern, Outcome, PatternKind, Piece, Position, Side, Square, variants,
};

/// `+` and `-`, as CSA marks the sides.
const SIGNS: [char; 2] = ['+', '-'];

/// Files and ranks of shogi; no other game has a form for its start.
const SHOGI: Geometry = Geometry { files: 9, ranks: 9 };

/// Writes a move.
pub fn write_move(position: &Position, mv: Move) -> String {
    let geometry = position.geometry();
    let square = |square: Option<Square>| square.map_or("00".to_owned(), |at| shogi::digit_square(geometry, at));
    let moving = mv.from().and_then(|from| position.piece_at(from)).map(|man| man.role);
    let role = match mv {
        Move::Drop { role, .. } => Some(role),
        _ => mv.promotion().or(moving),
    };
    let man = role.and_then(|role| shogi::man_of(position.variant(), role)).map_or("??", |man| man.csa);
    let sign = SIGNS[position.turn().index()];
    format!("{sign}{}{}{man}", square(mv.from()), square(Some(mv.to())))
}

/// Reads a move; the sign may be left out, and if it stands there it is that of the side to move. `None` if
/// the text is no such move.
pub fn read_move(position: &Position, text: &str) -> Option<MovePattern> {
    let (geometry, variant) = (position.geometry(), position.variant());
    let unsigned = text.strip_prefix(SIGNS[position.turn().index()]).unwrap_or(text);
    let (squares, man) = unsigned.split_at_checked(4)?;
    let man = MEN.iter().find(|known| known.csa.eq_ignore_ascii_case(man))?;
    let role = letters::by_key(variant, man.key)?;
    let (from, to) = (squares.get(..2)?, square(geometry, squares.get(2..)?)?);
    let leads =
        MovePattern { to_file: Some(geometry.file(to)), to_rank: Some(geometry.rank(to)), ..MovePattern::default() };
    if from == "00" {
        return Some(MovePattern { kind: PatternKind::Drop, role: Some(role), ..leads });
    }
    let from = square(geometry, from)?;
    let moving = position.piece_at(from).map(|man| man.role);
    let promotes = moving.is_some_and(|moving| variant.grown(moving) == Some(role));
    Some(MovePattern {
        role: if promotes { moving } else { Some(role) },
        from_file: Some(geometry.file(from)),
        from_rank: Some(geometry.rank(from)),
        manner: Manner { promotes: Some(promotes), ..Manner::default() },
        ..leads
    })
}

fn square(geometry: Geometry, digits: &str) -> Option<Square> {
    let numbers: Vec<u8> = digits.chars().map(|ch| u8::try_from(ch.to_digit(10)?).ok()).collect::<Option<_>>()?;
    let [file, rank] = *numbers.as_slice() else { return None };
    if file == 0 || rank == 0 { None } else { shogi::square(geometry, file, rank) }
}

/// Writes a game of shogi; `spent` are the seconds each move took, as far as they are known. `None` for other games: this
/// format has no word for their start.
pub fn write(tags: &Tags, history: &History, outcome: Option<Outcome>, spent: &[u64]) -> Option<String> {
    if history.start().geometry() != SHOGI || !shogi::applies(history.start().variant()) {
        return None;
    }
    let mut text = String::from("V2.2\n");
    // Players stand first; a name that stands twice in the table is written once.
    let (players, others): (Vec<_>, Vec<_>) = TAGS.iter().partition(|(_, _, csa)| csa.starts_with('N'));
    for (name, _, csa) in players.into_iter().take(2).chain(others) {
        if let Some(value) = record::told(tags, name) {
            text += &format!("{csa}{value}\n");
        }
    }
    text += &start(history.start());
    for (index, (position, mv)) in history.positions().iter().zip(history.moves()).enumerate() {
        text += &write_move(position, *mv);
        text.push('\n');
        if let Some(seconds) = spent.get(index) {
            text += &format!("T{seconds}\n");
        }
    }
    if let Some(outcome) = outcome {
        let turn = history.position().turn();
        let words = record::ending(outcome, turn);
        // A foul of the one who is not to move is told with its side's sign.
        let sign = if words.csa == "ILLEGAL_ACTION" { SIGNS[turn.other().index()].to_string() } else { String::new() };
        text += &format!("%{sign}{}\n", words.csa);
    }
    Some(text)
}

/// The start: `PI` for the usual one, else rank by rank, and the men in hand.
fn start(position: &Position) -> String {
    let sign = SIGNS[position.turn().index()];
    let usual = Position::start(position.variant());
    if fen::write(position) == fen::write(&usual) {
        return format!("PI\n{sign}\n");
    }
    let mut text = String::new();
    for rank in 1..=SHOGI.ranks {
        text += &format!("P{rank}");
        for file in (1..=SHOGI.files).rev() {
            let man = shogi::square(SHOGI, file, rank).and_then(|square| position.piece_at(square));
            let named = man.and_then(|man| Some((man.side, shogi::man_of(position.variant(), man.role)?)));
            match named {
                Some((side, man)) => text += &format!("{}{}", SIGNS[side.index()], man.csa),
                None => text += " * ",
            }
        }
        text.push('\n');
    }
    for side in Side::BOTH {
        for (role, count) in position.hand(side) {
            let man = shogi::man_of(position.variant(), role).map_or("??", |man| man.csa);
            text += &format!("P{}{}\n", SIGNS[side.index()], format!("00{man}").repeat(usize::from(count)));
        }
    }
    format!("{text}{sign}\n")
}

/// Reads the first game of a text. Total: every text gives a record, however broken.
pub fn read(text: &str) -> Record {
    let mut reader = Reader { record: Record::default(), start: Start::default(), turn: Side::First };
    for line in text.trim_start_matches('\u{feff}').lines().map(str::trim_end) {
        if line == "/" {
            break;
        }
        let whole = line.starts_with(['\'', '$', 'N', 'P']);
        let statements = if whole { vec![line] } else { line.split(',').map(str::trim).collect() };
        for statement in statements {
            reader.take(statement);
        }
    }
    reader.finish()
}

/// The men of a start, as CSA places them.
#[derive(Default)]
struct Start {
    placed: Placed,
    /// Side that gets every man not yet placed (`P-00AL`).
    rest: Option<Side>,
    /// Rows or `PI` were read; else there is no start.
    begun: bool,
}

struct Reader {
    record: Record,
    start: Start,
    turn: Side,
}

impl Reader {
    fn take(&mut self, line: &str) {
        let mut letters = line.chars();
        match (letters.next(), letters.as_str()) {
            (Some('\''), comment) => self.comment(comment),
            (Some('N'), rest) if rest.starts_with(SIGNS) => {
                let (name, value) = line.split_at_checked(2).unwrap_or((line, ""));
                record::tell(&mut self.record.tags, name, value);
            }
            (Some('$'), _) => {
                let cut = line.find(':').map_or(line.len(), |at| at + 1);
                let (name, value) = line.split_at_checked(cut).unwrap_or((line, ""));
                record::tell(&mut self.record.tags, name, value);
            }
            (Some('P'), rest) if self.record.plies.is_empty() => self.place(rest),
            (Some(sign), "") if SIGNS.contains(&sign) => {
                self.turn = side(sign);
            }
            (Some(sign), _) if SIGNS.contains(&sign) && self.record.ending.is_none() => {
                self.record.plies.push(Ply { text: line.to_owned(), ..Ply::default() });
            }
            (Some('T'), seconds) => {
                let moved = self.record.ending.is_none();
                if let Some(ply) = self.record.plies.last_mut().filter(|_| moved) {
                    ply.spent = seconds.split('.').next().and_then(|whole| whole.parse().ok());
                }
            }
            (Some('%'), word) => self.ending(word),
            _ => {}
        }
    }

    fn comment(&mut self, text: &str) {
        let text = text.trim_start_matches('*').trim().to_owned();
        match self.record.plies.last_mut() {
            Some(ply) => ply.comments.push(text),
            None => self.record.comments.push(text),
        }
    }

    fn ending(&mut self, word: &str) {
        let mover = if self.record.plies.len().is_multiple_of(2) { self.turn } else { self.turn.other() };
        let foul = |loser: Side| Ending { way: Way::Foul, winner: Some(loser.other()) };
        let known = ENDINGS.iter().find(|words| words.csa == word).map(|words| record::ended(words, mover));
        let ending = match word {
            "+ILLEGAL_ACTION" => Some(foul(Side::First)),
            "-ILLEGAL_ACTION" => Some(foul(Side::Second)),
            _ => known,
        };
        self.record.ending = self.record.ending.or(ending);
    }

    /// `PI82HI22KA`, `P1-KY-KE…`, `P+63FU00KI`, `P-00AL`.
    fn place(&mut self, rest: &str) {
        let start = &mut self.start;
        let mut letters = rest.chars();
        match letters.next() {
            Some('I') => {
                start.begun = true;
                start.placed.men = usual_men();
                for (file, rank, _) in placings(letters.as_str()) {
                    start.placed.men.retain(|(f, r, _, _)| (*f, *r) != (file, rank));
                }
            }
            Some(sign) if SIGNS.contains(&sign) => {
                let side = side(sign);
                if letters.as_str().ends_with("00AL") {
                    start.rest = Some(side);
                }
                for (file, rank, man) in placings(letters.as_str()) {
                    if file == 0 {
                        start.placed.hold(side, man, 1);
                    } else {
                        start.begun = true;
                        start.placed.men.push((file, rank, side, man));
                    }
                }
            }
            Some(digit) => {
                let Some(rank) = shogi::number(digit) else { return };
                start.begun = true;
                let cells: Vec<char> = letters.collect();
                for (cell, file) in cells.chunks(3).zip((1..=SHOGI.files).rev()) {
                    let [sign, a, b] = *cell else { continue };
                    if let Some(man) = named(a, b).filter(|_| SIGNS.contains(&sign)) {
                        start.placed.men.push((file, rank, side(sign), man));
                    }
                }
            }
            None => {}
        }
    }

    fn finish(mut self) -> Record {
        if self.start.begun {
            if let Some(side) = self.start.rest {
                self.start.fill(side);
            }
            let placed = Placed { men: self.start.placed.men, hands: self.start.placed.hands, ..Placed::on(SHOGI) };
            let start = placed.sfen(self.turn, 1);
            self.record.start = (start != variants::SHOGI.start).then_some(start);
        } else if self.turn == Side::Second {
            self.record.start = Some(variants::SHOGI.start.replace(" b ", " w "));
        }
        self.record
    }
}

impl Start {
    /// Gives `side` all men of a full set that stand nowhere yet, kings aside.
    fn fill(&mut self, side: Side) {
        let usual = usual_men();
        let base = |man: &Man| man.letters.trim_start_matches('+');
        for (_, _, _, kind) in usual.iter().filter(|(_, _, _, man)| man.key != "king") {
            let in_set = usual.iter().filter(|(_, _, _, man)| man.key == kind.key).count();
            let on_board = self.placed.men.iter().filter(|(_, _, _, man)| base(man) == kind.letters).count();
            let held = self.placed.hands.iter().filter(|(_, man, _)| man.key == kind.key);
            let in_hand: usize = held.map(|(_, _, count)| usize::from(*count)).sum();
            if on_board + in_hand < in_set {
                self.placed.hold(side, kind, 1);
            }
        }
    }
}

fn side(sign: char) -> Side {
    if sign == '+' { Side::First } else { Side::Second }
}

/// The men of the usual start.
fn usual_men() -> Vec<(u8, u8, Side, &'static Man)> {
    let man = |(square, piece): (Square, Piece)| {
        let man = shogi::man_of(&variants::SHOGI, piece.role)?;
        Some((shogi::file_number(SHOGI, square), shogi::rank_number(SHOGI, square), piece.side, man))
    };
    Position::start(&variants::SHOGI).pieces().into_iter().filter_map(man).collect()
}

fn named(a: char, b: char) -> Option<&'static Man> {
    let name: String = [a, b].iter().collect();
    MEN.iter().find(|man| man.csa == name)
}

/// `82HI22KA`: file, rank and man; anything else ends the list.
fn placings(text: &str) -> Vec<(u8, u8, &'static Man)> {
    let letters: Vec<char> = text.chars().collect();
    let one = |cell: &[char]| {
        let [file, rank, a, b] = *cell else { return None };
        let digit = |ch: char| ch.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        Some((digit(file)?, digit(rank)?, named(a, b)?))
    };
    letters.chunks(4).map_while(one).collect()
}
