//! The dimensionless number that determines the restitution of viscoelastic spheres.

use super::scales::{SpringImpact, rounded};
use super::special::increasing_root;
use crate::collide::trajectory::Estimate;
use crate::law::Damping;
use crate::law::scene::Scene;

/// Of the formulas of `e(b)`: symbol, meaning and unit.
pub const SYMBOLS: &[(&str, &str, &str)] = &[
    ("A", "relaxation time of the material", "s"),
    ("K", "stiffness, 4/3 E* sqrt(R*)", "N/m^(3/2)"),
    ("m*", "effective mass", "kg"),
    ("v", "speed at first touch", "m/s"),
    ("b", "the only parameter of the restitution", "-"),
    ("e", "restitution", "-"),
];

/// `b = 3/2 A/T = 3/2 A (K/m)^(2/5) v^(1/5)` for a relaxation time `A` in s.
pub fn number(impact: &SpringImpact, A: f64) -> f64 {
    1.5 * A * (impact.K / impact.m).powf(0.4) * impact.v.powf(0.2)
}

/// A theory of `e(b)`: falls with `b`, `None` out of its range.
pub type Theory = fn(f64) -> Option<Estimate>;

/// `b` of a scene and the restitution `theory` gives there.
///
/// A requested restitution at a speed is turned into `b` at that speed by the same theory, whose uncertainty then
/// counts twice.
///
/// # Errors
/// When the scene is not about viscoelastic spheres, or `b` is above `limit`, the end of the theory's range.
pub fn restitution(scene: &Scene, theory: Theory, limit: f64) -> Result<(f64, Estimate), String> {
    let damping = &scene.contact.damping;
    let Damping::KuwabaraKono(law) = damping else {
        return Err(format!("the damping `{}` is not `kuwabara-kono`", damping.card().name));
    };
    let impact = SpringImpact::of(scene)?;
    if impact.n != 1.5 {
        return Err("the normal law is not `hertz`, nor a power law with its exponent".into());
    }
    let (b, spread) = match (law.relaxation_time(), damping.restitution(), damping.at_speed()) {
        (Some(A), _, _) => (number(&impact, A), 0.0),
        (None, Some(e), Some(speed)) => {
            let (b, spread) = inverse(e, theory, limit)?;
            let growth = (impact.v / speed).powf(0.2);
            (b * growth, spread * growth)
        }
        _ => return Err("the law has neither a relaxation time nor a restitution with its speed".into()),
    };
    let found = theory(b).ok_or_else(|| format!("b = {b:.3} is out of its range, b <= {limit}"))?;
    let uncertainty = found.uncertainty + spread * slope(b, theory, limit) + rounded(found.value, 16.0).uncertainty;
    Ok((b, Estimate::new(found.value, uncertainty)))
}

/// `b` at which `theory` gives `e`, with its uncertainty.
fn inverse(e: f64, theory: Theory, limit: f64) -> Result<(f64, f64), String> {
    if theory(limit).is_none_or(|lowest| e < lowest.value) || e > 1.0 {
        return Err(format!("a restitution of {e} is out of its range, b <= {limit}"));
    }
    let b = increasing_root(|b| (e - theory(b).map_or(f64::NEG_INFINITY, |found| found.value), f64::NAN), 0.0, limit);
    let spread = theory(b).map_or(f64::INFINITY, |found| found.uncertainty) / slope(b, theory, limit);
    Ok((b, spread))
}

/// `|de/db|`, by a difference: it only scales uncertainties.
fn slope(b: f64, theory: Theory, limit: f64) -> f64 {
    let step = 1e-3 * limit;
    let (low, high) = ((b - step).max(0.0), (b + step).min(limit));
    let value = |b| theory(b).map_or(f64::NAN, |found| found.value);
    ((value(high) - value(low)) / (high - low)).abs()
}
