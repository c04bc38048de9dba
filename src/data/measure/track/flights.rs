//! Free flights of a bouncing ball: where the impacts lie, and a parabola for each flight between them.

use super::flight::{CROOKED, FallSample, LEAST, OTHER_GRAVITY, Parabola, half, parabola};

use super::super::Uncertain;
use super::together::{Flights, together};
use crate::number::median;

/// Most flights of one track.
const MOST_FLIGHTS: usize = 64;
/// Noise that a turning point has to stand out by, in standard deviations.
const TURNS: f64 = 6.0;
/// Noise of a flight, in that of the track, up to which no samples beside its impacts are taken for blurred.
const QUIET: f64 = 2.5;
/// Samples beside an impact that may be blurred.
const BLURRED: usize = 3;
/// Restitution from which a turn is no bounce: something else threw the ball.
const THROWN: f64 = 1.5;

/// Standard deviation of the noise of a sample, from third divided differences of neighbours: what a parabola does is not in
/// them, however far apart the times are. Times that are rounded are noise of the position.
pub fn noise(samples: &[FallSample]) -> f64 {
    let robust = 1.4826 * median(samples.windows(4).map(third).collect());
    let mut sorted: Vec<f64> = samples.iter().map(|sample| sample.z).collect();
    sorted.sort_by(f64::total_cmp);
    let range = sorted.last().unwrap_or(&0.0) - sorted.first().unwrap_or(&0.0);
    // Whole pixels: a quarter of all neighbours in size are equal or one step apart.
    let steps = sorted.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 1e-9 * range);
    let step = steps.fold(f64::INFINITY, f64::min);
    let rounding = if step.is_finite() { step / 12f64.sqrt() } else { 0.0 };
    robust.max(rounding).max(1e-9 * range)
}

/// `|sum c_i z_i|/sqrt(sum c_i^2)` with `c_i = prod_j 1/(t_i - t_j)`: the third divided difference in the noise of a sample.
fn third(four: &[FallSample]) -> f64 {
    let weight = |i: &FallSample| four.iter().filter(|j| j.t != i.t).map(|j| 1.0 / (i.t - j.t)).product::<f64>();
    let (sum, squares) = four.iter().fold((0.0, 0.0), |(sum, squares), sample| {
        let c: f64 = weight(sample);
        (sum + c * sample.z, squares + c * c)
    });
    f64::abs(sum) / f64::sqrt(squares)
}

/// The deepest samples between rises of at least `least`: where the ball turns upwards.
fn bottoms(samples: &[FallSample], least: f64) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut top, mut bottom) = (0, 0);
    let mut falling = false;
    for (at, sample) in samples.iter().enumerate() {
        if falling {
            if sample.z > samples[bottom].z {
                bottom = at;
            } else if samples[bottom].z - sample.z >= least {
                found.push(bottom);
                (falling, top) = (false, at);
            }
        } else if sample.z < samples[top].z {
            top = at;
        } else if sample.z - samples[top].z >= least {
            (falling, bottom) = (true, at);
        }
    }
    found
}

/// Finds the flights of a ball that falls towards greater depths. Impacts that gain speed are taken where all of them do: beside others
/// they are turns in a hand.
pub fn find(samples: &[FallSample]) -> Result<Flights, String> {
    found(samples, 1.0).or_else(|why| found(samples, THROWN).ok().filter(|all| all.gains().is_some()).ok_or(why))
}

/// The flights with impacts whose restitution is below a limit.
fn found(samples: &[FallSample], limit: f64) -> Result<Flights, String> {
    let floor = noise(samples);
    let mut turns = bottoms(samples, TURNS * floor);
    turns.truncate(MOST_FLIGHTS);
    loop {
        if turns.is_empty() {
            return Err("no impact: the track has no lowest point with a parabola before it and one after it".into());
        }
        let (flights, first) = chain(samples, &turns, floor)?;
        let impacts = (0..flights.flights.len() - 1).map(|k| flights.impact(k));
        let wrong = impacts.enumerate().find(|(_, impact)| !impact.is_one(limit)).map(|(k, _)| k);
        // A turn in a hand, or noise before the release, is no impact.
        match wrong {
            Some(k) => drop(turns.remove(first + k)),
            None => return Ok(flights),
        }
    }
}

