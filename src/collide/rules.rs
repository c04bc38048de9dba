//! Rules of thumb for the time step, and the effect of softening.

use std::f64::consts::PI;

use super::schemes::Scheme;
use super::stepper::{Encounter, ErrorMeasure, Exact, PhaseSpread, StepError, StepSize, Stepper};
use crate::law::Stiffness;
use crate::law::scene::Body;

/// Time a Rayleigh wave takes over half the circumference of a sphere, s:
/// `pi r sqrt(rho/G)/(0.1631 nu + 0.8766)`, `G = E/(2(1+nu))`.
///
/// The denominator is a fit of the speed of Rayleigh waves over that of shear waves, accurate to 0.4 % for `nu` from 0 to
/// 0.5. Codes use 10 to 30 % of this time as the time step; it depends neither on the impact speed nor on the resulting
/// error. Thornton & Randall 1988; LIGGGHTS, `fix check/timestep/gran`.
pub fn rayleigh_time(radius: f64, density: f64, young_modulus: f64, poisson_ratio: f64) -> f64 {
    let shear_modulus = young_modulus / (2.0 * (1.0 + poisson_ratio));
    PI * radius * (density / shear_modulus).sqrt() / (0.1631 * poisson_ratio + 0.8766)
}

/// The shortest Rayleigh time of the elastic spheres of a scene, s. The density is the mean density where a mass is given.
/// `None` when no sphere has a modulus.
pub fn shortest_rayleigh_time(bodies: &[Body]) -> Option<f64> {
    let times = bodies.iter().filter_map(|body| {
        let Stiffness::Elastic { young_modulus, poisson_ratio } = body.side().stiffness else { return None };
        let radius = body.radius();
        if body.is_wall() || !body.mass.is_finite() {
            return None;
        }
        let density = body.mass / (4.0 / 3.0 * PI * radius * radius * radius);
        Some(rayleigh_time(radius, density, young_modulus, poisson_ratio))
    });
    times.reduce(f64::min)
}

/// The reading of HYBIRD's formula for the collision time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeReading {
    /// `1.1 (E rho)^(2/5) r/u^(1/5)`, with `E/(1-nu^2)` for `E`: this is not a time.
    AsDocumented,
    /// `1.1 (rho/E)^(2/5) r/u^(1/5)`; the undamped duration of the collision has 11.687 instead of 1.1.
    RatioCorrected,
}

/// The collision time in HYBIRD's documentation for identical spheres; a time in s except for the formula as documented.
///
/// `modulus = E/(1-nu^2)` in Pa, `density` in kg/m3, `R_star` the effective radius in m, `speed` in m/s.
pub fn hybird_collision_time(reading: TimeReading, modulus: f64, density: f64, R_star: f64, speed: f64) -> f64 {
    let ratio = match reading {
        TimeReading::AsDocumented => modulus * density,
        TimeReading::RatioCorrected => density / modulus,
    };
    1.1 * ratio.powf(0.4) * R_star / speed.powf(0.2)
}

/// Errors of a time step of one tenth of a collision time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tenth {
    /// s
    pub dt: f64,
    /// Undamped duration over dt.
    pub steps_per_contact: f64,
    /// Errors in restitution, duration and largest overlap over 64 onset phases.
    pub errors: [PhaseSpread; 3],
}

/// Evaluates the rule `dt = t_coll/10` for a collision time `t_coll` in s: the resulting errors in restitution, duration to zero
/// overlap and largest sampled overlap.
///
/// # Errors
/// When the step is invalid: longer than the contact, or a million times shorter.
pub fn judge_tenth(
    scheme: &dyn Scheme,
    encounter: &Encounter,
    speed: f64,
    exact: &Exact,
    t_coll: f64,
) -> Result<Tenth, StepError> {
    let stepper = Stepper { scheme, step: StepSize::Time(t_coll / 10.0), phases: 64 };
    let phases = stepper.run(encounter, speed, None)?;
    let errors =
        [ErrorMeasure::Restitution, ErrorMeasure::Duration, ErrorMeasure::MaxOverlap].map(|q| phases.errors(q, exact));
    Ok(Tenth { dt: phases.dt, steps_per_contact: phases.steps_per_contact, errors })
}

/// The effect on the undamped collision of dividing the modulus by a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Softened {
    /// The factor by which the modulus is divided.
    pub factor: f64,
    /// s
    pub duration: f64,
    /// m
    pub max_overlap: f64,
    /// Ratio of new to old for both duration and overlap: `factor^(1/(n+1))` for `F = K delta^n`, `factor^(2/5)` for
    /// spheres. The time step may be longer by the same ratio.
    pub grows: f64,
    /// Contact radius at the largest overlap over R*, `sqrt(delta/R*)`: Hertz is valid for small values.
    pub contact_radius_over_R_star: f64,
    /// Ratio of new to old peak pressure, `factor^(-4/5)` for spheres: the new pressure does not show whether the body yields.
    /// `None` for laws other than Hertz.
    pub pressure_falls: Option<f64>,
}

/// Duration and overlap of the undamped collision with the modulus divided by each factor, in closed form.
///
/// The restitution does not change where it defines the damping (a law whose restitution does not depend on speed). The oblique
/// response does not change when the shear modulus is softened with Young's, that is at constant Poisson's ratio: with the same
/// friction and the same ratio of tangential to normal stiffness ([`StiffnessRatio::of_mindlin`]) it equals in scaled form that
/// of the stiff bodies (Maw, Barber & Fawcett 1976: it depends on `chi` and `psi1` alone).
///
/// [`StiffnessRatio::of_mindlin`]: crate::law::tangential::StiffnessRatio::of_mindlin
pub fn soften(encounter: &Encounter, speed: f64, R_star: f64, factors: &[f64]) -> Vec<Softened> {
    let n = encounter.force.alpha;
    let duration = encounter.undamped_duration(speed);
    let overlap = super::stepper::undamped_overlap(&encounter.force, encounter.m_star, speed);
    let soften = |&factor: &f64| {
        let grows = factor.powf(1.0 / (n + 1.0));
        Softened {
            factor,
            duration: duration * grows,
            max_overlap: overlap * grows,
            grows,
            contact_radius_over_R_star: (overlap * grows / R_star).sqrt(),
            pressure_falls: (n == 1.5).then(|| factor.powf(-0.8)),
        }
    };
    factors.iter().map(soften).collect()
}
