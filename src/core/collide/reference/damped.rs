//! An impact under local damping: the motion of the bodies in the axes of the case, without friction.
//!
//! The share of the force that opposes the motion has a sign for each component of the velocity, or follows its direction, so that the
//! normal motion is none of its own: relative position and velocity are integrated in space, beside the coordinate `q` of the overlap that
//! keeps the equations regular at touch. Between two events the signs of the velocity, of the normal and of the force stay the same.

use nalgebra::{Matrix3, UnitQuaternion, Vector3};

use super::events::{Point, TOGETHER, TimeSeries};
use super::normal::{NormalMotion, PowerMotion};
use super::pass::{Losses, Pass, Passes, apart, control, second};
use super::problem::Approach;
use super::scaled::{LawUnits, STUCK, States};
use super::uncertainty::combine;
use super::{LONGEST_STEP, SolveError};
use crate::collide::error::CollisionError;
use crate::collide::ode::{Control, Crossing, Flow, Integration, Method, Vector, integrate, place};
use crate::collide::trajectory::Trajectory;
use crate::law::damping::{DampedAlong, MotionDamping};
use crate::law::scene::Bodies;
use crate::law::shear::{Arm, Form, ShearForce};
use crate::law::{Dashpot, Ends, PowerForce};
use crate::numerics::raised;

/// Indices in the state.
const Q: usize = 0;
/// Velocity of body 1 relative to body 2.
const VELOCITY: usize = 1;
/// Its displacement since first touch.
const PATH: usize = 4;
const TIME: usize = 7;
const IMPULSE: usize = 8;
/// Integral of the torque about the other centre, or the point of first touch with a wall.
const TORQUE: usize = 11;
/// Integral of the normal force.
const PRESS: usize = 14;
/// Works of the dashpot and of the local damping.
const WORK: usize = 15;
const TAKEN: usize = 16;
/// Length of the state.
const STATE: usize = 17;

/// Indices of the switches.
const END: usize = 0;
const TURNING: usize = 1;
const FORCE: usize = 2;
const PEAK: usize = 3;
const SPENT: usize = 4;
/// A component of the velocity changes its sign.
const REVERSAL: usize = 5;
/// A component of the normal does.
const FACING: usize = 8;
const SWITCHES: usize = 11;

/// Part of the velocity, or of the normal, below which a component counts as zero: events are located to rounding.
const NOTHING: f64 = 1e-12;

/// Largest number of events: three components that change their signs once or twice, the force, the end.
const MOST_EVENTS: usize = 100;

/// The impact of two bodies without friction under local damping, to a relative tolerance.
///
/// # Errors
/// With friction, for a dashpot that adds energy, for bodies that never separate, or when the integrator fails.
pub fn collide(
    (motion, dashpot): (&MotionDamping, Dashpot),
    shear: Option<&ShearForce>,
    approach: &Approach,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    if shear.is_some_and(|shear| shear.form != Form::Frictionless) {
        return Err(SolveError::Refused("local damping is computed without friction".to_string()));
    }
    let impact = DampedImpact::new(motion, dashpot, approach, shear)?;
    let tight = (0.1 * tolerance).max(1e-14);
    let first = control(Method::Dop853, tight, LONGEST_STEP)?;
    let [best, other] = [impact.pass(approach, &first)?, impact.pass(approach, &second(&first))?];
    let along = impact.leaves_normal || shear.is_some();
    let mixed = impact.law.C > 0.0;
    combine(&Passes { best, other, along, mixed, separable: true }, approach, shear, tolerance)
}

/// Two bodies and their laws. Lengths, velocities and forces in the units of the normal motion, vectors in the axes of the case.
#[derive(Debug, Clone, Copy)]
struct DampedImpact {
    alpha: f64,
    along: Option<DampedAlong>,
    law: PowerForce,
    normal: PowerMotion,
    scale: LawUnits,
    bodies: Bodies,
    /// `n`, `t`, `b` of first touch as columns.
    frame: Matrix3<f64>,
    /// rad/s
    spin: [Vector3<f64>; 2],
    /// Arm of the slip velocity.
    arm: Arm,
    /// Distance of the centres at first touch, in units; infinite at a wall.
    reach: f64,
    /// Whether the motion has components along the contact.
    leaves_normal: bool,
}

