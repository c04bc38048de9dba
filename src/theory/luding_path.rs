//! Luding's plastic spring with adhesion along a loading path.

use super::Oracle;
use super::scales::rounded;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::normal::Unloading;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, Press};
use crate::law::{Card, Normal};

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
    &[Observable::NormalForce, Observable::WorkIn, Observable::LoopEnergy, Observable::PullOffForce],
    |scene| pressed(scene).into(),
);

fn pressed(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Luding(law) = &scene.contact.normal else { return Err("the normal law is not `luding`".into()) };
    let Unloading::Constant(k2) = law.unloading else { return Err("the unloading stiffness is not constant".into()) };
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let (k1, k_c) = (law.loading_stiffness, law.adhesion_stiffness);
    let (mut at, mut force, mut remembered, mut work, mut turnover) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0, 0.0);
    let (mut began, mut cycle, mut tension) = (0.0, None, 0.0_f64);
    for (number, (leg, closes)) in path.driven().enumerate() {
        let Leg::Drive { press: Some(Press::Overlap(to)), .. } = leg else {
            return Err("a leg drives something else than the overlap".into());
        };
        let mut last = at;
        let mut straight = |to: f64, F: f64| {
            let area = 0.5 * (F + force) * (to - last);
            work += area;
            turnover += area.abs();
            tension = tension.max(-F);
            (last, force) = (to, F);
        };
        let line = |delta: f64, remembered: f64| k2 * delta - (k2 - k1) * remembered;
        if to > at {
            let end = to.min(remembered);
            if at < end {
                straight(end, line(end, remembered));
            }
            if to > end {
                straight(to, k1 * to);
                remembered = to;
            }
        } else {
            let meets = (k2 - k1) / (k2 + k_c) * remembered;
            let end = to.max(meets);
            if at > end {
                straight(end, line(end, remembered));
            }
            if to < meets {
                straight(to, -k_c * to);
                remembered = to * (k2 + k_c) / (k2 - k1);
            }
        }
        at = to;
        if closes {
            cycle = Some(work - began);
        }
        if closes || number + 1 == path.legs.len() {
            began = work;
        }
    }
    let scale = k2 * remembered.max(at);
    let energy = |value: f64| Estimate::new(value, rounded(turnover, 64.0).uncertainty);
    let mut values = vec![
        (Observable::NormalForce, Estimate::new(force, 64.0 * f64::EPSILON * scale)),
        (Observable::WorkIn, energy(work)),
    ];
    values.extend(cycle.map(|work| (Observable::LoopEnergy, energy(work))));
    if tension > 0.0 {
        values.push((Observable::PullOffForce, Estimate::new(tension, 64.0 * f64::EPSILON * scale)));
    }
    Ok(values)
}
