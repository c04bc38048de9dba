//! Restitution of viscoelastic spheres as a series.

use super::{Oracle, Prediction, viscous};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;

/// The series in `b^(1/2)`, through `b^4`, with a bound on what is left out.
pub static KUWABARA_KONO_SERIES: Oracle = Oracle::of_impacts(
    Card {
        name: "kuwabara-kono-series",
        title: "Restitution of viscoelastic spheres as a series",
        formula: "b = 3/2 A (K/m*)^(2/5) v^(1/5)\n\
                  zero-overlap:   e = 1 + h2 b + h4 b^2 + h6 b^3 + h8 b^4 +- 0.24 b^5\n\
                  otherwise:      e = 1 + h2 b + h4 b^2 + 4/15 b^(5/2) + h6 b^3 + 2/5 h2 b^(7/2) + h8 b^4 +- 0.46 b^(9/2)\n\
                  h2 = -sqrt(pi) Gamma(3/5)/(5^(2/5) 2^(1/5) Gamma(21/10)) = -1.15344885809529,  h4 = 3/5 h2^2,  h6 = -0.5228825717,  h8 = 0.34874",
        symbols: viscous::SYMBOLS,
        holds: "b <= 0.4 (e above 0.65), where the first terms left out stay near 1 % of e; they are the stated uncertainty",
        source: "Ramirez, Poeschel, Brilliantov & Schwager 1999, Phys. Rev. E 60, 4465; Schwager & Poeschel 2008, Phys. Rev. E 78, 051304, for the end without attraction",
        known_as: &[],
    },
    &[Observable::Restitution],
    predict,
);

/// Largest `b` the series is used at.
pub const LIMIT: f64 = 0.4;

const H2: f64 = -1.153_448_858_095_288_8;
const H4: f64 = 0.6 * H2 * H2;
const H5: f64 = 4.0 / 15.0;
const H6: f64 = -0.522_882_571_7;
const H7: f64 = 0.4 * H2;
const H8: f64 = 0.348_74;

/// How far the printed `h6` and `h8` may be off.
const H6_SPREAD: f64 = 1e-8;
const H8_SPREAD: f64 = 5e-6;

/// Bounds on the terms left out: the next coefficient, 0.4524 of `b^(9/2)` and 0.2331 of `b^5` (collocation on
/// restitutions integrated at 40 digits), rounded up. The terms after it have the other sign.
const LEFT_OUT_CLIPPED: f64 = 0.46;
const LEFT_OUT_FULL: f64 = 0.24;

/// Restitution when the force never pulls; `None` above [`LIMIT`].
pub fn clipped(b: f64) -> Option<Estimate> {
    let root = b.sqrt();
    let odd = b * b * root * (H5 + H7 * b);
    series(b, odd, LEFT_OUT_CLIPPED * b.powi(4) * root)
}

/// Restitution when it may pull; `None` above [`LIMIT`].
pub fn full(b: f64) -> Option<Estimate> {
    series(b, 0.0, LEFT_OUT_FULL * b.powi(5))
}

fn series(b: f64, odd: f64, left_out: f64) -> Option<Estimate> {
    if !(0.0..=LIMIT).contains(&b) {
        return None;
    }
    let value = 1.0 + (b * (H2 + b * (H4 + b * (H6 + b * H8))) + odd);
    let coefficients = b.powi(3) * (H6_SPREAD + b * H8_SPREAD);
    Some(Estimate::new(value, left_out + coefficients + 4.0 * f64::EPSILON))
}

fn predict(scene: &Scene) -> Prediction {
    let theory = if scene.contact.ends.pulls() { full } else { clipped };
    let found = viscous::restitution(scene, theory, LIMIT);
    Prediction::from(found.map(|(_, e)| vec![(Observable::Restitution, e)]))
}
