//! Rows whose ball did not rebound, as bounds of the sticking speed.

use super::FittedLaw;
use super::result::Fate;
use super::rows::Row;
use crate::case::Calibration;
use crate::contact::Branched;
use crate::error::Diagnostic;
use crate::fit::problem::Model;
use crate::fit::sticking::StickingRow;
use crate::number::significant;
use crate::scene::Scene;
use crate::solve::{cohesion, reference};

/// Probability below which a row is reported.
const RARE: f64 = 0.05;
/// Most steps by which a speed is increased.
const STEPS: usize = 50;
/// Part of the sticking speed of a damped law to which it is found, and to which it has to be.
const CLOSE: f64 = 1e-9;
const NEAR: f64 = 1e-5;
/// Tolerance of a collision that decides whether bodies separate.
const TOLERANCE: f64 = 1e-10;

/// The sticking rows of a case.
///
/// # Errors
/// When the law has no sticking, or the speed of a row or its error is unknown.
pub(super) fn rows(calibration: &Calibration, rows: &[Row]) -> Result<Vec<StickingRow>, Diagnostic> {
    let at = |problem: String| Diagnostic::new(problem).at(&calibration.experiment.origin);
    let mut found = Vec::new();
    for Row { measurement, speed_sigma, .. } in rows.iter().filter(|row| row.measurement.fate == Fate::Stuck) {
        let row = measurement.row;
        if found.is_empty() && sticking_speed(&calibration.nominal).map_err(at)? == 0.0 {
            let problem = at(format!("in row {row} the ball did not come back, and under this law nothing sticks"));
            return Err(problem.help("fit a law with adhesion, such as `jkr`, or leave the row out"));
        }
        let Some(speed) = measurement.speed else {
            let problem = at(format!("in row {row} the ball did not come back, and its speed is not known"));
            return Err(problem.help("give `speed`, a column or in the experiment, or leave the row out"));
        };
        let Some(sigma) = speed_sigma.filter(|sigma| *sigma > 0.0) else {
            let problem =
                at(format!("in row {row} the ball did not come back, and the uncertainty of its speed is not known"));
            let help = if calibration.experiment.kind.flies() { "`height_sigma`" } else { "a column `speed sigma`" };
            return Err(problem.help(format!("give {help}: one standard deviation")));
        };
        found.push(StickingRow { part: 0, speed, sigma });
    }
    Ok(found)
}

/// The largest speed at which the bodies of a scene stick, dashpot included, m/s; 0 if they always separate.
///
/// # Errors
/// When the law has no meaning for these bodies.
pub(super) fn sticking_speed(scene: &Scene) -> Result<f64, String> {
    let Some(contact) = scene.branches().map_err(|error| error.message)? else { return Ok(0.0) };
    let undamped = cohesion::sticking_speed(&contact, scene.pair.m_star);
    if contact.dashpot.C == 0.0 || undamped == 0.0 { Ok(undamped) } else { damped(&contact, scene, undamped) }
}

/// Sticking speed with a dashpot, by the reference solver, searched above that without one.
fn damped(contact: &Branched, scene: &Scene, undamped: f64) -> Result<f64, String> {
    let parts = |speed: f64| {
        let found = reference::collide_branched(contact, scene.pair.m_star, speed, scene.before, TOLERANCE);
        found.map(|trajectory| trajectory.end.is_some()).map_err(|error| error.to_string())
    };
    let (mut low, mut high) = (undamped, 1.5 * undamped);
    for step in 0.. {
        if parts(high)? {
            break;
        }
        if step == STEPS {
            return Err(format!("the bodies still stick at {} m/s", significant(high, 3)));
        }
        (low, high) = (high, 1.5 * high);
    }
    while high - low > CLOSE * high {
        let middle = 0.5 * (low + high);
        match parts(middle) {
            Ok(true) => high = middle,
            Ok(false) => low = middle,
            // Nearer than that bodies come to rest where they would part, and neither is found.
            Err(_) if high - low < NEAR * high => break,
            Err(why) => return Err(why),
        }
    }
    Ok(0.5 * (low + high))
}

/// A note on the speeds of the sticking rows relative to the sticking speed of the fit.
pub(super) fn note(found: &FittedLaw<'_>) -> Option<String> {
    let stuck = &found.data.problem.stuck;
    let fastest = stuck.iter().max_by(|a, b| a.speed.total_cmp(&b.speed))?;
    let speed = found.law.sticking_speed(&found.estimate.theta).ok()?;
    let mm = |speed: f64| format!("{} mm/s", significant(1e3 * speed, 4));
    let rows = if stuck.len() == 1 {
        "1 row sticks: it is".to_string()
    } else {
        format!("{} rows stick: each is", stuck.len())
    };
    let mut text = format!(
        "{rows} a bound, a speed not above the sticking speed, {} in this fit; the fastest is {}",
        mm(speed),
        mm(fastest.speed)
    );
    let rare = stuck.iter().map(|row| row.probability(speed)).fold(1.0, f64::min);
    // The least probable of so many.
    let chance = 1.0 - (1.0 - rare).powi(i32::try_from(stuck.len()).unwrap_or(i32::MAX));
    if chance < RARE {
        let p = significant(chance, 2);
        text.push_str(&format!(
            ": under this law a row that sticks at such a speed is rare (p = {p}), look at its speed and error"
        ));
    }
    Some(text)
}
