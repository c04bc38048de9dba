//! Partial slip, whose memory (slip annuli) is not a differential equation: stepped along the motion.
//!
//! Verlet's scheme with the steps of the regularised normal motion: half a kick, a Runge & Kutta step of the overlap at
//! constant tangential velocity, the law along the straight path of that step, half a kick. Second order; the number of
//! steps is doubled until the extrapolations agree, and their difference is the uncertainty.

use super::events::Point;
use super::pass::Pass;
use super::problem::{Approach, Problem};
use super::scaled::Scaled;
use crate::collide::SolveError;
use crate::collide::error::CollisionError;
use crate::halt;
use crate::law::memory_diagram::MemoryDiagram;
use crate::law::shear::Spheres;
use crate::law::shear::{Form, RollingForce, ShearForce};
use crate::law::{Ends, PowerForce};
use crate::numerics::halved;

/// Steps of the first run; each further run has twice as many.
const FEWEST: usize = 1000;
/// Steps between two checks for an interrupt.
const ASK: usize = 1000;

/// Largest number of steps.
const MOST: usize = 32_000;

/// Rounding error of a force at the friction limit, which is a sum over annuli.
const FULL: f64 = 1e-9;

/// Approximate number of samples that are kept.
const KEPT: usize = 400;

/// Uncertainty over the change by the last doubling.
const SAFETY: f64 = 2.0;

/// Result of a stepped run, without units.
#[derive(Debug, Clone, Copy)]
struct March {
    /// `w`, `v`, both spins, time, angle of rotation, path, and the integrals of [`Point`].
    numbers: [f64; COUNT],
    overlap: f64,
}

const W: usize = 0;
const V: usize = 1;
const SPIN: usize = 2;
const TIME: usize = 4;
const TURN: usize = 5;
const PATH: usize = 6;
const PRESS: usize = 7;
const IMPULSE: usize = 8;
const MOMENT: usize = 10;
const DASHPOT: usize = 11;
const SHEAR: usize = 12;
const CREATED: usize = 13;
const COUNT: usize = 14;

/// The collision under a law that remembers slip annuli, by two extrapolations; `normal` is the same without friction.
///
/// # Errors
/// When the law lacks a parameter, the tangential direction turns, or the collision does not end.
pub fn march(
    (law, shear): (&PowerForce, &ShearForce),
    approach: &Approach,
    normal: &Pass,
    tolerance: f64,
) -> Result<[Pass; 2], SolveError> {
    let spheres = shear.spheres.ok_or(SolveError::Rings("it lacks the moduli of the contact"))?;
    if !approach.kinematics.is_planar() {
        return Err(SolveError::Rings("the spins of this scene turn the direction of slip"));
    }
    if shear.rolling != RollingForce::None || shear.dashpot.C > 0.0 {
        return Err(SolveError::Rings("it is computed without rolling resistance and without a tangential dashpot"));
    }
    let problem = Problem::new(law, &ShearForce { form: Form::Frictionless, ..*shear }, approach)?;
    if normal.stays || problem.normal.flow.free_approach() > 0.0 {
        return Err(SolveError::Rings("the bodies stay in contact, or their contact begins with a flight"));
    }
    let start = problem.at_touch::<1>(approach);
    let start = [start.v[0], start.spin[0][0], start.spin[1][0]];
    let length = 1e-3 * f64::from(normal_march(&problem).steps(1e-3).ok_or(CollisionError::NoEnd)?);
    let run = |count: usize, course: &mut Vec<Point>| {
        let (h, every) = (length / count as f64, ((count - 1) / KEPT).max(1));
        let watch = |step: usize, m: &March, [pull, limit, slip]: [f64; 3]| {
            if step.is_multiple_of(every) {
                course.push(point(&problem, m, pull, limit, slip));
            }
        };
        one(&problem, shear, &spheres, start, h, watch)
    };
    let mut count = FEWEST;
    let mut course = Vec::new();
    let mut coarse = run(count, &mut Vec::new())?;
    let mut fine = run(2 * count, &mut Vec::new())?;
    let mut before = extrapolated(&coarse, &fine);
    loop {
        count *= 2;
        coarse = fine;
        course.clear();
        fine = run(2 * count, &mut course)?;
        let now = extrapolated(&coarse, &fine);
        let apart = (0..CREATED).map(|k| (now.numbers[k] - before.numbers[k]).abs()).fold(0.0, f64::max);
        if apart < tolerance || 2 * count >= MOST {
            let whole = |m: &March| finished(&problem, shear, normal, m, &course);
            // The other pass differs by a third of the uncertainty, which is three times the difference of the passes.
            let other = March {
                numbers: std::array::from_fn(|k| {
                    let off = |other: &March| (now.numbers[k] - other.numbers[k]).abs();
                    now.numbers[k] + SAFETY / 3.0 * off(&before).max(off(&fine))
                }),
                overlap: now.overlap,
            };
            let (best, mut other) = (whole(&now), whole(&other));
            if problem.nearness > 0.0 {
                loosen(&mut other, problem.nearness * start[0] * start[0]);
            }
            return Ok([best, other]);
        }
        before = now;
    }
}