/// Turns with a flight on both sides, the longest row of them that is not broken, and which turn is its first.
fn chain(samples: &[FallSample], turns: &[usize], floor: f64) -> Result<(Flights, usize), String> {
    let end = |k: usize| turns.get(k + 1).copied().unwrap_or(samples.len());
    let start = |k: usize| k.checked_sub(1).and_then(|k| turns.get(k)).map_or(0, |turn| turn + 1);
    let mut whole: Vec<Option<Parabola>> = Vec::new();
    for (k, &from) in turns.iter().enumerate() {
        let until = if k + 1 < turns.len() { Some(end(k)) } else { mirrored(samples, from) };
        whole.push(until.and_then(|until| between(samples, from + 1..until, floor)));
    }
    let mut strange = Vec::new();
    let sure = |flight: &&Parabola| flight.own.and_then(|own| own.sigma).unwrap_or(f64::INFINITY);
    let best = whole.iter().flatten().min_by(|a, b| sure(a).total_cmp(&sure(b))).and_then(|flight| flight.own);
    if let Some(best) = best {
        let alike = |flight: &Parabola| {
            let off = flight.own.map_or(0.0, |own| (own.value - best.value).abs() / best.value);
            off < OTHER_GRAVITY.max(5.0 * sure(&flight) / best.value)
        };
        let other = whole.iter().flatten().filter(|flight| !alike(flight));
        strange = other.filter_map(|f| Some((*f.used.first()?, *f.used.last()?, f.g))).collect();
        whole.iter_mut().for_each(|flight| *flight = flight.take().filter(alike));
    }
    let backwards = |k: usize| (start(k)..turns[k]).rev().collect::<Vec<usize>>();
    let forwards = |k: usize| (turns[k] + 1..end(k)).collect::<Vec<usize>>();
    let known = weighted(whole.iter().flatten().filter_map(|flight| flight.own)).or_else(|| {
        // The lower part of a fall is free flight whatever came before it.
        let orders = (0..turns.len()).flat_map(|k| [backwards(k), forwards(k)]);
        weighted(orders.filter_map(|order| half(samples, &order, floor)))
    });
    let g = known.ok_or("no flight beside an impact is a parabola of five frames or more")?;
    let mut best: (usize, Vec<Parabola>) = (0, Vec::new());
    let mut row: (usize, Vec<Parabola>) = (0, Vec::new());
    for (k, after) in whole.iter().enumerate() {
        if row.1.is_empty() {
            row = (k, Parabola::ending(samples, &backwards(k), floor, g).into_iter().collect());
        }
        let partial = || Parabola::ending(samples, &forwards(k), floor, g);
        let found = after.clone().or_else(partial);
        row.1.extend(found.filter(|_| !row.1.is_empty()));
        if row.1.len() > best.1.len() {
            best = row.clone();
        }
        if after.is_none() {
            row.1.clear();
        }
    }
    if best.1.len() < 2 {
        return Err("no lowest point of the track has a parabola of five frames both before and after it".into());
    }
    let mut flights = together(samples, &best.1, floor)?;
    flights.strange = strange;
    Ok((flights, best.0))
}

/// Where the flight that begins at a turn comes down again, by symmetry about its highest sample; `None` where the track
/// ends before.
fn mirrored(samples: &[FallSample], from: usize) -> Option<usize> {
    let top = (from + 1..samples.len()).min_by(|&a, &b| samples[a].z.total_cmp(&samples[b].z))?;
    let back = 2.0 * samples[top].t - samples[from].t;
    (top..samples.len()).find(|&at| samples[at].t >= back - 1e-9 * back.abs())
}

/// The flight between two impacts; samples beside them may be blurred, or of the contact.
fn between(samples: &[FallSample], range: std::ops::Range<usize>, floor: f64) -> Option<Parabola> {
    let fitted = (0..=BLURRED).filter_map(|margin| {
        let used: Vec<usize> = (range.start + margin..range.end.saturating_sub(margin)).collect();
        let flight = parabola(samples, &used, None).filter(|_| used.len() >= LEAST)?;
        flight.trimmed(samples, floor, None).filter(|flight| flight.is_parabola(samples, floor))
    });
    let fitted: Vec<Parabola> = fitted.collect();
    let quiet = |flight: &&Parabola| flight.noise <= QUIET * floor.max(CROOKED / 4.0 * flight.height(samples));
    let quietest = || fitted.iter().min_by(|a, b| a.noise.total_cmp(&b.noise));
    fitted.iter().find(quiet).or_else(quietest).cloned()
}

fn weighted(readings: impl Iterator<Item = Uncertain>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for reading in readings {
        let weight = reading.sigma.unwrap_or(1.0).max(1e-9 * reading.value.abs()).powi(-2);
        sum += weight * reading.value;
        weights += weight;
    }
    (weights > 0.0).then(|| sum / weights)
}
