//! Which onsets are the impacts of a bouncing ball: their intervals shrink by nearly one factor.

use super::onsets::Onset;
use crate::number::median;

/// An interval over the one before it.
const RATIO: std::ops::Range<f64> = 0.15..0.995;
/// How much the logarithm of that ratio may change from one bounce to the next.
const STEADY: f64 = 0.15;
/// Difference of two delays that are one, s.
const SAME_DELAY: f64 = 1.5e-3;
/// Energy of a sound over that of the impact before it, from which it is no echo.
const AS_LOUD: f64 = 0.5;
/// Energy of an impact over what the one before it and the ratio of their intervals, that of the speeds, lead to expect: less is
/// noise that lies where an impact would.
const FAINT: f64 = 0.03;
/// How much louder, beside its impact, a sound is than the echoes of the others from which it is none.
const LOUDER: f64 = 4.0;
/// Logarithm of the ratio of two intervals over that of the others, from which the impact between them may be another sound; and how much
/// closer that one has to come.
const UNSTEADY: f64 = 0.03;
const STEADIER: f64 = 4.0;
/// Longest interval between two impacts, s: a flight of 11 m.
const LONGEST: f64 = 3.0;

/// Places of the onsets that are impacts: the row of greatest energy in which every interval is shorter than the one before,
/// by nearly the same factor; empty where no three are such a row.
pub fn impacts(onsets: &[Onset]) -> Vec<usize> {
    let count = onsets.len();
    let energy = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.energy);
    let worth = |k: usize| energy(k).max(1.0).ln();
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    // Of every pair of neighbours in a row: the worth of the best row that ends with it, the onset before the pair, and whether the
    // row begins there.
    let mut best: Vec<(f64, Option<(usize, bool)>)> = vec![(0.0, None); count * count];
    let mut last: Option<(f64, usize, usize)> = None;
    for j in 0..count {
        for i in 0..j {
            let interval = time(j) - time(i);
            // What is as loud between two impacts is no echo: the row is not that of one ball.
            let loud = |k: usize| energy(k) > AS_LOUD * energy(i);
            if interval > LONGEST || (i + 1..j).any(loud) {
                continue;
            }
            let mut found = (worth(i) + worth(j), None);
            for h in 0..i {
                let before = time(i) - time(h);
                let Some(&(known, earlier)) = best.get(h * count + i).filter(|_| RATIO.contains(&(interval / before)))
                else {
                    continue;
                };
                let steady = earlier.is_none_or(|(g, _)| {
                    ((interval / before).ln() - (before / (time(h) - time(g))).ln()).abs() < STEADY
                });
                // What came before the first impact of a throw is no part of its row, however loud.
                let known = if steady || known == 0.0 { known } else { worth(h) + worth(i) };
                let faint = energy(j) < FAINT * (interval / before).powi(2) * energy(i);
                if !faint && before <= LONGEST && known > 0.0 && known + worth(j) > found.0 {
                    found = (known + worth(j), Some((h, !steady)));
                }
            }
            if let Some(place) = best.get_mut(i * count + j) {
                *place = found;
            }
            if found.1.is_some() && last.is_none_or(|(known, ..)| found.0 > known) {
                last = Some((found.0, i, j));
            }
        }
    }
    let Some((_, mut i, mut j)) = last else { return Vec::new() };
    let mut row = vec![j, i];
    while let Some((h, begins)) = best.get(i * count + j).and_then(|(_, before)| *before) {
        row.push(h);
        (i, j) = (h, i);
        if begins {
            break;
        }
    }
    row.reverse();
    without_echoes(onsets, steadied(onsets, row))
}

/// The row with another onset in the place of an impact, where the intervals beside it then shrink much more as the others do: a louder
/// sound behind the impact was taken for it.
fn steadied(onsets: &[Onset], mut row: Vec<usize>) -> Vec<usize> {
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    let energy = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.energy);
    let shrink = |a: f64, b: f64, c: f64| ((c - b) / (b - a)).ln();
    let usual = median(row.windows(3).map(|at| shrink(time(at[0]), time(at[1]), time(at[2]))).collect());
    for at in 1..row.len().saturating_sub(1) {
        let (before, impact, after) = (row[at - 1], row[at], row[at + 1]);
        let off = |k: usize| (shrink(time(before), time(k), time(after)) - usual).abs();
        let others = (before + 1..after).filter(|&k| k != impact && energy(k) > FAINT * energy(impact));
        let best = others.min_by(|&a, &b| off(a).total_cmp(&off(b)));
        if let Some(best) = best.filter(|&best| off(impact) > UNSTEADY && STEADIER * off(best) < off(impact)) {
            row[at] = best;
        }
    }
    row
}

/// The last of a row are as far behind their neighbours, and as much quieter, as echoes are behind the other impacts: they are left
/// out.
fn without_echoes(onsets: &[Onset], mut row: Vec<usize>) -> Vec<usize> {
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    let energy = |k: usize| onsets.get(k).map_or(f64::MIN_POSITIVE, |onset| onset.energy);
    while let [before @ .., early, late] = &row[..] {
        let quieter = |k: usize, impact: usize| energy(k) / energy(impact);
        let (delay, own) = (time(*late) - time(*early), quieter(*late, *early));
        let echoed = |&&impact: &&usize| {
            let next = row.iter().copied().find(|&other| other > impact).unwrap_or(onsets.len());
            let alike = |&k: &usize| own < LOUDER * quieter(k, impact);
            (impact + 1..next).filter(alike).any(|k| (time(k) - time(impact) - delay).abs() < SAME_DELAY)
        };
        let echoes = before.iter().filter(echoed).count();
        if echoes < 2 || 2 * echoes < before.len() {
            break;
        }
        row.pop();
    }
    if row.len() < 3 { Vec::new() } else { row }
}

/// Why an onset is not taken for an impact.
pub fn reason(onsets: &[Onset], row: &[usize], k: usize) -> String {
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else { return "no row of bounces".to_string() };
    let before = row.iter().copied().rfind(|&impact| impact < k);
    match before {
        None if k < first => "before the first impact".to_string(),
        Some(impact) if time(k) - time(impact) < 0.1 => {
            let quieter = onsets.get(k).zip(onsets.get(impact)).map_or(1.0, |(a, b)| a.energy / b.energy);
            let decibels = 10.0 * quieter.log10();
            let delay = 1e3 * (time(k) - time(impact));
            format!("{delay:.1} ms after an impact, {decibels:+.0} dB: an echo, or a part that rattles")
        }
        _ if k > last => "after the last impact that fits the row".to_string(),
        _ => "not in the row of intervals that shrink by one factor".to_string(),
    }
}
