//! What a track shows beside the fall: speeds along the floor and spins, from the positions sideways and the angles of the flights.

use nalgebra::{DMatrix, DVector};

use super::super::{ObliqueImpact, Uncertain};
use super::flight::Parabola;
use super::{Track, Units, shown};
use crate::number::significant;

/// Standard deviations from which a speed along the floor, or a change of spin, is seen.
const SEEN: f64 = 4.0;

/// Positions sideways and angles of the samples; NaN where there is none.
#[derive(Debug, Default)]
pub(super) struct Sideways {
    pub x: Vec<f64>,
    /// rad
    pub turned: Vec<f64>,
}

/// Speed of a number over the frames of a flight, at a moment: of a straight line, or of a parabola where air is seen.
fn slope(times: &[f64], values: &[f64], flight: &Parabola, at: f64, air: bool) -> Option<Uncertain> {
    let points = flight.used.iter().filter_map(|&k| Some((times.get(k)? - at, *values.get(k)?)));
    let points: Vec<(f64, f64)> = points.filter(|(_, value)| value.is_finite()).collect();
    let width = if air { 3 } else { 2 };
    if points.len() < width + 2 {
        return None;
    }
    let design = DMatrix::from_fn(points.len(), width, |row, column| points[row].0.powi(column as i32));
    let seen = DVector::from_fn(points.len(), |row, _| points[row].1);
    let normal = (design.transpose() * &design).cholesky()?;
    let found = normal.solve(&(design.transpose() * &seen));
    let rest = &seen - &design * &found;
    let noise = rest.norm_squared() / (points.len() - width) as f64;
    let pairs: f64 = rest.as_slice().windows(2).map(|pair| pair[0] * pair[1]).sum();
    let rho = (pairs / rest.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 0.9);
    let variance = noise * normal.inverse()[(1, 1)] * (1.0 + rho) / (1.0 - rho);
    Some(Uncertain { value: found[1], sigma: Some(variance.sqrt()) })
}

/// Angles that go on where the file begins a turn anew. One that goes on by itself is taken as it is: a small ball turns by more than half a
/// turn from frame to frame.
fn unwrapped(angles: &[f64]) -> Vec<f64> {
    let turn = 2.0 * std::f64::consts::PI;
    let finite = || angles.iter().copied().filter(|angle| angle.is_finite());
    if finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min) > 1.01 * turn {
        return angles.to_vec();
    }
    let (mut before, mut added) = (f64::NAN, 0.0);
    let next = |angle: &f64| {
        let step = angle + added - before;
        if step.is_finite() {
            added -= (step / turn).round() * turn;
        }
        if angle.is_finite() {
            before = angle + added;
        }
        angle + added
    };
    angles.iter().map(next).collect()
}

fn sigma(reading: Uncertain) -> f64 {
    reading.sigma.unwrap_or(f64::INFINITY)
}

/// Impacts nearer to the normal than 1 deg tell no friction, rad.
const LEAST: f64 = 0.017_453;

/// Speeds of both flights at each impact.
fn at_impacts(track: &Track, times: &[f64], values: &[f64]) -> Vec<Option<[Uncertain; 2]>> {
    let flights = &track.flights.flights;
    let each = |k: usize| {
        let at = track.flights.impact(k).time.value;
        let of = |flight: &Parabola| slope(times, values, flight, at, track.flights.drag);
        Some([of(flights.get(k)?)?, of(flights.get(k + 1)?)?])
    };
    (0..flights.len() - 1).map(each).collect()
}

/// Spins in the sense of a ball that rolls towards positive x: friction makes the spin larger where it makes that speed smaller, which
/// says which way the angles of a film count. `None` where no impact shows it.
fn rolling(
    slides: &[Option<[Uncertain; 2]>],
    spins: Vec<Option<[Uncertain; 2]>>,
) -> Option<Vec<Option<[Uncertain; 2]>>> {
    let change =
        |[before, after]: [Uncertain; 2]| (after.value - before.value, libm::hypot(sigma(before), sigma(after)));
    let pairs = slides.iter().zip(&spins).filter_map(|(slide, spin)| Some((change((*slide)?), change((*spin)?))));
    let seen = pairs.filter(|(v, w)| v.0.abs() > SEEN * v.1 && w.0.abs() > SEEN * w.1);
    let sum: f64 = seen.map(|(v, w)| -v.0 * w.0).sum();
    let turn = |of: Uncertain| Uncertain { value: of.value * sum.signum(), ..of };
    (sum != 0.0).then(|| spins.into_iter().map(|spin| spin.map(|spin| spin.map(turn))).collect())
}

