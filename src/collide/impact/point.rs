//! The contact at one time, in SI.

use nalgebra::{UnitQuaternion, Vector3};

use super::contact_state::{SliderState, Tangent};
use super::motion::ImpactMotion;
use super::normal::NormalMotion;
use super::problem::Problem;
use super::state::{MotionState, axes, space, turning};
use crate::collide::ode::Vector;
use crate::collide::trajectory::{Sample, ShearSample};

/// The contact at one time, with its impulses and works so far. SI.
///
/// Vectors have components along `n`, `t`, `b`: of the turning contact if not stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Point {
    pub time: f64,
    pub overlap: f64,
    /// Rate of approach.
    pub speed: f64,
    /// Velocity of body 1 relative to body 2 along `n`, `t`, `b` of first touch.
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
    /// Angular momentum about `n`, `t`, `b` of first touch, minus the angular impulse of external torques.
    pub angular: [f64; 3],
    /// Work of the normal dashpot.
    pub work: f64,
    /// Works of slip, of the tangential dashpot, of rolling, and energy created by the law.
    pub works: [f64; 4],
}

impl Point {
    pub fn sample(&self) -> Sample {
        let Self { time, overlap, speed, force, force_elastic, .. } = *self;
        Sample { time, overlap, speed, force, force_elastic }
    }

    pub fn shear_sample(&self) -> ShearSample {
        let Self { time, slip, shear, limit, sliding, spin, .. } = *self;
        ShearSample { time, slip, force: shear, limit, spin: [spin[0][2], spin[1][2]], sliding }
    }
}

/// A state in SI.
pub fn point<M: NormalMotion, const D: usize, const N: usize>(flow: &ImpactMotion<M, D>, y: &Vector<N>) -> Point {
    let Problem { scale, bodies, nearness, .. } = flow.problem;
    let m = MotionState::of(y);
    let at = flow.acting(&m);
    let overlap = at.xi * scale.length;
    let work = MotionState::<D>::WORK;
    let normal = Point {
        time: y[MotionState::<D>::TIME] * scale.time,
        overlap,
        speed: m.w * scale.speed,
        force: at.normal * scale.force,
        force_elastic: at.elastic * scale.force,
        press: y[MotionState::<D>::PRESS] * scale.impulse,
        work: y[work] * scale.energy,
        ..Point::default()
    };
    if D == 0 {
        return normal;
    }
    let turned = axes::<D, N>(y);
    let velocity = turned * space(-m.w, &m.v) * scale.speed;
    let spin = [0, 1].map(|i| {
        let r = bodies.radius[i];
        if r.is_infinite() { Vector3::zeros() } else { turned * turning(m.twist[i], &m.spin[i]) * (scale.speed / r) }
    });
    let mut angular = Vector3::zeros();
    for (inertia, spin) in bodies.inertia.iter().zip(&spin).filter(|(inertia, _)| inertia.is_finite()) {
        angular += spin * *inertia;
    }
    let n = turned.column(0).into_owned();
    let along = |k: usize| Tangent::<D>::from_fn(|i, _| y[k + i]);
    let place = if *nearness > 0.0 {
        n * bodies.distance(overlap)
    } else {
        // About the point of first touch; the reaction of the wall has the moment of the normal force along the path.
        let moment = along(MotionState::<D>::MOMENT) * (scale.impulse * scale.length);
        angular += turning(0.0, &moment);
        space(bodies.radius[0] - overlap, &(along(MotionState::<D>::PATH) * scale.length))
    };
    angular += place.cross(&velocity) * bodies.m_star;
    // Slip and force in axes that turn with the normal but not about it.
    let untwisted = UnitQuaternion::rotation_between(&Vector3::x(), &n).unwrap_or_default();
    let shown = |x: &Tangent<D>, unit: f64| {
        if D == 1 {
            return [x[0] * unit, 0.0];
        }
        let x = untwisted.inverse() * (turned * space(0.0, x)) * unit;
        [x[1], x[2]]
    };
    Point {
        velocity: velocity.into(),
        slip: shown(&at.slip, scale.speed),
        shear: shown(&at.force, scale.force),
        limit: at.limit * scale.force,
        sliding: flow.branch.slide.slips() || flow.branch.slide == SliderState::Loose,
        spin: spin.map(Into::into),
        turned: if D == 1 { y[MotionState::<D>::AXES] } else { n[1].hypot(n[2]).atan2(n[0]) },
        impulse: (space(y[MotionState::<D>::IMPULSE], &along(MotionState::<D>::IMPULSE + 1)) * scale.impulse).into(),
        angular: angular.into(),
        works: [1, 2, 3, 4].map(|k| y[work + k] * scale.energy),
        ..normal
    }
}
