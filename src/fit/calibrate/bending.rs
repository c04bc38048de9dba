//! Estimates the effect of a bending plate on a drop test.

use super::FittedLaw;
use super::result::Fate;
use crate::case::Calibration;
use crate::contact::damping::{DampingLaw, ZenerPlate};
use crate::contact::flow::restitution;
use crate::contact::{Damping, Elastic, Ends, PowerForce};
use crate::fit::observations::Target;
use crate::number::significant;
use crate::scene::validity::elastic_duration;

const TOLERANCE: f64 = 1e-10;
/// Thinnest and thickest plate in the search, in radii of the ball.
const THICKNESS: [f64; 2] = [1e-3, 1e3];
const HALVINGS: usize = 60;

/// For a damped ball on a wall of unknown thickness: the plate thickness at which bending waves alone would cause the
/// measured loss (Zener 1941), as a sentence.
pub(super) fn plate_note(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<String> {
    let mut scene = calibration.scene(&found.estimate.theta, 1.0).ok()?;
    let force = scene.force.filter(|force| force.C > 0.0)?;
    let (wall, radius) = (scene.bodies[1].clone(), scene.bodies[0].radius());
    if !wall.is_wall() || matches!(scene.contact.damping, Damping::ZenerPlate(_)) {
        return None;
    }
    let used = found.data.measurements.iter().filter(|m| m.fate == Fate::Used && m.quantity == Target::Restitution);
    let known: Vec<[f64; 2]> = used.filter_map(|m| Some([m.speed?, m.value])).collect();
    let mean = |k: usize| known.iter().map(|pair| pair[k]).sum::<f64>() / known.len() as f64;
    let (speed, e) = (mean(0), mean(1));
    if known.is_empty() {
        return None;
    }
    let name = &wall.name;
    let start =
        format!("a drop test on a plate measures the plate as well, and the thickness of `{name}` is not given");
    let material = wall.material.as_ref().filter(|_| !wall.rigid && force.alpha == 1.5);
    let numbers = material.and_then(|m| Some((m.young_modulus?, m.poisson_ratio?, m.density?)));
    let Some((young_modulus, poisson_ratio, density)) = numbers else {
        return Some(format!("{start}: what it takes by bending is counted as a loss of the contact"));
    };
    let elastic = Elastic { K: force.K, alpha: force.alpha, reference_gap: 0.0 };
    let by_bending = |thickness: f64| {
        let plate = ZenerPlate { thickness, young_modulus, poisson_ratio, density, edge_distance: None };
        let dashpot = plate.dashpot(&elastic, &scene.pair, Ends::ZeroOverlap).ok()?;
        restitution(&PowerForce::new(elastic, dashpot, Ends::ZeroOverlap), scene.pair.m_star, speed, TOLERANCE).ok()
    };
    let [thinnest, thickest] = THICKNESS.map(|part| by_bending(part * radius));
    if e >= thickest? {
        return None;
    }
    if thinnest.is_some_and(|least| e < least) {
        return Some(format!("{start}: bending alone cannot take as much as was measured"));
    }
    // By the logarithm: the thicker the plate, the more comes back.
    let [mut low, mut high] = THICKNESS.map(|part| (part * radius).ln());
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if by_bending(middle.exp())? < e { low = middle } else { high = middle }
    }
    let h = high.exp();
    let twice = 100.0 * (1.0 - by_bending(2.0 * h)?);
    scene.speed = speed;
    let duration = elastic_duration(&scene)?;
    Some(format!(
        "{start}: a plate of its material, {} mm thick, would give the measured mean restitution of {} at {} m/s by bending alone \
         (a contact of {} us), and one twice as thick would take {} % of the speed; if it is a plate, write  \
         plate = {{ normal = ..., thickness = ... }}",
        significant(1e3 * h, 2),
        significant(e, 3),
        significant(speed, 2),
        significant(1e6 * duration, 2),
        significant(twice, 2),
    ))
}
