//! The assumptions of the contact laws as criteria.

pub use super::scales::{elastic_duration, elastic_overlap};
use std::f64::consts::{FRAC_PI_2, PI};

use super::adhesion::{TABOR_DMT, TABOR_JKR};
use super::plate::{BENDING_WAVE, PLATE_THICKNESS, PLATE_WIDTH};
use super::scales::{course, speed_to};
use super::yielding::{PLASTIC_RADIUS, YIELD_FACTOR, smallest_yield_stress, soft, yield_stress};
use super::{Bad, Criterion, Found, Thresholds};
use crate::law::normal::{BreaksAt, JkrCurve, ThorntonNingContact};
use crate::law::scene::{Body, Scene, Shape};
use crate::law::{Damping, Normal, PowerForce};
use crate::number::NamedNumber;

/// Moment of inertia over `m r^2` of a homogeneous sphere.
const SOLID: f64 = 0.4;

/// Every assumption, in the order it is shown.
pub const CRITERIA: &[&Criterion] = &[
    &PEAK_PRESSURE,
    &PLASTIC_RADIUS,
    &TABOR_DMT,
    &TABOR_JKR,
    &DUNDURS_BETA,
    &CONTACT_RADIUS,
    &WAVE_TRAVEL,
    &QUASI_STATIC,
    &PLATE_THICKNESS,
    &BENDING_WAVE,
    &PLATE_WIDTH,
    &THIN_PLATE,
];

const PEAK_PRESSURE: Criterion = Criterion {
    word: "peak-pressure",
    assumes: "the bodies stay elastic",
    formula: "p_0/(1.6 Y),  p_0 = 2 E* a/(pi R*) at the largest undamped overlap, less sqrt(2 w E*/(pi a)) under the force of JKR, \
              Y the smaller yield stress",
    limits: Some(Thresholds { bad: Bad::Above, amber: None, red: Some(1.0) }),
    source: "Johnson 1985, sections 4.2 and 5.5 (pressure); Thornton 1997, Thornton & Ning 1998 (1.6 Y, speed of first yield)",
    find: peak_pressure,
};

const DUNDURS_BETA: Criterion = Criterion {
    word: "dundurs-beta",
    assumes: "normal and tangential response are uncoupled",
    formula: "|beta|,  beta = [(1 - 2 nu1)/G1 - (1 - 2 nu2)/G2]/(2 [(1 - nu1)/G1 + (1 - nu2)/G2])",
    limits: Some(Thresholds { bad: Bad::Above, amber: Some(1e-3), red: None }),
    source: "Johnson 1985, eq. 5.3; exact only for elastically similar bodies, limit chosen in collisionbench",
    find: dundurs_beta,
};

const CONTACT_RADIUS: Criterion = Criterion {
    word: "contact-radius",
    assumes: "the contact is small against the bodies, a << R*",
    formula: "a/R* at the largest undamped overlap,  a = sqrt(R* delta), or the contact radius of the law",
    limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(0.3) }),
    source: "Hertz's assumption, Johnson 1985, section 4.2; limits chosen in collisionbench: the paraboloid deviates from the sphere by (a/R)^2/4 of its depth, 0.25 % and 2.3 %",
    find: contact_radius,
};

const WAVE_TRAVEL: Criterion = Criterion {
    word: "wave-travel",
    assumes: "the collision is slow against waves in the bodies",
    formula: "duration/(2 R/c) of the undamped collision,  R the smaller radius, c = sqrt(E/rho) of the slower material",
    limits: Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(2.0) }),
    source: "Johnson 1985, section 11.4; limits chosen in collisionbench: below 2 it is over before a wave has been to the \
             far side and back",
    find: wave_travel,
};

const QUASI_STATIC: Criterion = Criterion {
    word: "quasi-static",
    assumes: "the material relaxes faster than the bodies meet",
    formula: "A v/delta at the largest undamped overlap",
    limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(1.0) }),
    source: "Brilliantov, Spahn, Hertzsch & Poeschel 1996: the law is the first order in A v/delta; the limits are this \
             bench's",
    find: quasi_static,
};

const THIN_PLATE: Criterion = Criterion {
    word: "thin-plate",
    assumes: "a wall is a half-space: it does not bend, and no wave comes back from behind",
    formula: "",
    limits: None,
    source: "Johnson 1985, section 4.2 (half-spaces)",
    find: thin_plate,
};

