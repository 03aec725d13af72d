/*!
How an engine reaches its rules.

The engine is written once, over [`Rules`]. For chess the answers are constants, and the compiler folds every question
about the rules away; other games hold a reference to their sheet and tables, one instance for each width of set. Shogi stands between: its rules are
constants, its tables are made.
*/

use std::sync::{Mutex, OnceLock, PoisonError};

use super::bits::Bits;
use super::facts::Facts;
use super::geometry::{NOWHERE, OF_CHESS, Tables};
use super::variant::Variant;
use super::variants::{CHESS, SHOGI};

/// Where an engine finds its sheet and its tables.
pub trait Rules: Copy {
    /// The width of a set.
    type Bits: Bits;
    /// One set for each way of moving.
    type Planes: Planes<Self::Bits>;
    /// Men in hand; nothing at all where the instance serves no game with hands, as a smaller board plays faster.
    type Hands: Hands;
    /// Rooks that may castle from drawn homes; nothing at all where the instance serves no such game.
    type Homes: Homes;

    /// The rule sheet.
    fn sheet(self) -> &'static Variant;

    /// The sheet's answers to common questions.
    fn facts(self) -> &'static Facts;

    /// What the sheet comes to on its board.
    fn tables(self) -> &'static Tables<Self::Bits>;
}

/// One set for each way of moving.
pub trait Planes<B>: Copy + PartialEq + std::fmt::Debug {
    /// Nobody anywhere.
    const EMPTY: Self;

    /// Who moves that way.
    fn get(&self, plane: usize) -> B;

    /// All planes, to be changed.
    fn each(&mut self, change: impl FnMut(usize, &mut B));
}

/// Each side's men in hand, packed: see [`super::hand`].
pub trait Hands: Copy + std::fmt::Debug {
    /// Nobody.
    const EMPTY: Self;

    /// Those of one side.
    fn of(&self, side: usize) -> u64;

    /// Those of one side, changed.
    fn change(&mut self, side: usize, change: impl FnOnce(u64) -> u64);
}

impl Hands for () {
    const EMPTY: () = ();

    #[inline(always)]
    fn of(&self, _: usize) -> u64 {
        0
    }

    #[inline(always)]
    fn change(&mut self, _: usize, _: impl FnOnce(u64) -> u64) {}
}

impl Hands for [u64; 2] {
    const EMPTY: [u64; 2] = [0; 2];

    #[inline(always)]
    fn of(&self, side: usize) -> u64 {
        self[side & 1]
    }

    #[inline(always)]
    fn change(&mut self, side: usize, change: impl FnOnce(u64) -> u64) {
        self[side & 1] = change(self[side & 1]);
    }
}

/// Where the rooks that may still castle stood at the start, for games that draw their homes.
pub trait Homes: Copy + std::fmt::Debug {
    /// Nowhere.
    const NONE: Self;

    /// The rook of one side and wing, [`NOWHERE`] if there is none.
    fn rook(&self, side: usize, wing: usize) -> u8;

    /// Names it.
    fn settle(&mut self, side: usize, wing: usize, rook: u8);
}

impl Homes for () {
    const NONE: () = ();

    #[inline(always)]
    fn rook(&self, _: usize, _: usize) -> u8 {
        NOWHERE
    }

    #[inline(always)]
    fn settle(&mut self, _: usize, _: usize, _: u8) {}
}

impl Homes for [[u8; 2]; 2] {
    const NONE: Self = [[NOWHERE; 2]; 2];

    #[inline(always)]
    fn rook(&self, side: usize, wing: usize) -> u8 {
        self[side & 1][wing & 1]
    }

    #[inline(always)]
    fn settle(&mut self, side: usize, wing: usize, rook: u8) {
        self[side & 1][wing & 1] = rook;
    }
}

