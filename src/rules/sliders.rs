/*!
Lines of sliding men, cut at the first man in the way, by one look into a table.

Boards of 64 squares and less: one multiplier for both lines of a rook or bishop. Larger boards: the set is folded to 64
bits and each line has its own multiplier. The tables of 8x8 are made when the program is compiled.
*/

use super::Geometry;
use super::bits::Bits;
use super::geometry::{DIAGONALS, ORTHOGONALS, ray};

mod magics;

/// Looks lines up.
pub trait Sliders<B>: Sync + 'static {
    /// What a rook on `square` attacks when `occupied` stands in the way.
    fn orthogonal(&self, square: u8, occupied: B) -> B;

    /// What a bishop on `square` attacks when `occupied` stands in the way.
    fn diagonal(&self, square: u8, occupied: B) -> B;

    /// What of its file a rook on `square` attacks, and perhaps more: for lances, which go only ahead.
    #[inline(always)]
    fn file(&self, square: u8, occupied: B) -> B {
        self.orthogonal(square, occupied)
    }

    /// Tables for a board of that size, made once and kept for the life of the program.
    fn build(board: Geometry) -> &'static Self;
}

/// Entries of a table for the narrow width: 107,648 are needed for 8x8, rounded up so that a mask bounds the index.
const NARROW: usize = 1 << 17;
/// Entries of a table for the wide width.
const WIDE: usize = 1 << 16;

#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

/// Lines on boards of up to 64 squares.
pub struct MagicSliders {
    orthogonal: [Magic; 64],
    diagonal: [Magic; 64],
    table: &'static [u64; NARROW],
}

/// The lines of 8x8.
pub static ON_8X8: MagicSliders = MagicSliders { orthogonal: ROOKS.0, diagonal: BISHOPS.0, table: &TABLE_8X8 };

const ROOKS: ([Magic; 64], u32) = magics_8x8(&magics::ROOK, &ORTHOGONALS, 0);
const BISHOPS: ([Magic; 64], u32) = magics_8x8(&magics::BISHOP, &DIAGONALS, ROOKS.1);
#[allow(long_running_const_eval, reason = "a tenth of a second at compile time instead of at every start")]
static TABLE_8X8: [u64; NARROW] = table_8x8();

const BOARD_8X8: Geometry = Geometry { files: 8, ranks: 8 };

impl Magic {
    #[inline(always)]
    fn index(&self, occupied: u64) -> usize {
        let index = (occupied & self.mask).wrapping_mul(self.factor) >> self.shift;
        (index as usize + self.offset as usize) & (NARROW - 1)
    }
}

impl Sliders<u64> for MagicSliders {
    #[inline(always)]
    fn orthogonal(&self, square: u8, occupied: u64) -> u64 {
        self.table[self.orthogonal[square as usize & 63].index(occupied)]
    }

    #[inline(always)]
    fn diagonal(&self, square: u8, occupied: u64) -> u64 {
        self.table[self.diagonal[square as usize & 63].index(occupied)]
    }

    fn build(board: Geometry) -> &'static MagicSliders {
        if board == BOARD_8X8 {
            return &ON_8X8;
        }
        let mut table = vec![0u64; NARROW];
        let mut offset = 0;
        let mut seed = SEED;
        let mut found = |directions: &[(i8, i8)]| {
            let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 63 }; 64];
            for square in 0..board.area().min(64) {
                let mask = blockers(board, square, directions) as u64;
                let reaches = |occupied: u64| rays(board, square, directions, u128::from(occupied)) as u64;
                let (magic, entries) = find(mask, offset, &mut seed, reaches);
                table[offset as usize..offset as usize + entries.len()].copy_from_slice(&entries);
                offset += entries.len() as u32;
                magics[square as usize] = magic;
            }
            magics
        };
        let (orthogonal, diagonal) = (found(&ORTHOGONALS), found(&DIAGONALS));
        let table = leak(table, &TABLE_8X8);
        Box::leak(Box::new(MagicSliders { orthogonal, diagonal, table }))
    }
}

