//! The collision with Hunt & Crossley's damping.

use super::Oracle;
use super::constant_restitution::contact_circle;
use super::scales::{SpringImpact, rounded};
use super::special::{increasing_root, minus_ln_1p};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Damping};

/// `F = K delta^n (1 + lambda v)`: restitution from an implicit equation, overlap and force from the same integral.
pub static HUNT_CROSSLEY_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "hunt-crossley",
        title: "The collision with a dashpot proportional to the elastic force",
        formula: "F = K delta^n (1 + lambda v),  h(x) = x - ln(1+x)\n\
                  h(lambda v) = h(-lambda e v)\n\
                  delta_max^(n+1) = (n+1) m*/(K lambda^2) h(lambda v)\n\
                  F_max where  n q = (n+1) [h(lambda v) - h(q)],  q = lambda d(delta)/dt,  delta^(n+1) = n q m*/(K lambda^2)",
        symbols: &[
            ("K", "stiffness", "N/m^n"),
            ("n", "exponent of the elastic law", "-"),
            ("lambda", "damping coefficient", "s/m"),
            ("v", "speed at first touch", "m/s"),
            ("m*", "effective mass", "kg"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for any n and every end of contact: the force never reaches zero before the overlap does",
        source: "Hunt & Crossley 1975, J. Appl. Mech. 42, 440, eq. 3, integrated once: m* u du/(1 + lambda u) = -K delta^n d(delta)",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::MaxForceElastic,
        Observable::ContactRadius,
        Observable::PeakPressure,
        Observable::EnergyLost,
    ],
    |scene| predict(scene).into(),
);

/// Restitution at `y = lambda v`, from `h(y) = h(-e y)`.
pub fn restitution(y: f64) -> f64 {
    if y <= 0.0 {
        return 1.0;
    }
    // With g = e y = 1 - exp(-s): h(-g) = s - g, well conditioned also where g is nearly 1.
    let target = minus_ln_1p(y);
    if y < 1.0 {
        let g = increasing_root(|g| (minus_ln_1p(-g) - target, g / (1.0 - g)), 0.0, y.min(0.75));
        return g / y;
    }
    let s = increasing_root(|s| (s + (-s).exp_m1() - target, -(-s).exp_m1()), 0.0, target + 1.0);
    -(-s).exp_m1() / y
}

/// `lambda v` that achieves restitution `e` in (0, 1].
pub fn number(e: f64) -> f64 {
    if e >= 1.0 {
        return 0.0;
    }
    // (h(-e y) - h(y))/y^2 rises from -(1-e^2)/2 to infinity at y = 1/e.
    let f = |y: f64| {
        let (back, there) = (minus_ln_1p(-e * y), minus_ln_1p(y));
        let slope = e * e / ((1.0 - e * y) * y) - 1.0 / ((1.0 + y) * y) - 2.0 * (back - there) / (y * y * y);
        ((back - there) / (y * y), slope)
    };
    increasing_root(f, 0.0, 1.0 / e)
}

/// The collision beyond its restitution, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HuntCrossleyCollision {
    /// `v_out/v_in`
    pub restitution: f64,
    /// m
    pub max_overlap: f64,
    /// Total force, N
    pub max_force: f64,
    /// Elastic part at the largest overlap, N
    pub max_force_elastic: f64,
}

/// Closed forms for `lambda > 0`.
pub fn collide(impact: &SpringImpact, lambda: f64) -> HuntCrossleyCollision {
    let SpringImpact { m, K, n, v } = *impact;
    let y = lambda * v;
    let root = 1.0 / (n + 1.0);
    let unit = m / (K * lambda * lambda);
    let h = minus_ln_1p(y);
    let max_overlap = ((n + 1.0) * unit * h).powf(root);
    let q = increasing_root(|q| (n * q + (n + 1.0) * (minus_ln_1p(q) - h), n + (n + 1.0) * q / (1.0 + q)), 0.0, y);
    let overlap = (n * q * unit).powf(root);
    HuntCrossleyCollision {
        restitution: restitution(y),
        max_overlap,
        max_force: K * overlap.powf(n) * (1.0 + q),
        max_force_elastic: K * max_overlap.powf(n),
    }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let damping = &scene.contact.damping;
    let Damping::HuntCrossley(law) = damping else {
        return Err(format!("the damping `{}` is not `hunt-crossley`", damping.card().name));
    };
    let impact = SpringImpact::of(scene)?;
    let lambda = match (law.lambda(), damping.restitution(), damping.at_speed()) {
        (Some(lambda), _, _) => lambda,
        (None, Some(e), Some(speed)) if e > 0.0 && e <= 1.0 => number(e) / speed,
        _ => return Err("the law has neither a coefficient nor a restitution with its speed".into()),
    };
    if lambda == 0.0 {
        return Err("the contact is not damped".into());
    }
    let y = lambda * impact.v;
    if !(y > 1e-100 && y < 1e100) {
        return Err("lambda times speed is out of range".into());
    }
    let collision = collide(&impact, lambda);
    let e = collision.restitution;
    let lost = impact.energy() * (1.0 - e) * (1.0 + e);
    // de/dy (dy from the rounding of lambda, larger by 1/y where lambda comes from a restitution near 1).
    let condition = 8.0 + y.ln_1p();
    let mut values = vec![
        (Observable::Restitution, rounded(e, condition)),
        (Observable::MaxOverlap, rounded(collision.max_overlap, 8.0)),
        (Observable::MaxForce, rounded(collision.max_force, 16.0)),
        (Observable::MaxForceElastic, rounded(collision.max_force_elastic, 8.0)),
        (Observable::EnergyLost, Estimate::new(lost, 64.0 * f64::EPSILON * impact.energy())),
    ];
    values.extend(contact_circle(scene, collision.max_overlap));
    values.retain(|(_, estimate)| estimate.value.is_finite());
    Ok(values)
}
