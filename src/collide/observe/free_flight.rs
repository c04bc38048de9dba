//! Tangential observables from the free flight of an engine's two bodies.

use nalgebra::Vector3;

use super::Observable;
use super::oblique::Departure;
use crate::collide::bounce::Bounce;
use crate::collide::flight::{BodyState, parting, states};
use crate::law::scene::Scene;

type Vector = Vector3<f64>;

/// The tangential observables; unknown or undefined ones are `None`. Empty while the bodies touch.
///
/// Free flight does not show the work of dashpot, slip and rolling, which stays unknown. Slip is that of the undeformed
/// surfaces: every arm is the radius at zero overlap.
pub(super) fn tangential_observables(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, Option<f64>)> {
    let parted = if bounce.separated { parting(scene, &bounce.end) } else { None };
    let Some(after) = parted else { return Vec::new() };
    let before = states(scene, 0.0);
    let [_, t, b] = scene.kinematics.frame.map(Vector::from);
    let n = normal_at_touch(scene);
    let now = direction(scene, &after, n);
    // The tangent turns with the normal.
    let tangent = unit(t - now * t.dot(&now));
    let (relative_before, relative) = (relative_velocity(&before), relative_velocity(&after));
    let (slip_before, slip) = (self::slip(scene, &before, n).dot(&t), self::slip(scene, &after, now).dot(&tangent));
    let gained = relative - relative_before;
    let rebound = Departure {
        velocity: [relative.dot(&n), relative.dot(&t)],
        spin: Vector::from(after[0].spin).dot(&b),
        slip_before,
        slip,
        separation: relative.dot(&now),
        impulse: [gained.dot(&n), gained.dot(&t)],
    };
    rebound.observed(scene)
}

/// Unit vector from body 2 to body 1 at first touch.
pub(super) fn normal_at_touch(scene: &Scene) -> Vector {
    crate::collide::flight::normal(scene).into()
}

/// Unit vector from body 2 to body 1; of a wall its normal `first`.
fn direction(scene: &Scene, states: &[BodyState; 2], first: Vector) -> Vector {
    if scene.bodies[1].is_wall() { first } else { unit(centre_vector(states)) }
}

pub(super) fn centre_vector([one, two]: &[BodyState; 2]) -> Vector {
    Vector::from(one.position) - Vector::from(two.position)
}

pub(super) fn relative_velocity([one, two]: &[BodyState; 2]) -> Vector {
    Vector::from(one.velocity) - Vector::from(two.velocity)
}

/// Slip velocity of the surfaces, `v - (v n) n - (r_1 w_1 + r_2 w_2) x n`, m/s.
fn slip(scene: &Scene, states: &[BodyState; 2], n: Vector) -> Vector {
    let v = relative_velocity(states);
    let mut turning = Vector::zeros();
    for (body, state) in scene.bodies.iter().zip(states).filter(|(body, _)| !body.is_wall()) {
        turning += Vector::from(state.spin) * body.radius();
    }
    v - n * v.dot(&n) - turning.cross(&n)
}

fn unit(a: Vector) -> Vector {
    a * (1.0 / a.norm())
}
