//! The validity sheet: what a scene assumes of the world, and whether it may.
//!
//! A law can be solved right and still be the wrong law for two bodies at a speed. Every line is a closed form of the
//! undamped collision, or its energies: no motion is integrated, and no line says that a result is true, only that an assumption behind it
//! is known to hold, to be near its end, or to be broken. What the case does not tell is unknown, and stays so.

use std::borrow::Cow;
use std::f64::consts::{FRAC_PI_2, PI};

use libm::tgamma;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Body, Scene, Shape};
use crate::law::damping::ZenerPlate;
use crate::law::normal::{BreaksAt, JkrCurve, SEPARATION, ThorntonNingContact, alone};
use crate::law::undamped::{self, Course};
use crate::law::{Damping, Normal, PowerForce};
use crate::number::NamedNumber;
use crate::words::worded;

worded! {
    /// How far an assumption is from its end.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Light {
        /// The assumption holds.
        Green = "green",
        /// Near its end, or it cannot be said that it holds.
        Amber = "amber",
        /// Broken.
        Red = "red",
    }
}

/// Which values of a number are bad ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bad {
    /// The large ones.
    Above,
    /// The small ones.
    Below,
}

/// Where a number changes its light. A value on a limit is still on the better side of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thresholds {
    pub bad: Bad,
    /// The end of green; absent where there is no amber.
    pub amber: Option<f64>,
    /// The beginning of red; absent where nothing is known to break.
    pub red: Option<f64>,
}

impl Thresholds {
    /// The light of a value; none for what is not a number.
    pub fn light(&self, value: f64) -> Option<Light> {
        let beyond = |limit: Option<f64>| {
            limit.is_some_and(|limit| match self.bad {
                Bad::Above => value > limit,
                Bad::Below => value < limit,
            })
        };
        match value {
            value if value.is_nan() => None,
            _ if beyond(self.red) => Some(Light::Red),
            _ if beyond(self.amber) => Some(Light::Amber),
            _ => Some(Light::Green),
        }
    }
}

/// One assumption, and how it is judged.
#[derive(Debug)]
pub struct Criterion {
    /// `peak-pressure`
    pub word: &'static str,
    /// What is assumed, one line.
    pub assumes: &'static str,
    /// The number that is judged, a ratio.
    pub formula: &'static str,
    /// `None` when the assumption is judged by no number.
    pub limits: Option<Thresholds>,
    /// Where formula and limits come from; a limit that is the bench's own choice says so.
    pub source: &'static str,
    /// Absent when the assumption is not made by a scene.
    find: fn(&Scene) -> Option<Found>,
}

/// The result of a criterion for a scene.
#[derive(Debug, Clone, Default, PartialEq)]
struct Found {
    value: Option<f64>,
    /// Whether an unknown input prevents green for a good value.
    doubt: bool,
    details: Vec<NamedNumber>,
    note: String,
}

impl Found {
    /// No number, for this reason.
    fn unknown(why: impl Into<String>) -> Self {
        Self { note: why.into(), ..Self::default() }
    }
}

/// One line of a scene's validity sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidityRecord {
    /// Word of its criterion.
    pub word: Cow<'static, str>,
    /// The number that is judged; unknown is absent.
    pub value: Option<f64>,
    /// Absent when nothing is known.
    pub light: Option<Light>,
    pub details: Vec<NamedNumber>,
    /// What keeps the number from being known, or what it means.
    pub note: Option<String>,
}

/// The criterion of this word; `None` where there is none.
pub fn criterion(word: &str) -> Option<&'static Criterion> {
    CRITERIA.iter().find(|criterion| criterion.word == word)
}

/// Whether a line is farther from its assumption than another of the same criterion.
pub fn is_worse(line: &ValidityRecord, than: &ValidityRecord) -> bool {
    let bad = criterion(&line.word).and_then(|criterion| criterion.limits).map_or(Bad::Above, |limits| limits.bad);
    let badness = |line: &ValidityRecord| {
        let value = line.value.map_or(f64::NEG_INFINITY, |value| if bad == Bad::Above { value } else { -value });
        (line.light, value)
    };
    badness(line) > badness(than)
}

