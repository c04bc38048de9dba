//! Restitution on a plate that bends.

use super::kuwabara_kono_series::{LIMIT, full};
use super::scales::{SpringImpact, rounded};
use super::{Oracle, viscous};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Damping};

/// Zener's plate, by the series for viscoelastic spheres.
pub static ZENER_PLATE_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "zener-plate-impact",
        title: "Restitution on a thin plate, which loses energy to bending waves",
        formula: "Y = sqrt(12 (1 - nu^2)/(E rho))/(8 h^2),  lambda = m* Y (K/m*)^(2/5) v^(1/5)\n\
                  e = series of viscoelastic spheres whose force may pull, at b = 3/2 lambda\n\
                  energy in the plate m* v^2 (1 - e^2)/2",
        symbols: &[("Y", "mobility of the plate", "m/(N s)"), ("K", "stiffness, 4/3 E* sqrt(R*)", "N/m^(3/2)")],
        holds: "b <= 0.4 (e above 0.65); the terms left out are the stated uncertainty",
        source: "Zener 1941, Phys. Rev. 59, 669; Schwager & Poeschel 2008, Phys. Rev. E 78, 051304",
        known_as: &[],
    },
    &[Observable::Restitution, Observable::EnergyPlate],
    |scene| predict(scene).into(),
);

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Damping::ZenerPlate(plate) = &scene.contact.damping else { return Err("neither body is a plate".into()) };
    let impact = SpringImpact::of(scene)?;
    if impact.n != 1.5 {
        return Err("the normal law is not `hertz`".into());
    }
    let (h, E, nu, rho) = (plate.thickness, plate.young_modulus, plate.poisson_ratio, plate.density);
    let Y = (12.0 * (1.0 - nu) * (1.0 + nu) / (E * rho)).sqrt() / (8.0 * h * h);
    let b = viscous::number(&impact, impact.m * Y);
    let e = full(b).ok_or_else(|| format!("b = {b:.3} is out of its range, b <= {LIMIT}"))?;
    let energy = impact.energy();
    let taken = energy * (1.0 - e.value) * (1.0 + e.value);
    let doubt = 2.0 * energy * e.uncertainty + rounded(energy, 64.0).uncertainty;
    let e = Estimate::new(e.value, e.uncertainty + rounded(e.value, 64.0).uncertainty);
    Ok(vec![(Observable::Restitution, e), (Observable::EnergyPlate, Estimate::new(taken, doubt))])
}
