//! Positions and velocities of the bodies of a scene in free flight, before and after the collision.
//!
//! Each pair has a frame of its own: the origin is the point of first touch, the axes are those of the case. A pair of
//! spheres meets along x (an oblique one along the axis of the case), body 1 above the origin, in the frame of its centre
//! of mass; a wall goes through the origin.
//! A run starts `onset_phase` of a step before first touch, so that first touch lies at a known place inside a step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::law::scene::{Body, Scene, Shape};

/// A body at one time, SI.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BodyState {
    /// Centre of a sphere, or a point of a wall's surface, m.
    pub position: [f64; 3],
    /// m/s
    pub velocity: [f64; 3],
    /// rad/s
    pub spin: [f64; 3],
}

/// The unit vector from body 2 to body 1 at first touch.
pub fn normal(scene: &Scene) -> [f64; 3] {
    match scene.bodies[1].shape {
        Shape::Wall { normal } => normal,
        Shape::Sphere { .. } if scene.kinematics.is_head_on() => [1.0, 0.0, 0.0],
        Shape::Sphere { .. } => scene.kinematics.frame[0],
    }
}

/// The normal of a pair and two directions perpendicular to it, in the axes of its frame.
pub fn axes(scene: &Scene) -> [[f64; 3]; 3] {
    let [n, t, b] = scene.kinematics.frame;
    let first = normal(scene);
    // Two spheres that meet head-on do so along x whatever the axis of the case.
    if first == n { [n, t, b] } else { [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
}

/// Both bodies `time` seconds before they touch.
///
/// They fly freely until then: `x = x_touch - v t`, with `v_1 = (v_t t - v n) m*/m_1` and `v_2 = -(v_t t - v n) m*/m_2`.
pub fn states(scene: &Scene, time: f64) -> [BodyState; 2] {
    let n = normal(scene);
    let [_, t, b] = scene.kinematics.frame;
    let m_star = scene.pair.m_star;
    let share = |body: &Body| if body.held || body.mass.is_infinite() { 0.0 } else { m_star / body.mass };
    let state = |i: usize, side: f64| {
        let body = &scene.bodies[i];
        let reach = if body.is_wall() { 0.0 } else { body.radius() };
        let mut velocity = n.map(|n| -side * scene.speed * share(body) * n);
        let mut spin = [0.0; 3];
        if !scene.kinematics.is_head_on() {
            let along = side * scene.kinematics.tangential_speed * share(body);
            let [about_n, about_t, about_b] = scene.kinematics.spin[i];
            for axis in 0..3 {
                velocity[axis] += along * t[axis];
                spin[axis] = about_n * n[axis] + about_t * t[axis] + about_b * b[axis];
            }
        }
        let touch = n.map(|n| side * reach * n);
        BodyState { position: std::array::from_fn(|i| touch[i] - velocity[i] * time), velocity, spin }
    };
    [state(0, 1.0), state(1, -1.0)]
}

/// Overlap and rate of approach of the bodies of a scene, m and m/s.
pub fn approach(scene: &Scene, [one, two]: &[BodyState; 2]) -> (f64, f64) {
    let apart = sub(one.position, two.position);
    let relative = sub(one.velocity, two.velocity);
    match scene.bodies[1].shape {
        Shape::Wall { normal } => (scene.bodies[0].radius() - dot(apart, normal), -dot(relative, normal)),
        Shape::Sphere { .. } => {
            let distance = dot(apart, apart).sqrt();
            let reach = scene.bodies[0].radius() + scene.bodies[1].radius();
            (reach - distance, -dot(relative, apart) / distance)
        }
    }
}

/// Seconds since the surfaces of two bodies that now fly freely apart were in touch: `|x + v t| = R_1 + R_2` solved for
/// the `-t` nearest to now. `None` when they never were. Negative while they still overlap.
pub fn since_touch(scene: &Scene, states: &[BodyState; 2]) -> Option<f64> {
    let (overlap, speed) = approach(scene, states);
    let Shape::Sphere { .. } = scene.bodies[1].shape else { return Some(overlap / speed) };
    let [one, two] = states;
    let (x, v) = (sub(one.position, two.position), sub(one.velocity, two.velocity));
    let reach = scene.bodies[0].radius() + scene.bodies[1].radius();
    let (a, b) = (dot(v, v), dot(x, v));
    // (|x| - R)(|x| + R) keeps the digits that |x|^2 - R^2 loses.
    let c = -overlap * (dot(x, x).sqrt() + reach);
    let under = b * b - a * c;
    (under >= 0.0).then(|| c / (b + under.sqrt()))
}

/// The states of two bodies in free flight at the time their surfaces separated; `None` if they never touched.
pub fn parting(scene: &Scene, states: &[BodyState; 2]) -> Option<[BodyState; 2]> {
    let ago = since_touch(scene, states)?;
    Some(states.map(|state| BodyState {
        position: std::array::from_fn(|i| state.position[i] - state.velocity[i] * ago),
        ..state
    }))
}

/// `a . b`, in the product of their units.
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a x b`, in the product of their units.
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `a - b`, of one unit.
pub fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
