/*!
What a board and a sheet's ways of moving come to, square by square: made once, looked up ever after.

The tables of chess are a constant of the program, so that the compiler sees through them; those of other games are
made when first asked for. Both come from the same functions, written for the widest set.
*/

use super::bits::Bits;
use super::movement::{LEAPS, Leap, MARCH, Moves, PLANES_MAX};
use super::sliders::{self, Sliders};
use super::variant::{Castling, HAND_KINDS_MAX, PromotionAt, Variant};
use super::{Geometry, Side};

/// Directions along ranks, then files.
pub const ORTHOGONALS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Directions along the two diagonals.
pub const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];

/// No square at all; no board has so many.
pub const NOWHERE: u8 = 127;

/// One set for each square. Longer than any board, so that a masked index needs no bounds check.
pub type Rows<B> = [B; 128];

/// A pawn's step as a movement of whole sets.
#[derive(Clone, Copy, Debug)]
pub struct Shift<B> {
    /// By how many squares.
    pub by: i8,
    /// The squares from which it stays on the board.
    pub from: B,
}

impl<B: Bits> Shift<B> {
    /// Where these men come to.
    #[inline(always)]
    pub fn of(&self, men: B) -> B {
        (men & self.from).shift(self.by)
    }
}

/// What one castling asks for and does.
#[derive(Clone, Copy, Debug)]
pub struct CastlingPath<B> {
    /// Must be empty but for king and rook.
    pub empty: B,
    /// Must not be attacked.
    pub safe: B,
    /// The king's home.
    pub king: u8,
    /// Where the king goes.
    pub king_to: u8,
    /// The rook's home, [`NOWHERE`] if the game has no such castling.
    pub rook: u8,
    /// Where the rook goes.
    pub rook_to: u8,
}

/// Everything looked up by square. The first index is the side where there are two.
pub struct Tables<B: Bits> {
    /// All squares.
    pub board: B,
    /// Leaps by plane and square; places 0 to 2 stay empty.
    pub leaps: [[Rows<B>; PLANES_MAX]; 2],
    /// The leap of men that have only one.
    pub march: [Shift<B>; 2],
    /// Squares a pawn attacks.
    pub pawn_captures: [Rows<B>; 2],
    /// All squares ahead of a lance on an empty board.
    pub ahead: [Rows<B>; 2],
    /// Rook lines on an empty board.
    pub orthogonal: Rows<B>,
    /// Bishop lines on an empty board.
    pub diagonal: Rows<B>,
    /// The squares strictly between two on one line.
    pub between: [Rows<B>; 128],
    /// Castling rights that survive a move from or to a square.
    pub rights_kept: [u8; 128],
    /// Pawn steps.
    pub steps: [[Shift<B>; 2]; 2],
    /// Pawn captures.
    pub captures: [[Shift<B>; 2]; 2],
    /// Where a pawn stands after the first half of a double step.
    pub halfway: [B; 2],
    /// Where pawns must promote.
    pub promotes: [B; 2],
    /// Where they may, those squares among them.
    pub may_promote: [B; 2],
    /// Where men may promote by growing, coming or going.
    pub zone: [B; 2],
    /// By plane, where its men cannot stay as they are.
    pub dead: [[B; PLANES_MAX]; 2],
    /// By kind in hand, where it may be dropped on a board without men.
    pub drops: [[B; HAND_KINDS_MAX]; 2],
    /// Castling by side and wing.
    pub castling: [[CastlingPath<B>; 2]; 2],
    /// Sliding lines.
    pub sliders: &'static B::Sliders,
}

/// The squares from `square` in one direction up to and with the first man.
pub const fn ray(board: Geometry, square: u8, direction: (i8, i8), occupied: u128) -> u128 {
    let (mut seen, mut at) = (0, square);
    while let Some(next) = step(board, at, direction) {
        seen |= 1 << next;
        if occupied >> next & 1 == 1 {
            break;
        }
        at = next;
    }
    seen
}

/// The square one step away, if the board has it.
pub const fn step(board: Geometry, square: u8, (files, ranks): Leap) -> Option<u8> {
    let file = (square % board.files) as i8 + files;
    let rank = (square / board.files) as i8 + ranks;
    if file < 0 || rank < 0 || file >= board.files as i8 || rank >= board.ranks as i8 {
        return None;
    }
    Some(rank as u8 * board.files + file as u8)
}

/// A step seen from that side.
const fn turned((files, ranks): Leap, side: usize) -> Leap {
    if side == 0 { (files, ranks) } else { (-files, -ranks) }
}

const fn leaps_from(board: Geometry, square: u8, leaps: &[Leap], side: usize) -> u128 {
    let (mut set, mut at) = (0, 0);
    while at < leaps.len() {
        if let Some(to) = step(board, square, turned(leaps[at], side)) {
            set |= 1 << to;
        }
        at += 1;
    }
    set
}

const fn lines_from(board: Geometry, square: u8, directions: &[(i8, i8); 4]) -> u128 {
    ray(board, square, directions[0], 0)
        | ray(board, square, directions[1], 0)
        | ray(board, square, directions[2], 0)
        | ray(board, square, directions[3], 0)
}

