//! One number, or eight side by side: the head-on step is written once for both.
//!
//! Both do the same operations in the same order and never fuse a multiplication with an addition, so a collision has
//! the same bits alone and in a batch.

use std::array::from_fn;
use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

use wide::f64x8;

/// A number that a head-on step is computed with.
pub trait Lane:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// Result of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// Number of collisions that advance together.
    const WIDTH: usize;

    /// One number per lane; lane `i` gets `of(i)`.
    fn each(of: impl FnMut(usize) -> f64) -> Self;
    /// The number in lane `i < WIDTH`.
    fn lane(self, i: usize) -> f64;
    fn sqrt(self) -> Self;
    /// `self > other`; false for a NaN.
    fn above(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, `no` elsewhere.
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The larger of two numbers.
    fn larger(self, other: Self) -> Self;
    /// Whether the mask is true in any lane.
    fn any(mask: Self::Mask) -> bool;
    /// Whether the signs of two numbers differ, in any pair and any lane.
    fn any_flip(pairs: [[Self; 2]; 3]) -> bool;

    /// The same number in every lane.
    #[inline(always)]
    fn all(value: f64) -> Self {
        Self::each(|_| value)
    }

    /// A power. Lane by lane: the vector version of the crate rounds differently from the scalar one.
    #[inline(always)]
    fn powf(self, exponent: f64) -> Self {
        Self::each(|i| libm::pow(self.lane(i), exponent))
    }
}

impl Lane for f64 {
    type Mask = bool;
    const WIDTH: usize = 1;

    #[inline(always)]
    fn each(mut of: impl FnMut(usize) -> f64) -> Self {
        of(0)
    }

    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    #[inline(always)]
    fn above(self, other: Self) -> bool {
        self > other
    }

    #[inline(always)]
    fn choose(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn any_flip(pairs: [[Self; 2]; 3]) -> bool {
        let [a, b, c] = pairs.map(|[one, other]| one.to_bits() ^ other.to_bits());
        (a | b | c) >> 63 != 0
    }
}

impl Lane for f64x8 {
    type Mask = Self;
    const WIDTH: usize = 8;

    #[inline(always)]
    fn each(of: impl FnMut(usize) -> f64) -> Self {
        Self::new(from_fn(of))
    }

    #[inline(always)]
    fn lane(self, i: usize) -> f64 {
        self.as_array()[i]
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64x8::sqrt(self)
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.simd_gt(other)
    }

    #[inline(always)]
    fn choose(mask: Self, yes: Self, no: Self) -> Self {
        (yes & mask) | (no & !mask)
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.fast_max(other)
    }

    #[inline(always)]
    fn any(mask: Self) -> bool {
        mask.any()
    }

    #[inline(always)]
    fn any_flip(pairs: [[Self; 2]; 3]) -> bool {
        let [a, b, c] = pairs.map(|[one, other]| one ^ other);
        (a | b | c).to_bitmask() != 0
    }
}
