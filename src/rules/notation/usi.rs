//! USI (`docs/rules.md`): `7g7f`, promotion `8h2b+`, drop `P*5e`.

use super::{letters, shogi};
use crate::rules::{Geometry, Manner, Move, MovePattern, PatternKind, Position, Square, Variant};

/// Writes a move.
pub fn write(position: &Position, mv: Move) -> String {
    let geometry = position.geometry();
    let name = |square| shogi::usi_square(geometry, square);
    match mv {
        Move::Drop { role, to } => format!("{}*{}", letters::letter(position.variant(), role), name(to)),
        _ => {
            let grows = if mv.promotion().is_some() { "+" } else { "" };
            format!("{}{}{grows}", mv.from().map_or(String::new(), name), name(mv.to()))
        }
    }
}

/// Reads a move; `None` if the text is no USI. Without a plus the man surely does not promote.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let geometry = variant.geometry;
    let letters: Vec<char> = text.chars().collect();
    match *letters.as_slice() {
        [letter, '*', file, rank] => {
            let to = square(geometry, file, rank)?;
            let role = variant.role_by_letter(letter).filter(|role| variant.hand_kinds().contains(role))?;
            Some(MovePattern { kind: PatternKind::Drop, role: Some(role), ..leading(geometry, to) })
        }
        [from_file, from_rank, to_file, to_rank, ref rest @ ..] => {
            let from = square(geometry, from_file, from_rank)?;
            let to = square(geometry, to_file, to_rank)?;
            let promotes = match rest {
                [] => false,
                ['+'] => true,
                _ => return None,
            };
            Some(MovePattern {
                from_file: Some(geometry.file(from)),
                from_rank: Some(geometry.rank(from)),
                manner: Manner { promotes: Some(promotes), ..Manner::default() },
                ..leading(geometry, to)
            })
        }
        _ => None,
    }
}

fn leading(geometry: Geometry, to: Square) -> MovePattern {
    MovePattern { to_file: Some(geometry.file(to)), to_rank: Some(geometry.rank(to)), ..MovePattern::default() }
}

fn square(geometry: Geometry, file: char, rank: char) -> Option<Square> {
    let file = u8::try_from(file.to_digit(10)?).ok()?;
    let rank = u8::try_from(u32::from(rank).checked_sub(u32::from('a'))?).ok()?.checked_add(1)?;
    shogi::square(geometry, file, rank)
}
