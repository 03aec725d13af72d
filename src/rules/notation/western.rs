/*!
Western notation of shogi: `P-7f`, `Nx7c+`, `S*5e`, `G6i-5h`, `B-2b=` (`docs/rules.md`). Squares are written as Hodges
does; Hosking's two digits (`P76`, `G69-58`) are read as well.
*/

use super::shogi;
use crate::rules::manner::rivals;
use crate::rules::{Manner, Move, MovePattern, PatternKind, Position, Square, Variant};

/// Writes a legal move.
pub fn write(position: &Position, mv: Move) -> String {
    let geometry = position.geometry();
    let letters = |role| shogi::man_of(position.variant(), role).map_or("?", |man| man.letters);
    let to = shogi::usi_square(geometry, mv.to());
    let (from, role) = match (mv, mv.from()) {
        (Move::Drop { role, .. }, _) => return format!("{}*{to}", letters(role)),
        (_, Some(from)) => (from, position.piece_at(from).map(|man| man.role)),
        (_, None) => return to,
    };
    let rivals = role.map_or(0, |role| rivals(position, role, mv.to()).len());
    let origin = if rivals > 1 { shogi::usi_square(geometry, from) } else { String::new() };
    let sign = if position.captured(mv).is_some() { 'x' } else { '-' };
    let may = |other: &Move| other.from() == Some(from) && other.to() == mv.to() && other.promotion().is_some();
    let mark = match mv.promotion() {
        Some(_) => "+",
        None if position.legal_moves().iter().any(may) => "=",
        None => "",
    };
    format!("{}{origin}{sign}{to}{mark}", role.map_or("?", letters))
}

/// Reads a move; letters in any case, as phones write them. `None` if the text is no western move.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let text: String = text.chars().filter(|ch| !ch.is_whitespace()).collect();
    let promoted = text.starts_with('+');
    let rest = text.strip_prefix('+').unwrap_or(&text);
    let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let wanted = |man: &&shogi::Man| man.letters.ends_with(letter) && man.letters.starts_with('+') == promoted;
    let man = shogi::MEN.iter().find(wanted)?;
    let role = super::letters::by_key(variant, man.key)?;
    let (rest, promotes) = mark(rest.get(1..)?);
    let mut pattern = MovePattern { role: Some(role), ..MovePattern::default() };
    let cut = rest.find(['-', 'x', 'X', ':', '*', '\'']);
    let (origin, sign, to) = match cut {
        Some(at) => (rest.get(..at)?, rest.get(at..=at), rest.get(at + 1..)?),
        None if rest.len() == 4 => (rest.get(..2)?, None, rest.get(2..)?),
        None => ("", None, rest),
    };
    let geometry = variant.geometry;
    let to = square(variant, to)?;
    (pattern.to_file, pattern.to_rank) = (Some(geometry.file(to)), Some(geometry.rank(to)));
    if matches!(sign, Some("*" | "'")) {
        let plain = origin.is_empty() && promotes.is_none() && !promoted;
        return plain.then_some(MovePattern { kind: PatternKind::Drop, ..pattern });
    }
    if !origin.is_empty() {
        let from = square(variant, origin)?;
        (pattern.from_file, pattern.from_rank) = (Some(geometry.file(from)), Some(geometry.rank(from)));
    }
    Some(MovePattern { manner: Manner { promotes, ..Manner::default() }, ..pattern })
}

/// `+` or `=` at the end.
fn mark(text: &str) -> (&str, Option<bool>) {
    match (text.strip_suffix('+'), text.strip_suffix('=')) {
        (Some(rest), _) => (rest, Some(true)),
        (_, Some(rest)) => (rest, Some(false)),
        _ => (text, None),
    }
}

/// `7f`, `76`.
pub(super) fn square(variant: &Variant, text: &str) -> Option<Square> {
    let mut letters = text.chars();
    let (file, rank) = (letters.next()?, letters.next()?);
    let file = file.to_digit(10).and_then(|file| u8::try_from(file).ok())?;
    let rank = match rank.to_ascii_lowercase() {
        letter @ 'a'..='i' => letter as u8 - b'a' + 1,
        digit => u8::try_from(digit.to_digit(10)?).ok()?,
    };
    if letters.next().is_some() || file == 0 || rank == 0 {
        return None;
    }
    shogi::square(variant.geometry, file, rank)
}