/// A table of fixed length from a list that has it.
fn leak<T, const N: usize>(table: Vec<T>, otherwise: &'static [T; N]) -> &'static [T; N] {
    match table.into_boxed_slice().try_into() {
        Ok(table) => Box::leak::<'static>(table),
        Err(_) => otherwise,
    }
}

/// Finds a multiplier that gives every set of blockers an index of its own, and the table it indexes.
fn find(mask: u64, offset: u32, seed: &mut u64, reaches: impl Fn(u64) -> u64) -> (Magic, Vec<u64>) {
    let bits = mask.count_ones().max(1);
    let wanted: Vec<(u64, u64)> = subsets(u128::from(mask)).map(|set| (set as u64, reaches(set as u64))).collect();
    let mut trial = Trial::of(1 << bits);
    loop {
        let factor = next(seed) & next(seed) & next(seed);
        let magic = Magic { mask, factor, offset: 0, shift: 64 - bits };
        if trial.succeeds(&wanted, |set| magic.index(set)) {
            return (Magic { offset, ..magic }, trial.entries());
        }
    }
}

/// A table on trial. Most trials fail after a few entries, so what earlier ones wrote is not wiped but outdated.
struct Trial<B> {
    round: u32,
    entries: Vec<(u32, B)>,
}

impl<B: Bits> Trial<B> {
    fn of(length: usize) -> Trial<B> {
        Trial { round: 0, entries: vec![(0, B::NONE); length] }
    }

    /// True if each set finds what is wanted for it: no two sets with different wants share an index.
    fn succeeds(&mut self, wanted: &[(B, B)], index: impl Fn(B) -> usize) -> bool {
        self.round += 1;
        wanted.iter().all(|&(set, reach)| {
            let Some(entry) = self.entries.get_mut(index(set)) else { return false };
            let free = entry.0 != self.round || entry.1 == reach;
            *entry = (self.round, reach);
            free
        })
    }

    /// What the last trial wrote.
    fn entries(self) -> Vec<B> {
        let written = |(round, reach)| if round == self.round { reach } else { B::NONE };
        self.entries.into_iter().map(written).collect()
    }
}

#[derive(Clone, Copy)]
struct Line {
    mask: u128,
    factor: u64,
    rotate: u32,
    offset: u32,
    shift: u32,
}

/// Lines on boards of more than 64 squares: rank, file and the two diagonals of each square.
pub struct LineSliders {
    lines: [[Line; 4]; 128],
    table: Box<[u128]>,
}

impl Line {
    #[inline(always)]
    fn index(&self, occupied: u128) -> usize {
        let blockers = occupied & self.mask;
        let folded = blockers as u64 ^ ((blockers >> 64) as u64).rotate_left(self.rotate);
        (folded.wrapping_mul(self.factor) >> self.shift) as usize + self.offset as usize
    }
}

impl LineSliders {
    #[inline(always)]
    fn look_up(&self, square: u8, line: usize, occupied: u128) -> u128 {
        let table: &[u128] = &self.table;
        table[self.lines[square as usize & 127][line].index(occupied) & (WIDE - 1)]
    }
}

impl Sliders<u128> for LineSliders {
    #[inline(always)]
    fn orthogonal(&self, square: u8, occupied: u128) -> u128 {
        self.look_up(square, 0, occupied) | self.look_up(square, 1, occupied)
    }

    #[inline(always)]
    fn diagonal(&self, square: u8, occupied: u128) -> u128 {
        self.look_up(square, 2, occupied) | self.look_up(square, 3, occupied)
    }

    #[inline(always)]
    fn file(&self, square: u8, occupied: u128) -> u128 {
        self.look_up(square, 1, occupied)
    }

    fn build(board: Geometry) -> &'static LineSliders {
        let mut lines = [[Line { mask: 0, factor: 0, rotate: 0, offset: 0, shift: 63 }; 4]; 128];
        let mut table = vec![0u128; WIDE];
        let mut offset = 0;
        let mut seed = SEED;
        for square in 0..board.area().min(128) {
            let directions = [&ORTHOGONALS[..2], &ORTHOGONALS[2..], &DIAGONALS[..2], &DIAGONALS[2..]];
            for (line, directions) in directions.into_iter().enumerate() {
                let (found, entries) = find_line(board, square, directions, offset, &mut seed);
                table[offset as usize..offset as usize + entries.len()].copy_from_slice(&entries);
                offset += entries.len() as u32;
                lines[square as usize][line] = found;
            }
        }
        Box::leak(Box::new(LineSliders { lines, table: table.into_boxed_slice() }))
    }
}

fn find_line(board: Geometry, square: u8, directions: &[(i8, i8)], offset: u32, seed: &mut u64) -> (Line, Vec<u128>) {
    let mask = blockers(board, square, directions);
    let bits = mask.count_ones().max(1);
    let wanted: Vec<(u128, u128)> = subsets(mask).map(|set| (set, rays(board, square, directions, set))).collect();
    let mut trial = Trial::of(1 << bits);
    loop {
        let (factor, rotate) = (next(seed) & next(seed), (next(seed) >> 58) as u32);
        let line = Line { mask, factor, rotate, offset: 0, shift: 64 - bits };
        if trial.succeeds(&wanted, |set| line.index(set)) {
            return (Line { offset, ..line }, trial.entries());
        }
    }
}

