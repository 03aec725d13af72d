/*!
Moves as mails tell them: numbered, one after the other, and in a word about who went where.
*/

use super::context::Last;
use super::words::{Form, Lack, Words};
use crate::game::Scene;
use crate::rules::notation::{Notation, san, shogi};
use crate::rules::{Move, MoveNumber, Role, Square, View, Wing};

/// The last move, numbered, with a word about who went where.
pub(super) fn last(scene: &Scene, words: Words) -> Result<Option<Last>, Lack> {
    let view = &scene.view;
    let written = words.record(view)?;
    let (Some(text), Some(plies)) = (written.last(), written.len().checked_sub(1)) else { return Ok(None) };
    let label = label(view, words, plies, text)?;
    Ok(Some(Last { label, words: last_in_words(view, words)?, mine: view.turn_at(plies) == scene.side }))
}

/// A move with its number: `1... e5`; in shogi `28手目 △３三桂`.
pub(super) fn label(view: &View, words: Words, plies: usize, text: &str) -> Result<String, Lack> {
    if view.variant().counts_plies() {
        return ply(view, words, "ply", plies, text);
    }
    let MoveNumber { number, dots } = view.number_at(plies);
    Ok(format!("{number}{}\u{a0}{text}", if dots { "..." } else { "." }))
}

/// A ply with its number, where numbers count plies.
fn ply(view: &View, words: Words, key: &str, plies: usize, text: &str) -> Result<String, Lack> {
    let number = view.number_at(plies).number.to_string();
    let mark = shogi::mark(view.turn_at(plies)).to_string();
    words.say(&["position", key], &[("n", &number), ("mark", &mark), ("move", text)])
}

fn last_in_words(view: &View, words: Words) -> Result<Option<String>, Lack> {
    let san = view.record(Notation::San).pop().unwrap_or_default();
    for wing in [Wing::Queen, Wing::King] {
        if san.starts_with(san::castling(wing)) {
            return castled(words, wing).map(Some);
        }
    }
    let Some(last) = view.last_move() else { return Ok(None) };
    // After a promotion the man that stands there is not the one that moved.
    let Some(man) = view.piece_at(last.to).filter(|_| !view.last_promoted()) else { return Ok(None) };
    went(view, words, man.role, last.from, last.to).map(Some)
}

/// A legal move as a word about who goes where: `bishop f8 to c5`.
pub(super) fn in_words(view: &View, words: Words, mv: Move) -> Result<String, Lack> {
    match mv {
        Move::Castle { wing, .. } => castled(words, wing),
        Move::Drop { role, to } => went(view, words, role, None, to),
        _ => match mv.from().and_then(|from| Some((from, view.piece_at(from)?))) {
            Some((from, man)) => went(view, words, man.role, Some(from), mv.to()),
            None => Ok(String::new()),
        },
    }
}

fn castled(words: Words, wing: Wing) -> Result<String, Lack> {
    let key = if wing == Wing::King { "castled_king" } else { "castled_queen" };
    Ok(words.text(&["position", key])?.to_owned())
}

fn went(view: &View, words: Words, role: Role, from: Option<Square>, to: Square) -> Result<String, Lack> {
    let (man, to) = (words.man(view.variant(), role, Form::One)?, words.square(view.geometry(), to)?);
    let Some(from) = from else { return words.say(&["position", "dropped"], &[("man", man), ("to", &to)]) };
    let from = words.square(view.geometry(), from)?;
    words.say(&["position", "moved"], &[("man", man), ("from", &from), ("to", &to)])
}

/// The moves so far: a move of each side together, or a ply each. Blanks within one hold, so that no line of a mail is a
/// bare move.
pub(super) fn record(view: &View, words: Words) -> Result<Option<Vec<String>>, Lack> {
    let mut turns: Vec<String> = Vec::new();
    for (plies, text) in words.record(view)?.iter().enumerate() {
        if view.variant().counts_plies() {
            turns.push(ply(view, words, "ply_recorded", plies, text)?);
            continue;
        }
        match turns.last_mut() {
            Some(turn) if view.number_at(plies).dots => *turn += &format!("\u{a0}{text}"),
            _ => turns.push(label(view, words, plies, text)?),
        }
    }
    Ok((!turns.is_empty()).then_some(turns))
}

/// What was played since so many plies.
pub(super) fn moves_since(view: &View, words: Words, ply: usize) -> Result<String, Lack> {
    in_a_row(view, words, ply, words.record(view)?.get(ply..).unwrap_or_default())
}

/// `1... e5 2. Nf3 d6`: a number in front of the first move and of every move of the side that begins.
pub(super) fn in_a_row(view: &View, words: Words, ply: usize, moves: &[String]) -> Result<String, Lack> {
    let numbered = |(place, text): (usize, &String)| match view.number_at(ply + place).dots {
        true if place > 0 => Ok(text.clone()),
        _ => label(view, words, ply + place, text),
    };
    Ok(moves.iter().enumerate().map(numbered).collect::<Result<Vec<_>, _>>()?.join("\u{a0}"))
}
