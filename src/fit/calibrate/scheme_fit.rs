//! Finds the parameter with which a time-stepping scheme reaches the measured restitution.

use super::FittedLaw;
use super::result::{Parameter, SchemeFit, StepOutcome};
use crate::case::{Calibration, Simulator};
use crate::contact::Elastic;
use crate::error::{Diagnostic, Error};
use crate::fit::observations::Target as Measured;
use crate::fit::problem::{Datum, Model, Unknown};
use crate::fit::spread::Interval;
use crate::fit::target::{DampingTarget, StepperTarget};
use crate::ode::{Bracket, narrowed};
use crate::solve::schemes;
use crate::solve::stepper::{StepSize, Stepper};

/// Relative tolerance of the coefficient.
const ENOUGH: f64 = 1e-15;

/// Moves the unknown, with its intervals, from what the exact law needs to what the scheme of the case needs: the mean of
/// its restitution over the onset phases is then what the data ask for, at the middle speed of the data. `None` where the
/// case is fitted by the reference.
///
/// A step counted in undamped durations does to a law whose restitution does not depend on speed the same at every speed;
/// for the others the change over the speeds of one experiment is small beside the step error itself.
///
/// # Errors
/// When the case asks for a scheme and more than one number of the damping is unknown.
pub(super) fn through(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    parameters: &mut [Parameter],
    notes: &mut Vec<String>,
) -> Result<Option<SchemeFit>, Error> {
    let Simulator::Scheme { name, steps_per_contact, onset_phases } = &calibration.fit.with else { return Ok(None) };
    let name = &name.text;
    let head_on = found.data.targets == [Measured::Restitution];
    let (&[theta], [parameter], [unknown]) =
        (found.estimate.theta.as_slice(), parameters, found.estimate.unknowns.as_slice())
    else {
        return Err(refused(calibration, "more than one number is unknown"));
    };
    if !head_on || !parameter.path.starts_with("contact.damping.") {
        return Err(refused(calibration, "what is unknown is not the damping of head-on impacts"));
    }
    let Some(scheme) = schemes::find(name) else {
        return Err(Error::wrong(format!("there is no scheme `{name}`")));
    };
    let stepper = Stepper { scheme, step: StepSize::PerContact(*steps_per_contact), phases: *onset_phases };
    let speed = middle(found);
    let wanted = found.law.predict(&[theta], &Datum::alone(0, 0, speed, 0.0, 1.0)).map_err(Error::wrong)?;
    let coefficient = |theta: f64| calibration.scene(&[theta], speed).ok()?.force.map(|force| force.C);
    let scene = calibration.scene(&[theta], speed)?;
    let force = scene.power().map_err(Error::wrong)?;
    let elastic = Elastic { K: force.K, alpha: force.alpha, reference_gap: force.reference_gap };
    let target = DampingTarget {
        restitution: wanted,
        elastic,
        beta: force.beta,
        ends: force.ends,
        m_star: scene.pair.m_star,
        speed,
    };
    let outcome = match target.through_stepper(&stepper) {
        Ok(StepperTarget::Reached(reached)) => match inverse(unknown, theta, &coefficient, reached.C) {
            Some(value) => StepOutcome::Reached { value, restitution: reached.restitution },
            None => StepOutcome::None(format!("no value of {} between its bounds gives the coefficient", unknown.name)),
        },
        Ok(StepperTarget::Jump { sides }) => {
            let side = |at: usize| {
                let side = sides.get(at)?;
                Some([inverse(unknown, theta, &coefficient, side.C)?, side.restitution])
            };
            match (side(0), side(1)) {
                (Some(below), Some(above)) => StepOutcome::Jump { below, above },
                _ => StepOutcome::None(format!("no value of {} between its bounds gives the jump", unknown.name)),
            }
        }
        Err(error) => StepOutcome::None(error.to_string()),
    };
    match &outcome {
        StepOutcome::Reached { value, .. } => shift(parameter, unknown, *value),
        StepOutcome::Jump { .. } => notes.push(format!(
            "the mean restitution of {name} jumps across what is wanted: the force is not zero where the contact ends, and no \
             value reaches it; the value given is that of the exact law"
        )),
        StepOutcome::None(why) => {
            notes.push(format!("{name} does not reach the restitution ({why}); the value given is that of the exact law"));
        }
    }
    let (scheme, steps_per_contact, onset_phases) = (name.clone(), *steps_per_contact, *onset_phases);
    Ok(Some(SchemeFit { scheme, steps_per_contact, onset_phases, speed, wanted, exact: theta, outcome }))
}

fn refused(calibration: &Calibration, why: &str) -> Error {
    let problem =
        Diagnostic::new(format!("a scheme is fitted by one number of the damping and head-on impacts, and {why}"));
    problem.help("leave `with` out to fit the exact law").at(&calibration.experiment.origin).into()
}

/// The middle speed of the data, on a logarithmic scale.
pub(super) fn middle(found: &FittedLaw<'_>) -> f64 {
    let speeds: Vec<f64> = found.data.problem.data.iter().map(|datum| datum.speed.ln()).collect();
    (speeds.iter().sum::<f64>() / speeds.len() as f64).exp()
}

/// The value of the unknown for a coefficient.
fn inverse(unknown: &Unknown, theta: f64, coefficient: &dyn Fn(f64) -> Option<f64>, wanted: f64) -> Option<f64> {
    let off = |x: f64| coefficient(unknown.from_free(x)).map(|C| C / wanted - 1.0).filter(|f| f.is_finite());
    let x0 = unknown.to_free(theta);
    let f0 = off(x0)?;
    if f0.abs() <= ENOUGH {
        return Some(theta);
    }
    let mut step = 1e-3;
    for _ in 0..16 {
        for x in [x0 - step, x0 + step] {
            let Some(f) = off(x) else { continue };
            if f * f0 <= 0.0 {
                let ends = Bracket { a: x0, fa: f0, b: x, fb: f };
                let found = narrowed(|x| off(x).ok_or(()), ends, 0.0, ENOUGH).ok()?;
                return Some(unknown.from_free(found.best()));
            }
        }
        step *= 2.0;
    }
    None
}

/// Shifts a value and its intervals by the same amount in the free coordinate, in which they are nearly symmetric.
fn shift(parameter: &mut Parameter, unknown: &Unknown, value: f64) {
    let (from, to) = (unknown.to_free(parameter.value), unknown.to_free(value));
    let moved = |end: f64| unknown.from_free(unknown.to_free(end.clamp(unknown.low, unknown.high)) + to - from);
    let interval =
        |interval: Option<Interval>| interval.map(|ends| Interval { low: moved(ends.low), high: moved(ends.high) });
    let h = 1e-6 * from.abs().max(1.0);
    let slope = |x: f64| (unknown.from_free(x + h) - unknown.from_free(x - h)) / (2.0 * h);
    let ratio = (slope(to) / slope(from)).abs();
    let scaled = |sigma: Option<f64>| sigma.map(|sigma| sigma * ratio);
    parameter.value = value;
    (parameter.sigma_data, parameter.sigma) = (scaled(parameter.sigma_data), scaled(parameter.sigma));
    parameter.interval_data = interval(parameter.interval_data);
    parameter.interval = interval(parameter.interval);
    parameter.by_covariance = interval(parameter.by_covariance);
    parameter.by_profile = interval(parameter.by_profile);
    parameter.by_bootstrap = interval(parameter.by_bootstrap);
}
