//! Random numbers that are the same every time.
#![allow(dead_code, reason = "no program of tests needs all of it")]

/// SplitMix64 from a seed (Steele, Lea & Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// Between 0 and 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    pub fn decades(&mut self, from: f64, to: f64) -> f64 {
        10f64.powf(from + (to - from) * self.next())
    }

    pub fn of(&mut self, count: usize) -> usize {
        (self.next() * count as f64) as usize
    }

    /// Of variance 1: twelve even ones.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}