/// The largest overlap and force of a pair are taken from the motion without friction: their uncertainty is the full
/// effect of the rotation of the contact.
fn loosen(pass: &mut Pass, part: f64) {
    let events = [pass.turning.as_mut(), pass.zero_force.as_mut(), Some(&mut pass.max_force)];
    for point in events.into_iter().flatten() {
        point.overlap *= 1.0 + part;
        point.force *= 1.0 + part;
        point.force_elastic *= 1.0 + part;
        point.time *= 1.0 + part;
    }
}

fn extrapolated(coarse: &March, fine: &March) -> March {
    let numbers = std::array::from_fn(|k| fine.numbers[k] + (fine.numbers[k] - coarse.numbers[k]) / 3.0);
    March { numbers, overlap: fine.overlap }
}

fn normal_march(problem: &Problem) -> NormalMarch {
    NormalMarch { flow: problem.normal.flow, ends: problem.normal.law.ends }
}

fn one(
    problem: &Problem,
    shear: &ShearForce,
    spheres: &Spheres,
    [v, one, two]: [f64; 3],
    h: f64,
    mut watch: impl FnMut(usize, &March, [f64; 3]),
) -> Result<March, CollisionError> {
    let (unit, along, mut law) = (&problem.scale, normal_march(problem), MemoryDiagram::new(*spheres));
    let mut y = TOUCH;
    let mut m = March { numbers: [0.0; COUNT], overlap: 0.0 };
    (m.numbers[W], m.numbers[V], m.numbers[SPIN], m.numbers[SPIN + 1]) = (1.0, v, one, two);
    let (mut pull, mut sin_cos) = (0.0, (0.0, 1.0));
    let mut press = problem.normal.flow.force(0.0, 1.0)[0].max(0.0);
    for step_number in 0..100 * MOST {
        if step_number % ASK == 0 && halt::is_asked() {
            return Err(CollisionError::NoEnd);
        }
        let n = &mut m.numbers;
        let square = n[V] * n[V];
        let turning = |xi: f64| square * problem.curvature(xi);
        let mut next = along.step(y, h, turning);
        let over = along.is_over(next);
        if over {
            next = along.end(y, h, turning);
            next[0] = next[0].max(0.0);
        }
        let dt = next[2] - y[2];
        let (xi0, xi) = (m.overlap, problem.normal.flow.overlap(next[0]));
        kick(problem, n, pull, xi0, y[1], 0.5 * dt);
        let mid = 0.5 * (xi0 + xi);
        let arms = problem.arms(problem.shear.levers.slip, mid);
        let torque = problem.arms(problem.shear.levers.torque, mid);
        let slip = n[V] - arms[0] * n[SPIN] - arms[1] * n[SPIN + 1];
        let through = n[V] - torque[0] * n[SPIN] - torque[1] * n[SPIN + 1];
        let [force, drag] = problem.normal.flow.force(next[0], next[1]);
        let elastic = force - drag;
        let force = if problem.normal.law.ends.pulls() { force } else { force.max(0.0) };
        let hold = shear.coulomb_limit(force * unit.force, elastic * unit.force);
        let pulled = law.advance(xi * unit.length, slip * dt * unit.length) / unit.force;
        let speed = n[V];
        kick(problem, n, pulled, xi, next[1], 0.5 * dt);
        let mean = |a: f64, b: f64| 0.5 * dt * (a + b);
        let turned = n[TURN] + dt * speed * problem.curvature(mid);
        let ((s0, c0), (s1, c1)) = (sin_cos, libm::sincos(turned));
        n[IMPULSE] += mean(press * c0 + pull * s0, force * c1 + pulled * s1);
        n[IMPULSE + 1] += mean(press * s0 - pull * c0, force * s1 - pulled * c1);
        let path = n[PATH] + dt * speed;
        n[MOMENT] += mean(press * n[PATH], force * path);
        (n[TURN], n[PATH]) = (turned, path);
        n[PRESS] += mean(press, force);
        n[DASHPOT] += mean((press - problem.normal.flow.force(y[0], 0.0)[0]) * y[1], (force - elastic) * next[1]);
        n[SHEAR] += mean(pull, pulled) * slip;
        n[CREATED] += mean(pull, pulled) * (slip - through);
        (n[W], n[TIME]) = (next[1], next[2]);
        m.overlap = xi;
        (y, pull, press, sin_cos) = (next, pulled, force, (s1, c1));
        watch(step_number, &m, [pulled, hold / unit.force, slip]);
        if over {
            return Ok(m);
        }
    }
    Err(CollisionError::NoEnd)
}

