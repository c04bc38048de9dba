//! One pass through an oblique collision by one integrator, in SI, without uncertainty.

use super::drive::{Course, Finish, deleted, drive, touch};
use super::planar::{FULL, LEAN, Planar, V, W};
use super::point::{Point, planar_point, spins};
use super::problem::Problem;
use crate::contact::PowerForce;
use crate::contact::flow::{CollisionError, control};
use crate::contact::shear::ShearForce;
use crate::ode::{Control, Method};
use crate::scene::{Bodies, Scene};
use crate::solve::passage::{self, Passage};
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

/// Integrates a planar collision.
///
/// # Errors
/// As [`drive`].
pub fn planar(scene: &Scene, shear: &ShearForce, control: &Control) -> Result<Pass, CollisionError> {
    let problem = Problem::new(scene, shear)?;
    let meeting = &scene.meeting;
    let start = touch::<FULL>(&problem, meeting.tangential_speed, [meeting.spin[0][2], meeting.spin[1][2]]);
    let mut course = Course::default();
    let finish = drive(&problem, start, control, &mut course)?;
    let Finish { y, problem: last, branch, .. } = &finish;
    let flow = Planar { problem: last, branch: *branch, spent: 0.0 };
    let end = planar_point(&flow, y);
    let shear_strain = finish.stored * last.scale.energy;
    Ok(Pass::new(&scene.power()?, last.bodies, course, end, finish.stays, deleted(&finish), shear_strain))
}

impl Pass {
    /// Puts together what was gathered on the way.
    pub fn new(
        law: &PowerForce,
        bodies: Bodies,
        course: Course,
        end: Point,
        stays: bool,
        deleted: bool,
        shear_strain: f64,
    ) -> Self {
        let Course { mut points, peaks, turning, zero_force, events } = course;
        points.push(end);
        let zero_force = zero_force.or(deleted.then_some(Point { force: 0.0, ..end }));
        let mut list: Vec<passage::Point> = points.iter().map(Point::normal).collect();
        let last = if deleted { passage::Point { force: 0.0, ..end.normal() } } else { end.normal() };
        let zero_overlap = match (stays, deleted) {
            (true, _) => None,
            (false, false) => Some(last),
            (false, true) => Some(apart(&bodies, &end)),
        };
        if deleted {
            list.extend(zero_overlap);
        }
        let first = list.first().copied().unwrap_or(last);
        let max_force = peaks
            .iter()
            .map(Point::normal)
            .chain([last])
            .fold(first, |best, p| if p.force > best.force { p } else { best });
        let normal = Passage {
            points: list,
            turning: turning.map(|p| {
                let p = p.normal();
                passage::Point { force: p.force_elastic, ..p }
            }),
            max_force,
            zero_force: if stays { None } else { zero_force.map(|p| p.normal()) },
            zero_overlap,
            end: last,
            strain: if deleted { law.energy(end.overlap) } else { 0.0 },
            losses: None,
            mismatch: 0.0,
        };
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
    let control = Control { absolute: 1.0, ..control(Method::Dop853, tolerance, LEAN_STEP)? };
    let problem = Problem::new(scene, shear)?;
    let meeting = &scene.meeting;
    let start = touch::<LEAN>(&problem, meeting.tangential_speed, [meeting.spin[0][2], meeting.spin[1][2]]);
    let Finish { y, problem, stays, .. } = drive(&problem, start, &control, &mut Course::default())?;
    let [one, two] = spins(&problem, &y);
    let separation = if stays { 0.0 } else { -y[W] * problem.scale.speed };
    Ok([separation, y[V] * problem.scale.speed, one, two])
}