/// Overlap at which Hertz' contact radius equals the largest one of the law, m. It is counted from contact of the
/// undeformed bodies, although the force of a law with a reference gap begins earlier.
fn hertz_overlap(scene: &Scene) -> Option<f64> {
    let Some(force) = scene.force else { return Some(course(scene)?.hertz_overlap) };
    Some((elastic_overlap(scene)? - force.reference_gap).max(0.0))
}

/// The modulus the law acts with, Pa, of a contact whose pressure is Hertz's but for a pull: `E* = 3 K/(4 sqrt(R*))`; the work of
/// adhesion that takes `sqrt(2 w E*/(pi a))` off it, J/m2.
fn spread(scene: &Scene) -> Option<(f64, f64)> {
    let E_star = scene.pair.E_star;
    match &scene.contact.normal {
        Normal::Dmt(_) | Normal::Sjkr(_) => Some((E_star?, 0.0)),
        Normal::Jkr(law) => Some((E_star?, law.work_of_adhesion)),
        Normal::JkrHertzRadius(law) => Some((E_star?, law.work_of_adhesion)),
        _ => {
            let PowerForce { K, alpha, reference_gap, .. } = scene.force?;
            (alpha == 1.5 && reference_gap == 0.0).then(|| (0.75 * K / scene.pair.R_star.sqrt(), 0.0))
        }
    }
}

/// Pressure in the middle of a contact of radius `a` (m), Pa.
fn pressure((E_star, w): (f64, f64), R_star: f64, a: f64) -> f64 {
    2.0 * E_star * a / (PI * R_star) - (2.0 * w * E_star / (PI * a)).sqrt()
}

/// Whether the law itself describes plastic yielding.
fn plastic(scene: &Scene) -> bool {
    use Normal::{Eepa, Luding, Thornton, ThorntonNing, WaltonBraun};
    matches!(scene.contact.normal, WaltonBraun(_) | Luding(_) | Thornton(_) | ThorntonNing(_) | Eepa(_))
}

/// Speed at which the softer body begins to yield: `V_y^2 = (16/15) (pi/2)^5 p_y^5 R*^3/(m* E*^4)`, `p_y = 1.6 Y`, m/s; under
/// adhesion by the energy up to the contact radius whose pressure is `p_y`, 0 where the pull alone makes them yield.
///
/// Thornton 1997. `None` without a yield stress, and for a contact whose pressure is not Hertz's but for a pull.
pub fn first_yield_speed(scene: &Scene) -> Option<f64> {
    let (E_star, w) = spread(scene)?;
    let p_y = YIELD_FACTOR * smallest_yield_stress(scene)?;
    let (R_star, m_star) = (scene.pair.R_star, scene.pair.m_star);
    let ratio = FRAC_PI_2 * p_y / E_star;
    if scene.force.is_some() {
        // A fifth power of a pressure is best taken of a ratio.
        return Some((16.0 / 15.0 * ratio.powi(5) * E_star * R_star.powi(3) / m_star).sqrt());
    }
    let a = ThorntonNingContact::new(JkrCurve::new(R_star, E_star, w), p_y, BreaksAt::Force).yields.powi(2);
    // The neck of JKR takes sqrt(2 pi w a/E*) off the overlap.
    let neck = if let Normal::Jkr(_) = scene.contact.normal { (2.0 * PI * w * a / E_star).sqrt() } else { 0.0 };
    speed_to(scene, a * a / R_star - neck)
}

/// Restitution of elastic, perfectly plastic spheres, `r = V_y/V` at most 1:
/// `e = sqrt(6 sqrt3/5) sqrt(1 - r^2/6) [r/(r + 2 sqrt(6/5 - r^2/5))]^(1/4)` (Thornton 1997); 1 at first yield.
pub fn thornton_restitution(r: f64) -> f64 {
    let r = r.min(1.0);
    let square = r * r;
    let last = r / (r + 2.0 * (1.2 - square / 5.0).sqrt());
    (1.2 * 3.0_f64.sqrt() * (1.0 - square / 6.0)).sqrt() * last.powf(0.25)
}