/// The rank counted from `side`'s own edge, as a set.
const fn rank_of(board: Geometry, side: usize, rank: u8) -> u128 {
    let rank = if side == 0 { rank } else { board.ranks - 1 - rank };
    ((1u128 << board.files) - 1) << (rank * board.files)
}

/// The last `ranks` ranks as `side` sees them.
const fn last_ranks(board: Geometry, side: usize, ranks: u8) -> u128 {
    let (mut set, mut rank) = (0, 0);
    while rank < ranks && rank < board.ranks {
        set |= rank_of(board, side, board.ranks - 1 - rank);
        rank += 1;
    }
    set
}

/// Where a man in these planes could not move from, or pawns of chess never stand.
const fn closed_to(sheet: &Variant, side: usize, planes: u16) -> u128 {
    let board = sheet.geometry;
    let (mut closed, mut plane) = (0, 0);
    while plane < sheet.planes.len() {
        if planes >> plane & 1 == 1 {
            closed |= last_ranks(board, side, sheet.planes[plane].dead_ranks);
            if matches!(sheet.planes[plane].moves, Moves::Pawn) {
                closed |= last_ranks(board, side, 1) | last_ranks(board, 1 - side, sheet.pawns.lowest);
            }
        }
        plane += 1;
    }
    closed
}

/// Where pawns must promote.
const fn promotes_at(sheet: &Variant, side: usize) -> u128 {
    let board = sheet.geometry;
    if sheet.promotion.to.is_empty() {
        return 0;
    }
    let PromotionAt::Squares(squares) = sheet.promotion.at else { return last_ranks(board, side, 1) };
    let (mut set, mut at) = (0, 0);
    while at < squares.len() {
        let square = squares[at].1 * board.files + squares[at].0;
        set |= 1 << if side == 0 { square } else { board.area() - 1 - square };
        at += 1;
    }
    set
}

/// Where pawns may promote.
const fn may_promote_at(sheet: &Variant, side: usize) -> u128 {
    match sheet.promotion.at {
        PromotionAt::LastRanks(ranks) => last_ranks(sheet.geometry, side, ranks),
        _ => promotes_at(sheet, side),
    }
}

/// The squares from one file to another on a rank, both included.
const fn span(start: u8, a: u8, b: u8) -> u128 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1u128 << (high - low + 1)) - 1) << (start + low)
}

