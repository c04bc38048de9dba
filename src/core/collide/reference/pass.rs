//! One pass through a collision by one integrator, in SI, without uncertainty.

use super::chart::Chart;
use super::events::{Finish, NO_FORCE, Point, TimeSeries, point};
use super::forces::ImpactMotion;
use super::normal::PowerMotion;
use super::transitions::NormalImpact;
use crate::collide::error::CollisionError;
use crate::collide::ode::{Control, Method};
use crate::collide::trajectory::ShearChange;
use crate::law::PowerForce;
use crate::law::scene::Bodies;

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
    /// Energy of the tangential spring at touch that is not known, J.
    pub unresolved: f64,
    /// Points of the tangential half if it is stepped separately: laws with slip annuli.
    pub marched: Vec<Point>,
}

/// A collision by two methods.
pub struct Passes {
    pub best: Pass,
    pub other: Pass,
    /// Whether there is a motion along the contact.
    pub along: bool,
    /// Whether the energy balance is mixed, by a dashpot beside the spring or an attraction at the end: a work is a small difference of larger
    /// works.
    pub mixed: bool,
    /// Whether the work of friction is more than a convention.
    pub separable: bool,
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
    /// The largest overlap that the law remembers, m.
    pub largest: f64,
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

/// A normal motion whose collisions have an end in SI.
pub trait Ended: NormalImpact {
    /// The collision whose integration has ended.
    ///
    /// # Errors
    /// When its end is lost in rounding.
    fn ended<const D: usize, const N: usize>(
        finish: &Finish<Self, D, N>,
        course: TimeSeries,
        control: &Control,
    ) -> Result<Pass, CollisionError>;
}

/// The scaled flow is integrated; its force is compared with the law as written, in SI, at every sample.
impl Ended for PowerMotion {
    fn ended<const D: usize, const N: usize>(
        finish: &Finish<Self, D, N>,
        mut course: TimeSeries,
        _: &Control,
    ) -> Result<Pass, CollisionError> {
        let law = &finish.problem.normal.law;
        let mut end = point(&ImpactMotion::new(&finish.problem, finish.branch), &finish.y);
        if finish.flies() && !finish.deleted() {
            end = flight(law, end, finish.problem.gravity(), &mut course.points)?;
        }
        let strain = if finish.deleted() { law.energy(end.overlap) } else { 0.0 };
        if finish.deleted() {
            end.force = 0.0;
        }
        let apart = match (finish.stays, finish.deleted()) {
            (true, _) => None,
            (false, false) => Some(end),
            (false, true) if finish.problem.weight != 0.0 => Some(risen(&end, finish.problem.gravity(), 0.0)?),
            (false, true) => Some(apart(&finish.problem.bodies, &end)),
        };
        let mut pass = Pass { strain, ..course.ended(end, apart) };
        if finish.deleted() {
            pass.zero_force = pass.zero_force.or(Some(end));
        }
        let off = |point: &Point| (point.force - law.force(point.overlap, point.speed)).abs();
        pass.mismatch = pass.points.iter().map(off).fold(0.0, f64::max) / pass.max_force.force;
        Ok(Pass { stays: finish.stays, shear_strain: finish.stored * finish.problem.scale.energy, ..pass })
    }
}

impl Ended for Chart<'_> {
    fn ended<const D: usize, const N: usize>(
        finish: &Finish<Self, D, N>,
        course: TimeSeries,
        control: &Control,
    ) -> Result<Pass, CollisionError> {
        let problem = &finish.problem;
        let mut end = point(&ImpactMotion::new(problem, finish.branch), &finish.y);
        let Chart { contact, scale, lost, .. } = problem.normal;
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
        let largest = problem.normal.largest();
        let losses = Losses { plastic, adhesive, pull, residual, largest, doubt, missed, rounding };
        let mut pass = course.ended(end, apart);
        // A force that is zero at the end of contact reaches zero there, unless it did well before: the last step may
        // detect either zero.
        if end.force.abs() <= NO_FORCE * pass.max_force.force {
            let before = pass.zero_force.filter(|zero| (zero.overlap - end.overlap).abs() > SAME_PLACE * deepest);
            pass.zero_force = before.or(Some(Point { force: 0.0, ..end }));
        }
        pass.zero_force = pass.zero_force.filter(|_| !finish.stays);
        let shear_strain = finish.stored * scale.energy;
        Ok(Pass { stays: finish.stays, shear_strain, losses: Some(losses), ..pass })
    }
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

impl TimeSeries {
    /// The collision that ends at `end`; `apart` is the point of zero overlap.
    pub fn ended(self, end: Point, apart: Option<Point>) -> Pass {
        let Self { mut points, turning, peaks, zero_force, events, unresolved, .. } = self;
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
            unresolved,
            marched: Vec::new(),
        }
    }
}

/// The end of a flight in which a clamped force is zero, against the acceleration `gravity`; its samples are added to `points`. The dashpot
/// takes the energy of the spring.
///
/// # Errors
/// When the bodies come back before they have parted.
fn flight(law: &PowerForce, gone: Point, gravity: f64, points: &mut Vec<Point>) -> Result<Point, CollisionError> {
    let left = law.energy(gone.overlap);
    let flown = |part: f64| {
        let risen = risen(&gone, gravity, gone.overlap * part)?;
        let work = gone.work + left - law.energy(risen.overlap);
        Ok(Point { force_elastic: law.elastic(risen.overlap), work, ..risen })
    };
    points.push(flown(1.0)?);
    for k in (1..FLIGHT_POINTS).rev() {
        points.push(flown(f64::from(k) / f64::from(FLIGHT_POINTS))?);
    }
    flown(0.0)
}

/// Bodies that separate without a force between them, at an overlap: `u^2` falls by `2 g` times the way.
fn risen(gone: &Point, gravity: f64, overlap: f64) -> Result<Point, CollisionError> {
    let (way, before) = (gone.overlap - overlap, -gone.speed);
    let after = (before * before - 2.0 * gravity * way).sqrt();
    if after.is_nan() || after == 0.0 {
        return Err(CollisionError::NoEnd);
    }
    // Without a weight the velocity is that of before, to the last bit.
    let after = if gravity == 0.0 { before } else { after };
    let mut velocity = gone.velocity;
    velocity[0] += after - before;
    let time = gone.time + 2.0 * way / (before + after);
    Ok(Point { time, overlap, speed: -after, velocity, force: 0.0, force_elastic: 0.0, ..*gone })
}

/// The point of zero overlap after the contact was deleted: the bodies fly straight on.
pub fn apart(bodies: &Bodies, end: &Point) -> Point {
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

/// Settings for an integration.
///
/// # Errors
/// When the tolerance cannot be reached in double precision.
pub fn control(method: Method, tolerance: f64, longest_step: f64) -> Result<Control, CollisionError> {
    if !(1e-14..=1e-3).contains(&tolerance) {
        return Err(CollisionError::Tolerance(tolerance));
    }
    let first_step = longest_step;
    Ok(Control { method, tolerance, absolute: 1e-3, longest_step, first_step, length: 1e9, most_steps: 100_000 })
}

/// Settings for the second integration, which provides the uncertainty of a first one.
///
/// With a tenth of the tolerance: the difference is then the error of the first integration, and not that of two errors of equal
/// size, which sometimes cancel. Its steps may be long: its samples are not used.
pub fn second(first: &Control) -> Control {
    let tolerance = (0.1 * first.tolerance).max(1e-14);
    Control { method: Method::Extrapolation, tolerance, longest_step: 0.2, ..*first }
}