/// Signs that stay the same between two events.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Signs {
    velocity: Vector3<f64>,
    normal: Vector3<f64>,
    /// Of the force of the contact: 1 where it pushes, 0 where it is clamped.
    force: f64,
    /// Of the rate of approach.
    way: f64,
}

/// The contact in one state.
struct Acting {
    /// Normal, and the inverse distance of the centres, 0 at a wall.
    n: Vector3<f64>,
    near: f64,
    velocity: Vector3<f64>,
    /// Rate of approach.
    w: f64,
    /// Force of the contact, and its dissipative part.
    total: f64,
    drag: f64,
    /// Force on body 1, over that of the contact.
    share: Vector3<f64>,
}

struct DampedFlow<'a> {
    impact: &'a DampedImpact,
    signs: Signs,
}

fn vector(y: &Vector<STATE>, at: usize) -> Vector3<f64> {
    Vector3::new(y[at], y[at + 1], y[at + 2])
}

fn put(y: &mut Vector<STATE>, at: usize, vector: &Vector3<f64>) {
    y.fixed_rows_mut::<3>(at).copy_from(vector);
}

impl DampedImpact {
    fn new(
        motion: &MotionDamping,
        dashpot: Dashpot,
        approach: &Approach,
        shear: Option<&ShearForce>,
    ) -> Result<Self, CollisionError> {
        let Approach { bodies, speed, kinematics, .. } = approach;
        let law = PowerForce::new(motion.elastic, dashpot, motion.ends);
        for (name, value, sound) in [
            ("K", law.K, law.K > 0.0),
            ("C", law.C, law.C >= 0.0),
            ("speed", *speed, *speed > 0.0),
            ("effective mass", bodies.m_star, bodies.m_star > 0.0),
        ] {
            if !(sound && value.is_finite()) {
                return Err(CollisionError::Number { name, value });
            }
        }
        let scale = LawUnits::new(&law, bodies.m_star, *speed);
        let g = law.C * raised(scale.length, law.beta) * scale.time / bodies.m_star;
        let normal = PowerMotion::new(&law, g, 0.0, None, Form::Frictionless, States::All);
        let [n, t, b] = kinematics.frame.map(Vector3::from);
        let frame = Matrix3::from_columns(&[n, t, b]);
        Ok(Self {
            alpha: motion.alpha,
            along: motion.along,
            law,
            normal,
            scale,
            bodies: *bodies,
            frame,
            spin: kinematics.spin.map(|spin| frame * Vector3::from(spin)),
            arm: shear.map_or(Arm::Radius, |shear| shear.levers.slip),
            reach: bodies.distance(0.0) / scale.length,
            leaves_normal: !kinematics.is_head_on() || motion.deflects(&kinematics.frame[0]),
        })
    }

    /// First touch.
    fn start(&self, approach: &Approach) -> Vector<STATE> {
        let tangential = approach.kinematics.tangential_speed / self.scale.speed;
        let velocity = self.frame * Vector3::new(-1.0, tangential, 0.0);
        // A component that is zero but for rounding has no sign.
        let least = 4.0 * f64::EPSILON * velocity.norm();
        let mut y = Vector::zeros();
        put(&mut y, VELOCITY, &velocity.map(|part| if part.abs() <= least { 0.0 } else { part }));
        y
    }

    /// Normal and inverse distance of the centres at a displacement.
    fn facing(&self, path: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let n = self.frame.column(0).into_owned();
        if self.reach.is_infinite() {
            return (n, 0.0);
        }
        let centres = n * self.reach + path;
        let distance = centres.norm();
        (centres / distance, 1.0 / distance)
    }