/// The oblique impacts of a track, and sentences about them. `place` has the row of a time.
///
/// Angles are from the vertical: the floor is level. An impact after another comes with the spin that the first one gave: it counts
/// where the spin is seen. Errors of both speeds are in that of the tangential restitution, as they move the misfit to an impact that
/// slides, `1 - e_t = mu (1 + e) v_n/v_t`: `(sigma_t'^2 + sigma_t^2)/v_t^2 + ((1 - e_t) sigma_n/v_n)^2`.
pub(super) fn obliques(
    track: &Track,
    times: &[f64],
    sideways: &Sideways,
    units: &Units,
    place: &dyn Fn(f64) -> u64,
) -> (Vec<ObliqueImpact>, Vec<String>) {
    if sideways.x.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let slides = at_impacts(track, times, &sideways.x);
    let spins = rolling(&slides, at_impacts(track, times, &unwrapped(&sideways.turned)));
    let spins = spins.zip(units.second);
    let (mut found, mut words, mut unknown, mut drift) = (Vec::new(), Vec::new(), 0, 0.0f64);
    for (k, slide) in slides.iter().enumerate() {
        let Some([along, after]) = slide.filter(|[along, _]| along.value.abs() > SEEN * sigma(*along)) else {
            continue;
        };
        let spin = spins.as_ref().and_then(|(spins, second)| {
            let per_second = |of: Uncertain| Uncertain {
                value: of.value * along.value.signum() / second,
                sigma: of.sigma.map(|sigma| sigma / second),
            };
            spins.get(k).copied().flatten().map(|spin| spin.map(per_second))
        });
        let impact = track.flights.impact(k);
        let (v_n, v_t) = (impact.before.value, along.value.abs());
        let (off_n, off_t) = (sigma(impact.before), sigma(along));
        let angle = Uncertain {
            value: libm::atan2(v_t, v_n),
            sigma: Some(libm::hypot(v_n * off_t, v_t * off_n) / (v_n * v_n + v_t * v_t)),
        };
        if angle.value < LEAST {
            drift = angle.value.max(drift);
            continue;
        }
        let e_t = after.value / along.value;
        if spin.is_none() && k > 0 {
            unknown += 1;
            continue;
        }
        let off = libm::hypot(libm::hypot(sigma(after), off_t) / v_t, (1.0 - e_t) * off_n / v_n);
        let tangential_restitution = Some(Uncertain { value: e_t, sigma: Some(off) });
        // What an impact adds to a spin goes with the one speed or the other.
        let with_speeds = |[before, after]: [Uncertain; 2]| {
            let part = (off_n / v_n).max(off_t / v_t) * (after.value - before.value);
            Uncertain { sigma: after.sigma.map(|sigma| libm::hypot(sigma, part)), ..after }
        };
        let degrees = |of: Uncertain| Uncertain { value: of.value.to_degrees(), sigma: of.sigma.map(f64::to_degrees) };
        words.push(format!(
            "{} at {} deg with a tangential restitution of {}",
            k + 1,
            shown(degrees(angle)),
            shown(Uncertain { value: e_t, sigma: Some(off) })
        ));
        found.push(ObliqueImpact {
            row: place(impact.time.value),
            angle,
            speed: units.speed.map(|speed| speed * libm::hypot(v_n, v_t)),
            spin: spin.map(|[before, _]| before),
            tangential_restitution,
            rebound_spin: spin.map(with_speeds),
            rebound_angle: None,
        });
    }
    let notes = notes(&found, &words, unknown, drift);
    (found, notes)
}

/// What is said of the oblique impacts (`words`), of those whose spin is not seen, and of a drift (rad) that is none.
fn notes(found: &[ObliqueImpact], words: &[String], unknown: usize, drift: f64) -> Vec<String> {
    let mut notes = Vec::new();
    if !words.is_empty() {
        notes.push(format!(
            "the ball also moves sideways, over a floor that is taken to be level: impact {}; `[experiment.oblique]` fits friction to it",
            words.join(", ")
        ));
    }
    if !found.is_empty() && found.iter().all(|impact| impact.spin.is_none()) {
        notes.push("the ball is taken to come to the first impact without spin".into());
    }
    if unknown > 0 {
        let impacts = if unknown == 1 { "impact is no oblique one" } else { "impacts are no oblique ones" };
        notes.push(format!(
            "{unknown} later {impacts} for a fit: the spin of the ball is not seen; a column `angle (deg)` of a mark on the ball, with a frame rate, \
             shows it"
        ));
    }
    if drift > 0.0 {
        let degrees = significant(drift.to_degrees(), 2);
        notes.push(format!(
            "the ball drifts sideways, at an impact by up to {degrees} deg from the vertical: no oblique impact"
        ));
    }
    notes
}
