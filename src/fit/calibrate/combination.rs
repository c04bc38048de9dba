//! The only combination of parameters that head-on drops determine, and the assumptions to get the unknown.

use super::FittedLaw;
use super::result::{DashpotCombination, Parameter};
use crate::case::Calibration;
use crate::contact::PowerForce;
use crate::fit::identify::Identifiability;
use crate::fit::observations::Target;
use crate::fit::scaled::power;
use crate::fit::spread::Interval;

/// The combination that determines the head-on restitution: `C/m* (m*/K)^((beta+1)/(n+1))`.
fn combined(force: &PowerForce, m_star: f64) -> f64 {
    force.C / m_star * (m_star / force.K).powf((force.beta + 1.0) / (force.alpha + 1.0))
}

/// The combination as written for a law, its unit, and the factor to that form.
fn written(force: &PowerForce) -> (String, String, f64) {
    let (n, beta) = (force.alpha, force.beta);
    let unit = |power: f64| match power {
        p if p.abs() < 1e-12 => String::new(),
        p => format!("(m/s)^{:+}", -(p * 1e12).round() / 1e12),
    };
    match (n, beta) {
        (1.5, 0.5) => ("A (K/m*)^(2/5)".into(), "(m/s)^(-1/5)".into(), 2.0 / 3.0),
        (1.5, 0.25) => ("alpha = C/sqrt(m* K)".into(), String::new(), 1.0),
        (1.0, 0.0) => ("damping ratio C/(2 sqrt(m* K))".into(), String::new(), 0.5),
        _ if beta == n => ("lambda = C/K".into(), "s/m".into(), 1.0),
        _ => {
            let p = (beta + 1.0) / (n + 1.0);
            (format!("C/m* (m*/K)^{p:.4}"), unit(power(force)), 1.0)
        }
    }
}

/// The combination with its interval, if only head-on restitution was measured and one unknown is a damping parameter.
/// Adds the assumptions to the verdict.
pub(super) fn determined_combination(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    parameters: &[Parameter],
    verdict: &mut Identifiability,
) -> Option<DashpotCombination> {
    let drops_alone = found.data.targets == [Target::Restitution];
    let (&[theta], [parameter]) = (found.estimate.theta.as_slice(), parameters) else { return None };
    let of_damping = parameter.path.starts_with("contact.damping.");
    if !drops_alone || !of_damping || calibration.nominal.shear.is_some() {
        return None;
    }
    let scene = calibration.scene(&[theta], 1.0).ok()?;
    let force = scene.force?;
    let (formula, unit, factor) = written(&force);
    let at = |theta: f64| {
        let scene = calibration.scene(&[theta], 1.0).ok()?;
        Some(factor * combined(&scene.force?, scene.pair.m_star))
    };
    let interval = parameter.interval_data.and_then(|interval| {
        let (one, two) = (at(interval.low)?, at(interval.high)?);
        Some(Interval { low: one.min(two), high: one.max(two) })
    });
    // Whether the unknown moves when the spring does, the combination held.
    let stiffness = power(&force) != 0.0 && parameter.name != "restitution";
    let given = if stiffness {
        let modulus = match scene.pair.E_star {
            Some(E_star) => format!("E* = {E_star:.4e} Pa and R* = {:.4e} m", scene.pair.R_star),
            None => "the stiffness of the case".to_string(),
        };
        let as_power = (force.beta + 1.0) / (force.alpha + 1.0) - if force.beta == 0.5 { 1.0 } else { 0.0 };
        format!(
            "{} follows with K = {:.4e} N/m^{} ({modulus}) and m* = {:.4e} kg, and goes as K^({as_power:.2})",
            parameter.name, force.K, force.alpha, scene.pair.m_star
        )
    } else {
        format!("{} is independent of the stiffness", parameter.name)
    };
    let words = if stiffness {
        format!("drops alone determine {formula} and no other parameter of the law: {given}")
    } else {
        format!("drops alone determine {formula}: {given}; they do not determine the stiffness")
    };
    verdict.words = format!("{}; {words}", verdict.words);
    Some(DashpotCombination { formula, unit, value: at(theta)?, interval, given })
}