    /// The signs from a state on, under a force of this sign: a component without a velocity follows its force.
    fn signs(&self, y: &Vector<STATE>, force: f64, way: f64) -> Signs {
        let velocity = vector(y, VELOCITY);
        let (n, _) = self.facing(&vector(y, PATH));
        let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
        let either = |x: f64, other: f64| sign(if x.abs() > NOTHING { x } else { other });
        Signs {
            velocity: velocity.zip_map(&n, |v, n| either(v, force * n)),
            normal: n.zip_map(&velocity, either),
            force,
            way,
        }
    }

    fn acting(&self, y: &Vector<STATE>, signs: &Signs) -> Acting {
        let (n, near) = self.facing(&vector(y, PATH));
        let velocity = vector(y, VELOCITY);
        let w = -n.dot(&velocity);
        let [total, drag] = self.normal.force(y[Q], w);
        let opposed = self.alpha * signs.force;
        let share = match self.along {
            Some(DampedAlong::Axes) => {
                Vector3::from_fn(|i, _| n[i] * (1.0 - opposed * signs.normal[i] * signs.velocity[i]))
            }
            _ if self.leaves_normal => n - velocity * (opposed / velocity.norm()),
            _ => n * (1.0 + opposed * signs.way),
        };
        if signs.force == 0.0 {
            // The dashpot takes what the spring gives.
            return Acting { n, near, velocity, w, total: 0.0, drag: drag - total, share };
        }
        Acting { n, near, velocity, w, total, drag, share }
    }

    /// Rate of the normal force on body 1.
    fn force_rate(&self, y: &Vector<STATE>, at: &Acting, signs: &Signs) -> f64 {
        let Acting { n, near, velocity, w, total, drag, share } = at;
        let clock = self.normal.clock(y[Q]);
        let acceleration = share * *total * clock;
        let turning = (velocity + n * *w) * (near * clock);
        let approach = -n.dot(&acceleration) - turning.dot(velocity);
        let per_time = if clock > 0.0 { approach / clock } else { 0.0 };
        let rates = self.normal.rates_by_s(y[Q], *w, [total - drag, *drag], per_time);
        let along = n.dot(share);
        let opposed = self.alpha * signs.force;
        let along_rate = match self.along {
            Some(DampedAlong::Axes) => (0..3)
                .map(|i| 2.0 * n[i] * turning[i] * (1.0 - opposed * signs.normal[i] * signs.velocity[i]))
                .sum::<f64>(),
            _ if self.leaves_normal => {
                let speed = velocity.norm();
                opposed * (approach / speed - w * velocity.dot(&acceleration) / speed.powi(3))
            }
            _ => 0.0,
        };
        (rates[0] + rates[1]) * along + total * along_rate
    }

    /// A state in SI.
    fn point(&self, y: &Vector<STATE>, signs: &Signs) -> Point {
        let Self { scale, bodies, frame, .. } = self;
        let at = self.acting(y, signs);
        let overlap = self.normal.overlap(y[Q]) * scale.length;
        let along = at.n.dot(&at.share) * scale.force;
        let in_frame = |x: Vector3<f64>| -> [f64; 3] { (frame.transpose() * x).into() };
        let velocity = at.velocity * scale.speed;
        let arms = bodies.arms(self.arm, overlap);
        let roll = self.spin[0] * arms[0] + self.spin[1] * arms[1];
        let slip = velocity - at.n * at.n.dot(&velocity) - roll.cross(&at.n);
        let untwisted = UnitQuaternion::rotation_between(&frame.column(0).into_owned(), &at.n).unwrap_or_default();
        let [_, slip_t, slip_b] = in_frame(untwisted.inverse() * slip);
        let turned = in_frame(at.n);
        let radius = if self.reach.is_infinite() { bodies.radius[0] } else { self.reach * scale.length };
        let arm = if radius.is_finite() { frame.column(0) * radius } else { Vector3::zeros() };
        let centres = arm + vector(y, PATH) * scale.length;
        let angular =
            bodies.angular(&centres, &velocity, &self.spin) - vector(y, TORQUE) * (scale.impulse * scale.length);
        Point {
            time: y[TIME] * scale.time,
            overlap,
            speed: at.w * scale.speed,
            velocity: in_frame(velocity),
            force: at.total * along,
            force_elastic: if signs.force == 0.0 { -at.drag * scale.force } else { (at.total - at.drag) * along },
            slip: [slip_t, slip_b],
            sliding: true,
            spin: self.spin.map(in_frame),
            turned: libm::atan2(libm::hypot(turned[1], turned[2]), turned[0]),
            press: y[PRESS] * scale.impulse,
            impulse: in_frame(vector(y, IMPULSE) * scale.impulse),
            angular: in_frame(angular),
            work: y[WORK] * scale.energy,
            ..Point::default()
        }
    }

