//! Long algebraic: `Ng1-f3`, `e6xd5`, `e7-e8=Q`.

use super::letters::{self, PAWN};
use super::san;
use crate::rules::{Move, MovePattern, PatternKind, Position, Variant};

/// Writes a legal move, with `+` or `#`.
pub fn write(position: &Position, mv: Move) -> String {
    let short = san::write(position, mv);
    let Some(from) = mv.from().filter(|_| !matches!(mv, Move::Castle { .. })) else { return short };
    let variant = position.variant();
    let geometry = position.geometry();
    let mut text = String::new();
    let role = position.piece_at(from).map(|man| man.role);
    text.extend(role.filter(|role| letters::key(variant, *role) != PAWN).map(|role| letters::letter(variant, role)));
    text += &geometry.name(from);
    text.push(if position.captured(mv).is_some() { 'x' } else { '-' });
    text += &geometry.name(mv.to());
    if let Some(promotion) = mv.promotion() {
        text.push('=');
        text.push(letters::letter(variant, promotion));
    }
    let marks = short.trim_end_matches(['+', '#']);
    text.extend(marks.ends_with('=').then_some('='));
    text += short.get(marks.len()..).unwrap_or_default();
    text
}

/// Reads a move; `None` if the text is no long algebraic. Without a letter it may be any man: `g1-f3` is often written.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let whole = |pattern: &MovePattern| {
        matches!(pattern.kind, PatternKind::Castle(_) | PatternKind::Drop)
            || pattern.from_file.is_some() && pattern.from_rank.is_some() && pattern.to_rank.is_some()
    };
    san::read(variant, text).filter(whole)
}
