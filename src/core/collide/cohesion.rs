//! The effect of softening on bodies that stick: sticking speed, pull-off force and granular Bond number.

use std::f64::consts::PI;

use crate::law::normal::BreaksAt;
use crate::law::scene::Scene;
use crate::law::{Branched, LawError, Normal, Pair, undamped};
use crate::numerics::halved;

/// m/s2
const GRAVITY: f64 = 9.80665;
/// Halvings after which a speed is exact to rounding.
const HALVINGS: usize = 60;

/// Measures of the cohesion of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cohesion {
    /// The largest speed at which the bodies stick, without their dashpot, m/s: 0 for a law that loses no energy.
    pub sticking_speed: f64,
    /// Largest tension of an elastic contact, N.
    pub pull_off: f64,
    /// Granular Bond number: the largest tension over the weight of the lighter sphere.
    pub bond: f64,
}

/// A pair whose modulus is divided by a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoftenedPair {
    pub factor: f64,
    /// With the work of adhesion, or the cohesion energy density, unchanged.
    pub fixed: Cohesion,
    /// With a work of adhesion scaled as `E*^(2/5)`, which keeps the sticking speed of JKR; `None` for a law without one.
    pub follows: Option<Cohesion>,
}

/// The pair of a scene with each modulus divided by each factor; `None` for a law without a surface energy, whose attraction
/// does not depend on a modulus.
///
/// # Errors
/// When the law lacks input.
pub fn soften(scene: &Scene, factors: &[f64]) -> Result<Option<Vec<SoftenedPair>>, LawError> {
    let mut found = Vec::new();
    for &factor in factors {
        let Some(fixed) = cohesion(&softer(scene, factor, 1.0))? else { return Ok(None) };
        let work = !matches!(scene.contact.normal, Normal::Sjkr(_));
        let follows = if work { cohesion(&softer(scene, factor, libm::pow(factor, -0.4)))? } else { None };
        found.push(SoftenedPair { factor, fixed, follows });
    }
    Ok(Some(found))
}

/// A copy of a scene with a different modulus and work of adhesion.
fn softer(scene: &Scene, factor: f64, work: f64) -> Scene {
    let mut softer = scene.clone();
    for material in softer.bodies.iter_mut().filter_map(|body| body.material.as_mut()) {
        material.young_modulus = material.young_modulus.map(|E| E / factor);
    }
    softer.pair = Pair::new(&softer.bodies[0].side(), &softer.bodies[1].side());
    match &mut softer.contact.normal {
        Normal::Dmt(law) => law.work_of_adhesion *= work,
        Normal::Jkr(law) => law.work_of_adhesion *= work,
        Normal::JkrHertzRadius(law) => law.work_of_adhesion *= work,
        Normal::ThorntonNing(law) => law.work_of_adhesion *= work,
        _ => {}
    }
    softer
}

fn cohesion(scene: &Scene) -> Result<Option<Cohesion>, LawError> {
    let R_star = scene.pair.R_star;
    let jkr = |w: f64, breaks_at| match breaks_at {
        // A contact that breaks at zero overlap does not reach the largest tension.
        BreaksAt::ZeroOverlap => 4.0 / 3.0 * PI * w * R_star,
        BreaksAt::Displacement | BreaksAt::Force => 1.5 * PI * w * R_star,
    };
    let pull_off = match &scene.contact.normal {
        Normal::Dmt(law) => 2.0 * PI * law.work_of_adhesion * R_star,
        Normal::Jkr(law) => jkr(law.work_of_adhesion, law.breaks_at),
        Normal::ThorntonNing(law) => jkr(law.work_of_adhesion, law.breaks_at),
        Normal::JkrHertzRadius(law) => 1.5 * PI * law.work_of_adhesion * R_star,
        Normal::Sjkr(law) => law.largest_pull(&scene.pair)?,
        _ => return Ok(None),
    };
    let lightest = scene.bodies.iter().map(|body| body.mass).fold(f64::INFINITY, f64::min);
    let bond = pull_off / (lightest * GRAVITY);
    let contact = scene.contact.branches(&scene.pair)?;
    Ok(contact.map(|contact| Cohesion { sticking_speed: sticking_speed(&contact, scene.pair.m_star), pull_off, bond }))
}

/// The smallest speed at which bodies separate, without their dashpot and without an earlier impact, m/s: 0 where they separate
/// at any speed.
pub fn sticking_speed(contact: &Branched, m_star: f64) -> f64 {
    let law = &*contact.law;
    // First guess in closed form, for the first branch: a contact that yields before it can separate needs a higher speed.
    let barrier = contact.barrier(&law.touch(0.0).0);
    let mut high = (2.0 * barrier.max(0.0) / m_star).sqrt();
    let parts = |speed: f64| undamped::collide(law, m_star, speed, None).is_some_and(|course| course.parting.is_some());
    if high == 0.0 || parts(high * (1.0 + 1e-9)) {
        return high;
    }
    let mut low = high;
    for _ in 0..HALVINGS {
        high *= 2.0;
        if parts(high) {
            break;
        }
        low = high;
    }
    halved([low, high], HALVINGS, parts)[1]
}
