//! Letters of men: those of FEN and English notation, as the variant's sheet has them.

use crate::rules::{Role, Variant};

/// The sheet's key of the man that is written without a letter and promotes.
pub const PAWN: &str = "pawn";

/// The upper-case letter of `role`; `?` for a role of another sheet.
pub fn letter(variant: &Variant, role: Role) -> char {
    variant.role(role).map_or('?', |sheet| sheet.letter)
}

/// The sheet's word for `role`: `knight`.
pub fn key(variant: &Variant, role: Role) -> &'static str {
    variant.role(role).map_or("", |sheet| sheet.key)
}

/// The role of that key.
pub fn by_key(variant: &Variant, key: &str) -> Option<Role> {
    let index = variant.roles.iter().position(|sheet| sheet.key == key)?;
    u8::try_from(index).ok().map(Role)
}