/// Changes velocities by the tangential force over half a step.
fn kick(problem: &Problem, n: &mut [f64; COUNT], pull: f64, xi: f64, w: f64, dt: f64) {
    let torque = problem.arms(problem.shear.levers.torque, xi);
    n[V] += dt * (w * n[V] * problem.curvature(xi) - pull);
    for i in 0..2 {
        n[SPIN + i] += dt * problem.inertia_ratio[i] * torque[i] * pull;
    }
}

fn point(problem: &Problem, m: &March, pull: f64, limit: f64, slip: f64) -> Point {
    let n = &m.numbers;
    let unit = &problem.scale;
    let bodies = &problem.bodies;
    let (w, v) = (n[W] * unit.speed, n[V] * unit.speed);
    let (sin, cos) = libm::sincos(n[TURN]);
    let spin = [0, 1].map(|i| {
        let r = bodies.radius[i];
        if r.is_infinite() { 0.0 } else { n[SPIN + i] * unit.speed / r }
    });
    let overlap = m.overlap * unit.length;
    let mut angular: f64 = (0..2).filter(|&i| bodies.inertia[i].is_finite()).map(|i| bodies.inertia[i] * spin[i]).sum();
    if problem.nearness > 0.0 {
        angular += bodies.m_star * bodies.distance(overlap) * v;
    } else {
        angular += bodies.m_star * ((bodies.radius[0] - overlap) * v + n[PATH] * unit.length * w);
        angular += n[MOMENT] * unit.impulse * unit.length;
    }
    let elastic = problem.normal.law.elastic(overlap);
    Point {
        time: n[TIME] * unit.time,
        overlap,
        speed: w,
        velocity: [-w * cos - v * sin, v * cos - w * sin, 0.0],
        force: problem.normal.law.force(overlap, w),
        force_elastic: elastic,
        slip: [slip * unit.speed, 0.0],
        shear: [pull * unit.force, 0.0],
        limit: limit * unit.force,
        sliding: pull.abs() >= (1.0 - FULL) * limit,
        spin: spin.map(|b| [0.0, 0.0, b]),
        turned: n[TURN],
        press: n[PRESS] * unit.impulse,
        impulse: [n[IMPULSE] * unit.impulse, n[IMPULSE + 1] * unit.impulse, 0.0],
        angular: [0.0, 0.0, angular],
        work: n[DASHPOT] * unit.energy,
        works: [n[SHEAR] * unit.energy, 0.0, 0.0, n[CREATED] * unit.energy],
    }
}

