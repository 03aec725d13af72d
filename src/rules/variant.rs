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
    /// From wherever king and rooks stood on the own first rank at the start, as in random arrays. To these files, by
    /// wing: the higher files first.
    Drawn {
        /// Where the king goes.
        king_to: [u8; 2],
        /// Where the rook goes.
        rook_to: [u8; 2],
    },
}

/// What a pawn becomes, where and out of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The choices, dearest first; none: a pawn that has come to its end stays there as it is.
    pub to: &'static [Role],
    /// Where it becomes one of them.
    pub at: PromotionAt,
    /// How many there are to become.
    pub stock: Stock,
}

impl Promotion {
    /// True if a pawn may become another man wherever it comes to its last rank.
    pub const fn is_on_last_rank(&self) -> bool {
        !matches!(self.at, PromotionAt::Squares(_))
    }

    /// True if a pawn may stay what it is where it could become another.
    pub const fn may_be_declined(&self) -> bool {
        matches!(self.at, PromotionAt::LastRanks(_))
    }
}

/// Where a pawn promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionAt {
    /// On its last rank it must.
    LastRank,
    /// On so many of its last ranks it may; on the last of them it must.
    LastRanks(u8),
    /// It must on these squares: file and rank, from 0, as the first side sees them; the second's are the same turned round.
    Squares(&'static [(u8, u8)]),
}

/// How many men of a kind pawns may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stock {
    /// As many as there are pawns.
    Endless,
    /// Only as many as the side has lost of its army, which had so many of each of the choices. Where nothing is to be
    /// had, no pawn may come to where it must promote.
    Lost(&'static [u8]),
}

/// What binds a side that could capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capturing {
    /// Nothing.
    Free,
    /// It must, with whatever it likes.
    Duty,
    /// There are no other moves at all.
    Only,
}

/// Where captured men go, and how they come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// They are gone for good.
    Never,
    /// To the captor's hand, to be dropped on any empty square from which they can move.
    Captured {
        /// Kinds that may be in hand, in the order they are written; at most [`HAND_KINDS_MAX`].
        kinds: &'static [Role],
        /// What a pawn may not do when dropped.
        pawns: PawnDrops,
    },
}

/// Most kinds of men a hand may hold.
pub const HAND_KINDS_MAX: usize = 8;

/// What binds a dropped pawn besides the ranks from which it could not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnDrops {
    /// Nothing.
    Free,
    /// Not on a file with an own pawn that has not promoted, and not to mate at once (`docs/rules.md`).
    Shogi {
        /// The kind of man so bound.
        pawn: Role,
    },
}

/// What becomes of a side that has no move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    Draws,
    /// It loses.
    Loses,
    /// It wins.
    Wins,
}

/// What a game that goes round in circles comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circling {
    /// Draws by repetition and by moves without progress, as FIDE has them.
    Fide,
    /// Fourth occurrence draws, unless one side gave check with every move since the first: that side loses
    /// (`docs/rules.md`). Moves without progress are not counted.
    Shogi,
}

/// How positions are written and moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// FEN; a number counts a move of each side.
    Fen,
    /// SFEN; a number counts one ply.
    Sfen,
}

/// What wins, besides the end of a game by mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing else.
    Mate,
    /// Giving so many checks.
    Checks(u8),
    /// Bringing the king to the first side's last rank. The second side, which moved later, may still draw level with
    /// its next move. No move may give check.
    Race,
    /// Leaving the other side without any man of one of its kinds; if both come to that, whoever moved wins.
    Extinction,
    /// Taking the other side's last man.
    BareArmy,
    /// Having no man left.
    GiveAway,
}

/// When no series of moves can win any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadRule {
    /// As FIDE 5.2.2 has it, decided exactly for the men of orthodox chess.
    Helpmate,
    /// By material alone: what no board needs moves to see.
    Material,
    /// Never: men come back, so somebody can always win.
    Never,
    /// A side wins while it has any man besides its king, so only bare kings are dead.
    BareKings,
    /// When nothing is left but one bishop each, on squares of different colours: they never meet.
    LoneBishops,
}

/// How the men stand when a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// As [`Variant::start`] says.
    Fixed,
    /// Drawn for each game: see [`super::array`].
    Drawn(Shuffle),
}

/// How an array is drawn. The first side's rank is shuffled and the second side's follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The king stays in its right-hand corner, bishops stand on both colours; the second side's men are the first's
    /// turned round.
    Corner,
    /// The king stands between the rooks, bishops on both colours; the second side's men stand opposite.
    Chess960,
    /// As [`Shuffle::Chess960`]; besides, queen and archbishop stand on both colours and every pawn is guarded.
    Capablanca,
    /// All men of both sides over the whole board, so that the first side can capture.
    Everywhere,
}

/// A game's rules as data.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its key, as in `docs/rules.md`: `chess`.
    pub key: &'static str,
    /// Size of the board.
    pub geometry: Geometry,
    /// Kinds of men, in the order of the words of a position: king first, pawns last.
    pub roles: &'static [RoleSheet],
    /// Start position in the FEN dialect of `docs/rules.md`; where it is drawn, one of many.
    pub start: &'static str,
    /// Whether it is drawn, and how.
    pub array: Array,
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
    /// So many of the last ranks are where men may promote that grow ([`Plane::grows`]), coming or going.
    pub zone: u8,
    /// What becomes of captured men.
    pub hands: Hands,
    /// Whether captures are a duty.
    pub capturing: Capturing,
    /// What stalemate means.
    pub stalemate: Stalemate,
    /// What repetition means.
    pub circling: Circling,
    /// How positions and numbers are written.
    pub writing: Writing,
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
    /// True if each game's start position is drawn: see [`super::Position::drawn`].
    pub fn draws_array(&self) -> bool {
        self.array != Array::Fixed
    }

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

    /// What `role` becomes when it promotes by growing, as men of shogi do.
    pub fn grown(&self, role: Role) -> Option<Role> {
        let planes = self.role_planes(role);
        let more = self.planes.iter().enumerate().filter(|(place, _)| planes >> place & 1 == 1);
        let more = more.filter_map(|(_, plane)| plane.grows).next()?;
        if planes >> more & 1 == 1 { None } else { self.role_of(planes | 1 << more) }
    }

    /// What `role` was before it promoted by growing.
    pub fn ungrown(&self, role: Role) -> Option<Role> {
        (0u8..).zip(self.roles).map(|(index, _)| Role(index)).find(|base| self.grown(*base) == Some(role))
    }

    /// True if the number in front of a move counts plies, not moves of each side.
    pub const fn counts_plies(&self) -> bool {
        matches!(self.writing, Writing::Sfen)
    }

    /// Kinds of men a hand may hold.
    pub const fn hand_kinds(&self) -> &'static [Role] {
        match self.hands {
            Hands::Never => &[],
            Hands::Captured { kinds, .. } => kinds,
        }
    }

    /// The kind of man with that letter, upper case; a promoted one has the letter of what it was, and comes later.
    pub fn role_by_letter(&self, letter: char) -> Option<Role> {
        let index = self.roles.iter().position(|role| role.letter == letter)?;
        u8::try_from(index).ok().map(Role)
    }

    /// The sheet of `role`.
    pub fn role(&self, role: Role) -> Option<&'static RoleSheet> {
        self.roles.get(role.0 as usize)
    }
}
