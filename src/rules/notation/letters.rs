//! Letters of men: those of FEN and English notation, as the variant's sheet has them.

use crate::rules::{Role, Variant};

/// The sheet's key of the man that is written without a letter and promotes.
pub const PAWN: &str = "pawn";
/// The sheet's key of the man that castles.
pub const KING: &str = "king";

/// The upper-case letter of `role`; `?` for a role of another sheet.
pub fn letter(variant: &Variant, role: Role) -> char {
    variant.roles.get(usize::from(role.0)).map_or('?', |sheet| sheet.letter)
}

/// The sheet's word for `role`: `knight`.
pub fn key(variant: &Variant, role: Role) -> &'static str {
    variant.roles.get(usize::from(role.0)).map_or("", |sheet| sheet.key)
}

/// The role of that upper-case letter.
pub fn by_letter(variant: &Variant, letter: char) -> Option<Role> {
    numbered(variant.roles.iter().position(|sheet| sheet.letter == letter))
}

/// The role of that key.
pub fn by_key(variant: &Variant, key: &str) -> Option<Role> {
    numbered(variant.roles.iter().position(|sheet| sheet.key == key))
}

fn numbered(index: Option<usize>) -> Option<Role> {
    index.and_then(|index| u8::try_from(index).ok()).map(Role)
}
