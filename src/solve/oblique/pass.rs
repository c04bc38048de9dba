//! One pass through an oblique collision by one integrator, in SI, without uncertainty.

use super::chart::{Chart, Lost};
use super::event_loop::{Finish, TimeSeries, run_events, touch};
use super::motion::ObliqueMotion;
use super::normal::Smooth;
use super::onset::NormalImpact;
use super::point::{Point, point};
use super::problem::Problem;
use super::state::{LEAN, MotionState, SPINLESS};
use super::transitions::replaced;
use crate::contact::Branched;
use crate::contact::flow::{CollisionError, control};
use crate::contact::shear::{Levers, ShearForce};
use crate::ode::{Control, Method, Vector};
use crate::scene::{Bodies, Scene};
use crate::solve::branched::NO_FORCE;
use crate::solve::passage::{self, Course, Losses, Passage};
use crate::trajectory::ShearChange;

/// A collision from first touch to its end.
#[derive(Debug, Clone)]
pub struct Pass {
    pub normal: Passage,
    pub points: Vec<Point>,
    pub end: Point,
    pub stays: bool,
    /// Energy of the tangential spring that is deleted with the contact.
    pub shear_strain: f64,
    pub events: Vec<(ShearChange, f64)>,
}

/// Integrates a collision with `D` tangential directions, and `N` states.
///
/// # Errors
/// As [`run_events`].
pub fn pass<const D: usize, const N: usize>(
    scene: &Scene,
    shear: &ShearForce,
    control: &Control,
) -> Result<Pass, CollisionError> {
    let problem = Problem::new(scene, shear)?;
    let (finish, course) = run::<Smooth, D, N>(&problem, 0.0, scene, control)?;
    let end = point(&ObliqueMotion::new(&finish.problem, finish.branch), &finish.y);
    let strain = if finish.deleted() { scene.power()?.energy(end.overlap) } else { 0.0 };
    let apart = match (finish.stays, finish.deleted()) {
        (true, _) => None,
        (false, false) => Some(end.normal()),
        (false, true) => Some(apart(&Bodies::of(scene), &end)),
    };
    Ok(Pass::new(&finish, course, end, apart, strain))
}

/// As [`pass`] under a law with branches that remembers `largest` (m), in one plane; with what it remembers then.
///
/// # Errors
/// As [`run_events`].
pub fn pass_branched<const N: usize>(
    scene: &Scene,
    contact: &Branched,
    shear: &ShearForce,
    largest: f64,
    control: &Control,
) -> Result<(Pass, f64), CollisionError> {
    let (problem, touch) = Problem::branched(scene, contact, shear, largest)?;
    let (finish, course) = run::<Chart, 1, N>(&problem, touch, scene, control)?;
    let end = point(&ObliqueMotion::new(&finish.problem, finish.branch), &finish.y);
    let (deepest, necked) = (course.turning.map_or(0.0, |turning| turning.overlap), course.necked);
    let apart = match end.overlap >= -4.0 * f64::EPSILON * deepest {
        _ if finish.stays => None,
        true => Some(apart(&Bodies::of(scene), &end)),
        false => necked.map(|point| point.normal()),
    };
    let parting = course.peaks.iter().chain(&course.points).chain([&end]).filter(|point| point.speed <= 0.0);
    let pull = parting.map(|point| -point.force).fold(0.0, f64::max);
    let Lost { plastic, adhesive, residual } = finish.problem.normal.lost;
    let losses = Losses { plastic, adhesive, pull, residual, doubt: 0.0 };
    let mut pass = Pass::new(&finish, course, end, apart, 0.0);
    let normal = &mut pass.normal;
    if end.force.abs() <= NO_FORCE * normal.max_force.force && !finish.stays {
        normal.zero_force = normal.zero_force.or(Some(passage::Point { force: 0.0, ..normal.end }));
    }
    normal.losses = Some(losses);
    Ok((pass, finish.problem.normal.largest()))
}

fn run<M: NormalImpact, const D: usize, const N: usize>(
    problem: &Problem<M>,
    q: f64,
    scene: &Scene,
    control: &Control,
) -> Result<(Finish<M, D, N>, TimeSeries), CollisionError> {
    let mut course = TimeSeries::default();
    let start = touch::<M, D, N>(problem, q, scene.speed, &scene.meeting);
    let finish = run_events(problem, start, control, &mut course)?;
    Ok((finish, course))
}

