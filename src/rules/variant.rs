/*!
The rule sheet of a game: plain data made of small closed enums. Equality is by key.
*/

use super::Geometry;

/// One kind of man on a sheet. (R1 owns and extends this.)
#[derive(Debug)]
pub struct RoleSheet {
    /// The word templates and the record use: `knight`.
    pub key: &'static str,
    /// The letter of FEN and English SAN, upper case: `N`.
    pub letter: char,
}

/// A game's rules as data. (R1 owns and extends this.)
#[derive(Debug)]
pub struct Variant {
    /// The id of `rules/games.md`: `chess`.
    pub key: &'static str,
    /// Size of the board.
    pub geometry: Geometry,
    /// Kinds of men, in the order of the words of a position: king first, pawns last.
    pub roles: &'static [RoleSheet],
    /// Start position in the FEN dialect of `rules/games.md` 2.2.
    pub start: &'static str,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.key == other.key
    }
}

impl Eq for Variant {}
