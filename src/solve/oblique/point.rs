//! The contact at one time, in SI.

use super::branch::Slide;
use super::planar::{FULL, IMPULSE, MOMENT, PATH, PRESS, Planar, Q, SPIN, TIME, TURN, V, W, WORK};
use super::problem::Problem;
use crate::ode::State;
use crate::trajectory::ShearSample;

use crate::solve::passage;

/// The contact at one time, with what it has done so far. SI.
///
/// Vectors in `n`, `t`, `b`: of the turning contact if not said otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub time: f64,
    pub overlap: f64,
    /// Rate of approach.
    pub speed: f64,
    /// Velocity of body 1 relative to body 2 at first touch's `n`, `t`, `b`.
    pub velocity: [f64; 3],
    pub force: f64,
    pub force_elastic: f64,
    pub slip: [f64; 2],
    pub shear: [f64; 2],
    pub limit: f64,
    pub sliding: bool,
    /// Along `n`, `t`, `b` of first touch.
    pub spin: [[f64; 3]; 2],
    /// Angle by which the normal has turned.
    pub turned: f64,
    /// Integral of the normal force.
    pub press: f64,
    /// Impulse on body 1 along `n`, `t`, `b` of first touch.
    pub impulse: [f64; 3],
    /// Angular momentum about `n`, `t`, `b` of first touch, less what the torque from outside has put in.
    pub angular: [f64; 3],
    /// Work of the normal dashpot.
    pub work: f64,
    /// Works of slip, of the tangential dashpot, of rolling, and what the law created.
    pub works: [f64; 4],
}

impl Point {
    /// As the head-on reference has it.
    pub fn normal(&self) -> passage::Point {
        let Self { time, overlap, speed, force, force_elastic, work, press, .. } = *self;
        passage::Point { time, overlap, speed, force, force_elastic, work, impulse: press }
    }

    pub fn shear_sample(&self) -> ShearSample {
        let Self { time, slip, shear, limit, sliding, spin, .. } = *self;
        ShearSample { time, slip, force: shear, limit, spin: [spin[0][2], spin[1][2]], sliding }
    }
}

/// A planar state in SI.
pub fn planar_point(flow: &Planar, y: &State<FULL>) -> Point {
    let Problem { scale, normal, bodies, nearness, .. } = flow.problem;
    let at = flow.acting(y);
    let xi = normal.overlap(y[Q]);
    let overlap = xi * scale.length;
    let spin = spins(flow.problem, y);
    let (sin, cos) = y[TURN].sin_cos();
    let (w, v) = (y[W] * scale.speed, y[V] * scale.speed);
    let velocity = [-w * cos - v * sin, v * cos - w * sin, 0.0];
    let mut angular: f64 = (0..2).filter(|&i| bodies.inertia[i].is_finite()).map(|i| bodies.inertia[i] * spin[i]).sum();
    let m_star = bodies.m_star;
    if *nearness > 0.0 {
        angular += m_star * bodies.distance(overlap) * v;
    } else {
        // About the point of first touch; the wall's reaction has the moment of the normal force on the path.
        let path = y[PATH] * scale.length;
        angular += m_star * ((bodies.radius[0] - overlap) * v + path * w);
        angular += y[MOMENT] * scale.impulse * scale.length;
    }
    let works = [1, 2, 3, 4].map(|k| y[WORK + k] * scale.energy);
    Point {
        time: y[TIME] * scale.time,
        overlap,
        speed: w,
        velocity,
        force: at.normal * scale.force,
        force_elastic: at.elastic * scale.force,
        slip: [at.slip * scale.speed, 0.0],
        shear: [at.force * scale.force, 0.0],
        limit: at.limit * scale.force,
        sliding: matches!(flow.branch.slide, Slide::Slip(_) | Slide::Loose),
        spin: spin.map(|b| [0.0, 0.0, b]),
        turned: y[TURN],
        press: y[PRESS] * scale.impulse,
        impulse: [y[IMPULSE] * scale.impulse, y[IMPULSE + 1] * scale.impulse, 0.0],
        angular: [0.0, 0.0, angular],
        work: y[WORK] * scale.energy,
        works,
    }
}

/// Spins along `b`, rad/s.
pub fn spins<const N: usize>(problem: &Problem, y: &State<N>) -> [f64; 2] {
    [0, 1].map(|i| {
        let r = problem.bodies.radius[i];
        if r.is_infinite() { 0.0 } else { y[SPIN + i] * problem.scale.speed / r }
    })
}
