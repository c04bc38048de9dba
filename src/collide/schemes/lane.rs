//! One number, or eight side by side: a scheme is written once for both.
//!
//! Both do the same operations in the same order and never fuse a multiplication with an addition, so a collision has
//! the same bits alone and in a batch.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use wide::f64x8;

/// A number that a scheme computes with.
pub trait Lane:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Result of a comparison.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + BitXor<Output = Self::Mask>
        + Not<Output = Self::Mask>;
    /// One sign per lane.
    type Signs: Copy + BitOr<Output = Self::Signs>;
    /// Number of collisions that advance together.
    const WIDTH: usize;

    /// The same number in every lane.
    fn all(value: f64) -> Self;
    /// One number per lane; lane `i` gets `of(i)`.
    fn each(of: impl FnMut(usize) -> f64) -> Self;
    /// The number in lane `i < WIDTH`.
    fn lane(self, i: usize) -> f64;
    fn sqrt(self) -> Self;
    fn powf(self, exponent: f64) -> Self;
    /// `self > other`; false for a NaN.
    fn above(self, other: Self) -> Self::Mask;
    /// `self` where the mask is true, zero elsewhere.
    fn keep(self, mask: Self::Mask) -> Self;
    /// `yes` where the mask is true, `no` elsewhere.
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The larger of two numbers.
    fn larger(self, other: Self) -> Self;
    /// Whether the mask is true in any lane.
    fn any(mask: Self::Mask) -> bool;
    /// Where the sign bits of two numbers differ.
    fn flips(self, other: Self) -> Self::Signs;
    /// Whether the sign bits differ in any lane.
    fn any_flip(signs: Self::Signs) -> bool;
}

impl Lane for f64 {
    type Mask = bool;
    type Signs = u64;
    const WIDTH: usize = 1;

    #[inline(always)]
    fn all(value: f64) -> Self {
        value
    }

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
    fn powf(self, exponent: f64) -> Self {
        f64::powf(self, exponent)
    }

    #[inline(always)]
    fn above(self, other: Self) -> bool {
        self > other
    }

    #[inline(always)]
    fn keep(self, mask: bool) -> Self {
        if mask { self } else { 0.0 }
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
    fn flips(self, other: Self) -> u64 {
        self.to_bits() ^ other.to_bits()
    }

    #[inline(always)]
    fn any_flip(signs: u64) -> bool {
        signs >> 63 != 0
    }
}

impl Lane for f64x8 {
    type Mask = Self;
    type Signs = Self;
    const WIDTH: usize = 8;

    #[inline(always)]
    fn all(value: f64) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn each(of: impl FnMut(usize) -> f64) -> Self {
        Self::new(std::array::from_fn(of))
    }

    #[inline(always)]
    fn lane(self, i: usize) -> f64 {
        self.as_array()[i]
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64x8::sqrt(self)
    }

    // Not the vector version of the crate: it rounds differently from the scalar one.
    #[inline(always)]
    fn powf(self, exponent: f64) -> Self {
        Self::new(self.to_array().map(|x| x.powf(exponent)))
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.simd_gt(other)
    }

    #[inline(always)]
    fn keep(self, mask: Self) -> Self {
        self & mask
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
    fn flips(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn any_flip(signs: Self) -> bool {
        signs.to_bitmask() != 0
    }
}
