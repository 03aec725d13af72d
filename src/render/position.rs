/*!
The position in words: all men by kind and square, then what a list of men cannot say. The first side stands first always:
what never moves about is found fastest.
*/

use super::words::{Form, Lack, Words};
use crate::rules::notation::shogi;
use crate::rules::{Role, Side, Square, View, Wing};

/// Moves by each side without capture or pawn move before it is worth a sentence.
const QUIET_MOVES: u32 = 30;

/// A position, written out.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(super) struct Described {
    /// One sentence for each side's men.
    pub sides: Vec<String>,
    /// Check, castling, taking in passing, repetition, quiet moves; may be empty.
    pub notes: String,
}

/// Writes out what `view` shows. Rights that only a move could use are told only while there are moves.
pub(super) fn described(view: &View, playing: bool, words: Words) -> Result<Described, Lack> {
    let sides = Side::BOTH.iter().map(|side| men(view, words, *side)).collect::<Result<_, _>>()?;
    let mut notes: Vec<String> = checks_left(view, words)?.into_iter().collect();
    if playing {
        notes.splice(0..0, check(view, words)?);
        notes.extend(castling(view, words)?);
        notes.extend(passing(view, words)?);
        notes.extend(course(view, words)?);
    }
    notes.extend(hands(view, words)?);
    Ok(Described { sides, notes: notes.join(words.text(&["position", "between_sentences"])?) })
}

/// A man and its square within a sentence: `the knight on f3`.
pub(super) fn standing(view: &View, words: Words, role: Role, square: Square, key: &str) -> Result<String, Lack> {
    let (man, square) = (words.man(view.variant(), role, Form::One)?, words.square(view.geometry(), square)?);
    words.say(&["position", key], &[("man", man), ("square", &square)])
}

/// Where a square comes in a list: by file from the first side's left, then by rank as that game counts its ranks.
pub(super) fn place(view: &View, square: Square) -> (u8, u8) {
    let (geometry, rank) = (view.geometry(), view.geometry().rank(square));
    let from_above = shogi::applies(view.variant());
    (geometry.file(square), if from_above { geometry.ranks - 1 - rank } else { rank })
}

fn men(view: &View, words: Words, side: Side) -> Result<String, Lack> {
    let name = words.side(view.variant(), side)?;
    let mut kinds = Vec::new();
    for (kind, _) in view.variant().roles.iter().enumerate() {
        let role = Role(u8::try_from(kind).unwrap_or(u8::MAX));
        let mut squares: Vec<Square> = view
            .pieces()
            .into_iter()
            .filter(|(_, man)| man.side == side && man.role == role)
            .map(|(square, _)| square)
            .collect();
        if squares.is_empty() {
            continue;
        }
        squares.sort_by_key(|square| place(view, *square));
        let form = Form::of(squares.len());
        let form = if kinds.is_empty() { form.titled() } else { form };
        let squares = squares.iter().map(|square| words.square(view.geometry(), *square));
        let squares = squares.collect::<Result<Vec<_>, _>>()?.join(words.text(&["position", "between_squares"])?);
        let man = words.man(view.variant(), role, form)?;
        kinds.push(words.say(&["position", "kind"], &[("man", man), ("squares", &squares)])?);
    }
    if kinds.is_empty() {
        return words.say(&["position", "bare"], &[("side", name)]);
    }
    let kinds = kinds.join(words.text(&["position", "between_kinds"])?);
    words.say(&["position", "side"], &[("side", name), ("men", &kinds)])
}

fn check(view: &View, words: Words) -> Result<Vec<String>, Lack> {
    if view.check().is_none() {
        return Ok(Vec::new());
    }
    let by = list_of(view, words, &view.checkers())?;
    let side = words.side(view.variant(), view.turn())?;
    Ok(vec![words.say(&["position", "check"], &[("side", side), ("by", &by)])?])
}

/// How many checks each side needs, where they are counted.
fn checks_left(view: &View, words: Words) -> Result<Vec<String>, Lack> {
    let left = Side::BOTH.into_iter().filter_map(|side| Some((side, u64::from(view.checks_left(side)?))));
    let told = left.map(|(side, left)| {
        words.count(&["position", "checks_left"], left, &[("side", words.side(view.variant(), side)?)])
    });
    told.collect()
}

/// Several men: `the knight on f3 and the rook on e1`.
pub(super) fn list_of(view: &View, words: Words, squares: &[Square]) -> Result<String, Lack> {
    let men = squares.iter().filter_map(|square| view.piece_at(*square).map(|man| (man.role, *square)));
    let men = men.map(|(role, square)| standing(view, words, role, square, "standing"));
    Ok(men.collect::<Result<Vec<_>, _>>()?.join(words.text(&["position", "and"])?))
}

fn castling(view: &View, words: Words) -> Result<Vec<String>, Lack> {
    let rights = |side| (view.may_castle(side, Wing::King), view.may_castle(side, Wing::Queen));
    if rights(Side::First) == (true, true) && rights(Side::Second) == (true, true) {
        return Ok(vec![words.text(&["position", "castle_all"])?.to_owned()]);
    }
    let mut notes = Vec::new();
    for side in Side::BOTH {
        let key = match rights(side) {
            (true, true) => "castle_both",
            (true, false) => "castle_king",
            (false, true) => "castle_queen",
            (false, false) => continue,
        };
        notes.push(words.say(&["position", key], &[("side", words.side(view.variant(), side)?)])?);
    }
    Ok(notes)
}

fn passing(view: &View, words: Words) -> Result<Vec<String>, Lack> {
    let Some(square) = view.en_passant() else { return Ok(Vec::new()) };
    let square = words.square(view.geometry(), square)?;
    Ok(vec![words.say(&["position", "en_passant"], &[("square", &square)])?])
}

fn course(view: &View, words: Words) -> Result<Vec<String>, Lack> {
    let mut notes = Vec::new();
    if view.occurrences() > 1 {
        notes.push(words.say(&["position", "again"], &[("n", &view.occurrences().to_string())])?);
    }
    if let Some(side) = view.perpetual_check() {
        notes.push(words.say(&["position", "perpetual"], &[("side", words.side(view.variant(), side)?)])?);
    }
    let quiet = view.halfmove_clock() / 2;
    if quiet >= QUIET_MOVES {
        notes.push(words.say(&["position", "quiet"], &[("n", &quiet.to_string())])?);
    }
    Ok(notes)
}

/// What both sides hold, in a game with hands.
fn hands(view: &View, words: Words) -> Result<Vec<String>, Lack> {
    if view.variant().hand_kinds().is_empty() {
        return Ok(Vec::new());
    }
    let hand = |side| {
        let held = held(view, words, side)?;
        words.say(&["position", "hand"], &[("side", words.side(view.variant(), side)?), ("men", &held)])
    };
    Side::BOTH.into_iter().map(hand).collect()
}

/// The men in `side`'s hand: `2 knights, 1 pawn`.
pub(super) fn held(view: &View, words: Words, side: Side) -> Result<String, Lack> {
    let hand = view.hand(side);
    if hand.is_empty() {
        return Ok(words.text(&["position", "holds_nothing"])?.to_owned());
    }
    let kinds = hand.iter().map(|(role, count)| {
        let man = words.man(view.variant(), *role, Form::of(usize::from(*count)))?;
        let kanji = if *count > 1 { shogi::kanji_count(*count) } else { String::new() };
        words.say(&["position", "in_hand"], &[("man", man), ("n", &count.to_string()), ("kanji", &kanji)])
    });
    Ok(kinds.collect::<Result<Vec<_>, Lack>>()?.join(words.text(&["position", "between_held"])?))
}
