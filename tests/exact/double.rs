//! Double-double arithmetic: 32 digits. Dekker 1971, Numer. Math. 18, 224; Knuth, section 4.2.2.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `hi + lo`, `|lo|` at most half a unit in the last place of `hi`.
#[derive(Debug, Clone, Copy)]
pub struct Double {
    pub hi: f64,
    pub lo: f64,
}

fn two_sum(a: f64, b: f64) -> Double {
    let s = a + b;
    let t = s - a;
    Double { hi: s, lo: (a - (s - t)) + (b - t) }
}

fn quick(a: f64, b: f64) -> Double {
    let s = a + b;
    Double { hi: s, lo: b - (s - a) }
}

impl Double {
    pub const ZERO: Self = Self { hi: 0.0, lo: 0.0 };
    pub const ONE: Self = Self { hi: 1.0, lo: 0.0 };

    pub fn new(x: f64) -> Self {
        Self { hi: x, lo: 0.0 }
    }

    pub fn value(self) -> f64 {
        self.hi + self.lo
    }

    pub fn powi(self, n: u32) -> Self {
        (0..n).fold(Self::ONE, |product, _| product * self)
    }

    /// `self^(a/b)` of a positive number, by Newton's method on the root.
    pub fn power(self, a: u32, b: u32) -> Self {
        let mut x = Self::new(self.hi.powf(1.0 / f64::from(b)));
        for _ in 0..4 {
            let most = x.powi(b - 1);
            x = x - (most * x - self) / (most * Self::new(f64::from(b)));
        }
        x.powi(a)
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let (s, t) = (two_sum(self.hi, o.hi), two_sum(self.lo, o.lo));
        let u = quick(s.hi, s.lo + t.hi);
        quick(u.hi, u.lo + t.lo)
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for Double {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let p = self.hi * o.hi;
        let e = self.hi.mul_add(o.hi, -p);
        quick(p, e + (self.hi * o.lo + self.lo * o.hi))
    }
}

impl Div for Double {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let q = Self::new(self.hi / o.hi);
        let r = self - o * q;
        let q = q + Self::new(r.hi / o.hi);
        let r = self - o * q;
        q + Self::new(r.hi / o.hi)
    }
}
