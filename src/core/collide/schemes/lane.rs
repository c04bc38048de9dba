//! One number, or sixteen side by side: the head-on step is written once for both.
//!
//! Both do the same operations in the same order and never fuse a multiplication with an addition, so a collision has
//! the same bits alone and in a batch, and with the instructions of every processor.

#![allow(clippy::needless_range_loop, reason = "iterators are not inlined: see `groups!`")]

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

use pulp::{Simd, bytemuck};

/// A number that a head-on step is computed with.
pub trait Lane:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The instructions that are used.
    type With: Copy;
    /// Result of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// Number of collisions that advance together.
    fn width() -> usize;
    /// One number per lane; lane `i` gets `of(i)`.
    fn each(with: Self::With, of: impl FnMut(usize) -> f64) -> Self;
    /// Another number, the same in every lane.
    fn same(self, value: f64) -> Self;
    /// The number in lane `i < width()`.
    fn lane(self, i: usize) -> f64;
    fn sqrt(self) -> Self;
    /// `self > other`; false for a NaN.
    fn above(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, `no` elsewhere.
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The larger of two numbers; `other`, a number, where this is none.
    fn larger(self, other: Self) -> Self;
    /// Whether the mask is true in any lane.
    fn any(mask: Self::Mask) -> bool;
    /// Whether the signs of two numbers differ, in any pair and any lane.
    fn any_flip(pairs: [[Self; 2]; 3]) -> bool;

    /// A power, lane by lane.
    fn powf(self, exponent: f64) -> Self;
}

impl Lane for f64 {
    type With = ();
    type Mask = bool;

    #[inline(always)]
    fn width() -> usize {
        1
    }

    #[inline(always)]
    fn each(_: (), mut of: impl FnMut(usize) -> f64) -> Self {
        of(0)
    }

    #[inline(always)]
    fn same(self, value: f64) -> Self {
        value
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
        libm::pow(self, exponent)
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

/// Vectors side by side. One waits for its own last step: four keep a processor with AVX2 busy.
const GROUPS: usize = 4;

/// Collisions side by side, in vectors of the instructions `S`.
#[derive(Clone, Copy)]
pub struct Lanes<S: Simd> {
    with: S,
    groups: [S::f64s; GROUPS],
}

/// A comparison of such.
#[derive(Clone, Copy)]
pub struct Masks<S: Simd> {
    with: S,
    groups: [S::m64s; GROUPS],
}

impl<S: Simd> Debug for Lanes<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(bytemuck::cast_slice::<_, f64>(&self.groups)).finish()
    }
}

/// A vector for each group. By places: what an iterator or a closure does is not inlined, hence not compiled with these instructions.
macro_rules! groups {
    ($i:ident: $vector:expr) => {{
        let mut groups = [{
            let $i = 0;
            $vector
        }; GROUPS];
        for $i in 1..GROUPS {
            groups[$i] = $vector;
        }
        groups
    }};
}

macro_rules! operators {
    ($($type:ident: $trait:ident, $name:ident, $vectors:ident;)*) => {
        $(impl<S: Simd> $trait for $type<S> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let with = self.with;
                Self { with, groups: groups!(i: with.$vectors(self.groups[i], other.groups[i])) }
            }
        })*
    };
}

operators! {
    Lanes: Add, add, add_f64s;
    Lanes: Sub, sub, sub_f64s;
    Lanes: Mul, mul, mul_f64s;
    Lanes: Div, div, div_f64s;
    Masks: BitAnd, bitand, and_m64s;
    Masks: BitOr, bitor, or_m64s;
}

impl<S: Simd> Not for Masks<S> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self { with: self.with, groups: groups!(i: self.with.not_m64s(self.groups[i])) }
    }
}

impl<S: Simd> Lane for Lanes<S> {
    type With = S;
    type Mask = Masks<S>;

    #[inline(always)]
    fn width() -> usize {
        GROUPS * S::F64_LANES
    }

    #[inline(always)]
    fn each(with: S, mut of: impl FnMut(usize) -> f64) -> Self {
        let mut groups = [with.splat_f64s(0.0); GROUPS];
        for (i, lane) in bytemuck::cast_slice_mut(&mut groups).iter_mut().enumerate() {
            *lane = of(i);
        }
        Self { with, groups }
    }

    #[inline(always)]
    fn same(self, value: f64) -> Self {
        Self { with: self.with, groups: [self.with.splat_f64s(value); GROUPS] }
    }

    #[inline(always)]
    fn lane(self, i: usize) -> f64 {
        bytemuck::cast_slice(&self.groups)[i]
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self { with: self.with, groups: groups!(i: self.with.sqrt_f64s(self.groups[i])) }
    }

    #[inline(always)]
    fn powf(self, exponent: f64) -> Self {
        Self::each(self.with, |i| libm::pow(self.lane(i), exponent))
    }

    #[inline(always)]
    fn above(self, other: Self) -> Masks<S> {
        let with = self.with;
        Masks { with, groups: groups!(i: with.greater_than_f64s(self.groups[i], other.groups[i])) }
    }

    #[inline(always)]
    fn choose(mask: Masks<S>, yes: Self, no: Self) -> Self {
        let with = mask.with;
        Self { with, groups: groups!(i: with.select_f64s(mask.groups[i], yes.groups[i], no.groups[i])) }
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self { with: self.with, groups: groups!(i: self.with.max_f64s(self.groups[i], other.groups[i])) }
    }

    #[inline(always)]
    fn any(mask: Masks<S>) -> bool {
        let mut any = mask.groups[0];
        for i in 1..GROUPS {
            any = mask.with.or_m64s(any, mask.groups[i]);
        }
        mask.with.first_true_m64s(any) < S::F64_LANES
    }

    #[inline(always)]
    fn any_flip(pairs: [[Self; 2]; 3]) -> bool {
        let with = pairs[0][0].with;
        let mut flips = with.splat_u64s(0);
        for i in 0..GROUPS {
            for k in 0..pairs.len() {
                let (one, other) = (pairs[k][0].groups[i], pairs[k][1].groups[i]);
                flips =
                    with.or_u64s(flips, with.xor_u64s(with.transmute_u64s_f64s(one), with.transmute_u64s_f64s(other)));
            }
        }
        let signs = with.less_than_i64s(with.transmute_i64s_u64s(flips), with.splat_i64s(0));
        with.first_true_m64s(signs) < S::F64_LANES
    }
}
