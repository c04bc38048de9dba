//! Throws that look wrong. They are named, with the reason, and kept.

use std::collections::BTreeMap;

use super::{Drop, Throw};
use crate::number::rounded;

/// A first interval that is this much shorter than those of its neighbours has lost a bounce, or was another drop.
const SHORT: f64 = 0.05;
/// How close it then is to their second interval, if the first bounce was not heard.
const SECOND: f64 = 0.03;
/// Robust standard deviations from the median of all ratios of neighbours that make an outlier.
const FAR: f64 = 8.0;
/// Ratios that are needed for a spread to be known.
const ENOUGH: usize = 20;

/// Something that looks wrong about a throw.
#[derive(Debug, Clone, PartialEq)]
pub struct Suspicion {
    /// Index of the throw in what was judged.
    pub throw: usize,
    /// Interval, counted from 1.
    pub interval: usize,
    pub reason: String,
}

/// Everything about these throws that a reader should look at, in their order.
///
/// - The first interval in which a ball rises higher than in a laboratory.
/// - An interval that is not shorter than the one before: a bounce does not gain energy.
/// - A first interval that is 5 % off the median of the throws from the same height.
/// - A ratio of neighbours that is 8 robust standard deviations (1.4826 times the median deviation) off their median.
pub fn suspicious(throws: &[Throw]) -> Vec<Suspicion> {
    let ratios: Vec<f64> =
        throws.iter().flat_map(|throw| throw.intervals.windows(2).map(|pair| pair[1] / pair[0])).collect();
    let spread = median(&ratios).filter(|_| ratios.len() >= ENOUGH).and_then(|middle| {
        let deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio - middle).abs()).collect();
        Some((middle, 1.4826 * median(&deviations)?))
    });
    let usual = usual(throws);
    let mut found = Vec::new();
    for (index, throw) in throws.iter().enumerate() {
        let mut name = |interval, reason| found.push(Suspicion { throw: index, interval, reason });
        if let Some(reason) = first_is_short(&usual, throw) {
            name(1, reason);
        }
        if let Some((at, reason)) =
            throw.intervals.iter().enumerate().find_map(|(at, &long)| Some((at, too_long(long)?)))
        {
            name(at + 1, reason);
        }
        for (k, pair) in throw.intervals.windows(2).enumerate() {
            let (interval, ratio) = (k + 2, pair[1] / pair[0]);
            if pair[1] == pair[0] {
                name(interval, format!("interval {interval} repeats interval {} to the last digit", interval - 1));
            } else if ratio > 1.0 {
                let before = interval - 1;
                name(
                    interval,
                    format!("interval {interval} is longer than interval {before}: a bounce does not gain energy"),
                );
            } else if let Some((middle, sigma)) = spread.filter(|(middle, sigma)| (ratio - middle).abs() > FAR * sigma)
            {
                let off = (ratio - middle) / sigma;
                let before = interval - 1;
                name(
                    interval,
                    format!(
                        "interval {interval} is {ratio:.3} of interval {before}, {off:+.0} standard deviations from {middle:.3}"
                    ),
                );
            }
        }
    }
    found
}

/// Drops from heights that are more probably in another unit: which, and why.
pub fn suspicious_drops(drops: &[Drop]) -> Vec<(usize, String)> {
    drops.iter().enumerate().filter_map(|(k, drop)| Some((k, too_high(drop)?))).collect()
}

/// A drop from higher than a laboratory, m.
const HIGHEST: f64 = 10.0;

/// A height that is more probably in another unit.
fn too_high(drop: &Drop) -> Option<String> {
    let height = drop.drop;
    (height > HIGHEST).then(|| {
        format!(
            "a drop of {height} m is higher than a laboratory: is the unit of the column right? read as cm it is {} m, as mm \
             {} m",
            height / 100.0,
            height / 1000.0
        )
    })
}

/// An interval, s, in which a ball rises higher than in a laboratory.
fn too_long(interval: f64) -> Option<String> {
    let height = 9.81 * interval * interval / 8.0;
    (height > HIGHEST).then(|| {
        format!(
            "between bounces {} s apart a ball rises {} m: is the unit of the column right? read as ms it is {} s",
            rounded(interval, 4),
            rounded(height, 3),
            rounded(interval / 1000.0, 4)
        )
    })
}

/// Medians of the first and second intervals of the throws from each height that has three or more.
fn usual(throws: &[Throw]) -> BTreeMap<u64, [Option<f64>; 2]> {
    let mut heights: BTreeMap<u64, Vec<&Throw>> = BTreeMap::new();
    for throw in throws {
        if let Some(drop) = throw.drop {
            heights.entry(drop.to_bits()).or_default().push(throw);
        }
    }
    heights.retain(|_, alike| alike.len() >= 3);
    let middle = |alike: &[&Throw], k: usize| {
        median(&alike.iter().filter_map(|throw| throw.intervals.get(k).copied()).collect::<Vec<_>>())
    };
    heights.into_iter().map(|(height, alike)| (height, [0, 1].map(|k| middle(&alike, k)))).collect()
}

/// A first interval unlike those of the other throws from the same height.
fn first_is_short(usual: &BTreeMap<u64, [Option<f64>; 2]>, throw: &Throw) -> Option<String> {
    let at = usual.get(&throw.drop?.to_bits())?;
    let first = *throw.intervals.first()?;
    let off = first / at[0]? - 1.0;
    if off.abs() <= SHORT {
        return None;
    }
    let percent = 100.0 * off.abs();
    let word = if off < 0.0 { "shorter" } else { "longer" };
    let mut reason = format!("interval 1 is {percent:.0} % {word} than that of the other throws from this height");
    if at[1].is_some_and(|second| (first / second - 1.0).abs() <= SECOND) {
        reason += ", and as long as their interval 2: the first bounce is probably missing";
    }
    Some(reason)
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    let high = *sorted.get(half)?;
    Some(if sorted.len() % 2 == 1 { high } else { 0.5 * (high + sorted[half - 1]) })
}
