//! The normal half of an oblique impact in closed form: restitution, and what friction limits integrate to.

use super::constant_restitution::{collide, damping_ratio};
use super::ratio::Ratio;
use super::scales::{Impact, rounded, undamped};
use crate::contact::shear::FrictionLimit;
use crate::contact::{Damping, Ends};
use crate::scene::Scene;
use crate::trajectory::Estimate;

/// A normal collision with a restitution that does not depend on speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalImpulse {
    pub impact: Impact,
    pub ratio: Ratio,
    pub restitution: Estimate,
    /// The integral of the normal force, `m* v (1+e)`, N s
    pub impulse: Estimate,
    /// The integral of the force that bounds friction, N s
    pub bounding: Estimate,
    /// Damping coefficient `C` of `C delta^((n-1)/2) v`, SI
    pub C: f64,
    /// s, of the undamped collision with room for damping: twice the duration of Hertz.
    pub duration: f64,
    /// Largest overlap, m
    pub max_overlap: f64,
}

impl NormalImpulse {
    /// Of a scene whose friction is bounded by `limit`.
    ///
    /// # Errors
    /// When the restitution of the law is no closed form, or the bodies never part.
    pub fn of(scene: &Scene, limit: FrictionLimit) -> Result<Self, String> {
        let impact = Impact::of(scene)?;
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
            return Err("the bodies never part".into());
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
}

/// The integral of the force that bounds friction.
///
/// `int F dt = m* v (1+e)`; `int C delta^beta delta' dt = C delta_end^(beta+1)/(beta+1)`, which is 0 where the overlap
/// comes back to 0; until the force is zero the speed comes down to `e_c v`, `e_c` the restitution of the clamped law.
fn bounding(
    impact: &Impact,
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
        (FrictionLimit::Elastic, Ends::ZeroOverlap) => return impulse,
        (FrictionLimit::Total, Ends::ZeroOverlap) => unit * (1.0 + clamped),
        (FrictionLimit::Absolute, Ends::ZeroOverlap) => {
            unit * (1.0 + clamped) + (unit * (1.0 + clamped) - impulse.value)
        }
        (FrictionLimit::Elastic, Ends::ZeroForce | Ends::ForceClamped) => {
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
