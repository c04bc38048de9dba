//! A plastic spring with adhesion, pressed and let go.

use super::Oracle;
use super::scales::rounded;
use crate::contact::normal::Unloading;
use crate::contact::{Card, Normal};
use crate::observe::Observable;
use crate::scene::Scene;
use crate::scene::path::{Leg, Press};
use crate::trajectory::Estimate;

/// Luding's spring along a path of overlaps.
pub static LUDING_PATH: Oracle = Oracle::of_paths(
    Card {
        name: "luding-path",
        title: "A plastic spring with adhesion, loaded and unloaded",
        formula: "D the largest overlap remembered:  F = max(k2 delta - (k2 - k1) D, -k_c delta)  up to D,  k1 delta beyond\n\
                  while F = -k_c delta:  D = delta (k2 + k_c)/(k2 - k1)\n\
                  work: areas under the lines",
        symbols: &[("k1, k2", "loading and unloading stiffness", "N/m"), ("k_c", "adhesion stiffness", "N/m")],
        holds: "exact for `luding` with a constant unloading stiffness along a path of overlaps",
        source: "Luding 2008, Granular Matter 10, 235; areas of trapezoids",
        known_as: &[],
    },
    &[Observable::NormalForce, Observable::WorkIn],
    |scene| pressed(scene).into(),
);

fn pressed(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Luding(law) = &scene.contact.normal else { return Err("the normal law is not `luding`".into()) };
    let Unloading::Constant(k2) = law.unloading else { return Err("the unloading stiffness is not constant".into()) };
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let (k1, k_c) = (law.loading_stiffness, law.adhesion_stiffness);
    let (mut at, mut force, mut remembered, mut work, mut turnover) = (0.0_f64, 0.0, 0.0_f64, 0.0, 0.0);
    let mut straight = |to: f64, F: f64, at: &mut f64, force: &mut f64| {
        let area = 0.5 * (F + *force) * (to - *at);
        work += area;
        turnover += area.abs();
        (*at, *force) = (to, F);
    };
    for (leg, _) in path.driven() {
        let Leg::Drive { press: Some(Press::Overlap(to)), .. } = leg else {
            return Err("a leg drives something else than the overlap".into());
        };
        let line = |delta: f64, remembered: f64| k2 * delta - (k2 - k1) * remembered;
        if to > at {
            if at < remembered {
                let end = to.min(remembered);
                straight(end, line(end, remembered), &mut at, &mut force);
            }
            if to > at {
                straight(to, k1 * to, &mut at, &mut force);
                remembered = to;
            }
        } else {
            let meets = (k2 - k1) / (k2 + k_c) * remembered;
            if at > meets {
                let end = to.max(meets);
                straight(end, line(end, remembered), &mut at, &mut force);
            }
            if to < at {
                straight(to, -k_c * to, &mut at, &mut force);
                remembered = to * (k2 + k_c) / (k2 - k1);
            }
        }
    }
    let scale = k2 * remembered.max(at);
    Ok(vec![
        (Observable::NormalForce, Estimate::new(force, 64.0 * f64::EPSILON * scale)),
        (Observable::WorkIn, Estimate::new(work, rounded(turnover, 64.0).uncertainty)),
    ])
}
