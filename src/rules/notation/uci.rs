//! UCI: `e2e4`, `e7e8q`, `e1g1`, drops `N@f3`. Without a letter no pawn becomes anything, even where it might.

use super::{letters, places};
use crate::rules::variant::Castling;
use crate::rules::{Manner, Move, MovePattern, PatternKind, Position, Variant};

/// Writes a move; castling as the king's move, or as king takes own rook where homes are drawn or the king goes less than
/// two squares.
pub fn write(position: &Position, mv: Move) -> String {
    let geometry = position.geometry();
    let variant = position.variant();
    match mv {
        Move::Drop { role, to } => format!("{}@{}", letters::letter(variant, role), geometry.name(to)),
        Move::Castle { from, to, rook, .. } => {
            let drawn = matches!(variant.castling, Castling::Drawn { .. });
            let plain = !drawn && geometry.file(from).abs_diff(geometry.file(to)) >= 2;
            geometry.name(from) + &geometry.name(if plain { to } else { rook })
        }
        Move::EnPassant { from, to } => geometry.name(from) + &geometry.name(to),
        Move::Step { from, to, promotion } => {
            let mut text = geometry.name(from) + &geometry.name(to);
            text.extend(promotion.map(|role| letters::letter(variant, role).to_ascii_lowercase()));
            text
        }
    }
}

/// Reads a move; `None` if the text is no UCI.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    if let Some((letter, to)) = text.split_once('@') {
        let mut chars = letter.chars();
        let (Some(letter), None) = (chars.next(), chars.next()) else { return None };
        let to = variant.geometry.square(to)?;
        return Some(MovePattern {
            kind: PatternKind::Drop,
            role: Some(variant.role_by_letter(letter)?),
            to_file: Some(variant.geometry.file(to)),
            to_rank: Some(variant.geometry.rank(to)),
            ..MovePattern::default()
        });
    }
    let last = text.chars().next_back()?;
    let (squares, promotion) = if last.is_ascii_lowercase() {
        let role = variant.role_by_letter(last.to_ascii_uppercase())?;
        (text.get(..text.len() - 1)?, Some(role))
    } else {
        (text, None)
    };
    if squares.contains(['-', ':', 'x']) {
        return None;
    }
    let places = places::read(variant.geometry, squares).filter(places::Places::whole)?;
    let stays = promotion.is_none() && variant.promotion.may_be_declined();
    let manner = Manner { promotes: stays.then_some(false), ..Manner::default() };
    Some(MovePattern { promotion, manner, ..places.pattern() })
}
