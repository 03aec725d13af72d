/*!
SAN, with the letters of the variant's sheet (English in chess).

Written by the PGN export standard; read generously: signs of check and capture are not weighed, more origin than needed
is welcome, castling may have zeros, a promotion needs no `=`. Where a pawn may stay what it is, a `=` with nothing
behind says that it does.
*/

use super::letters::{self, PAWN};
use super::places;
use crate::rules::{Manner, Move, MovePattern, PatternKind, Position, Role, Square, Variant, Wing};

/// Writes a legal move: shortest disambiguation, file before rank before both, with `+` or `#`.
pub fn write(position: &Position, mv: Move) -> String {
    write_among(position, mv, &position.legal_moves(), position.after(mv).ok().as_ref())
}

/// Every legal move with its SAN, in the order of [`Position::legal_moves`]; cheaper than writing one by one.
pub fn write_all(position: &Position) -> Vec<(Move, String)> {
    let legal = position.legal_moves();
    let written = |mv: Move| (mv, write_among(position, mv, &legal, position.after(mv).ok().as_ref()));
    legal.iter().copied().map(written).collect()
}

/// [`write()`] where the position after the move is at hand.
pub fn write_played(position: &Position, mv: Move, after: &Position) -> String {
    write_among(position, mv, &position.legal_moves(), Some(after))
}

fn write_among(position: &Position, mv: Move, legal: &[Move], after: Option<&Position>) -> String {
    let mut text = match mv {
        Move::Castle { wing, .. } => castling(wing).to_owned(),
        Move::Drop { role, to } => drop(position, role, to),
        Move::Step { from, .. } | Move::EnPassant { from, .. } => step(position, mv, from, legal),
    };
    if let Some(after) = after.filter(|after| !after.checkers().is_empty()) {
        text.push(if after.legal_moves().is_empty() { '#' } else { '+' });
    }
    text
}

/// `O-O` or `O-O-O`, with letters as PGN wants it.
pub fn castling(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

fn drop(position: &Position, role: Role, to: Square) -> String {
    format!("{}@{}", letters::letter(position.variant(), role), position.geometry().name(to))
}

fn step(position: &Position, mv: Move, from: Square, legal: &[Move]) -> String {
    let variant = position.variant();
    let role = position.piece_at(from).map(|man| man.role);
    let pawn = role.is_some_and(|role| letters::key(variant, role) == PAWN);
    let takes = position.captured(mv).is_some();
    let mut text = String::new();
    if let Some(role) = role.filter(|_| !pawn) {
        text.push(letters::letter(variant, role));
    }
    text += &origin(position, mv, from, pawn && takes, legal);
    if takes {
        text.push('x');
    }
    text += &position.geometry().name(mv.to());
    if let Some(promotion) = mv.promotion() {
        text.push('=');
        text.push(letters::letter(variant, promotion));
    } else if declines(position, mv, legal) {
        text.push('=');
    }
    text
}

/// True for a step that leaves a pawn what it is where it could become another.
fn declines(position: &Position, mv: Move, legal: &[Move]) -> bool {
    position.variant().promotion.may_be_declined()
        && mv.promotion().is_none()
        && legal.iter().any(|other| other.promotion().is_some() && (other.from(), other.to()) == (mv.from(), mv.to()))
}

/// As little of the origin as tells the man from its legal rivals. A capturing pawn always shows its file.
fn origin(position: &Position, mv: Move, from: Square, file_shown: bool, legal: &[Move]) -> String {
    let geometry = position.geometry();
    let role = |square| position.piece_at(square).map(|man| man.role);
    let rivals: Vec<Square> = legal
        .iter()
        .filter(|rival| rival.to() == mv.to() && matches!(rival, Move::Step { .. } | Move::EnPassant { .. }))
        .filter_map(|rival| rival.from())
        .filter(|square| *square != from && role(*square) == role(from))
        .collect();
    let name = geometry.name(from);
    let (file, rank) = name.split_at(1);
    if rivals.is_empty() {
        return if file_shown { file.to_owned() } else { String::new() };
    }
    if !rivals.iter().any(|rival| geometry.file(*rival) == geometry.file(from)) {
        file.to_owned()
    } else if !file_shown && !rivals.iter().any(|rival| geometry.rank(*rival) == geometry.rank(from)) {
        rank.to_owned()
    } else {
        name
    }
}

/// Reads strict or lax SAN with the variant's letters; `None` if the text is no SAN.
///
/// Long algebraic and plain squares are read too. A bare square is a push and never means a capture.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let text = without_marks(text.trim());
    if let Some(wing) = read_castling(text) {
        return Some(MovePattern { kind: PatternKind::Castle(Some(wing)), ..MovePattern::default() });
    }
    let stays = text.strip_suffix('=').filter(|_| variant.promotion.may_be_declined());
    let (text, promotion) = split_promotion(variant, stays.unwrap_or(text))?;
    if stays.is_some() && promotion.is_some() {
        return None;
    }
    let named = text.chars().next().filter(char::is_ascii_uppercase);
    let role = match named {
        Some(letter) => Some(variant.role_by_letter(letter)?),
        None => None,
    };
    let text = text.get(usize::from(named.is_some())..)?;
    if let Some(to) = text.strip_prefix('@') {
        return read_drop(variant, role, to);
    }
    let places = places::read(variant.geometry, text)?;
    let pawn = letters::by_key(variant, PAWN);
    let bare = places.from_file.is_none() && places.from_rank.is_none();
    if role.is_none() && places.from_file.is_none() && (places.taking || !bare) {
        return None; // `xd5`, `4e1`: somebody moves, but nobody is named
    }
    if places.to_rank.is_none() && role.is_some_and(|role| Some(role) != pawn) {
        return None; // `Nxd` leaves too much open
    }
    Some(MovePattern {
        role: role.or(if places.whole() { None } else { pawn }),
        promotion,
        capture: match () {
            () if role.is_none() && bare => Some(false),
            () if places.to_rank.is_none() => Some(true),
            () => None,
        },
        manner: Manner { promotes: stays.map(|_| false), ..Manner::default() },
        ..places.pattern()
    })
}