macro_rules! tables {
    ($bits:ty, $shift:ident, $paths:ident, $fill:ident) => {
        const fn $shift(board: Geometry, leaps: &[Leap], side: usize) -> [Shift<$bits>; 2] {
            let mut shifts = [Shift { by: 0, from: 0 }; 2];
            let mut at = 0;
            while at < leaps.len() && at < 2 {
                let (files, ranks) = turned(leaps[at], side);
                let (mut square, mut from) = (0, 0);
                while square < board.area() {
                    if step(board, square, (files, ranks)).is_some() {
                        from |= 1 << square;
                    }
                    square += 1;
                }
                shifts[at] = Shift { by: ranks * board.files as i8 + files, from };
                at += 1;
            }
            shifts
        }

        const fn $paths(sheet: &Variant, side: usize) -> [CastlingPath<$bits>; 2] {
            let none =
                CastlingPath { empty: 0, safe: 0, king: NOWHERE, king_to: NOWHERE, rook: NOWHERE, rook_to: NOWHERE };
            let mut paths = [none; 2];
            let Castling::Homes(files) = sheet.castling else { return paths };
            let start = if side == 0 { 0 } else { (sheet.geometry.ranks - 1) * sheet.geometry.files };
            let mut wing = 0;
            while wing < 2 {
                let (king, rook) = (files.king, files.rooks[wing]);
                let (king_to, rook_to) = (files.king_to[wing], files.rook_to[wing]);
                let walks = span(start, king, king_to) | span(start, rook, rook_to) | span(start, king, rook);
                let movers = 1u128 << (start + king) | 1u128 << (start + rook);
                paths[wing] = CastlingPath {
                    empty: (walks & !movers) as $bits,
                    safe: span(start, king, king_to) as $bits,
                    king: start + king,
                    king_to: start + king_to,
                    rook: start + rook,
                    rook_to: start + rook_to,
                };
                wing += 1;
            }
            paths
        }

        impl Tables<$bits> {
            /// Writes the tables of `sheet` into `self`, which must be fresh.
            const fn $fill(&mut self, sheet: &Variant) {
                let board = sheet.geometry;
                self.board = ((1u128 << board.area()) - 1) as $bits;
                let mut side = 0;
                while side < 2 {
                    self.steps[side] = $shift(board, sheet.pawns.steps, side);
                    self.captures[side] = $shift(board, sheet.pawns.captures, side);
                    if let Some(rank) = sheet.pawns.double_from {
                        self.halfway[side] = rank_of(board, side, rank + 1) as $bits;
                    }
                    self.promotes[side] = promotes_at(sheet, side) as $bits;
                    self.may_promote[side] = may_promote_at(sheet, side) as $bits;
                    self.zone[side] = last_ranks(board, side, sheet.zone) as $bits;
                    self.castling[side] = $paths(sheet, side);
                    let mut plane = 0;
                    while plane < sheet.planes.len() {
                        self.dead[side][plane] = last_ranks(board, side, sheet.planes[plane].dead_ranks) as $bits;
                        plane += 1;
                    }
                    if sheet.planes.len() > MARCH
                        && let Moves::Leaps(leaps) = sheet.planes[MARCH].moves
                    {
                        self.march[side] = $shift(board, leaps, side)[0];
                    }
                    let kinds = sheet.hand_kinds();
                    let mut kind = 0;
                    while kind < kinds.len() {
                        let closed = closed_to(sheet, side, sheet.role_planes(kinds[kind]));
                        self.drops[side][kind] = self.board & !(closed as $bits);
                        kind += 1;
                    }
                    let mut square = 0;
                    while square < board.area() {
                        self.fill_square(sheet, side, square);
                        square += 1;
                    }
                    let mut wing = 0;
                    while wing < 2 {
                        let path = self.castling[side][wing];
                        self.rights_kept[path.king as usize] &= !(1 << (side * 2 + wing));
                        self.rights_kept[path.rook as usize] &= !(1 << (side * 2 + wing));
                        wing += 1;
                    }
                    side += 1;
                }
            }

            const fn fill_square(&mut self, sheet: &Variant, side: usize, square: u8) {
                let (board, at) = (sheet.geometry, square as usize);
                let mut plane = LEAPS;
                while plane < sheet.planes.len() {
                    if let Moves::Leaps(leaps) = sheet.planes[plane].moves {
                        self.leaps[side][plane][at] = leaps_from(board, square, leaps, side) as $bits;
                    }
                    plane += 1;
                }
                self.pawn_captures[side][at] = leaps_from(board, square, sheet.pawns.captures, side) as $bits;
                self.ahead[side][at] = ray(board, square, turned((0, 1), side), 0) as $bits;
                if side == 1 {
                    return;
                }
                self.orthogonal[at] = lines_from(board, square, &ORTHOGONALS) as $bits;
                self.diagonal[at] = lines_from(board, square, &DIAGONALS) as $bits;
                let mut direction = 0;
                while direction < 8 {
                    let along = if direction < 4 { ORTHOGONALS[direction] } else { DIAGONALS[direction - 4] };
                    let (mut passed, mut here) = (0, square);
                    while let Some(next) = step(board, here, along) {
                        self.between[at][next as usize] = passed as $bits;
                        passed |= 1u128 << next;
                        here = next;
                    }
                    direction += 1;
                }
            }

            /// Tables with nothing in them yet.
            const fn empty(sliders: &'static <$bits as Bits>::Sliders) -> Tables<$bits> {
                let path = CastlingPath {
                    empty: 0,
                    safe: 0,
                    king: NOWHERE,
                    king_to: NOWHERE,
                    rook: NOWHERE,
                    rook_to: NOWHERE,
                };
                Tables {
                    board: 0,
                    leaps: [[[0; 128]; PLANES_MAX]; 2],
                    march: [Shift { by: 0, from: 0 }; 2],
                    pawn_captures: [[0; 128]; 2],
                    ahead: [[0; 128]; 2],
                    orthogonal: [0; 128],
                    diagonal: [0; 128],
                    between: [[0; 128]; 128],
                    rights_kept: [0xFF; 128],
                    steps: [[Shift { by: 0, from: 0 }; 2]; 2],
                    captures: [[Shift { by: 0, from: 0 }; 2]; 2],
                    halfway: [0; 2],
                    promotes: [0; 2],
                    may_promote: [0; 2],
                    zone: [0; 2],
                    dead: [[0; PLANES_MAX]; 2],
                    drops: [[0; HAND_KINDS_MAX]; 2],
                    castling: [[path; 2]; 2],
                    sliders,
                }
            }

            /// The tables of `sheet`.
            pub fn of(sheet: &Variant) -> Box<Tables<$bits>> {
                let mut tables = Box::new(Tables::<$bits>::empty(Sliders::build(sheet.geometry)));
                tables.$fill(sheet);
                tables
            }
        }
    };
}

tables!(u64, shifts_64, paths_64, fill_64);
tables!(u128, shifts_128, paths_128, fill_128);

/// The tables of chess.
#[allow(long_running_const_eval, reason = "a tenth of a second at compile time instead of at every start")]
pub static OF_CHESS: Tables<u64> = {
    let mut tables = Tables::<u64>::empty(&sliders::ON_8X8);
    tables.fill_64(&super::variants::CHESS);
    tables
};

impl<B: Bits> Tables<B> {
    /// The line of a slider between two squares, without them; empty if they share none.
    #[inline(always)]
    pub fn between(&self, a: u8, b: u8) -> B {
        self.between[a as usize & 127][b as usize & 127]
    }

    /// The bit of the right of `side` to castle to `wing`.
    pub const fn right(side: Side, wing: usize) -> u8 {
        1 << (side.index() * 2 + wing)
    }
}
