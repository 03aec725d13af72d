/*!
A line that is a score: numbered moves that repeat the game, or its end, and add one ply (`docs/reading.md`).
*/

use super::fold::{Glyph, Line};
use super::moves::{Mover, bare, numbered, shogi};
use crate::rules::{History, MoveNumber, WrittenMove};

/// What a line is as a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// It only repeats what was played.
    Repeats,
    /// It adds one ply.
    Adds(WrittenMove),
    /// It plays on, or tells another game: moves as written.
    Beyond(Vec<String>),
}

/// A line with more moves than this is no score of one letter's game.
const MOVES_MAX: usize = 1200;

/// The line as a score; `None` if it is no sequence of numbered moves. One move alone is a score only if it is the
/// opponent's last, as written in the record: `4. Bxc6` from Black repeats, whatever else it could mean.
pub(super) fn read(mover: Mover<'_>, line: &Line, glyphs: &[Glyph], history: Option<&History>) -> Option<Score> {
    if let Some(table) = mover.shogi {
        return shogi::score::read(mover, table, line, glyphs, history);
    }
    let mut moves = sequence(mover, line, glyphs)?;
    let first = moves.first()?.number?;
    let texts = || moves.iter().map(|written| written.text.clone()).collect::<Vec<String>>();
    let Some(history) = history else { return (moves.len() > 1).then(|| Score::Beyond(texts())) };
    let Some(start) = history.plies_before(first) else { return (moves.len() > 1).then(|| Score::Beyond(texts())) };
    let played = history.moves().len();
    if moves.len() == 1 {
        let repeats = !first.dots && start + 1 == played && follows(history, start, &moves) == 1;
        return repeats.then_some(Score::Repeats).or_else(|| told(history, start, first, &moves));
    }
    let known = played.saturating_sub(start).min(moves.len());
    if start > played || follows(history, start, &moves) < known {
        return Some(Score::Beyond(texts()));
    }
    match moves.len() - known {
        0 => Some(Score::Repeats),
        1 => moves.pop().map(|mut last| {
            last.number = None;
            Score::Adds(last)
        }),
        _ => Some(Score::Beyond(texts())),
    }
}

/// One numbered move with dots, long played: `4... Nfd7` above an answer.
fn told(history: &History, start: usize, first: MoveNumber, moves: &[WrittenMove]) -> Option<Score> {
    let past = start < history.moves().len() && first.dots && follows(history, start, moves) == 1;
    past.then_some(Score::Repeats)
}

/// How many of `moves` are those of the game from ply `start` on.
fn follows(history: &History, start: usize, moves: &[WrittenMove]) -> usize {
    let positions = history.positions().get(start..).unwrap_or_default();
    let played = history.moves().get(start..).unwrap_or_default();
    let told = moves.iter().zip(positions.iter().zip(played));
    told.take_while(|(written, (position, mv))| position.find(written).as_ref() == Ok(*mv)).count()
}

/// The moves of a sequence that begins with a number and holds nothing else.
fn sequence(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<Vec<WrittenMove>> {
    row(mover, line, glyphs).filter(|moves| moves.first().is_some_and(|first| first.number.is_some()))
}

/// The moves of a sequence that holds nothing else but their numbers.
pub(super) fn row(mover: Mover<'_>, line: &Line, glyphs: &[Glyph]) -> Option<Vec<WrittenMove>> {
    if let Some(table) = mover.shogi {
        return shogi::score::row(mover, table, line, glyphs);
    }
    let mut moves: Vec<WrittenMove> = Vec::new();
    let mut rest = bare(glyphs);
    let mut number = None;
    while !rest.is_empty() {
        let (behind, found) = numbered(rest);
        if found.is_some() {
            number = found;
            rest = behind;
            continue;
        }
        let end = rest.iter().position(|glyph| matches!(glyph.ch, ' ' | ',' | ';')).unwrap_or(rest.len());
        let (token, behind) = rest.split_at_checked(end)?;
        rest = behind;
        let skip = rest.iter().take_while(|glyph| matches!(glyph.ch, ' ' | ',' | ';')).count();
        rest = rest.get(skip..)?;
        if token.is_empty() {
            continue;
        }
        let read = mover.read(line, token)?;
        if moves.len() >= MOVES_MAX {
            return None;
        }
        moves.push(WrittenMove { number: number.take(), ..read });
    }
    // Castling is one token by now, and a move number that nothing follows is none.
    (number.is_none() && !moves.is_empty()).then_some(moves)
}
