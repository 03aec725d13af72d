/*!
Moves in figures alone, `7163`: letters are full of such numbers, in signatures, addresses and dates. They are moves only
where the letter holds nothing else, where words say so (`I play 7163`), or for players who write their moves so. `A4` for a
pawn's move may be a paper, a room or a road, and is doubted likewise.
*/

use super::commands::Said;
use super::fold::Line;
use super::lines::Taken;
use super::meant::Piece;
use super::moves::Mover;
use crate::rules::WrittenMove;

/// A name below the move is no longer than this, in words.
const NAME_MAX: usize = 2;

/// Takes the numbers out that are no moves, and doubts those that may be.
pub(super) fn judge(mover: Mover<'_>, pieces: &mut [Piece]) {
    if !mover.numbers {
        judge_figures(mover, pieces);
    }
    for at in 0..pieces.len() {
        judge_capitals(mover, pieces, at);
    }
}

/// Doubts a pawn's move with a capital letter, unless words say that it is a move, or it is the first line and nothing but
/// courtesies and a name stand below.
fn judge_capitals(mover: Mover<'_>, pieces: &mut [Piece], at: usize) {
    let Some(piece) = pieces.get(at) else { return };
    let Some(first) = piece.reading.taken.iter().find(|taken| capital(taken)) else { return };
    let last = pieces.len().saturating_sub(1);
    let quiet = |(place, piece): (usize, &Piece)| {
        place == at || says_nothing(mover, &piece.line) || place > at && place == last && names(&piece.line)
    };
    let alone = || pieces.iter().enumerate().all(quiet);
    let (before, behind) = piece.line.split_once(first.text.as_str()).unwrap_or_default();
    let said = spoken(first) || !before.trim().is_empty() && mover.words.opens_moves(before);
    let ends = !behind.contains(char::is_alphanumeric) && behind.trim().chars().count() <= 1 && !behind.contains(':');
    let plain = *first.text == *written_text(first) && ends && mover.words.only_greets(before);
    if said && ends || plain && alone() {
        return;
    }
    let Some(piece) = pieces.get_mut(at) else { return };
    let (doubted, kept) = std::mem::take(&mut piece.reading.taken).into_iter().partition(capital);
    piece.reading.taken = kept;
    piece.reading.rest.clone_from(&piece.line);
    piece.reading.unsure.extend::<Vec<Taken>>(doubted);
}

fn judge_figures(mover: Mover<'_>, pieces: &mut [Piece]) {
    let others = pieces.iter().flat_map(|piece| &piece.reading.taken).any(|taken| !bare(taken));
    let last = pieces.len().saturating_sub(1);
    let silent = |(at, piece): (usize, &Piece)| {
        !piece.reading.taken.is_empty()
            || says_nothing(mover, &piece.line)
            || at > 0 && at == last && names(&piece.line)
    };
    let nothing_else = pieces.iter().enumerate().all(silent);
    for (at, piece) in pieces.iter_mut().enumerate() {
        piece.reading.unsure.retain(|taken| !bare(taken));
        if !piece.reading.taken.iter().any(bare) {
            continue;
        }
        let before = piece.reading.taken.first().and_then(|first| piece.line.split_once(first.text.as_str()));
        let (before, behind) = before.unwrap_or_default();
        let opens = !before.trim().is_empty() && mover.words.opens_moves(before);
        let said = opens || piece.reading.taken.iter().any(|taken| bare(taken) && spoken(taken));
        let alone = before.trim().is_empty() && behind.trim().len() <= 1 && (at == 0 || piece.parted);
        if said || !others && nothing_else && piece.reading.rest.trim().is_empty() {
            continue;
        }
        let (numbers, kept) = std::mem::take(&mut piece.reading.taken).into_iter().partition(bare);
        piece.reading.taken = kept;
        piece.reading.rest.clone_from(&piece.line);
        if alone && !others {
            piece.reading.unsure.extend::<Vec<Taken>>(numbers);
        }
    }
}

/// True for a subject of figures alone above a text that holds more than greetings and a name.
pub(super) fn leaves(mover: Mover<'_>, taken: &Taken, lines: &[&str]) -> bool {
    let says = |line: &&&str| !line.trim().is_empty() && !mover.words.only_greets(line);
    (!mover.numbers && bare(taken) || capital(taken)) && lines.iter().filter(says).any(|line| !names(line))
}

/// True for a move of figures without a number before it or words around it.
fn bare(taken: &Taken) -> bool {
    match &taken.said {
        Said::Move(WrittenMove { text, number: None, .. }) => figures(text),
        _ => false,
    }
}

/// True for `A4`, with or without words around it.
fn capital(taken: &Taken) -> bool {
    let Said::Move(WrittenMove { text, number: None, .. }) = &taken.said else { return false };
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_uppercase) && text.len() > 1 && chars.all(|ch| ch.is_ascii_digit())
}

/// The words of a move that are the move itself.
fn written_text(taken: &Taken) -> &str {
    match &taken.said {
        Said::Move(written) => &written.text,
        _ => "",
    }
}

/// True if the words of a move begin with some that open it: `I play 7163`.
fn spoken(taken: &Taken) -> bool {
    taken.text.split_once(written_text(taken)).is_some_and(|(before, _)| before.contains(char::is_alphabetic))
}

/// True for courtesies that pass no judgement: `What a boring match` below `0-0` tells of a result.
fn says_nothing(mover: Mover<'_>, line: &str) -> bool {
    mover.words.only_greets(line) && !mover.words.doubts.disown(&Line::new(line).glyphs)
}

/// True for a move of figures alone.
pub(super) fn written(written: &WrittenMove) -> bool {
    written.number.is_none() && figures(&written.text)
}

/// True for `7163`, `71-63` and `71635`.
fn figures(text: &str) -> bool {
    text.chars().all(|ch| ch.is_numeric() || matches!(ch, ' ' | '-' | '–'))
}

/// True for a name without a figure.
fn names(line: &str) -> bool {
    line.split_whitespace().count() <= NAME_MAX && !line.contains(|ch: char| ch.is_numeric())
}