fn read_drop(variant: &'static Variant, role: Option<Role>, to: &str) -> Option<MovePattern> {
    let to = variant.geometry.square(to)?;
    Some(MovePattern {
        kind: PatternKind::Drop,
        role: role.or(letters::by_key(variant, PAWN)),
        to_file: Some(variant.geometry.file(to)),
        to_rank: Some(variant.geometry.rank(to)),
        ..MovePattern::default()
    })
}

/// Marks of check and comment and `e.p.` say nothing the board does not know.
fn without_marks(text: &str) -> &str {
    let marks = |c: char| matches!(c, '+' | '#' | '!' | '?');
    let text = text.trim_end_matches(marks);
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end().trim_end_matches(marks)
}

/// `O-O`, `0-0`, `o-o`, with or without dashes.
fn read_castling(text: &str) -> Option<Wing> {
    let mut signs = String::new();
    for part in text.split('-') {
        signs += part;
    }
    let dashed = text.contains('-');
    let all = |same: char| signs.chars().all(|c| c == same);
    if !(all('O') || all('0') || all('o')) || dashed && text.split('-').any(|part| part.len() != 1) {
        return None;
    }
    match signs.len() {
        2 => Some(Wing::King),
        3 => Some(Wing::Queen),
        _ => None,
    }
}

/// `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, `e8q`: the text in front, and the piece. `None` if a letter there is no man's.
fn split_promotion<'a>(variant: &Variant, text: &'a str) -> Option<(&'a str, Option<Role>)> {
    let inner = text.strip_suffix(')').filter(|inner| inner.contains('(')).unwrap_or(text);
    let Some(letter) = inner.chars().next_back().filter(char::is_ascii_alphabetic) else { return Some((text, None)) };
    let front = inner.get(..inner.len() - 1)?;
    let signed = front.strip_suffix(['=', '/', '(']);
    if signed.is_none() && !front.ends_with(|c: char| c.is_ascii_digit()) {
        return Some((text, None)); // `exd`
    }
    let role = variant.role_by_letter(letter.to_ascii_uppercase())?;
    Some((signed.unwrap_or(front), Some(role)))
}
