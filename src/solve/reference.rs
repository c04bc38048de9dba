//! The reference: the law as written, integrated as exactly as double precision allows.

use super::impact::{self, combine};
use super::{Solution, SolveError, Solver};
use crate::case::Settings;
use crate::contact::flow::{control, second};
use crate::contact::{Branched, PowerForce};
use crate::ode::Method;
use crate::scene::Scene;
use crate::trajectory::{Estimate, Trajectory};

pub use crate::contact::flow::restitution;

/// Longest step in `s`, where `dq/ds` is the speed and a collision is about 3 long.
///
/// With time and work among the states the error estimate of Dop853 misses errors of long steps: see `ode`'s canaries.
const LONGEST_STEP: f64 = 0.05;

/// Dop853 on the scaled, regularised flow, with an uncertainty on every number.
#[derive(Debug, Clone, Copy)]
pub struct Reference;

impl Solver for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn title(&self) -> &'static str {
        "the law as written, integrated to the given tolerance, with an uncertainty on every number"
    }

    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Solution, SolveError> {
        let Settings::Reference { tolerance } = *settings else { return Err(SolveError::Settings(self.name())) };
        if let Some(path) = &scene.path {
            return Ok(Solution::Path(Box::new(super::path::reference(scene, path)?)));
        }
        Ok(Solution::Exact(Box::new(informed(scene, impact(scene, tolerance)?))))
    }
}

/// The impact of a scene, whatever its laws.
///
/// # Errors
/// As [`collide`], [`collide_branched`] and [`impact::collide`].
pub fn impact(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    impact_under(scene, scene.branches()?.as_ref(), tolerance)
}

/// Under these branches, where there are some; head-on without a tangential law nothing happens along the contact.
fn impact_under(scene: &Scene, branched: Option<&Branched>, tolerance: f64) -> Result<Trajectory, SolveError> {
    let (m_star, speed) = (scene.pair.m_star, scene.speed);
    let along = scene.shear.is_some() || !scene.kinematics.is_head_on();
    match branched {
        _ if along => impact::collide_under(scene, branched, tolerance),
        Some(contact) => collide_branched(contact, m_star, speed, scene.before, tolerance),
        None => collide(&scene.power()?, m_star, speed, tolerance),
    }
}

/// The impact or the loading path of a scene under these branches.
///
/// # Errors
/// As [`collide_branched`], or as [`path::reference`](super::path::reference).
pub fn solve_branched(scene: &Scene, contact: &Branched, tolerance: f64) -> Result<Solution, SolveError> {
    if let Some(path) = &scene.path {
        return Ok(Solution::Path(Box::new(super::path::follow(scene, path, contact)?)));
    }
    Ok(Solution::Exact(Box::new(informed(scene, impact_under(scene, Some(contact), tolerance)?))))
}

/// What rounding leaves of a coefficient that is inverted from a restitution, in parts of it: `e` is known to its last
/// place, `1 - e` to the same amount. All that goes with the loss inherits it.
fn informed(scene: &Scene, mut trajectory: Trajectory) -> Trajectory {
    let Some(e) = scene.restitution_requested().filter(|e| *e > 0.0 && *e < 1.0) else { return trajectory };
    let part = 2.0 * f64::EPSILON / (1.0 - e);
    let widen = |number: &mut Estimate, power: f64| number.uncertainty += power * part * number.value.abs();
    widen(&mut trajectory.energy_dashpot, 1.0);
    if let Some(tangential) = &mut trajectory.tangential {
        widen(&mut tangential.energy_shear_dashpot, 1.0);
    }
    // Where the force is zero: K delta^alpha = C delta^beta v.
    let Some(PowerForce { alpha, beta, .. }) = scene.force else { return trajectory };
    let power = if alpha > beta { 1.0 / (alpha - beta) } else { 0.0 };
    widen(&mut trajectory.energy_strain, power * (alpha + 1.0));
    let deleted = trajectory.end.as_mut().filter(|end| end.overlap.value > 0.0);
    for moment in [trajectory.zero_force.as_mut(), deleted].into_iter().flatten() {
        widen(&mut moment.overlap, power);
        widen(&mut moment.force_elastic, power * alpha);
    }
    trajectory
}

/// The collision of an effective mass `m_star` (kg) at `speed` (m/s) under one force, to a relative tolerance between
/// 1e-14 and 1e-3.
///
/// Every number comes with an uncertainty that covers its true error: the largest of the tolerance, three times the
/// difference to a pass by extrapolation, and what rounding leaves.
///
/// ```
/// use collisionbench::contact::{Ends, PowerForce};
/// use collisionbench::solve::reference::collide;
///
/// // A 1 g ball meets an elastic half-space at 1 m/s: delta_max = (5 m v^2/(4 K))^(2/5).
/// let law = PowerForce { K: 1e9, alpha: 1.5, C: 0.0, beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// let trajectory = collide(&law, 1e-3, 1.0, 1e-13)?;
/// let deepest = trajectory.turning.ok_or("it turns round")?.overlap;
/// let exact = (5.0 * 1e-3 / (4.0 * 1e9_f64)).powf(0.4);
/// assert!((deepest.value - exact).abs() <= deepest.uncertainty);
/// assert!(deepest.uncertainty < 1e-12 * exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a number does not make a collision, the clamped force never turns the bodies round, an integrator gives up, or
/// the two do not agree on what happens.
pub fn collide(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<Trajectory, SolveError> {
    let first = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let [best, other] = [first, second(&first)].map(|control| impact::head_on(law, m_star, speed, &control));
    combine(&best?, &other?, tolerance, m_star, speed)
}

/// The head-on impact of an effective mass `m_star` (kg) at `speed` (m/s) under a law with branches; where the pair has met
/// before, at that speed (m/s), and remembers it, the second impact.
///
/// # Errors
/// As [`collide`]; when the bodies stick in the first of two impacts.
pub fn collide_branched(
    contact: &Branched,
    m_star: f64,
    speed: f64,
    before: Option<f64>,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    let first = control(Method::Dop853, (0.1 * tolerance).max(1e-14), LONGEST_STEP)?;
    let [best, other] =
        [first, second(&first)].map(|control| impact::head_on_branched(contact, m_star, speed, before, &control));
    combine(&best?, &other?, tolerance, m_star, speed)
}
