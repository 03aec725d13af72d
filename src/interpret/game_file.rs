/*!
A game file as a plan: the game so far, and behind it what is to be answered, with variations for the opponent's other
moves. What stands in place of one's own moves, and a last move of the opponent's without an answer, are thoughts.

XBoard's cmail sends no other words: the one move that its file adds to the game is its player's.

A file of another game, or of the game alone, says nothing: mail programs send our own files back.
*/

use crate::game::PlanLine;
use crate::rules::notation::pgn::{self, Line, Ply};
use crate::rules::notation::{fen, san};
use crate::rules::{History, Position, Variant, WrittenMove};

/// More lines are not read; so many are refused.
const LINES_MAX: usize = 65;

/// The move that a file adds to the game: exactly one, which is the last of the file and has no other beside it.
pub(super) fn added(text: &str, history: &History) -> Option<WrittenMove> {
    let plies = beyond(text, history)?;
    let [ply] = plies.as_slice() else { return None };
    ply.variations.is_empty().then(|| written(ply, history.start().variant()))
}

/// What a file of this game has behind the moves played; none if it is of another.
fn beyond(text: &str, history: &History) -> Option<Vec<Ply>> {
    let record = pgn::read(text).filter(|record| begins(record.tags.get("FEN"), history))?;
    let variant = history.start().variant();
    let played = history.moves();
    let mut plies = record.line.plies;
    let positions = history.positions().iter().zip(played);
    let repeats = plies.iter().zip(positions).all(|(ply, (position, mv))| means(position, ply, variant) == Some(*mv));
    (repeats && plies.len() >= played.len()).then(|| plies.split_off(played.len()))
}

/// The if-then lines of a file, behind the game and behind `written`, the move that came with it.
pub(super) fn lines(text: &str, history: &History, written: Option<&WrittenMove>) -> Vec<PlanLine> {
    let variant = history.start().variant();
    let Some(plies) = beyond(text, history) else { return Vec::new() };
    let mut rest = plies.as_slice();
    if let Some(written) = written {
        let position = history.position();
        let Some((first, behind)) = rest.split_first() else { return Vec::new() };
        match position.find(written) {
            Ok(mv) if means(position, first, variant) == Some(mv) => rest = behind,
            _ => return Vec::new(),
        }
    }
    let mut lines = Vec::new();
    collect(rest, &[], variant, &mut lines);
    lines
}

/// True if a file that names this start position is about the game's own.
fn begins(start: Option<&str>, history: &History) -> bool {
    let variant = history.start().variant();
    let position = match start {
        None => Some(Position::start(variant)),
        Some(text) => fen::read(variant, text).and_then(Position::try_from).ok(),
    };
    position.is_some_and(|position| position.key() == history.start().key())
}

fn means(position: &Position, ply: &Ply, variant: &'static Variant) -> Option<crate::rules::Move> {
    position.find(&written(ply, variant)).ok()
}

fn written(ply: &Ply, variant: &'static Variant) -> WrittenMove {
    let stages = san::read(variant, &ply.san).map(|pattern| vec![pattern]).into_iter().collect();
    WrittenMove { text: ply.san.clone(), number: None, stages }
}

/// The lines of `plies`, which begin with a move of the opponent's, behind `way`.
fn collect(plies: &[Ply], way: &[WrittenMove], variant: &'static Variant, lines: &mut Vec<PlanLine>) {
    let mut line = way.to_vec();
    let mut others: Vec<(Vec<WrittenMove>, &Line)> = Vec::new();
    for pair in plies.chunks(2) {
        others
            .extend(pair.first().into_iter().flat_map(|theirs| &theirs.variations).map(|other| (line.clone(), other)));
        if let [theirs, mine] = pair {
            line.extend([written(theirs, variant), written(mine, variant)]);
        }
    }
    if line.len() > way.len() && lines.len() < LINES_MAX {
        let mut moves = line.into_iter();
        lines.push(PlanLine { when: moves.next(), then: moves.collect() });
    }
    for (way, other) in others {
        if lines.len() < LINES_MAX {
            collect(&other.plies, &way, variant, lines);
        }
    }
}
