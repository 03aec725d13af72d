/*!
The rule sheet of a game: plain data made of small closed enums. Equality is by key.

A new game is a new sheet, `Variant { key: "amazon", …, ..CHESS }`; a new kind of rule is one more arm of one enum.
*/

use super::movement::{Pawns, Plane};
use super::{BySide, Geometry, Role};

/// One kind of man on a sheet.
#[derive(Clone, Copy, Debug)]
pub struct RoleSheet {
    /// The word templates and the record use: `knight`.
    pub key: &'static str,
    /// The letter of FEN and English SAN, upper case: `N`.
    pub letter: char,
    /// The planes it stands in, a bit each: see [`super::movement`].
    pub planes: u16,
}

/// Files of castling, by wing: the higher files first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingFiles {
    /// The king's home.
    pub king: u8,
    /// The rooks' homes.
    pub rooks: [u8; 2],
    /// Where the king goes.
    pub king_to: [u8; 2],
    /// Where the rook goes.
    pub rook_to: [u8; 2],
}

/// Who may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// Nobody.
    Never,
    /// From these homes on the own first rank.
    Homes(CastlingFiles),
}

/// What a pawn becomes on its last rank, always and at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The choices, dearest first.
    pub to: &'static [Role],
}

/// What wins, besides the end of a game by mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing else.
    Mate,
    /// Giving so many checks.
    Checks(u8),
}

/// When no series of moves can win any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadRule {
    /// As FIDE 5.2.2 has it, decided exactly for the men of orthodox chess.
    Helpmate,
    /// By material alone: what no board needs moves to see.
    Material,
    /// A side wins while it has any man besides its king, so only bare kings are dead.
    BareKings,
}

/// A game's rules as data.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The id of `rules/games.md`: `chess`.
    pub key: &'static str,
    /// Size of the board.
    pub geometry: Geometry,
    /// Kinds of men, in the order of the words of a position: king first, pawns last.
    pub roles: &'static [RoleSheet],
    /// Start position in the FEN dialect of `rules/games.md` 2.2.
    pub start: &'static str,
    /// Ways of moving, each in its place.
    pub planes: &'static [Plane],
    /// How pawns go.
    pub pawns: Pawns,
    /// Each side's one royal kind of man, which may not be left attacked; `None`: nobody is royal there.
    pub royal: BySide<Option<Role>>,
    /// Who may castle.
    pub castling: Castling,
    /// What pawns become.
    pub promotion: Promotion,
    /// What else wins.
    pub goal: Goal,
    /// When the game is dead.
    pub dead: DeadRule,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.key == other.key
    }
}

impl Eq for Variant {}

impl Variant {
    /// The planes of `side`'s royal man, 0 if nobody is royal.
    pub const fn royal_planes(&self, side: usize) -> u16 {
        let royal = if side == 0 { self.royal.first } else { self.royal.second };
        match royal {
            Some(role) => self.role_planes(role),
            None => 0,
        }
    }

    /// The planes of `role`, 0 for a role that is not of this game.
    pub const fn role_planes(&self, role: Role) -> u16 {
        let index = role.0 as usize;
        if index < self.roles.len() { self.roles[index].planes } else { 0 }
    }

    /// The kind of man that stands in exactly these planes.
    pub fn role_of(&self, planes: u16) -> Option<Role> {
        let index = self.roles.iter().position(|role| role.planes == planes)?;
        u8::try_from(index).ok().map(Role)
    }

    /// The kind of man with that letter, upper case.
    pub fn role_by_letter(&self, letter: char) -> Option<Role> {
        let index = self.roles.iter().position(|role| role.letter == letter)?;
        u8::try_from(index).ok().map(Role)
    }

    /// The sheet of `role`.
    pub fn role(&self, role: Role) -> Option<&'static RoleSheet> {
        self.roles.get(role.0 as usize)
    }
}
