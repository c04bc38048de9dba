//! What is drawn of a track.

use std::collections::HashSet;

use super::super::besides::Film;
use super::Track;
use super::flight::FallSample;

/// Points of a parabola.
const POINTS: usize = 60;

/// The frames, the parabolas and the impacts of a track.
pub(super) fn of(samples: &[FallSample], track: &Track) -> Film {
    let (found, way) = (&track.flights, track.way);
    let flights = &found.flights;
    let used: HashSet<usize> = flights.iter().flat_map(|flight| flight.used.iter().copied()).collect();
    let hit = |k: usize| found.impact(k);
    let impacts: Vec<(f64, f64)> =
        (0..flights.len().saturating_sub(1)).map(|k| (hit(k).time.value, way * hit(k).depth.value)).collect();
    // A parabola reaches from impact to impact, or to its last frame.
    let frame = |at: Option<&usize>| at.and_then(|at| samples.get(*at)).map_or(f64::NAN, |sample| sample.t);
    let flights = flights.iter().enumerate().map(|(k, flight)| {
        let before = k.checked_sub(1).and_then(|k| impacts.get(k)).map(|impact| impact.0);
        let from = before.unwrap_or(frame(flight.used.first()));
        let until = impacts.get(k).map_or(frame(flight.used.last()), |impact| impact.0);
        let at = |j: usize| from + (until - from) * j as f64 / (POINTS - 1) as f64;
        (0..POINTS).map(|j| (at(j), way * flight.depth(at(j)))).collect()
    });
    let frames = samples.iter().enumerate().map(|(at, sample)| (sample.t, sample.z, used.contains(&at)));
    Film { frames: frames.collect(), flights: flights.collect(), impacts }
}
