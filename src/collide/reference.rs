//! The reference solver: the law integrated with the highest accuracy of double precision.

use super::how::How;
use super::impact::{self, combine};
use super::{Solution, SolveError, Solver};
use crate::collide::flow::{control, second};
use crate::collide::ode::Method;
use crate::collide::trajectory::{Estimate, Trajectory};
use crate::law::scene::Scene;
use crate::law::{Branched, PowerForce};

pub use crate::collide::flow::restitution;

/// Longest step in `s`, where `dq/ds` is the speed and a collision is about 3 long.
///
/// With time and work among the states, Dop853 underestimates the error of long steps: see the canary tests of `ode`.
const LONGEST_STEP: f64 = 0.05;

/// Dop853 on the scaled, regularised flow, with an uncertainty for every number.
#[derive(Debug, Clone, Copy)]
pub struct Reference;

impl Solver for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn title(&self) -> &'static str {
        "the law as written, integrated to the given tolerance, with an uncertainty on every number"
    }

    fn solve(&self, scene: &Scene, how: &How) -> Result<Solution, SolveError> {
        let How::Exact { tolerance } = *how else { return Err(SolveError::Settings(self.name())) };
        if let Some(path) = &scene.path {
            return Ok(Solution::Path(Box::new(super::path::reference(scene, path)?)));
        }
        Ok(Solution::Exact(Box::new(informed(scene, impact(scene, tolerance)?))))
    }
}

/// The impact of a scene, for all laws.
///
/// # Errors
/// As [`collide`], [`collide_branched`] and [`impact::collide`].
pub fn impact(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    let (m_star, speed) = (scene.pair.m_star, scene.speed);
    // A head-on impact without a tangential law has no tangential motion.
    let along = scene.shear.is_some() || !scene.kinematics.is_head_on();
    let trajectory = match scene.branches()? {
        branched if along => impact::collide_under(scene, branched.as_ref(), tolerance)?,
        Some(contact) => collide_branched(&contact, m_star, speed, scene.before, tolerance)?,
        None => collide(&scene.power()?, m_star, speed, tolerance)?,
    };
    Ok(if scene.contact.on_plate() { with_real_force(trajectory) } else { trajectory })
}

/// On a plate that bends: the dashpot of the contact coordinate is the motion of the plate, the real force is the elastic part
/// `K delta^n`. It is largest at the largest overlap and zero at zero overlap only.
fn with_real_force(mut trajectory: Trajectory) -> Trajectory {
    for sample in &mut trajectory.samples {
        sample.force = sample.force_elastic;
    }
    let Trajectory { turning, zero_overlap, end, .. } = &mut trajectory;
    for moment in [turning, zero_overlap, end].into_iter().flatten() {
        moment.force = moment.force_elastic;
    }
    (trajectory.max_force, trajectory.zero_force) = (trajectory.turning, None);
    trajectory
}

/// Relative effect of rounding on a coefficient derived from a restitution: the absolute rounding error of `1 - e` is that
/// of `e`. Every result proportional to the energy loss inherits it.
fn informed(scene: &Scene, mut trajectory: Trajectory) -> Trajectory {
    let Some(e) = scene.restitution_requested().filter(|e| *e > 0.0 && *e < 1.0) else { return trajectory };
    let part = 2.0 * f64::EPSILON / (1.0 - e);
    let widen = |number: &mut Estimate, power: f64| number.uncertainty += power * part * number.value.abs();
    widen(&mut trajectory.energy_dashpot, 1.0);
    if let Some(tangential) = &mut trajectory.tangential {
        widen(&mut tangential.energy_shear_dashpot, 1.0);
    }
    // Overlap at zero force: K delta^alpha = C delta^beta v.
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
/// Every number has an uncertainty that covers its true error: the largest of the tolerance, three times the
/// difference to an integration by extrapolation, and the effect of rounding.
///
/// ```
/// use collisionbench::law::{Ends, PowerForce};
/// use collisionbench::collide::reference::collide;
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
/// When a parameter is invalid, the clamped force never stops the approach, an integrator fails, or the two integrators
/// disagree on which events occur.
pub fn collide(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<Trajectory, SolveError> {
    let first = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let [best, other] = [first, second(&first)].map(|control| impact::head_on(law, m_star, speed, &control));
    combine(&best?, &other?, tolerance, m_star, speed)
}

/// The head-on impact of an effective mass `m_star` (kg) at `speed` (m/s) under a law with branches; after an earlier impact at
/// the speed `before` (m/s), if the law remembers it, the second impact.
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
