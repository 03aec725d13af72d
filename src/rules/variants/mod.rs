/*!
All games there are, one sheet a file.
*/

use super::Variant;

mod chess;

pub use chess::CHESS;

/// Every game, in the order of `rules/games.md`.
pub const ALL: &[&Variant] = &[&CHESS];

/// The game of that key.
pub fn by_key(key: &str) -> Option<&'static Variant> {
    ALL.iter().copied().find(|variant| variant.key == key)
}
