//! Restitution of viscoelastic spheres as a quotient of polynomials.

use super::{Oracle, Prediction, viscous};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;

/// The Pade form of Mueller & Poeschel, with a bound on its error.
pub static KUWABARA_KONO_PADE: Oracle = Oracle::of_impacts(
    Card {
        name: "kuwabara-kono-pade",
        title: "Restitution of viscoelastic spheres as a quotient of polynomials",
        formula: "e = (1 + c1 w)/(1 + b1 w + b2 w^2 + b3 w^3 + b4 w^4),  w = sqrt(b),  b = 3/2 A (K/m*)^(2/5) v^(1/5)\n\
                  c1 = b1 = 0.501086,  b2 = 1.15345,  b3 = 0.577977,  b4 = 0.532178\n\
                  uncertainty: 1.2e-6 b + min(0.017 b^(5/2), 0.005 b, 0.0088)",
        symbols: viscous::SYMBOLS,
        holds: "a fit to the end without attraction; within 1 % of e up to w = 0.95 (e above 0.42), within 20 % up to b = 10",
        source: "Mueller & Poeschel 2011, Phys. Rev. E 84, 021302",
        known_as: &[],
    },
    &[Observable::Restitution],
    predict,
);

/// Largest `b` the form is used at.
pub const LIMIT: f64 = 10.0;
/// `sqrt(b)` up to which it is within 1 % of restitution.
pub const ONE_PERCENT: f64 = 0.95;

const C1: f64 = 0.501_086;
const B: [f64; 4] = [0.501_086, 1.153_45, 0.577_977, 0.532_178];

/// Restitution when the force never pulls; `None` above [`LIMIT`].
pub fn restitution(b: f64) -> Option<Estimate> {
    if !(0.0..=LIMIT).contains(&b) {
        return None;
    }
    let w = b.sqrt();
    let value = (1.0 + C1 * w) / (1.0 + w * (B[0] + w * (B[1] + w * (B[2] + w * B[3]))));
    Some(Estimate::new(value, error(b) + 4.0 * f64::EPSILON * value))
}

/// Bound on the error: that of the printed digits for small `b`, then a power, a line and a ceiling over the
/// differences to the integrated law (+4.7e-5 at b = 0.1, +6.6e-4 at 0.3, +4.8e-3 at 1, +8.6e-3 at 3, +5.1e-3 at 10).
fn error(b: f64) -> f64 {
    1.2e-6 * b + (0.017 * b * b * b.sqrt()).min(0.005 * b).min(0.0088)
}

fn predict(scene: &Scene) -> Prediction {
    if scene.contact.ends.pulls() {
        return Prediction::DoesNotCover("it is a fit to the end without attraction, and this contact may pull".into());
    }
    match viscous::restitution(scene, restitution, LIMIT) {
        Ok((b, e)) => {
            let note = (b.sqrt() > ONE_PERCENT)
                .then(|| format!("sqrt(b) = {:.3} is above {ONE_PERCENT}: the fit is off by more than 1 %", b.sqrt()));
            Prediction::Covers { values: vec![(Observable::Restitution, e)], note }
        }
        Err(reason) => Prediction::DoesNotCover(reason),
    }
}
