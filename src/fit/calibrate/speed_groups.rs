//! Groups the measurements by speed, for comparison with the results of an engine.

use super::data::ANY_SPEED;
use super::result::{Measurement, Rebound, SpeedGroup};

/// Speeds within this factor are in one group,
const APART: f64 = 1.03;
/// and there are about this many groups at most.
const ROWS: f64 = 24.0;

/// The groups of the used measurements, slowest first, without the engine's results.
pub(super) fn gather(measurements: &[Measurement]) -> Vec<SpeedGroup> {
    let speed = |m: &Measurement| m.speed.unwrap_or(ANY_SPEED);
    let mut used: Vec<&Measurement> = measurements.iter().filter(|m| m.fate.is_used()).collect();
    used.sort_by(|a, b| speed(a).total_cmp(&speed(b)));
    let (Some(slow), Some(fast)) = (used.first(), used.last()) else { return Vec::new() };
    let apart = (speed(fast) / speed(slow)).powf(1.0 / ROWS).max(APART);
    let mut rows: Vec<Vec<&Measurement>> = Vec::new();
    for m in used {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|first| speed(m) <= apart * speed(first)) => row.push(m),
            _ => rows.push(vec![m]),
        }
    }
    rows.iter()
        .map(|row| {
            let n = row.len() as f64;
            let mean = |of: &dyn Fn(&Measurement) -> f64| row.iter().map(|m| of(m)).sum::<f64>() / n;
            let sigma = row.iter().map(|m| m.sigma_used.unwrap_or(0.0).powi(2)).sum::<f64>().sqrt() / n;
            let height = row.first().and_then(|m| m.height);
            SpeedGroup {
                height: height.filter(|height| row.iter().all(|m| m.height == Some(*height))),
                speed: mean(&speed),
                speed_known: row.iter().all(|m| m.speed.is_some()),
                numbers: row.len(),
                measured: mean(&|m| m.value),
                measured_sigma: sigma,
                engine: f64::NAN,
                rebound: rebound(row),
            }
        })
        .collect()
}

/// The mean reading after the impacts, if all readings are of one kind.
fn rebound(row: &[&Measurement]) -> Option<Rebound> {
    let all: Vec<Rebound> = row.iter().map(|m| m.rebound).collect::<Option<_>>()?;
    let timed = all.first()?.timed;
    let n = all.len() as f64;
    let predicted = all.iter().map(|rebound| rebound.predicted).sum::<Option<f64>>();
    let measured = all.iter().map(|rebound| rebound.measured).sum::<f64>() / n;
    all.iter().all(|rebound| rebound.timed == timed).then(|| Rebound {
        timed,
        measured,
        predicted: predicted.map(|sum| sum / n),
    })
}