macro_rules! planes {
    ($bits:ty, $length:expr, $place:expr) => {
        impl Planes<$bits> for [$bits; $length] {
            const EMPTY: Self = [0; $length];

            #[inline(always)]
            fn get(&self, plane: usize) -> $bits {
                let place: fn(usize) -> usize = $place;
                self[place(plane)]
            }

            #[inline(always)]
            fn each(&mut self, mut change: impl FnMut(usize, &mut $bits)) {
                for plane in 0..$length {
                    change(plane, &mut self[plane]);
                }
            }
        }
    };
}

planes!(u64, 5, |plane| plane);
planes!(u64, 8, |plane| plane & 7);
planes!(u128, 9, |plane| plane);
planes!(u128, 16, |plane| plane & 15);

/// Orthodox chess, all questions answered when the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess;

impl Rules for Chess {
    type Bits = u64;
    type Planes = [u64; 5];
    type Hands = ();
    type Homes = ();

    #[inline(always)]
    fn sheet(self) -> &'static Variant {
        &CHESS
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        const { &Facts::of(&CHESS) }
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<u64> {
        &OF_CHESS
    }
}

/// Shogi: the questions answered when the program is compiled, the tables made when first asked for.
#[derive(Clone, Copy)]
pub struct Shogi(&'static Loaded<u128>);

impl Rules for Shogi {
    type Bits = u128;
    type Planes = [u128; 9];
    type Hands = [u64; 2];
    type Homes = ();

    #[inline(always)]
    fn sheet(self) -> &'static Variant {
        &SHOGI
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        const { &Facts::of(&SHOGI) }
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<u128> {
        &self.0.tables
    }
}

/// A sheet and its tables.
pub struct Loaded<B: Bits> {
    sheet: &'static Variant,
    facts: Facts,
    tables: Box<Tables<B>>,
}

/// A game on up to 64 squares with up to eight ways of moving.
#[derive(Clone, Copy)]
pub struct Sheet64(&'static Loaded<u64>);

/// A game on up to 100 squares.
#[derive(Clone, Copy)]
pub struct Sheet128(&'static Loaded<u128>);

impl Rules for Sheet64 {
    type Bits = u64;
    type Planes = [u64; 8];
    type Hands = [u64; 2];
    type Homes = [[u8; 2]; 2];

    #[inline(always)]
    fn sheet(self) -> &'static Variant {
        self.0.sheet
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        &self.0.facts
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<u64> {
        &self.0.tables
    }
}

impl Rules for Sheet128 {
    type Bits = u128;
    type Planes = [u128; 16];
    type Hands = [u64; 2];
    type Homes = [[u8; 2]; 2];

    #[inline(always)]
    fn sheet(self) -> &'static Variant {
        self.0.sheet
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        &self.0.facts
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<u128> {
        &self.0.tables
    }
}

/// Tables made so far. Making one takes milliseconds, so each game's are made once.
type Shelf<B> = OnceLock<Mutex<Vec<&'static Loaded<B>>>>;

static NARROW: Shelf<u64> = OnceLock::new();
static WIDE: Shelf<u128> = OnceLock::new();

fn load<B: Bits>(
    shelf: &'static Shelf<B>,
    sheet: &'static Variant,
    make: fn(&Variant) -> Box<Tables<B>>,
) -> &'static Loaded<B> {
    let mut shelf = shelf.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(loaded) = shelf.iter().find(|loaded| loaded.sheet.key == sheet.key) {
        return loaded;
    }
    let loaded = Box::leak(Box::new(Loaded { sheet, facts: Facts::of(sheet), tables: make(sheet) }));
    shelf.push(loaded);
    loaded
}

impl Shogi {
    /// Reaches the tables of shogi.
    pub fn new() -> Shogi {
        Shogi(load(&WIDE, &SHOGI, Tables::<u128>::of))
    }
}

impl Sheet64 {
    /// Reaches `sheet`, whose board has at most 64 squares.
    pub fn of(sheet: &'static Variant) -> Sheet64 {
        Sheet64(load(&NARROW, sheet, Tables::<u64>::of))
    }
}

impl Sheet128 {
    /// Reaches `sheet`.
    pub fn of(sheet: &'static Variant) -> Sheet128 {
        Sheet128(load(&WIDE, sheet, Tables::<u128>::of))
    }
}