    /// One pass by one method.
    fn pass(&self, approach: &Approach, control: &Control) -> Result<Pass, SolveError> {
        let mut y = self.start(approach);
        let mut signs = self.signs(&y, 1.0, 1.0);
        let mut course = TimeSeries::default();
        for _ in 0..MOST_EVENTS {
            let flow = DampedFlow { impact: self, signs };
            let run = integrate(&flow, y, control).map_err(CollisionError::of_motion)?;
            let stop = run.stopped.ok_or(CollisionError::NoEnd)?;
            let (switch, length, end) = flow.first_stop(&run, stop, control)?;
            flow.record(&run, (stop, length), control, &mut course)?;
            y = end;
            let here = self.point(&y, &signs);
            course.peaks.push(here);
            match switch {
                END => {
                    y[Q] = 0.0;
                    let end = self.point(&y, &signs);
                    return Ok(self.ended(course, &y, end, Some(end)));
                }
                FORCE => {
                    let gone = Point { force: 0.0, ..here };
                    course.zero_force = course.zero_force.or(Some(gone));
                    if self.law.ends == Ends::ZeroForce {
                        let flown = apart(&self.bodies, &gone);
                        let strain = self.law.energy(gone.overlap);
                        return Ok(Pass { strain, ..self.ended(course, &y, gone, Some(flown)) });
                    }
                    let force = if self.law.ends.pulls() { -signs.force } else { 0.0 };
                    signs = self.signs(&y, force, signs.way);
                }
                SPENT => {
                    let why =
                        "the contact is over-damped and may pull: under local damping such bodies are not followed";
                    return Err(SolveError::Refused(why.to_string()));
                }
                TURNING => signs = self.signs(&y, signs.force, -signs.way),
                _ => signs = self.signs(&y, signs.force, signs.way),
            }
        }
        Err(CollisionError::NoEnd.into())
    }

    /// The pass that ends in a state.
    fn ended(&self, course: TimeSeries, y: &Vector<STATE>, end: Point, apart: Option<Point>) -> Pass {
        let parting = course.points.iter().chain(&course.peaks).chain([&end]).filter(|point| point.speed <= 0.0);
        let pulls = self.normal.g > 0.0 && self.law.ends.pulls();
        let pull = parting.filter(|_| pulls).map(|point| -point.force).fold(0.0, f64::max);
        let plastic = y[TAKEN] * self.scale.energy;
        let losses = Losses {
            plastic,
            adhesive: 0.0,
            pull,
            residual: None,
            largest: 0.0,
            doubt: 0.0,
            missed: [0.0; 2],
            rounding: 0.0,
        };
        Pass { losses: Some(losses), ..course.ended(end, apart) }
    }
}

