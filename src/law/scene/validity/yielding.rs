//! Assumptions of contact laws that yield at one limiting pressure.

use super::scales::{course, speed_to};
use super::{Bad, Criterion, Found, Thresholds};
use crate::law::Normal;
use crate::law::normal::{BreaksAt, JkrCurve, ThorntonNingContact};
use crate::law::scene::{Body, Scene};
use crate::number::NamedNumber;

/// Peak pressure of first yield over the yield stress in uniaxial tension, von Mises, nu about 0.3.
pub(super) const YIELD_FACTOR: f64 = 1.6;

/// The bodies that deform.
pub(super) fn soft(scene: &Scene) -> impl Iterator<Item = &Body> {
    scene.bodies.iter().filter(|body| !body.rigid)
}

pub(super) fn yield_stress(body: &Body) -> Option<f64> {
    body.material.as_ref()?.yield_stress
}

/// The smaller of the yield stresses that are known, Pa.
pub(super) fn smallest_yield_stress(scene: &Scene) -> Option<f64> {
    soft(scene).filter_map(yield_stress).min_by(f64::total_cmp)
}

pub(super) const PLASTIC_RADIUS: Criterion = Criterion {
    word: "plastic-radius",
    assumes: "the contact yields at the pressure of first yield throughout",
    formula: "a/a_y at the largest undamped overlap,  a_y the contact radius whose pressure is p_y",
    limits: Some(Thresholds { bad: Bad::Above, amber: Some(4.0), red: Some(16.0) }),
    source: "Johnson 1985, section 6.3: fully plastic at three times the yield stress from E* a/(Y R*) of about 40, a/a_y of 16 \
             for p_y = 1.6 Y; amber is this bench's",
    find: plastic_radius,
};

fn plastic_radius(scene: &Scene) -> Option<Found> {
    let (R_star, E_star) = (scene.pair.R_star, scene.pair.E_star?);
    let (p_y, w) = match &scene.contact.normal {
        Normal::Thornton(law) => (law.yield_pressure, 0.0),
        Normal::ThorntonNing(law) => (law.yield_pressure, law.work_of_adhesion),
        _ => return None,
    };
    // The end of contact does not matter for first yield.
    let curve = JkrCurve::new(R_star, E_star, w);
    let yields = ThorntonNingContact::new(curve, p_y, BreaksAt::Force).yields;
    let (a_y, overlap) = (yields * yields, curve.spot(yields).overlap);
    let a = (R_star * course(scene)?.hertz_overlap).sqrt();
    let mut details = vec![NamedNumber::new("speed of first yield", speed_to(scene, overlap)?, "m/s")];
    // 1.6 at first yield (von Mises), 3 where all around the contact yields.
    let constraint = smallest_yield_stress(scene).map(|Y| p_y / Y);
    details.extend(constraint.map(|value| NamedNumber::new("p_y over the yield stress", value, "")));
    let note = match constraint {
        // Two digits of either.
        Some(factor) if !(YIELD_FACTOR - 0.01..=3.01).contains(&factor) => {
            "p_y lies outside 1.6 (first yield) to 3 (fully plastic) times the yield stress".to_string()
        }
        _ => String::new(),
    };
    Some(Found { value: Some(a / a_y), doubt: !note.is_empty(), details, note })
}
