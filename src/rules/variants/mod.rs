/*!
All games there are, one sheet a file.
*/

use super::Variant;

mod amazon;
mod chess;
mod embassy;
mod janus;
mod knightmate;
mod los_alamos;
mod three_check;

pub use amazon::AMAZON;
pub use chess::CHESS;
pub use embassy::EMBASSY;
pub use janus::JANUS;
pub use knightmate::KNIGHTMATE;
pub use los_alamos::LOS_ALAMOS;
pub use three_check::THREE_CHECK;

/// Every game people can choose, in the order of `rules/games.md`. One comes here when its sheet's tables pass and each
/// language has words for it and its men.
pub const ALL: &[&Variant] = &[&CHESS];

/// Every sheet whose tables pass, the games of [`ALL`] among them.
pub const SHEETS: &[&Variant] = &[&CHESS, &THREE_CHECK, &JANUS, &EMBASSY, &AMAZON, &LOS_ALAMOS, &KNIGHTMATE];

/// The game of that key.
pub fn by_key(key: &str) -> Option<&'static Variant> {
    ALL.iter().copied().find(|variant| variant.key == key)
}
