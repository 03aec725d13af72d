/*!
All games there are, one sheet a file.
*/

use super::Variant;

mod amazon;
mod chess;
mod corner;
mod embassy;
mod fortress;
mod janus;
mod knightmate;
mod loop_chess;
mod los_alamos;
mod mini_shogi;
mod shogi;
mod three_check;

pub use amazon::AMAZON;
pub use chess::CHESS;
pub use corner::CORNER;
pub use embassy::EMBASSY;
pub use fortress::FORTRESS;
pub use janus::JANUS;
pub use knightmate::KNIGHTMATE;
pub use loop_chess::LOOP;
pub use los_alamos::LOS_ALAMOS;
pub use mini_shogi::MINI_SHOGI;
pub use shogi::SHOGI;
pub use three_check::THREE_CHECK;

/// Every game people can choose, in the order of `rules/games.md`. One comes here when its sheet's tables pass and each
/// language has words for it and its men.
pub const ALL: &[&Variant] = &[&CHESS];

/// Every sheet whose tables pass, the games of [`ALL`] among them.
pub const SHEETS: &[&Variant] = &[
    &CHESS,
    &SHOGI,
    &CORNER,
    &FORTRESS,
    &LOOP,
    &THREE_CHECK,
    &JANUS,
    &EMBASSY,
    &AMAZON,
    &LOS_ALAMOS,
    &MINI_SHOGI,
    &KNIGHTMATE,
];

/// The ids of all games this service means to play (`rules/games.md` 1), those it plays already among them.
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
