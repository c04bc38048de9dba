//! The oblique words, read off the free flight of an engine's two bodies.

use super::{Observable, stepped};
use crate::scene::Scene;
use crate::system::engine::Bounce;
use crate::system::engine::start::{State, parting, states};

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
    let n = direction_of_touch(scene);
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
    ]
}

/// From body 2 to body 1 at first touch.
pub(super) fn direction_of_touch(scene: &Scene) -> Vector {
    crate::system::engine::start::normal(scene)
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

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(super) fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|a| a * by)
}

fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / dot(a, a).sqrt())
}
