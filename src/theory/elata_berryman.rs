//! Energy that a tangential spring creates or destroys when the normal load changes.

use super::Oracle;
use super::partial_slip::{Spheres, spheres};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, Press, Shear};
use crate::law::shear::Form;
use crate::law::{Card, Tangential};

/// Elata & Berryman: sheared at a high load, unloaded at a held displacement, unsheared at a low one, loaded again.
pub static ELATA_BERRYMAN: Oracle = Oracle::of_paths(
    Card {
        name: "elata-berryman",
        title: "The loading cycle in which a Mindlin spring creates or destroys energy",
        formula: "incremental:              T^2/2 (1/k_2 - 1/k_1) per cycle\n\
                  rescaled, total-spring:  -T^2/(2 k_1) (1 - k_2/k_1) per cycle\n\
                  k = 8 G* a at the high (1) and at the low load (2)",
        symbols: &[
            ("T", "tangential force at the high load", "N"),
            ("k", "tangential stiffness", "N/m"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
        ],
        holds: "`mindlin` in the cycle: shear to T, press to the low load, shear to 0, press to the high one; T below mu N at both",
        source: "Elata & Berryman 1996, Mech. Mater. 24, 229",
        known_as: &[],
    },
    &[Observable::EnergyCreated, Observable::LoopEnergy, Observable::EnergySlip],
    |scene| predict(scene).into(),
);

const ROUNDING: f64 = 1e-13;

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let other = || "valid for one loading cycle only: shear to T, unload, shear to 0, load".to_string();
    let path = scene.path.as_ref().ok_or_else(other)?;
    let law = scene.contact.friction.as_ref().map(|friction| &friction.tangential);
    let Some(Tangential::Mindlin(law)) = law else { return Err("valid for `mindlin` only".to_string()) };
    let contact = spheres(scene)?;
    let press = |leg: &Leg| match *leg {
        Leg::Drive { press: Some(Press::Overlap(delta)), shear: None } => Ok(delta),
        Leg::Drive { press: Some(Press::Force(N)), shear: None } => Ok(contact.overlap(N)),
        _ => Err(other()),
    };
    let shear = |leg: &Leg| match *leg {
        Leg::Drive { press: None, shear: Some(Shear::Force(T)) } => Ok(T),
        _ => Err(other()),
    };
    let ([first], [out, fall, back, rise]) = (&path.legs[..], &path.cycle[..]) else { return Err(other()) };
    let (high, low) = (press(first)?, press(fall)?);
    let T = shear(out)?;
    if press(rise)? != high || shear(back)? != 0.0 || low > high {
        return Err(other());
    }
    if T.abs() >= contact.limit(low, law.friction) {
        return Err("the spring slips during the cycle, and the formula is valid without slip only".to_string());
    }
    let (k_1, k_2) = (contact.stiffness(high), contact.stiffness(low));
    let each = match law.form {
        Form::Incremental => 0.5 * T * T * (1.0 / k_2 - 1.0 / k_1),
        _ => -0.5 * T * T / k_1 * (1.0 - k_2 / k_1),
    };
    let made = each * path.cycles as f64;
    Ok(vec![
        (Observable::EnergyCreated, Estimate::new(made, ROUNDING * made.abs())),
        (Observable::LoopEnergy, Estimate::new(-each, ROUNDING * each.abs())),
        (Observable::EnergySlip, Estimate::new(0.0, 0.0)),
    ])
}

impl Spheres {
    /// Mindlin's `8 G* a`, N/m.
    fn stiffness(&self, delta: f64) -> f64 {
        8.0 / self.limp * (delta / self.curvature).sqrt()
    }
}
