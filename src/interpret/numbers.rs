/*!
Moves in figures alone, `7163`: letters are full of such numbers, in signatures, addresses and dates. They are moves only
where the letter holds nothing else, where words say so (`I play 7163`), or for players who write their moves so.
*/

use super::commands::Said;
use super::lines::Taken;
use super::meant::Piece;
use super::moves::Mover;
use crate::rules::WrittenMove;

/// A name below the move is no longer than this, in words.
const NAME_MAX: usize = 2;

/// Takes the numbers out that are no moves, and doubts those that may be.
pub(super) fn judge(mover: Mover<'_>, pieces: &mut [Piece]) {
    if mover.numbers {
        return;
    }
    let others = pieces.iter().flat_map(|piece| &piece.reading.taken).any(|taken| !bare(taken));
    let last = pieces.len().saturating_sub(1);
    let silent = |at: usize, piece: &Piece| {
        !piece.reading.taken.is_empty()
            || mover.words.only_greets(&piece.line)
            || at > 0 && at == last && names(&piece.line)
    };
    let nothing_else = pieces.iter().enumerate().all(|(at, piece)| silent(at, piece));
    for (at, piece) in pieces.iter_mut().enumerate() {
        piece.reading.unsure.retain(|taken| !bare(taken));
        if !piece.reading.taken.iter().any(bare) {
            continue;
        }
        let before = piece.reading.taken.first().and_then(|first| piece.line.split_once(first.text.as_str()));
        let (before, behind) = before.unwrap_or_default();
        let said = !before.trim().is_empty() && mover.words.opens_moves(before);
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
    !mover.numbers && bare(taken) && lines.iter().filter(says).any(|line| !names(line))
}

/// True for a move of figures without a number before it or words around it.
fn bare(taken: &Taken) -> bool {
    match &taken.said {
        Said::Move(WrittenMove { text, number: None, .. }) => *text == taken.text && figures(text),
        _ => false,
    }
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
