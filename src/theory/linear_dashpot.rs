//! The linear spring and dashpot.

use super::constant_restitution::{OBSERVABLES, damping_ratio, prediction};
use super::scales::SpringImpact;
use super::{Oracle, Prediction};
use crate::law::Card;
use crate::law::scene::Scene;

/// The collision with a linear spring and a dashpot proportional to speed: closed forms throughout.
pub static LINEAR_DASHPOT_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "linear-dashpot",
        title: "The linear spring and dashpot",
        formula: "F = K delta + C v,  z = C/(2 sqrt(m* K)),  w0 = sqrt(K/m*),  s_max = acos(z)/sqrt(1-z^2)  (acosh(z)/sqrt(z^2-1) above 1)\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  t_c = pi/(w0 sqrt(1-z^2));  no separation for z >= 1\n\
                  otherwise:      e = exp(-2 z s_max),  t_F = 2 s_max/w0,  t_delta = t_F + 2 z/w0\n\
                  delta_max = exp(-z s_max) v/w0,  t_max = s_max/w0\n\
                  F_max = 2 z v sqrt(m* K) at first touch from z = 1/2 on, inside the contact below",
        symbols: &[
            ("K", "stiffness", "N/m"),
            ("C", "damping coefficient", "N s/m"),
            ("z", "damping ratio, 1 is critical", "-"),
            ("w0", "undamped angular frequency", "1/s"),
            ("m*", "effective mass", "kg"),
            ("v", "speed at first touch", "m/s"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for `hooke` (or `power-law` with exponent 1) with any damping that is proportional to speed there",
        source: "Schwager & Poeschel 2007, Granular Matter 9, 465, eqs. 15 and 21",
        known_as: &[],
    },
    OBSERVABLES,
    |scene| predict(scene).unwrap_or_else(Prediction::DoesNotCover),
);

fn predict(scene: &Scene) -> Result<Prediction, String> {
    let impact = SpringImpact::of(scene)?;
    if impact.n != 1.0 {
        return Err("the normal law is not linear".into());
    }
    let ratio = damping_ratio(scene, &impact)?;
    Ok(prediction(scene, &impact, &ratio))
}