/// The normal half from the flow, if friction does not change it; the tangential half from the stepped run.
fn finished(problem: &Problem, shear: &ShearForce, normal: &Pass, m: &March, course: &[Point]) -> Pass {
    let arms = problem.arms(shear.levers.slip, m.overlap);
    let n = &m.numbers;
    let slip = n[V] - arms[0] * n[SPIN] - arms[1] * n[SPIN + 1];
    let end = point(problem, m, 0.0, 0.0, slip);
    let start = normal.points.first().copied().unwrap_or(end);
    let mut points = vec![start];
    points.extend(course);
    points.push(end);
    let mut pass = Pass { marched: points, ..normal.clone() };
    let Point { force, overlap, .. } = normal.end;
    if problem.nearness > 0.0 {
        // The tangential velocity rotates the contact: the normal motion is also that of the stepped run.
        pass.end = Point { force, overlap, ..end };
        if let Some(zero) = pass.zero_overlap.as_mut() {
            (zero.speed, zero.time) = (end.speed, zero.time + end.time - normal.end.time);
        }
    } else {
        let Point { time, speed, press, work, force_elastic, .. } = normal.end;
        pass.end = Point { time, overlap, speed, force, force_elastic, press, work, ..end };
    }
    pass
}

/// Length in `s` after which a contact counts as endless; a collision is about 3 long.
const LONGEST: f64 = 1e4;

/// State: `q`, rate of approach and time, in the units of the flow.
type NormalState = [f64; 3];

/// State at first touch.
const TOUCH: NormalState = [0.0, 1.0, 0.0];

/// The normal motion in equal steps of `s`, `delta = L q^p` and `dt = p q^(p-1) ds`, in which touch, turning point and end are regular points:
/// the Runge-Kutta scheme is of fourth order throughout.
#[derive(Debug, Clone, Copy)]
struct NormalMarch {
    flow: Scaled,
    /// The end of contact.
    ends: Ends,
}

impl NormalMarch {
    /// The force after clamping.
    #[inline(always)]
    fn force(&self, q: f64, w: f64) -> f64 {
        let force = self.flow.force(q, w)[0];
        if self.ends.pulls() { force } else { force.max(0.0) }
    }

    #[inline(always)]
    fn rate(&self, [q, w, _]: NormalState, turning: &impl Fn(f64) -> f64) -> NormalState {
        let clock = self.flow.clock(q);
        [w, -clock * (self.force(q, w) + turning(self.flow.overlap(q))), clock]
    }

    /// One step of length `h` in `s`; `turning` is a force added to that of the law, as a function of the overlap.
    fn step(&self, y: NormalState, h: f64, turning: impl Fn(f64) -> f64) -> NormalState {
        // Written out: `from_fn` would call a closure for each of three numbers.
        let plus = |k: &NormalState, f: f64| [y[0] + f * k[0], y[1] + f * k[1], y[2] + f * k[2]];
        let a = self.rate(y, &turning);
        let b = self.rate(plus(&a, 0.5 * h), &turning);
        let c = self.rate(plus(&b, 0.5 * h), &turning);
        let d = self.rate(plus(&c, h), &turning);
        let last = |i: usize| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        [last(0), last(1), last(2)]
    }

    /// Whether the contact has ended; false at first touch.
    fn is_over(&self, [q, w, _]: NormalState) -> bool {
        q <= 0.0
            || (self.ends == Ends::ZeroForce
                && w < 0.0
                && self.flow.damping() > 0.0
                && self.flow.divided_force(q, w) <= 0.0)
    }

    /// The state at the end of contact, at most a step of length `h` ahead.
    fn end(&self, y: NormalState, h: f64, turning: impl Fn(f64) -> f64) -> NormalState {
        let [_, part] = halved([0.0, h], 60, |part| self.is_over(self.step(y, part, &turning)));
        self.step(y, part, &turning)
    }

    /// The number of steps of the head-on collision, the last of which ends after the contact has ended; `None` when it never ends.
    fn steps(&self, h: f64) -> Option<u32> {
        let mut y = TOUCH;
        (1..=(LONGEST / h) as u32).find(|_| {
            y = self.step(y, h, |_| 0.0);
            self.is_over(y)
        })
    }
}
