//! The oblique words, read off the free flight of an engine's two bodies.

use nalgebra::Vector3;

use super::Observable;
use super::oblique::Rebound;
use crate::scene::Scene;
use crate::system::engine::Bounce;
use crate::system::engine::start::{BodyState, parting, states};

type Vector = Vector3<f64>;

/// What happened along the contact; what is unknown or has no meaning is `None`. Empty while the bodies touch.
///
/// The work of dashpot, slip and rolling is no part of a flight, so it stays unknown. Slip is that of the nominal surfaces:
/// every arm is the radius at zero overlap.
pub(super) fn along(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, Option<f64>)> {
    let parted = if bounce.separated { parting(scene, &bounce.end) } else { None };
    let Some(after) = parted else { return Vec::new() };
    let before = states(scene, 0.0);
    let [_, t, b] = scene.meeting.frame.map(Vector::from);
    let n = direction_of_touch(scene);
    let now = direction(scene, &after, n);
    // The tangent turns with the normal.
    let tangent = unit(t - now * t.dot(&now));
    let (relative_before, relative) = (relative(&before), relative(&after));
    let (slip_before, slip) = (self::slip(scene, &before, n).dot(&t), self::slip(scene, &after, now).dot(&tangent));
    let gained = relative - relative_before;
    let rebound = Rebound {
        velocity: [relative.dot(&n), relative.dot(&t)],
        spin: Vector::from(after[0].spin).dot(&b),
        slip_before,
        slip,
        separation: relative.dot(&now),
        impulse: [gained.dot(&n), gained.dot(&t)],
    };
    rebound.observed(scene)
}

/// From body 2 to body 1 at first touch.
pub(super) fn direction_of_touch(scene: &Scene) -> Vector {
    crate::system::engine::start::normal(scene).into()
}

/// From body 2 to body 1.
fn direction(scene: &Scene, states: &[BodyState; 2], first: Vector) -> Vector {
    if scene.bodies[1].is_wall() { first } else { unit(apart(states)) }
}

pub(super) fn apart([one, two]: &[BodyState; 2]) -> Vector {
    Vector::from(one.position) - Vector::from(two.position)
}

pub(super) fn relative([one, two]: &[BodyState; 2]) -> Vector {
    Vector::from(one.velocity) - Vector::from(two.velocity)
}

/// Of the surfaces along the contact, `v - (v n) n - (r_1 w_1 + r_2 w_2) x n`, m/s.
fn slip(scene: &Scene, states: &[BodyState; 2], n: Vector) -> Vector {
    let v = relative(states);
    let mut turning = Vector::zeros();
    for (body, state) in scene.bodies.iter().zip(states).filter(|(body, _)| !body.is_wall()) {
        turning += Vector::from(state.spin) * body.radius();
    }
    v - n * v.dot(&n) - turning.cross(&n)
}

fn unit(a: Vector) -> Vector {
    a * (1.0 / a.norm())
}