/// The sheet of a scene: one line an assumption that it makes, in the order of [`CRITERIA`].
pub fn sheet(scene: &Scene) -> Vec<ValidityRecord> {
    // Every line is about a collision, and a loading path is none.
    if scene.path.is_some() {
        return Vec::new();
    }
    let lines = CRITERIA.iter().filter_map(|criterion| {
        let Found { value, doubt, details, note } = (criterion.find)(scene)?;
        let value = value.filter(|value| value.is_finite());
        let light = value.and_then(|value| criterion.limits?.light(value));
        let light = if doubt { Some(light.unwrap_or(Light::Amber).max(Light::Amber)) } else { light };
        let note = Some(note).filter(|note| !note.is_empty());
        Some(ValidityRecord { word: criterion.word.into(), value, light, details, note })
    });
    lines.collect()
}

/// Moment of inertia over `m r^2` of a homogeneous sphere.
const SOLID: f64 = 0.4;

/// Every assumption, in the order it is shown.
pub const CRITERIA: &[Criterion] = &[
    Criterion {
        word: "peak-pressure",
        assumes: "the bodies stay elastic",
        formula: "p_0/(1.6 Y),  p_0 = 2 E* a/(pi R*) at the largest undamped overlap, less sqrt(2 w E*/(pi a)) under the force of JKR, \
                  Y the smaller yield stress",
        limits: Some(Thresholds { bad: Bad::Above, amber: None, red: Some(1.0) }),
        source: "Johnson 1985, sections 4.2 and 5.5 (pressure); Thornton 1997, Thornton & Ning 1998 (1.6 Y, speed of first yield)",
        find: peak_pressure,
    },
    Criterion {
        word: "plastic-radius",
        assumes: "the contact yields at the pressure of first yield throughout",
        formula: "a/a_y at the largest undamped overlap,  a_y the contact radius whose pressure is p_y",
        limits: Some(Thresholds { bad: Bad::Above, amber: Some(4.0), red: Some(16.0) }),
        source: "Johnson 1985, section 6.3: fully plastic at three times the yield stress from E* a/(Y R*) of about 40, a/a_y of 16 \
                 for p_y = 1.6 Y; amber is this bench's",
        find: plastic_radius,
    },
    Criterion {
        word: "tabor-dmt",
        assumes: "adhesion reaches far against the deformation it makes",
        formula: TABOR_FORMULA,
        limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(5.0) }),
        source: TABOR_SOURCE,
        find: |scene| match &scene.contact.normal {
            Normal::Dmt(law) => tabor(scene, law.work_of_adhesion),
            _ => None,
        },
    },
    Criterion {
        word: "tabor-jkr",
        assumes: "adhesion reaches no further than the contact",
        formula: TABOR_FORMULA,
        limits: Some(Thresholds { bad: Bad::Below, amber: Some(5.0), red: Some(0.1) }),
        source: TABOR_SOURCE,
        find: |scene| match &scene.contact.normal {
            Normal::Jkr(law) => tabor(scene, law.work_of_adhesion),
            Normal::JkrHertzRadius(law) => tabor(scene, law.work_of_adhesion),
            Normal::ThorntonNing(law) => tabor(scene, law.work_of_adhesion),
            _ => None,
        },
    },
    Criterion {
        word: "dundurs-beta",
        assumes: "normal and tangential response are uncoupled",
        formula: "|beta|,  beta = [(1 - 2 nu1)/G1 - (1 - 2 nu2)/G2]/(2 [(1 - nu1)/G1 + (1 - nu2)/G2])",
        limits: Some(Thresholds { bad: Bad::Above, amber: Some(1e-3), red: None }),
        source: "Johnson 1985, eq. 5.3; exact only for elastically similar bodies, limit chosen in collisionbench",
        find: dundurs_beta,
    },
    Criterion {
        word: "contact-radius",
        assumes: "the contact is small against the bodies, a << R*",
        formula: "a/R* at the largest undamped overlap,  a = sqrt(R* delta), or the contact radius of the law",
        limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(0.3) }),
        source: "Hertz's assumption, Johnson 1985, section 4.2; limits chosen in collisionbench: the paraboloid deviates from the sphere by (a/R)^2/4 of its depth, 0.25 % and 2.3 %",
        find: contact_radius,
    },
    Criterion {
        word: "wave-travel",
        assumes: "the collision is slow against waves in the bodies",
        formula: "duration/(2 R/c) of the undamped collision,  R the smaller radius, c = sqrt(E/rho) of the slower material",
        limits: Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(2.0) }),
        source: "Johnson 1985, section 11.4; limits chosen in collisionbench: below 2 it is over before a wave has been to the \
                 far side and back",
        find: wave_travel,
    },
    Criterion {
        word: "quasi-static",
        assumes: "the material relaxes faster than the bodies meet",
        formula: "A v/delta at the largest undamped overlap",
        limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(1.0) }),
        source: "Brilliantov, Spahn, Hertzsch & Poeschel 1996: the law is the first order in A v/delta; the limits are this \
                 bench's",
        find: quasi_static,
    },
    Criterion {
        word: "plate-thickness",
        assumes: "the contact is small against the plate, which bends as a whole under it",
        formula: "a/h,  a = sqrt(R* delta) at the largest elastic overlap",
        limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(0.5) }),
        source: "Zener 1941, Phys. Rev. 59, 669: a force at a point; limits chosen in collisionbench",
        find: plate_thickness,
    },
    Criterion {
        word: "bending-wave",
        assumes: "the plate is thin: bending waves of the collision are long against its thickness",
        formula: "lambda/h,  lambda = 2 pi (D/(rho h omega^2))^(1/4),  omega = pi/t_c of the elastic collision",
        limits: Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(6.0) }),
        source: "Zener 1941 with Kirchhoff's plate; below 6 shear and rotation of the plate matter, amber is this bench's",
        find: bending_wave,
    },
    Criterion {
        word: "plate-width",
        assumes: "no wave comes back from the edge of the plate while the bodies touch",
        formula: "L/(c_g t_c),  L from the contact to the nearest edge,  c_g = 2 sqrt(omega) (D/(rho h))^(1/4),  omega = pi/t_c",
        limits: Some(Thresholds { bad: Bad::Below, amber: Some(1.0), red: Some(0.5) }),
        source: "group speed of bending waves in Kirchhoff's plate; fast components arrive early, which amber allows for: below 0.5 \
                 the wave of omega itself is back",
        find: plate_width,
    },
    Criterion {
        word: "thin-plate",
        assumes: "a wall is a half-space: it does not bend, and no wave comes back from behind",
        formula: "",
        limits: None,
        source: "Johnson 1985, section 4.2 (half-spaces)",
        find: thin_plate,
    },
];

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
    (1.2 * 3.0_f64.sqrt() * (1.0 - square / 6.0)).sqrt() * libm::pow(last, 0.25)
}

