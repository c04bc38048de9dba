//! One pass through a collision by one integrator, in SI, without uncertainty.

use super::chart::Chart;
use super::event_loop::{Finish, NO_FORCE, TimeSeries, run_events};
use super::motion::ImpactMotion;
use super::normal::PowerMotion;
use super::onset::{NormalImpact, touch};
use super::point::{Point, point};
use super::problem::Problem;
use super::state::{LEAN, MotionState, SPINLESS, replaced};
use crate::collide::flow::{CollisionError, control};
use crate::collide::ode::{Control, Method, Vector};
use crate::collide::trajectory::ShearChange;
use crate::law::PowerForce;
use crate::law::scene::{Bodies, ImpactKinematics, Scene};
use crate::law::shear::{Levers, ShearForce};

/// A collision from first touch to its end, as one integrator computes it.
#[derive(Debug, Clone)]
pub struct Pass {
    pub points: Vec<Point>,
    pub turning: Option<Point>,
    pub max_force: Point,
    pub zero_force: Option<Point>,
    /// `None` when the contact never ends.
    pub zero_overlap: Option<Point>,
    /// The end of contact according to `ends`; the last point when the contact never ends.
    pub end: Point,
    pub stays: bool,
    /// Elastic energy deleted with the contact, and that of the tangential spring, J.
    pub strain: f64,
    pub shear_strain: f64,
    /// Losses of a law with branches; `None` for a power of the overlap.
    pub losses: Option<Losses>,
    /// Largest difference at a sample between the force that was integrated and the law as written, over the largest force.
    pub mismatch: f64,
    pub events: Vec<(ShearChange, f64)>,
    /// Points of the tangential half if it is stepped separately: laws with slip annuli.
    pub marched: Vec<Point>,
}

/// Losses of a law with branches, and the residual overlap. SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Losses {
    /// J
    pub plastic: f64,
    /// J
    pub adhesive: f64,
    /// Largest attraction during separation, N.
    pub pull: f64,
    /// m
    pub residual: Option<f64>,
    /// Difference of the speed of separation to a second value of it, m/s.
    pub doubt: f64,
    /// Errors of the integrated speed of separation, m/s, and of the time that follow from it, s.
    pub missed: [f64; 2],
    /// Rounding error of the energies of the law, J.
    pub rounding: f64,
}

/// Points drawn along a free flight.
const FLIGHT_POINTS: u32 = 8;

/// Part of the largest overlap below which two overlaps count as equal.
const SAME_PLACE: f64 = 1e-9;

/// Integrates a collision with `D` tangential directions, and `N` states, of bodies that meet at the rate of approach `speed`,
/// m/s.
///
/// The scaled flow is integrated; its force is compared with the law as written, in SI, at every sample.
///
/// # Errors
/// As [`run_events`].
pub fn pass<const D: usize, const N: usize>(
    problem: &Problem,
    speed: f64,
    kinematics: &ImpactKinematics,
    control: &Control,
) -> Result<Pass, CollisionError> {
    let (finish, mut course) = run::<PowerMotion, D, N>(problem, 0.0, speed, kinematics, control)?;
    let law = &problem.normal.law;
    let mut end = point(&ImpactMotion::new(&finish.problem, finish.branch), &finish.y);
    if finish.flies() && !finish.deleted() {
        end = flight(law, end, &mut course.points);
    }
    let strain = if finish.deleted() { law.energy(end.overlap) } else { 0.0 };
    if finish.deleted() {
        end.force = 0.0;
    }
    let apart = match (finish.stays, finish.deleted()) {
        (true, _) => None,
        (false, false) => Some(end),
        (false, true) => Some(apart(&problem.bodies, &end)),
    };
    let mut pass = Pass { strain, ..course.ended(end, apart) };
    if finish.deleted() {
        pass.zero_force = pass.zero_force.or(Some(end));
    }
    let off = |point: &Point| (point.force - law.force(point.overlap, point.speed)).abs();
    pass.mismatch = pass.points.iter().map(off).fold(0.0, f64::max) / pass.max_force.force;
    Ok(Pass { stays: finish.stays, shear_strain: finish.stored * finish.problem.scale.energy, ..pass })
}

