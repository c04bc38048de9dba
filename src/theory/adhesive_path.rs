//! JKR and DMT along a loading path: adhesive elastic spheres that are pressed and pulled apart.

use std::f64::consts::PI;

use super::Oracle;
use super::scales::{Effective, rounded};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::normal::BreaksAt;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, Press};
use crate::law::{Card, Normal};

/// JKR and DMT along a path of overlaps that ends apart.
pub static ADHESIVE_PATH: Oracle = Oracle::of_paths(
    Card {
        name: "adhesive-path",
        title: "Adhesive spheres, pressed together and pulled apart",
        formula: "JKR breaks at delta_c = -c (w^2 R*/E*^2)^(1/3), c = 1.608772 displacement, 0.773417 force, 0 zero-overlap\n\
                  largest tension 3/2 pi w R*, at zero overlap 8/9 of it; each pull-off loses\n\
                  W = c_W (w^5 R*^4/E*^2)^(1/3),  c_W = 7.092196 displacement, 3.502602 force, 0 zero-overlap\n\
                  DMT breaks at zero overlap, with 2 pi w R*, and loses no energy",
        symbols: &[("w", "work of adhesion of the pair", "J/m2")],
        holds: "exact for `jkr` and `dmt` along a path of overlaps, pulled slowly at a given distance",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301; Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
        known_as: &[],
    },
    &[Observable::PullOffForce, Observable::EnergyAdhesive, Observable::WorkIn, Observable::NormalForce],
    |scene| pulled(scene).into(),
);

/// Overlap at pull-off in (w^2 R*/E*^2)^(1/3), pull-off force in pi w R*, and lost energy in (w^5 R*^4/E*^2)^(1/3).
fn breaks(scene: &Scene) -> Result<([f64; 3], f64), String> {
    Ok(match &scene.contact.normal {
        Normal::Dmt(law) => ([0.0, 2.0, 0.0], law.work_of_adhesion),
        Normal::Jkr(law) => {
            let at = match law.breaks_at {
                BreaksAt::Displacement => [-1.608_772_047_833_269_2, 1.5, 7.092_195_971_863_959],
                BreaksAt::Force => [-0.773_416_931_570_03, 1.5, 3.502_601_971_835_290_4],
                BreaksAt::ZeroOverlap => [0.0, 4.0 / 3.0, 0.0],
            };
            (at, law.work_of_adhesion)
        }
        _ => return Err("the normal law is neither `jkr` nor `dmt`".into()),
    })
}

fn pulled(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let ([end, tension, lost], w) = breaks(scene)?;
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let Effective { R_star: R, E_star, .. } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let end = end * (w * w * R / (E * E)).cbrt();
    let (mut holds, mut broken, mut deepest) = (false, 0, 0.0_f64);
    for (leg, _) in path.driven() {
        let Leg::Drive { press: Some(Press::Overlap(to)), .. } = leg else {
            return Err("a leg drives something else than the overlap".into());
        };
        deepest = deepest.max(to);
        let breaks = holds && to <= end;
        broken += u32::from(breaks);
        holds = (holds || to > 0.0) && !breaks;
    }
    if holds || broken == 0 {
        return Err("the bodies are not pulled apart at the end".into());
    }
    let each = lost * (w.powi(5) * R.powi(4) / (E * E)).cbrt();
    // The work of the largest overlap comes back.
    let turnover = E * R.sqrt() * deepest.powf(2.5) + each;
    let energy = Estimate::new(f64::from(broken) * each, 64.0 * f64::EPSILON * f64::from(broken) * turnover);
    Ok(vec![
        (Observable::PullOffForce, rounded(tension * PI * w * R, 64.0)),
        (Observable::EnergyAdhesive, energy),
        (Observable::WorkIn, energy),
        (Observable::NormalForce, Estimate::new(0.0, 0.0)),
    ])
}