/// Any odd number will do; the same one gives the same tables.
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Every subset of `mask`, the empty one first.
fn subsets(mask: u128) -> impl Iterator<Item = u128> {
    let mut next = Some(0u128);
    std::iter::from_fn(move || {
        let subset = next?;
        let after = subset.wrapping_sub(mask) & mask;
        next = (after != 0).then_some(after);
        Some(subset)
    })
}

/// All squares seen from `square` in these directions, up to and with the first man.
fn rays(board: Geometry, square: u8, directions: &[(i8, i8)], occupied: u128) -> u128 {
    directions.iter().fold(0, |seen, &direction| seen | ray(board, square, direction, occupied))
}

/// Squares where a man would cut a line: all but the last of each direction.
const fn blockers(board: Geometry, square: u8, directions: &[(i8, i8)]) -> u128 {
    let mut set = 0;
    let mut at = 0;
    while at < directions.len() {
        let seen = ray(board, square, directions[at], 0);
        // The far end is the highest square of an ascending ray and the lowest of a descending one.
        let ascending = seen >> square != 0;
        let end = if seen == 0 {
            0
        } else if ascending {
            1u128 << (127 - seen.leading_zeros())
        } else {
            1u128 << seen.trailing_zeros()
        };
        set |= seen & !end;
        at += 1;
    }
    set
}

const fn magics_8x8(factors: &[u64; 64], directions: &[(i8, i8); 4], from: u32) -> ([Magic; 64], u32) {
    let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut offset = from;
    let mut square = 0;
    while square < 64 {
        let mask = blockers(BOARD_8X8, square as u8, directions) as u64;
        let bits = mask.count_ones();
        magics[square] = Magic { mask, factor: factors[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    (magics, offset)
}

const fn table_8x8() -> [u64; NARROW] {
    let mut table = [0; NARROW];
    let mut square = 0;
    while square < 64 {
        fill_8x8(&mut table, square, ROOKS.0[square as usize], &ORTHOGONALS);
        fill_8x8(&mut table, square, BISHOPS.0[square as usize], &DIAGONALS);
        square += 1;
    }
    table
}

const fn fill_8x8(table: &mut [u64; NARROW], square: u8, magic: Magic, directions: &[(i8, i8); 4]) {
    let one = ray(BOARD_8X8, square, directions[0], 0) | ray(BOARD_8X8, square, directions[1], 0);
    let other = ray(BOARD_8X8, square, directions[2], 0) | ray(BOARD_8X8, square, directions[3], 0);
    let mut occupied = 0u64;
    loop {
        let index = occupied.wrapping_mul(magic.factor) >> magic.shift;
        table[magic.offset as usize + index as usize] =
            cut(one as u64, square, occupied) | cut(other as u64, square, occupied);
        occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
        if occupied == 0 {
            return;
        }
    }
}

/// One line cut at the men in the way: subtracting the slider borrows up to the first man, from both ends.
/// Far fewer steps than walking, which counts when the compiler itself evaluates this 107,648 times.
const fn cut(line: u64, square: u8, occupied: u64) -> u64 {
    let (men, slider) = (occupied & line, 1u64 << square);
    let up = men.wrapping_sub(slider << 1);
    let down = men.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

/// A plain second way to the same sets, for tests of any width.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_walking() {
        let board = |files, ranks| Geometry { files, ranks };
        for narrow in [board(8, 8), board(6, 6), board(5, 5)] {
            agree(narrow, |wide| wide as u64);
        }
        for wide in [board(10, 8), board(10, 10), board(9, 9)] {
            agree(wide, |wide| wide);
        }
    }

    fn agree<B: Bits>(board: Geometry, narrow: fn(u128) -> B) {
        let sliders = B::Sliders::build(board);
        let mut seed = 7;
        for square in 0..board.area() {
            for _ in 0..40 {
                let wide = (u128::from(next(&mut seed) & next(&mut seed)) << 64
                    | u128::from(next(&mut seed) & next(&mut seed)))
                    & ((1 << board.area()) - 1);
                let occupied = narrow(wide);
                assert_eq!(sliders.orthogonal(square, occupied).wide(), rays(board, square, &ORTHOGONALS, wide));
                assert_eq!(sliders.diagonal(square, occupied).wide(), rays(board, square, &DIAGONALS, wide));
            }
        }
    }
}