/// As [`pass`] under a law with branches whose contact starts at `touch` in the chart; also returns the largest overlap
/// that the law remembers.
///
/// # Errors
/// As [`run_events`].
pub fn pass_branched<const D: usize, const N: usize>(
    problem: &Problem<Chart<'_>>,
    touch: f64,
    speed: f64,
    kinematics: &ImpactKinematics,
    control: &Control,
) -> Result<(Pass, f64), CollisionError> {
    let (finish, course) = run::<Chart<'_>, D, N>(problem, touch, speed, kinematics, control)?;
    let mut end = point(&ImpactMotion::new(&finish.problem, finish.branch), &finish.y);
    let Chart { contact, scale, lost, .. } = finish.problem.normal;
    let (mut doubt, mut missed) = (0.0, [0.0; 2]);
    // Where spins do not act on the normal motion its energy balance gives a second value of the speed.
    if problem.nearness == 0.0 && !finish.stays {
        let energies = [problem.least * scale.energy, contact.law.well()];
        let [parting, apart] = lost.parting(-end.speed, problem.bodies.m_star, end.work, energies, control);
        if !(parting > 0.0 && apart.is_finite()) {
            return Err(CollisionError::NoEnd);
        }
        let off = (end.speed + parting).abs();
        missed = [off, late(&course.points, &end, (off + apart) * parting)];
        (end.speed, end.velocity[0], doubt) = (-parting, parting, apart);
    }
    let (deepest, necked) = (course.turning.map_or(0.0, |turning| turning.overlap), course.necked);
    let apart = match end.overlap >= -4.0 * f64::EPSILON * deepest {
        _ if finish.stays => None,
        true => Some(apart(&problem.bodies, &end)),
        false => necked,
    };
    let parting = course.peaks.iter().chain(&course.points).chain([&end]).filter(|point| point.speed <= 0.0);
    let pull = parting.map(|point| -point.force).fold(0.0, f64::max);
    let rounding = 8.0 * f64::EPSILON * contact.law.well();
    let (plastic, adhesive, residual) = (lost.plastic, lost.adhesive, lost.residual);
    let losses = Losses { plastic, adhesive, pull, residual, doubt, missed, rounding };
    let mut pass = course.ended(end, apart);
    // A force that is zero at the end of contact reaches zero there, unless it did well before: the last step may
    // detect either zero.
    if end.force.abs() <= NO_FORCE * pass.max_force.force {
        let before = pass.zero_force.filter(|zero| (zero.overlap - end.overlap).abs() > SAME_PLACE * deepest);
        pass.zero_force = before.or(Some(Point { force: 0.0, ..end }));
    }
    pass.zero_force = pass.zero_force.filter(|_| !finish.stays);
    let shear_strain = finish.stored * finish.problem.scale.energy;
    let pass = Pass { stays: finish.stays, shear_strain, losses: Some(losses), ..pass };
    Ok((pass, finish.problem.normal.largest()))
}

/// By how much the time of separation is off, s, if the energy per mass of the motion is off by `energy`, m2/s2: `t = integral of
/// d delta/v`, from the fastest separation on, where the speed falls towards the end.
fn late(points: &[Point], end: &Point, energy: f64) -> f64 {
    let fastest = points.iter().map(|point| point.speed).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let after = &points[fastest.map_or(0, |(place, _)| place)..];
    let pairs = after.iter().zip(after.iter().skip(1).chain([end]));
    let part = |(before, after): (&Point, &Point)| {
        (after.time - before.time) * energy / after.speed.powi(2).min(before.speed.powi(2))
    };
    pairs.map(part).sum()
}

fn run<M: NormalImpact, const D: usize, const N: usize>(
    problem: &Problem<M>,
    q: f64,
    speed: f64,
    kinematics: &ImpactKinematics,
    control: &Control,
) -> Result<(Finish<M, D, N>, TimeSeries), CollisionError> {
    let mut course = TimeSeries::default();
    let start = touch::<M, D, N>(problem, q, speed, kinematics);
    let finish = run_events(problem, start, control, &mut course)?;
    Ok((finish, course))
}