impl Flow<STATE, SWITCHES> for DampedFlow<'_> {
    fn derivative(&self, y: &Vector<STATE>, dy: &mut Vector<STATE>) {
        let Acting { n, velocity, w, total, drag, share, .. } = self.impact.acting(y, &self.signs);
        let clock = self.impact.normal.clock(y[Q]);
        let force = share * total;
        let path = vector(y, PATH);
        let n0 = self.impact.frame.column(0).into_owned();
        let arm = if self.impact.reach.is_finite() {
            n0 * self.impact.reach
        } else if self.impact.bodies.radius[0].is_finite() {
            n0 * (self.impact.bodies.radius[0] / self.impact.scale.length)
        } else {
            Vector3::zeros()
        };
        dy[Q] = w;
        put(dy, VELOCITY, &(force * clock));
        put(dy, PATH, &(velocity * clock));
        dy[TIME] = clock;
        put(dy, IMPULSE, &(force * clock));
        put(dy, TORQUE, &((arm + path).cross(&force) * clock));
        dy[PRESS] = n.dot(&force) * clock;
        dy[WORK] = drag * w * clock;
        dy[TAKEN] = (n * total - force).dot(&velocity) * clock;
    }

    fn switches(&self, y: &Vector<STATE>) -> [f64; SWITCHES] {
        let Self { impact, signs } = self;
        let at = impact.acting(y, signs);
        let mut all = [1.0; SWITCHES];
        all[END] = y[Q];
        all[TURNING] = if impact.leaves_normal { at.w } else { signs.way * at.w };
        if impact.normal.g > 0.0 && signs.force != 0.0 {
            all[FORCE] = signs.force * impact.normal.divided_force(y[Q], at.w);
            if impact.law.ends.pulls() {
                all[SPENT] = impact.normal.flow.energy(y[Q], at.velocity.norm()) - STUCK;
            }
        }
        all[PEAK] = impact.force_rate(y, &at, signs);
        if impact.along == Some(DampedAlong::Axes) {
            for i in 0..3 {
                all[REVERSAL + i] = signs.velocity[i] * at.velocity[i];
                if impact.reach.is_finite() {
                    all[FACING + i] = signs.normal[i] * at.n[i];
                }
            }
        }
        all
    }

    fn stops(&self, switch: usize) -> bool {
        match switch {
            PEAK => false,
            TURNING => !self.impact.leaves_normal,
            _ => true,
        }
    }
}

impl DampedFlow<'_> {
    /// The first of the events in the last step: switch, length of the step to it, and state.
    fn first_stop(
        &self,
        run: &Integration<STATE, SWITCHES>,
        stop: Crossing,
        control: &Control,
    ) -> Result<(usize, f64, Vector<STATE>), CollisionError> {
        let mut first: Option<(usize, f64, Vector<STATE>)> = None;
        for &crossing in run.crossings.iter().filter(|c| c.before == stop.before && self.stops(c.switch)) {
            let (length, y) = place(self, run, crossing, control)?;
            if first.as_ref().is_none_or(|(_, least, _)| length < *least) {
                first = Some((crossing.switch, length, y));
            }
        }
        first.ok_or(CollisionError::NoEnd)
    }

    /// Samples and extrema up to `length` after the last state before the event.
    fn record(
        &self,
        run: &Integration<STATE, SWITCHES>,
        (stop, length): (Crossing, f64),
        control: &Control,
        course: &mut TimeSeries,
    ) -> Result<(), CollisionError> {
        let point = |y: &Vector<STATE>| self.impact.point(y, &self.signs);
        course.points.extend(run.states.iter().take(stop.before + 1).map(point));
        for &crossing in &run.crossings {
            if !(crossing.switch == PEAK || (crossing.switch == TURNING && course.turning.is_none())) {
                continue;
            }
            let (at, y) = place(self, run, crossing, control)?;
            if crossing.before == stop.before && at > (1.0 + TOGETHER) * length {
                continue;
            }
            let found = point(&y);
            if crossing.switch == PEAK {
                course.peaks.push(found);
            } else {
                course.turning = Some(Point { speed: 0.0, force: found.force_elastic, ..found });
            }
        }
        Ok(())
    }
}
