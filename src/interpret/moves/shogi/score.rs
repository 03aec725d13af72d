/*!
A line of several moves of shogi, `▲７六歩 △３四歩 ▲２六歩` or `1. ７六歩 2. ３四歩`: it repeats the game, or its end, and adds
one ply (`docs/reading.md`).
*/

use super::super::Mover;
use super::{MARKS, Table, bare, numbered};
use crate::interpret::fold::{Glyph, Line};
use crate::interpret::score::Score;
use crate::rules::{History, Square, WrittenMove};

/// A line with more moves than this is no score of one letter's game.
const MOVES_MAX: usize = 1200;

/// The line as a score; `None` if it is no sequence of marked or numbered moves.
pub(in crate::interpret) fn read(
    mover: Mover<'_>,
    table: Table<'_>,
    line: &Line,
    glyphs: &[Glyph],
    history: Option<&History>,
) -> Option<Score> {
    let tokens = tokens(glyphs);
    let starts_so =
        |token: &&[Glyph]| numbered(token).1.is_some() || token.first().is_some_and(|glyph| MARKS.contains(&glyph.ch));
    if tokens.len() < 2 || tokens.len() > MOVES_MAX || !tokens.iter().all(starts_so) {
        return None;
    }
    let told = |last: Option<Square>| one_by_one(mover, Table { last, position: None, ..table }, line, &tokens);
    let beyond = || Score::Beyond(tokens.iter().map(|token| line.written(token).trim().to_owned()).collect());
    let Some(history) = history else { return told(None).map(|_| beyond()) };
    let played = history.moves().len();
    // What adds a ply is looked for first, then what only repeats.
    for known in [tokens.len() - 1, tokens.len()] {
        let Some(start) = played.checked_sub(known) else { continue };
        let last = start.checked_sub(1).and_then(|before| history.moves().get(before)).map(|mv| mv.to());
        let moves = told(last)?;
        let sides = tokens.iter().zip(start..).all(|(token, ply)| side_fits(history, token, ply));
        let fits = |(index, written): (usize, &WrittenMove)| {
            let position = history.positions().get(start + index);
            position.is_some_and(|position| position.find(written).as_ref() == Ok(&history.moves()[start + index]))
        };
        if sides && moves.iter().take(known).enumerate().all(fits) {
            let adds = moves.into_iter().nth(known).map(|added| WrittenMove { number: None, ..added });
            return Some(adds.map_or(Score::Repeats, Score::Adds));
        }
    }
    told(None).map(|_| beyond())
}

/// The moves of a sequence that holds nothing else: each with its mark or its number, or with blanks between.
pub(in crate::interpret) fn row(
    mover: Mover<'_>,
    table: Table<'_>,
    line: &Line,
    glyphs: &[Glyph],
) -> Option<Vec<WrittenMove>> {
    let marked = tokens(glyphs);
    if marked.len() > 1 {
        return one_by_one(mover, table, line, &marked);
    }
    let words: Vec<&[Glyph]> = glyphs.split(|glyph| glyph.ch == ' ').filter(|word| !word.is_empty()).collect();
    if words.len() > MOVES_MAX { None } else { one_by_one(mover, table, line, &words) }
}

/// Each token read as the move behind the one before it.
fn one_by_one(mover: Mover<'_>, table: Table<'_>, line: &Line, tokens: &[&[Glyph]]) -> Option<Vec<WrittenMove>> {
    // Whose move it is follows from its place.
    let mover = Mover { turn: None, ..mover };
    let mut table = Table { position: None, ..table };
    let read = |token: &&[Glyph]| {
        let written = super::read(&mover, table, line, token)?;
        table.last = goal(table, &written);
        Some(written)
    };
    tokens.iter().map(read).collect()
}

/// True unless a mark or a number says that the move of that ply is another.
fn side_fits(history: &History, token: &[Glyph], ply: usize) -> bool {
    let (rest, number) = numbered(token);
    let first = usize::try_from(history.start().fullmove_number()).unwrap_or(usize::MAX);
    let counted = number.is_none_or(|number| usize::try_from(number.number) == Ok(first.saturating_add(ply)));
    let mark = rest.first().and_then(|glyph| MARKS.iter().position(|mark| *mark == glyph.ch));
    counted && mark.is_none_or(|side| side == (history.start().turn().index() + ply) % 2)
}

/// Where a written move leads, if all its readings agree.
pub(in crate::interpret) fn goal(table: Table<'_>, written: &WrittenMove) -> Option<Square> {
    let mut goals = written.stages.iter().flatten().map(|pattern| (pattern.to_file, pattern.to_rank));
    let (file, rank) = goals.next()?;
    if !goals.all(|goal| goal == (file, rank)) {
        return None;
    }
    table.variant.geometry.at(file?, rank?)
}

/// Cuts before each mark, and before each number that a full stop or `手目` follows.
fn tokens(glyphs: &[Glyph]) -> Vec<&[Glyph]> {
    let glyphs = bare(glyphs);
    let starts = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| glyphs.get(before)).map_or(' ', |glyph| glyph.ch);
        let here = glyphs.get(*at..).unwrap_or_default();
        let mark = here.first().is_some_and(|glyph| MARKS.contains(&glyph.ch));
        // `1.▲７六歩` is one token.
        let behind_number = mark && (matches!(before, '.' | '目' | 'は') || behind_a_number(glyphs, *at));
        let counted = matches!(before, ' ' | ',' | '、') && !mark && numbered(here).1.is_some();
        mark && !behind_number || counted
    };
    let mut cuts: Vec<usize> = (0..glyphs.len()).filter(starts).collect();
    if cuts.first() != Some(&0) {
        cuts.insert(0, 0);
    }
    cuts.push(glyphs.len());
    let token = |pair: &[usize]| match pair {
        [start, end] => glyphs.get(*start..*end),
        _ => None,
    };
    let tokens = cuts.windows(2).filter_map(token).map(trimmed);
    tokens.filter(|token| !token.is_empty()).collect()
}

fn behind_a_number(glyphs: &[Glyph], at: usize) -> bool {
    let front = glyphs.get(..at).unwrap_or_default();
    let blanks = front.iter().rev().take_while(|glyph| matches!(glyph.ch, ' ' | '.')).count();
    let digits = front.iter().rev().skip(blanks).take_while(|glyph| glyph.ch.is_ascii_digit()).count();
    let before = front.len().checked_sub(blanks + digits + 1).and_then(|place| front.get(place));
    digits > 0 && blanks > 0 && before.is_none_or(|glyph| glyph.ch == ' ')
}

fn trimmed(glyphs: &[Glyph]) -> &[Glyph] {
    let loose = |glyph: &&Glyph| matches!(glyph.ch, ' ' | ',' | '、');
    let start = glyphs.iter().take_while(loose).count();
    let end = glyphs.iter().rev().take_while(loose).count();
    glyphs.get(start..glyphs.len().saturating_sub(end)).unwrap_or_default()
}