fn peak_pressure(scene: &Scene) -> Option<Found> {
    if plastic(scene) {
        return None;
    }
    let (Some(spread), Some(overlap)) = (spread(scene), hertz_overlap(scene)) else {
        return Some(Found::unknown("only a Hertz contact says how its force is spread"));
    };
    let pressure = pressure(spread, scene.pair.R_star, (scene.pair.R_star * overlap).sqrt());
    let mut details = vec![NamedNumber::new("peak pressure", pressure, "Pa")];
    let nameless: Vec<&str> =
        soft(scene).filter(|body| yield_stress(body).is_none()).map(|body| body.name.as_str()).collect();
    let mut note = String::new();
    if !nameless.is_empty() {
        note = format!("no `yield_stress` is given for {}", nameless.join(" and "));
    }
    let mut value = None;
    if let (Some(Y), Some(V_y)) = (smallest_yield_stress(scene), first_yield_speed(scene)) {
        value = Some(pressure / (YIELD_FACTOR * Y));
        details.push(NamedNumber::new("speed of first yield", V_y, "m/s"));
        if scene.speed > V_y && scene.force.is_some() {
            let e = thornton_restitution(V_y / scene.speed);
            details.push(NamedNumber::new("restitution if elastic, perfectly plastic", e, ""));
        }
    }
    Some(Found { value, doubt: !nameless.is_empty(), details, note })
}

fn dundurs_beta(scene: &Scene) -> Option<Found> {
    Some(match scene.pair.dundurs_beta {
        Some(beta) => {
            let details = vec![NamedNumber::new("beta", beta, "")];
            Found { value: Some(beta.abs()), details, ..Found::default() }
        }
        None => Found::unknown("the moduli are not given"),
    })
}

fn contact_radius(scene: &Scene) -> Option<Found> {
    let Some(overlap) = hertz_overlap(scene) else { return Some(Found::unknown("the largest overlap is not finite")) };
    let radius =
        spread(scene).is_some() || matches!(scene.contact.normal, Normal::Thornton(_) | Normal::ThorntonNing(_));
    let note = match radius {
        true => String::new(),
        false => "the circle of a Hertz contact of the same overlap".to_string(),
    };
    let value = Some((overlap / scene.pair.R_star).sqrt());
    let overlap = if scene.force.is_some() { overlap } else { elastic_overlap(scene)? };
    let details = vec![NamedNumber::new("overlap", overlap, "m")];
    Some(Found { value, details, note, doubt: false })
}

/// Speed of a wave along a bar, `sqrt(E/rho)`, m/s.
fn wave_speed(body: &Body) -> Option<f64> {
    let material = body.material.as_ref()?;
    // A mass tells the density only of a body that is the same throughout.
    let from_mass = || match body.shape {
        Shape::Sphere { radius, inertia_factor: SOLID } => Some(body.mass / (4.0 / 3.0 * PI * radius.powi(3))),
        _ => None,
    };
    Some((material.young_modulus? / material.density.or_else(from_mass)?).sqrt())
}

fn wave_travel(scene: &Scene) -> Option<Found> {
    // To the smaller body a much larger one is a half-space, as a wall is: no wave need come back from its far side.
    let radius = scene.bodies.iter().map(Body::radius).fold(f64::INFINITY, f64::min);
    let mut slowest = f64::INFINITY;
    for body in soft(scene) {
        match wave_speed(body) {
            Some(speed) => slowest = slowest.min(speed),
            None => return Some(Found::unknown(format!("modulus and density of {} are not both given", body.name))),
        }
    }
    let sticks = "the bodies stick: the duration is that of their approach";
    let (duration, note) = match elastic_duration(scene) {
        Some(duration) => (duration, ""),
        None => (course(scene)?.approach, sticks),
    };
    let travel = 2.0 * radius / slowest;
    let details = vec![NamedNumber::new("duration", duration, "s"), NamedNumber::new("travel time", travel, "s")];
    // Rigid bodies have no waves.
    let found = Found { value: Some(duration / travel), details, note: note.into(), doubt: false };
    slowest.is_finite().then_some(found)
}

fn quasi_static(scene: &Scene) -> Option<Found> {
    let Damping::KuwabaraKono(law) = &scene.contact.damping else { return None };
    // `C = A n K`, whether the case gives the time itself or a restitution; beside branches it gives the time.
    let relaxation = match scene.force {
        Some(PowerForce { K, alpha, C, .. }) => C / (alpha * K),
        None => law.relaxation_time()?,
    };
    let details = vec![NamedNumber::new("relaxation time", relaxation, "s")];
    Some(Found { value: Some(relaxation * scene.speed / elastic_overlap(scene)?), details, ..Found::default() })
}

fn thin_plate(scene: &Scene) -> Option<Found> {
    if matches!(scene.contact.damping, Damping::ZenerPlate(_)) {
        return None;
    }
    let wall = soft(scene).find(|body| body.is_wall())?;
    Some(Found::unknown(format!("the thickness of {} is not known", wall.name)))
}
