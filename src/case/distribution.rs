//! Distributions of a value, and the sequences whose samples fill the space of several.

use crate::limits::{Limits, compact};
use crate::number::rounded;
use crate::numerics::normal_quantile;
use crate::units::{self, Dimension};

/// How samples fill the space of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sequence {
    /// Sobol's with nested uniform (Owen) scrambling, as Burley 2020, Journal of Computer Graphics Techniques 9(4), approximates it.
    Sobol,
    /// One sample in each of `n` equal parts of every value, McKay, Beckman & Conover 1979, Technometrics 21, 239.
    LatinHypercube,
    /// Independent.
    Random,
}

/// `[sample]`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sample {
    pub count: usize,
    pub sequence: Sequence,
    pub seed: u32,
}

/// Most values that are sampled together: as many dimensions as Sobol's sequence has here.
pub(super) const MOST: usize = sobol_burley::NUM_DIMENSIONS as usize;

/// Samples of one sequence of Sobol; more are those of others, scrambled by themselves.
const LONGEST: u64 = 1 << 16;

/// A distribution with its numbers, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Distribution {
    /// Linear in the value, or in its logarithm.
    Uniform { from: f64, to: f64, log: bool },
    /// Of the value, or of its logarithm; between these two probabilities.
    Normal { mean: f64, sigma: f64, between: [f64; 2], log: bool },
}

/// A distribution with the unit its values are written in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sampled {
    pub distribution: Distribution,
    pub dimension: Dimension,
    pub limits: Limits,
    pub unit: String,
}

impl Sample {
    /// A number of (0, 1) for sample `index` of the value with this place among those that are sampled.
    pub fn fraction(&self, index: usize, value: usize) -> f64 {
        let (index, value) = (index as u64, value as u64);
        match self.sequence {
            // In the middle of the interval of its 24 bits: never 0 or 1.
            Sequence::Sobol => {
                let seed = if index < LONGEST {
                    self.seed
                } else {
                    mixed((u64::from(self.seed) << 32) | (index / LONGEST)) as u32
                };
                f64::from(sobol_burley::sample((index % LONGEST) as u32, value as u32, seed)) + 0.5 / f64::from(1 << 24)
            }
            Sequence::LatinHypercube => {
                let key = mixed((u64::from(self.seed) << 32) | value);
                let part = permuted(index, self.count as u64, key);
                (part as f64 + unit(mixed(key ^ mixed(index)))) / self.count as f64
            }
            Sequence::Random => unit(mixed(mixed((u64::from(self.seed) << 32) | value) ^ mixed(index))),
        }
    }
}

/// The finaliser of SplitMix64: Steele, Lea & Flood 2014, OOPSLA '14, 453.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number of (0, 1) from 64 bits.
fn unit(bits: u64) -> f64 {
    ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// Place of `index` in a permutation of `count` numbers: four rounds of Feistel over the next even power of two, walked until it falls below
/// `count` (Black & Rogaway 2002, CT-RSA, LNCS 2271, 114).
fn permuted(index: u64, count: u64, key: u64) -> u64 {
    let half = (64 - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1u64 << half) - 1;
    let mut at = index;
    loop {
        let (mut left, mut right) = (at >> half, at & mask);
        for round in 0..4 {
            (left, right) = (right, left ^ (mixed(key ^ mixed((right << 3) | round)) & mask));
        }
        at = (left << half) | right;
        if at < count {
            return at;
        }
    }
}

impl Sampled {
    /// The value below which this part of the distribution lies, SI, to ten digits.
    pub fn value(&self, part: f64) -> f64 {
        let number = match self.distribution {
            Distribution::Uniform { from, to, log: false } => from * (1.0 - part) + to * part,
            Distribution::Uniform { from, to, log: true } => {
                libm::exp(libm::log(from) * (1.0 - part) + libm::log(to) * part)
            }
            Distribution::Normal { mean, sigma, between: [low, high], log } => {
                let value = mean + sigma * normal_quantile(low * (1.0 - part) + high * part);
                if log { libm::exp(value) } else { value }
            }
        };
        // The name of a parameter says exactly which value it has.
        units::parse(&self.text(number), self.dimension).unwrap_or(number)
    }

    /// A value as it would be written.
    pub fn text(&self, value: f64) -> String {
        let one = units::parse(format!("1 {}", self.unit).trim_end(), self.dimension).unwrap_or(1.0);
        format!("{} {}", compact(rounded(value / one, 10)), self.unit).trim_end().to_string()
    }

    /// Whether a value is possible for the key.
    pub fn holds(&self, value: f64) -> bool {
        self.limits.hold(value)
    }

    /// The dimension of its values.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }
}

/// Part of the normal distribution below `x` standard deviations.
pub(super) fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}
