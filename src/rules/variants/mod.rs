/*!
All games there are, one sheet a file.
*/

use super::Variant;

mod amazon;
mod anti;
mod berolina;
mod capablanca_random;
mod chess;
mod corner;
mod embassy;
mod extinction;
mod fischer_random;
mod fortress;
mod grand;
mod horde;
mod janus;
mod knightmate;
mod legan;
mod loop_chess;
mod los_alamos;
mod maharajah;
mod massacre;
mod mini_shogi;
mod racing_kings;
mod shogi;
mod three_check;

pub use amazon::AMAZON;
pub use anti::ANTI;
pub use berolina::BEROLINA;
pub use capablanca_random::CAPABLANCA_RANDOM;
pub use chess::CHESS;
pub use corner::CORNER;
pub use embassy::EMBASSY;
pub use extinction::EXTINCTION;
pub use fischer_random::FISCHER_RANDOM;
pub use fortress::FORTRESS;
pub use grand::GRAND;
pub use horde::HORDE;
pub use janus::JANUS;
pub use knightmate::KNIGHTMATE;
pub use legan::LEGAN;
pub use loop_chess::LOOP;
pub use los_alamos::LOS_ALAMOS;
pub use maharajah::MAHARAJAH;
pub use massacre::MASSACRE;
pub use mini_shogi::MINI_SHOGI;
pub use racing_kings::RACING_KINGS;
pub use shogi::SHOGI;
pub use three_check::THREE_CHECK;

/// Every game people can choose, in the order in which players are told of them. One comes here when its sheet's tables pass and each
/// language has words for it and its men.
pub const ALL: &[&Variant] = SHEETS;

/// Every sheet whose tables pass, the games of [`ALL`] among them.
pub const SHEETS: &[&Variant] = &[
    &CHESS,
    &SHOGI,
    &CORNER,
    &FORTRESS,
    &HORDE,
    &LOOP,
    &ANTI,
    &EXTINCTION,
    &MAHARAJAH,
    &THREE_CHECK,
    &JANUS,
    &EMBASSY,
    &AMAZON,
    &BEROLINA,
    &FISCHER_RANDOM,
    &LEGAN,
    &GRAND,
    &CAPABLANCA_RANDOM,
    &LOS_ALAMOS,
    &MINI_SHOGI,
    &KNIGHTMATE,
    &RACING_KINGS,
    &MASSACRE,
];

/// The ids of all games this service means to play (`docs/rules.md`), those it plays already among them.
pub const NAMED: [&str; 37] = [
    "chess",
    "xiangqi",
    "shogi",
    "corner",
    "fortress",
    "horde",
    "loop",
    "anti",
    "extinction",
    "maharajah",
    "three-check",
    "dark",
    "atomic",
    "janus",
    "embassy",
    "screen",
    "crazy-screen",
    "cylinder",
    "amazon",
    "berolina",
    "fischer-random",
    "legan",
    "knight-relay",
    "grand",
    "capablanca-random",
    "los-alamos",
    "ambiguous",
    "mini-shogi",
    "dice",
    "recycle",
    "ice-age",
    "behemoth",
    "cheshire-cat",
    "knightmate",
    "racing-kings",
    "dice-10x10",
    "massacre",
];

/// The game of that key.
pub fn by_key(key: &str) -> Option<&'static Variant> {
    ALL.iter().copied().find(|variant| variant.key == key)
}
