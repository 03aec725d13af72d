/*!
Sets of squares: `u64` for boards of up to 64 squares, `u128` for up to 100.

Nothing outside this file and the tables knows which of the two it holds. Square 0 is the lowest bit.
*/

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::sliders::{LineSliders, MagicSliders, Sliders};

/// A set of squares.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Send
    + Sync
    + 'static
{
    /// The empty set.
    const NONE: Self;

    /// How sliding men look up their lines on boards of this width.
    type Sliders: Sliders<Self>;

    /// The set of one square.
    fn at(square: u8) -> Self;

    /// How many squares.
    fn count(self) -> u32;

    /// The lowest square; meaningless for the empty set.
    fn first(self) -> u8;

    /// All but the lowest square.
    fn without_first(self) -> Self;

    /// Every square moved by so many numbers, upwards if positive. Squares that leave the width are lost.
    fn shift(self, by: i8) -> Self;

    /// All bits set if `square` is in the set, else none: a choice without a branch.
    fn spread(self, square: u8) -> Self;

    /// As the widest number.
    fn wide(self) -> u128;

    /// True for the empty set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// True if the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// True if there are at least two squares.
    #[inline(always)]
    fn several(self) -> bool {
        !self.without_first().is_empty()
    }

    /// `self` if `keep`, else the empty set.
    #[inline(always)]
    fn only_if(self, keep: bool) -> Self {
        if keep { self } else { Self::NONE }
    }

    /// The squares, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

macro_rules! bits {
    ($width:ty, $sliders:ty) => {
        impl Bits for $width {
            const NONE: Self = 0;
            type Sliders = $sliders;

            #[inline(always)]
            fn at(square: u8) -> Self {
                1 << (square as u32 & (Self::BITS - 1))
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn shift(self, by: i8) -> Self {
                if by >= 0 { self << by } else { self >> -by }
            }

            #[inline(always)]
            fn spread(self, square: u8) -> Self {
                ((self >> (square as u32 & (Self::BITS - 1))) & 1).wrapping_neg()
            }

            #[inline(always)]
            fn wide(self) -> u128 {
                self as u128
            }
        }
    };
}

bits!(u64, MagicSliders);
bits!(u128, LineSliders);
