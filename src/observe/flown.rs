//! The oblique words, read off the free flight of an engine's two bodies.

use super::{Observable, stepped};
use crate::engine::Bounce;
use crate::engine::start::{State, parting, states};
use crate::scene::{Bodies, Scene};

type Vector = [f64; 3];

/// What happened along the contact; what is unknown or has no meaning is `None`. Empty while the bodies touch.
///
/// The work of dashpot, slip and rolling is no part of a flight, so it stays unknown. Slip is that of the nominal surfaces:
/// every arm is the radius at zero overlap.
pub(super) fn along(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, Option<f64>)> {
    let parted = if bounce.separated { parting(scene, &bounce.end) } else { None };
    let Some(after) = parted else { return Vec::new() };
    let before = states(scene, 0.0);
    let [_, t, b] = scene.meeting.frame;
    let n = crate::engine::start::normal(scene);
    let now = direction(scene, &after, n);
    // The tangent turns with the normal.
    let tangent = unit(sub(t, scaled(now, dot(t, now))));
    let (relative_before, relative) = (relative(&before), relative(&after));
    let [v_n, v_t] = [dot(relative, n), dot(relative, t)];
    let (slip_before, slip) = (dot(self::slip(scene, &before, n), t), dot(self::slip(scene, &after, now), tangent));
    let gained = sub(relative, relative_before);
    let ratio = |after: f64, before: f64| (before != 0.0).then(|| after / before);
    let unit = stepped::psi_per_slope(scene).map(|psi| psi / scene.speed);
    vec![
        (Observable::TangentialRestitution, ratio(v_t, scene.meeting.tangential_speed)),
        (Observable::TangentialRestitutionContact, ratio(-slip, slip_before)),
        (Observable::ReboundAngle, Some(v_t.atan2(v_n))),
        (Observable::ReboundAngleContact, Some(slip.atan2(dot(relative, now)))),
        (Observable::ReboundSpin, Some(dot(after[0].spin, b))),
        (Observable::TangentialImpulseRatio, ratio(-dot(gained, t), dot(gained, n))),
        (Observable::Psi1, unit.map(|unit| unit * slip_before)),
        (Observable::Psi2, unit.map(|unit| unit * slip)),
        (Observable::EnergyLost, Some(kinetic(scene, &before) - kinetic(scene, &after))),
        (Observable::AngularMomentumResidual, Some(angular(scene, &before, &after))),
    ]
}

/// From body 2 to body 1.
fn direction(scene: &Scene, states: &[State; 2], first: Vector) -> Vector {
    if scene.bodies[1].is_wall() { first } else { unit(sub(states[0].position, states[1].position)) }
}

fn relative(states: &[State; 2]) -> Vector {
    sub(states[0].velocity, states[1].velocity)
}

/// Of the surfaces along the contact, `v - (v n) n - (r_1 w_1 + r_2 w_2) x n`, m/s.
fn slip(scene: &Scene, states: &[State; 2], n: Vector) -> Vector {
    let v = relative(states);
    let mut turning = [0.0; 3];
    for (body, state) in scene.bodies.iter().zip(states).filter(|(body, _)| !body.is_wall()) {
        turning = std::array::from_fn(|i| turning[i] + body.radius() * state.spin[i]);
    }
    sub(sub(v, scaled(n, dot(v, n))), cross(turning, n))
}

/// Of the relative motion and the spins, J. What cannot turn counts for nothing.
fn kinetic(scene: &Scene, states: &[State; 2]) -> f64 {
    let bodies = Bodies::of(scene);
    let v = relative(states);
    let spins = bodies.inertia.iter().zip(states).filter(|(inertia, _)| inertia.is_finite());
    let turning: f64 = spins.map(|(inertia, state)| 0.5 * inertia * dot(state.spin, state.spin)).sum();
    0.5 * bodies.m_star * dot(v, v) + turning
}

/// Gain of angular momentum over `m* |v|` times the distance of the centres (a wall: the radius); of a pair about its
/// centre of mass, at a wall about the point of first touch without the torque of the wall's normal force.
fn angular(scene: &Scene, before: &[State; 2], after: &[State; 2]) -> f64 {
    let bodies = Bodies::of(scene);
    let arm = bodies.radius.iter().filter(|radius| radius.is_finite()).sum::<f64>();
    let n = crate::engine::start::normal(scene);
    let orbital = |states: &[State; 2]| {
        let apart = if scene.bodies[1].is_wall() {
            // About the point right below the ball: the normal force has no torque there.
            scaled(n, arm)
        } else {
            sub(states[0].position, states[1].position)
        };
        scaled(cross(apart, relative(states)), bodies.m_star)
    };
    let mut gained = sub(orbital(after), orbital(before));
    for (inertia, (late, early)) in bodies.inertia.iter().zip(after.iter().zip(before)) {
        if inertia.is_finite() {
            gained = std::array::from_fn(|i| gained[i] + (late.spin[i] - early.spin[i]) * inertia);
        }
    }
    let v = relative(before);
    let sign = dot(gained, scene.meeting.frame[2]);
    (dot(gained, gained).sqrt() / (arm * bodies.m_star * dot(v, v).sqrt())).copysign(sign)
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|a| a * by)
}

fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / dot(a, a).sqrt())
}