impl TimeSeries {
    /// The collision that ends at `end`; `apart` is the point of zero overlap.
    pub fn ended(self, end: Point, apart: Option<Point>) -> Pass {
        let Self { mut points, turning, peaks, zero_force, events, .. } = self;
        points.push(end);
        // A jump at touch or at the end may exceed every smooth maximum; of equal forces the earliest counts.
        let first = points.first().copied().unwrap_or(end);
        let max_force =
            peaks.into_iter().chain([end]).fold(first, |best, p| if p.force > best.force { p } else { best });
        Pass {
            points,
            turning,
            max_force,
            zero_force: zero_force.filter(|_| apart.is_some()),
            zero_overlap: apart,
            end,
            stays: apart.is_none(),
            strain: 0.0,
            shear_strain: 0.0,
            losses: None,
            mismatch: 0.0,
            events,
            marched: Vec::new(),
        }
    }
}

/// The end of a flight in which a clamped force is zero; its samples are added to `points`. The dashpot takes the
/// energy of the spring.
fn flight(law: &PowerForce, gone: Point, points: &mut Vec<Point>) -> Point {
    let left = law.energy(gone.overlap);
    let flown = |part: f64| {
        let overlap = gone.overlap * part;
        let (time, work) = (gone.time + (gone.overlap - overlap) / -gone.speed, gone.work + left - law.energy(overlap));
        Point { time, overlap, force: 0.0, force_elastic: law.elastic(overlap), work, ..gone }
    };
    points.push(flown(1.0));
    points.extend((1..FLIGHT_POINTS).rev().map(|k| flown(f64::from(k) / f64::from(FLIGHT_POINTS))));
    flown(0.0)
}

/// The point of zero overlap after the contact was deleted: the bodies fly straight on.
fn apart(bodies: &Bodies, end: &Point) -> Point {
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
    Point { time: end.time + time, overlap: 0.0, force: 0.0, force_elastic: 0.0, ..*end }
}

/// Longest step of a pass that integrates only the motion.
const LEAN_STEP: f64 = 0.4;

/// First step of such a pass, over the eighth root of the tolerance.
const FIRST_STEP: f64 = 3.0;

/// Only the end of a planar collision: rate of separation, tangential velocity (both in the axes that have turned with
/// the contact), m/s, and the spins along `b`, rad/s.
///
/// One pass of Dop853 without an uncertainty, with `tolerance` relative to the speed of approach also where a velocity
/// passes through zero; 0 for the rate of separation when the bodies stay in contact.
///
/// # Errors
/// When a number is not valid for a collision, the scene is not planar or its law has slip annuli, the clamped force
/// never reverses the approach, or the integrator fails.
pub fn rebound(scene: &Scene, shear: &ShearForce, tolerance: f64) -> Result<[f64; 4], CollisionError> {
    if !scene.kinematics.is_planar() || shear.form.is_planar() {
        return Err(CollisionError::Number { name: "spin out of the plane, or rings of slip", value: f64::NAN });
    }
    let first_step = FIRST_STEP * tolerance.powf(0.125);
    let control = Control { absolute: 1.0, first_step, ..control(Method::Dop853, tolerance, LEAN_STEP)? };
    let problem = Problem::new(scene, shear)?;
    let before = MotionState::of(&touch::<PowerMotion, 1, LEAN>(&problem, 0.0, scene.speed, &scene.kinematics));
    let [w, v, spins @ ..] = match problem.without_spins() {
        None => end_speeds::<LEAN>(&problem, &before, &control)?,
        Some((still, compliance)) => {
            let (Levers { slip, torque }, speed) = (problem.shear.levers, problem.scale.speed);
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

/// Speeds at the end of an impact, m/s: rate of separation, tangential velocity, and the surface speeds of the spins.
fn end_speeds<const N: usize>(
    problem: &Problem,
    start: &MotionState<1>,
    control: &Control,
) -> Result<[f64; 4], CollisionError> {
    let start = replaced(Vector::<N>::zeros(), start);
    let finish = run_events::<PowerMotion, 1, N>(problem, start, control, &mut TimeSeries::default())?;
    let m = MotionState::<1>::of(&finish.y);
    let w = if finish.stays { 0.0 } else { -m.w };
    Ok([w, m.v[0], m.spin[0][0], m.spin[1][0]].map(|x| x * finish.problem.scale.speed))
}
