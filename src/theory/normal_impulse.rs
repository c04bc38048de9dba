//! Normal impulse of an oblique impact in closed form: restitution, and the time integrals of friction limits.

use std::f64::consts::PI;

use super::constant_restitution::{collide, damping_ratio};
use super::ratio::Ratio;
use super::scales::{Effective, SpringImpact, rounded, undamped};
use super::{attracted_hertz_impact, jkr_impact};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::{Body, Scene};
use crate::law::shear::FrictionLimit;
use crate::law::{Damping, Ends, Normal};

/// A normal collision with a restitution that does not depend on speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalImpulse {
    pub impact: SpringImpact,
    pub ratio: Ratio,
    pub restitution: Estimate,
    /// The integral of the normal force, `m* v (1+e)`, N s
    pub impulse: Estimate,
    /// The integral of the force that bounds friction, N s
    pub bounding: Estimate,
    /// Damping coefficient `C` of `C delta^((n-1)/2) v`, SI
    pub C: f64,
    /// Upper bound of the duration, s: twice that of the undamped Hertz collision.
    pub duration: f64,
    /// Largest overlap, m
    pub max_overlap: f64,
}

impl NormalImpulse {
    /// The normal impulse of a scene with this friction limit.
    ///
    /// # Errors
    /// When the restitution of the law is no closed form, or the bodies never part.
    pub fn of(scene: &Scene, limit: FrictionLimit) -> Result<Self, String> {
        if limit == FrictionLimit::PullOff {
            return Self::beside_pull_off(scene);
        }
        let impact = SpringImpact::of(scene)?;
        let known = matches!(&scene.contact.damping, Damping::Tsuji(_) | Damping::LinearDashpot(_))
            || matches!(&scene.contact.damping, Damping::StiffnessDashpot(law) if law.exponent == 0.0);
        let ratio = if undamped(&scene.contact) {
            Ratio::new(0.0)
        } else if known {
            damping_ratio(scene, &impact)?
        } else {
            let name = scene.contact.damping.card().name;
            return Err(format!("the restitution of `{name}` has no closed form"));
        };
        let ends = scene.contact.ends;
        let whole = collide(&impact, &ratio, ends);
        if whole.restitution.value <= 0.0 {
            return Err("the bodies never separate".into());
        }
        let unit = impact.m * impact.v;
        let e = whole.restitution;
        let impulse = Estimate::new(unit * (1.0 + e.value), unit * e.uncertainty + 16.0 * f64::EPSILON * unit * 2.0);
        let C = ratio.z * (2.0 * (impact.n + 1.0) * impact.m * impact.K).sqrt();
        let bounding = bounding(&impact, &ratio, ends, limit, C, impulse, whole.overlap_at_zero_force.value);
        let duration = 2.0 * collide(&impact, &Ratio::new(0.0), ends).to_zero_force.value;
        let max_overlap = whole.max_overlap.value;
        Ok(Self { impact, ratio, restitution: e, impulse, bounding, C, duration, max_overlap })
    }

    /// For an undamped adhesive law at a wall with the pull-off force in the friction limit: `int (F + 2 F_po) dt = m*
    /// v (1+e) + 2 F_po t`.
    fn beside_pull_off(scene: &Scene) -> Result<Self, String> {
        let Effective { m_star, R_star, E_star } = Effective::undamped(scene)?;
        let E_star = E_star.ok_or("the bodies have no effective modulus E*")?;
        if !scene.bodies.iter().any(Body::is_wall) {
            return Err(
                "the contact of two spheres turns, and their normal motion is not that of a head-on impact".into()
            );
        }
        let (values, pull_off) = match &scene.contact.normal {
            Normal::Jkr(law) => (jkr_impact::predict(scene)?, 1.5 * PI * law.work_of_adhesion * R_star),
            Normal::Dmt(law) => (attracted_hertz_impact::predict(scene)?, 2.0 * PI * law.work_of_adhesion * R_star),
            other => return Err(format!("`{}` has no pull-off force", other.card().name)),
        };
        let of = |wanted| values.iter().find(|(observable, _)| *observable == wanted).map(|(_, value)| *value);
        let (Some(e), Some(time), Some(deepest)) =
            (of(Observable::Restitution), of(Observable::Duration), of(Observable::MaxOverlap))
        else {
            return Err("the bodies never separate".into());
        };
        let impact = SpringImpact::hertz(E_star, R_star, m_star, scene.speed);
        let unit = impact.m * impact.v;
        let impulse = Estimate::new(unit * (1.0 + e.value), unit * (e.uncertainty + 32.0 * f64::EPSILON));
        let held = rounded(impulse.value + 2.0 * pull_off * time.value, 16.0);
        let doubt = held.uncertainty + impulse.uncertainty + 2.0 * pull_off * time.uncertainty;
        Ok(Self {
            impact,
            ratio: Ratio::new(0.0),
            restitution: e,
            impulse,
            bounding: Estimate::new(held.value, doubt),
            C: 0.0,
            duration: time.value,
            max_overlap: deepest.value,
        })
    }
}

/// The integral of the force that bounds friction.
///
/// `int F dt = m* v (1+e)`; `int C delta^beta delta' dt = C delta_end^(beta+1)/(beta+1)`, which is 0 where the overlap
/// comes back to 0; until the force is zero the speed comes down to `e_c v`, `e_c` the restitution of the clamped law.
fn bounding(
    impact: &SpringImpact,
    ratio: &Ratio,
    ends: Ends,
    limit: FrictionLimit,
    C: f64,
    impulse: Estimate,
    left: f64,
) -> Estimate {
    let unit = impact.m * impact.v;
    let clamped = ratio.restitution(false);
    let beta = 0.5 * (impact.n - 1.0);
    let value = match (limit, ends) {
        (FrictionLimit::Total | FrictionLimit::Absolute, Ends::ForceClamped | Ends::ZeroForce) => return impulse,
        (FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive, Ends::ZeroOverlap) => {
            return impulse;
        }
        (FrictionLimit::Total, Ends::ZeroOverlap) => unit * (1.0 + clamped),
        (FrictionLimit::Absolute, Ends::ZeroOverlap) => {
            unit * (1.0 + clamped) + (unit * (1.0 + clamped) - impulse.value)
        }
        (
            FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive,
            Ends::ZeroForce | Ends::ForceClamped,
        ) => {
            let dashpot = C * left.powf(beta + 1.0) / (beta + 1.0);
            let flight = if ends == Ends::ForceClamped {
                impact.K * left.powf(impact.n + 1.0) / ((impact.n + 1.0) * clamped * impact.v)
            } else {
                0.0
            };
            impulse.value - dashpot + flight
        }
    };
    Estimate::new(value, impulse.uncertainty + rounded(value, 64.0).uncertainty)
}
