//! The damped collision with a restitution independent of speed, by Antypov & Elliott.

use super::constant_restitution::{OBSERVABLES, damping_ratio, prediction};
use super::scales::SpringImpact;
use super::{Oracle, Prediction};
use crate::law::scene::Scene;
use crate::law::{Card, Damping};

/// Antypov & Elliott's solution of Tsuji's law, for any exponent and both definitions of the end.
pub static ANTYPOV_ELLIOTT: Oracle = Oracle::of_impacts(
    Card {
        name: "antypov-elliott",
        title: "The damped collision with a restitution that is the same at every speed",
        formula: "F = K delta^n + alpha sqrt(m* K) delta^((n-1)/2) v,  z = alpha/sqrt(2(n+1))      spheres: n = 3/2, z = alpha/sqrt(5)\n\
                  x = c delta^((n+1)/2)  ->  x_ss + 2 z x_s + x = 0,  s_max = (pi/2 - p)/cos p, z = sin p;  u/sinh u, z = cosh u\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  0 from z = 1 on\n\
                  otherwise:      e = exp(-2 z s_max)\n\
                  delta_max = ((n+1)/2)^(1/(n+1)) exp(-2 z s_max/(n+1)) L,  L = (m* v^2/K)^(1/(n+1))\n\
                  t_c (zero-overlap) = T (2/(n+1))^(n/(n+1)) (1-z^2)^(-1/(n+1)) pi 2^g Gamma(1-g) exp(a pi/2)/|Gamma(1-g/2 + i a/2)|^2\n\
                  g = (n-1)/(n+1),  a = g z/sqrt(1-z^2),  T = L/v;  other times by quadrature of x^(-g) ds",
        symbols: &[
            ("K", "stiffness", "N/m^n"),
            ("alpha", "damping coefficient", "-"),
            ("z", "damping ratio, 1 is critical", "-"),
            ("m*", "effective mass", "kg"),
            ("v", "speed at first touch", "m/s"),
            ("e", "restitution", "-"),
            ("L, T", "length and time scale", "m, s"),
        ],
        holds: "exact for `tsuji`, and for `stiffness-dashpot` without an exponent (z = ratio sqrt(2n/(n+1))), beside any K delta^n",
        source: "Antypov & Elliott 2011, EPL 94, 50004; end without attraction as in Schwager & Poeschel 2007, Granular Matter 9, 465, eq. 21",
        known_as: &[],
    },
    OBSERVABLES,
    |scene| predict(scene).unwrap_or_else(Prediction::DoesNotCover),
);

fn predict(scene: &Scene) -> Result<Prediction, String> {
    match &scene.contact.damping {
        Damping::Tsuji(_) => {}
        Damping::StiffnessDashpot(law) if law.exponent == 0.0 => {}
        other => return Err(format!("the damping `{}` is not `tsuji`, nor scaled like it", other.card().name)),
    }
    let impact = SpringImpact::of(scene)?;
    let ratio = damping_ratio(scene, &impact)?;
    Ok(prediction(scene, &impact, &ratio))
}
