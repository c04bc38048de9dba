//! The collision of adhesive spheres without damping, by energy.

use std::f64::consts::PI;

use super::Oracle;
use super::powers::{Powers, time_from_rest};
use super::scales::{Effective, rounded};
use super::special::increasing_root;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::normal::BreaksAt;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// JKR's elastic impact: energies are elementary, times one integral.
pub static JKR_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "jkr-impact",
        title: "The collision of adhesive spheres without damping (JKR)",
        formula: "with y = sqrt(a/a_c),  a_c^3 = pi w R*^2/(8 E*):\n\
                  delta = (a_c^2/R*) (y^4 - 4 y),  U = (8 E* a_c^5/(3 R*^2)) (y^10/5 - 2 y^7 + 3 y^4)\n\
                  W = U(end) - U(2^(2/3)),  end: y = 1 displacement, 3^(1/3) force, 2^(2/3) zero-overlap\n\
                  V_s = sqrt(2 W/m*),  e = sqrt(1 - (V_s/V)^2) above V_s, sticks at or below it\n\
                  delta_max from U = m* V^2/2,  t = integral of d delta/v",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("a", "contact radius", "m"),
            ("W", "energy lost in every collision", "J"),
            ("V_s", "largest speed at which the bodies stick", "m/s"),
        ],
        holds: "exact for `jkr` without damping; W = 7.09220 (w^5 R*^4/E*^2)^(1/3) where the contact breaks at the smallest overlap",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301; Johnson & Pollock 1994, J. Adhes. Sci. Technol. 8, 1323",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Sticks,
        Observable::StickingSpeed,
        Observable::PullOffForce,
        Observable::EnergyAdhesive,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::TimeOfMaxOverlap,
        Observable::Duration,
    ],
    |scene| predict(scene).into(),
);

pub(super) fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Jkr(law) = &scene.contact.normal else { return Err("the normal law is not `jkr`".into()) };
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let v = scene.speed;
    let a_c = (PI * law.work_of_adhesion * R * R / (8.0 * E)).cbrt();
    let (length, energy) = (a_c * a_c / R, 8.0 * E * a_c.powi(5) / (3.0 * R * R));
    let made = 4.0_f64.cbrt();
    let end = match law.breaks_at {
        BreaksAt::Displacement => 1.0,
        BreaksAt::Force => 3.0_f64.cbrt(),
        BreaksAt::ZeroOverlap => made,
    };
    // Energies in units of U.
    let shape = Powers(vec![(0.2, 10), (-2.0, 7), (3.0, 4)]);
    let kinetic = 0.5 * m * v * v / energy;
    let lost = shape.rise(made, end);
    // Deeper than at rest, where y^3 = 6, the energy rises: 1/5 y^10 (1 - 10/6 + 15/36) is less than it.
    let rest = 6.0_f64.cbrt();
    let far = rest + (20.0 * (kinetic + 20.0)).powf(0.1) + 1.0;
    let deepest = increasing_root(|y| (shape.rise(made, y) - kinetic, shape.slope(y)), rest, far);
    let overlap = deepest * (deepest.powi(3) - 4.0);
    let force = 4.0 * E * a_c.powi(3) / (3.0 * R) * (deepest.powi(6) - 6.0 * deepest.powi(3));
    let time = |from: f64| {
        let whole = time_from_rest(&shape, |y| 4.0 * y.powi(3) - 4.0, m / energy, deepest, from);
        Estimate::new(length * whole.value, length * (whole.uncertainty + 32.0 * f64::EPSILON * whole.value))
    };
    let approach = time(made);
    let part = 1.0 - lost / kinetic;
    let sticks = part <= 0.0;
    let e = part.max(0.0).sqrt();
    let restitution = Estimate::new(e, if sticks { 0.0 } else { 32.0 * f64::EPSILON / e });
    let mut values = vec![
        (Observable::Restitution, restitution),
        (Observable::Sticks, Estimate::new(f64::from(u8::from(sticks)), 0.0)),
        (Observable::MaxOverlap, rounded(length * overlap, 32.0)),
        (Observable::MaxForce, rounded(force, 64.0)),
    ];
    // At a speed that is nothing beside those in the well the time of approach is rounding.
    let timed = approach.value.is_finite();
    if timed {
        values.push((Observable::TimeOfMaxOverlap, approach));
    }
    if !sticks && timed {
        let apart = time(end);
        let duration = Estimate::new(approach.value + apart.value, approach.uncertainty + apart.uncertainty);
        values.push((Observable::Duration, duration));
    }
    values.push((Observable::StickingSpeed, rounded((2.0 * energy * lost / m).sqrt(), 64.0)));
    if !sticks {
        values.push((Observable::EnergyAdhesive, rounded(energy * lost, 64.0)));
        // The largest tension, where y^3 = 3, is passed on the way out unless the contact ends before: there it is 8/9 of it.
        let part = if law.breaks_at == BreaksAt::ZeroOverlap { 8.0 / 9.0 } else { 1.0 };
        values.push((Observable::PullOffForce, rounded(part * 1.5 * PI * law.work_of_adhesion * R, 16.0)));
    }
    Ok(values)
}