impl Pass {
    /// Puts together what was gathered on the way; `apart` where the bodies have no overlap any more.
    fn new<M: NormalImpact, const D: usize, const N: usize>(
        finish: &Finish<M, D, N>,
        course: TimeSeries,
        end: Point,
        apart: Option<passage::Point>,
        strain: f64,
    ) -> Self {
        let (stays, deleted) = (finish.stays, finish.deleted());
        let TimeSeries { mut points, peaks, turning, zero_force, events, .. } = course;
        let zero_force = zero_force.or(deleted.then_some(Point { force: 0.0, ..end })).filter(|_| !stays);
        let last = if deleted { passage::Point { force: 0.0, ..end.normal() } } else { end.normal() };
        let course = Course {
            points: points.iter().map(Point::normal).collect(),
            turning: turning.map(|p| passage::Point { force: p.force_elastic, ..p.normal() }),
            peaks: peaks.iter().map(Point::normal).collect(),
            zero_force: zero_force.map(|p| p.normal()),
        };
        points.push(end);
        let mut normal = Passage { strain, ..course.ended(last, apart) };
        normal.points.extend(apart.filter(|_| deleted));
        let shear_strain = finish.stored * finish.problem.scale.energy;
        Self { normal, points, end, stays, shear_strain, events }
    }
}

/// Where the bodies are apart after the contact was deleted: they fly on straight.
fn apart(bodies: &Bodies, end: &Point) -> passage::Point {
    let delta = end.overlap;
    let away = -end.speed;
    let reach = bodies.radius[0] + bodies.radius[1];
    let time = if reach.is_infinite() {
        delta / away
    } else {
        let distance = reach - delta;
        let square: f64 = end.velocity.iter().map(|v| v * v).sum();
        let left = delta * (2.0 * reach - delta);
        left / (distance * away + (distance * distance * away * away + square * left).sqrt())
    };
    passage::Point { time: end.time + time, overlap: 0.0, force: 0.0, force_elastic: 0.0, ..end.normal() }
}

/// Longest step of a pass that carries the motion and nothing else.
const LEAN_STEP: f64 = 0.4;

/// Its first step, over the eighth root of the tolerance.
const FIRST_STEP: f64 = 3.0;

/// How a planar collision ends and nothing else: rate of separation, tangential velocity (both in the axes that have
/// turned with the contact), m/s, and the spins along `b`, rad/s.
///
/// One pass of Dop853 without an uncertainty, with `tolerance` relative to the speed of approach also where a velocity
/// passes through zero; 0 for the rate of separation when the bodies stay in contact.
///
/// # Errors
/// When a number does not make a collision, the scene is not planar or its law is no spring, the clamped force never
/// turns the bodies round, or the integrator gives up.
pub fn rebound(scene: &Scene, shear: &ShearForce, tolerance: f64) -> Result<[f64; 4], CollisionError> {
    if !scene.meeting.is_planar() || shear.form.is_planar() {
        return Err(CollisionError::Number { name: "spin out of the plane, or rings of slip", value: f64::NAN });
    }
    let first_step = FIRST_STEP * tolerance.powf(0.125);
    let control = Control { absolute: 1.0, first_step, ..control(Method::Dop853, tolerance, LEAN_STEP)? };
    let problem = Problem::new(scene, shear)?;
    let before = MotionState::of(&touch::<Smooth, 1, LEAN>(&problem, 0.0, scene.speed, &scene.meeting));
    let [w, v, spins @ ..] = match problem.without_spins() {
        None => end_speeds::<LEAN>(&problem, &before, &control)?,
        Some((still, compliance)) => {
            let (Levers { slip, torque }, speed) = (problem.levers(), problem.scale.speed);
            let (arms, torque_arms) = (problem.arms(slip, 0.0), problem.arms(torque, 0.0));
            let spins = before.spin.map(|spin| spin[0]);
            let slip = before.v[0] - spins[0] * arms[0] - spins[1] * arms[1];
            let start = MotionState { v: [slip].into(), spin: Default::default(), ..before };
            let [w, left, ..] = end_speeds::<SPINLESS>(&still, &start, &control)?;
            let change = (left - slip * speed) / compliance;
            let spin = |i: usize| spins[i] * speed - problem.inertia_ratio[i] * torque_arms[i] * change;
            [w, before.v[0] * speed + change, spin(0), spin(1)]
        }
    };
    let spin =
        |i: usize| if problem.bodies.radius[i].is_infinite() { 0.0 } else { spins[i] / problem.bodies.radius[i] };
    Ok([w, v, spin(0), spin(1)])
}

/// How an impact ends, m/s: rate of separation, tangential velocity, and the surface speeds of the spins.
fn end_speeds<const N: usize>(
    problem: &Problem,
    start: &MotionState<1>,
    control: &Control,
) -> Result<[f64; 4], CollisionError> {
    let start = replaced(Vector::<N>::zeros(), start);
    let finish = run_events::<Smooth, 1, N>(problem, start, control, &mut TimeSeries::default())?;
    let m = MotionState::<1>::of(&finish.y);
    let w = if finish.stays { 0.0 } else { -m.w };
    Ok([w, m.v[0], m.spin[0][0], m.spin[1][0]].map(|x| x * finish.problem.scale.speed))
}
