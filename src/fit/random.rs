//! Reproducible random numbers: independent streams by seed and index.

use std::f64::consts::TAU;

/// The stream of one seed and one index (a replicate, an experiment), by SplitMix64.
///
/// Steele, Lea & Flood 2014, OOPSLA; a replicate has its numbers whichever thread computes it.
#[derive(Debug, Clone)]
pub struct Stream(pub u64);

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Stream {
    pub fn new(seed: u64, index: u64) -> Self {
        Self(mix(mix(seed.wrapping_add(GOLDEN)) ^ mix(index.wrapping_mul(GOLDEN).wrapping_add(1))))
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// Uniform in (0, 1).
    pub fn uniform(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// Normal with mean 0 and variance 1, by Box & Muller.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(self.uniform())).sqrt();
        radius * libm::cos(TAU * self.uniform())
    }
}