/// The force is not known, of a law that only its engine has.
fn of_engine(scene: &Scene) -> Option<Found> {
    scene.contact.normal.of_engine().map(|law| Found::unknown(alone(law.law)))
}

fn peak_pressure(scene: &Scene) -> Option<Found> {
    if let Some(unknown) = of_engine(scene) {
        return Some(unknown);
    }
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
    if let Some(unknown) = of_engine(scene) {
        return Some(unknown);
    }
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
    // A mass gives the density of a homogeneous body only.
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
    if let Some(unknown) = of_engine(scene) {
        return slowest.is_finite().then_some(unknown);
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

/// Peak pressure of first yield over the yield stress in uniaxial tension, von Mises, nu about 0.3.
const YIELD_FACTOR: f64 = 1.6;

/// The bodies that deform.
fn soft(scene: &Scene) -> impl Iterator<Item = &Body> {
    scene.bodies.iter().filter(|body| !body.rigid)
}

fn yield_stress(body: &Body) -> Option<f64> {
    body.material.as_ref()?.yield_stress
}

/// The smaller of the yield stresses that are known, Pa.
fn smallest_yield_stress(scene: &Scene) -> Option<f64> {
    soft(scene).filter_map(yield_stress).min_by(f64::total_cmp)
}

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

const TABOR_FORMULA: &str = "mu = (R* w^2/(E*^2 z0^3))^(1/3),  w work of adhesion, z0 equilibrium separation";
const TABOR_SOURCE: &str = "Tabor 1977, J. Colloid Interface Sci. 58, 2; Johnson & Greenwood 1997, J. Colloid Interface Sci. 192, 326 \
                      (DMT below 0.1, JKR above 5)";

fn tabor(scene: &Scene, w: f64) -> Option<Found> {
    let Some(z0) = scene.number(SEPARATION.name) else {
        return Some(Found::unknown("no `equilibrium_separation` is given"));
    };
    // A ratio of lengths: that of the neck over z0.
    let neck = libm::cbrt(scene.pair.R_star * (w / scene.pair.E_star?).powi(2));
    let details = vec![NamedNumber::new("height of the neck", neck, "m")];
    Some(Found { value: Some(neck / z0), details, ..Found::default() })
}

fn plate(scene: &Scene) -> Option<&ZenerPlate> {
    if let Damping::ZenerPlate(plate) = &scene.contact.damping { Some(plate) } else { None }
}

fn plate_thickness(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let radius = (scene.pair.R_star * elastic_overlap(scene)?).sqrt();
    let details = vec![NamedNumber::new("contact radius", radius, "m")];
    Some(Found { value: Some(radius / plate.thickness), details, ..Found::default() })
}

fn bending_wave(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let (h, omega) = (plate.thickness, PI / elastic_duration(scene)?);
    let (D, mass) = (plate.bending_stiffness(), plate.density * h);
    let length = 2.0 * PI * libm::pow(D / (mass * omega * omega), 0.25);
    let details = vec![NamedNumber::new("wavelength", length, "m")];
    Some(Found { value: Some(length / h), details, ..Found::default() })
}

fn plate_width(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let duration = elastic_duration(scene)?;
    let omega = PI / duration;
    let reach =
        2.0 * libm::pow(omega * omega * plate.bending_stiffness() / (plate.density * plate.thickness), 0.25) * duration;
    let details = vec![NamedNumber::new("smallest distance to an edge", reach, "m")];
    let note = match plate.edge_distance {
        Some(_) => String::new(),
        None => "no `edge_distance` of the plate is given".to_string(),
    };
    Some(Found { value: plate.edge_distance.map(|distance| distance / reach), details, note, doubt: false })
}

/// The undamped collision of a law with branches; `None` for any other law.
fn course(scene: &Scene) -> Option<Course> {
    undamped::collide(&*scene.branches().ok()??.law, scene.pair.m_star, scene.speed, scene.before)
}

/// Impact speed with which the largest overlap on the first branch is `overlap` (m), m/s.
fn speed_to(scene: &Scene, overlap: f64) -> Option<f64> {
    Some(undamped::speed_to(&*scene.branches().ok()??.law, scene.pair.m_star, overlap))
}

/// Largest overlap without damping, m, counted from where the force begins: `((n + 1) m* v^2/(2 K))^(1/(n + 1))` for a power of
/// the overlap; for a law with branches where the energy of its branches is that of the impact.
pub fn elastic_overlap(scene: &Scene) -> Option<f64> {
    let Some(PowerForce { K, alpha: n, .. }) = scene.force else { return Some(course(scene)?.overlap) };
    Some(libm::pow((n + 1.0) * scene.pair.m_star * scene.speed * scene.speed / (2.0 * K), 1.0 / (n + 1.0)))
}

/// Duration without damping, s: `2 sqrt(pi)/(n + 1) Gamma(1/(n + 1))/Gamma(1/2 + 1/(n + 1)) delta_max/v` for a power of the
/// overlap, the integral of d delta/v under a law with branches; `None` for bodies that stick.
///
/// Damping makes a collision last longer, so this is the shortest it can be.
pub fn elastic_duration(scene: &Scene) -> Option<f64> {
    let Some(force) = scene.force else {
        return course(scene)?.duration();
    };
    let p = 1.0 / (force.alpha + 1.0);
    Some(2.0 * PI.sqrt() * p * tgamma(p) / tgamma(0.5 + p) * elastic_overlap(scene)? / scene.speed)
}
