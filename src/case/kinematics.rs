//! Impact kinematics of a scene: directions, tangential velocity and spin at first touch.
//!
//! `n` is the wall's normal, or the `axis` of two spheres (+z unless given). `t` is the `direction` of travel,
//! projected on the plane of contact; without one it is +x (+y if the normal is closer than 45 degrees to x), with or
//! without a tangential velocity. `b = n x t`.

use super::body::BodyDraft;
use super::impact::{ANGLE, FrameDraft, ImpactDraft, NORMAL_SPEED, OFFSET, SPEED, TANGENTIAL_SPEED};
use super::scene_values::SceneValues;
use super::table_values::TableValues;
use crate::error::Diagnostic;
use crate::keys::Key;
use crate::law::scene::{Body, ImpactKinematics, Shape};

type Vector = [f64; 3];

/// Rounding error of the components of a vector, relative to its length: smaller components are zero.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A direction of travel whose tangential part is smaller is parallel to the normal.
const PARALLEL: f64 = 1e-6;

/// Rate of approach, m/s, and the kinematics at first touch.
pub(super) fn impact_kinematics(
    picked: &SceneValues,
    impact: &ImpactDraft,
    drafts: &[BodyDraft; 2],
    bodies: &[Body; 2],
) -> Result<(f64, ImpactKinematics), Box<Diagnostic>> {
    let (speed, tangential_speed) = speeds(picked, &impact.given, bodies)?;
    let n = normal(impact, bodies)?;
    let spin = [0, 1].map(|i| drafts[i].spin.map_or([0.0; 3], |ids: [usize; 3]| ids.map(|id| picked.number(id))));
    let t = match &impact.direction {
        Some((direction, place)) => projected(direction, &n).ok_or_else(|| {
            let message = "`direction` is parallel to the normal";
            Box::new(Diagnostic::new(message).at(place).help("give the tangential direction of motion of body 1"))
        })?,
        None => default_tangent(&n),
    };
    let frame = [n, t, cross(&n, &t)];
    let drift = drift(picked, &impact.frame, bodies)?;
    let spin = spin.map(|spin| components(&spin, &frame));
    Ok((speed, ImpactKinematics { frame, tangential_speed, spin, drift }))
}

/// Normal and tangential speed, m/s.
fn speeds(picked: &SceneValues, given: &TableValues, bodies: &[Body; 2]) -> Result<(f64, f64), Box<Diagnostic>> {
    let of = |key: &Key| given.number(picked, key);
    if let (Some(normal), Some(tangential)) = (of(&NORMAL_SPEED), of(&TANGENTIAL_SPEED)) {
        return Ok((normal, tangential));
    }
    let speed = of(&SPEED).unwrap_or(f64::NAN);
    if let Some(angle) = of(&ANGLE) {
        let (sin, cos) = angle.sin_cos();
        return Ok((speed * cos, speed * sin));
    }
    let Some(offset) = given.find(OFFSET.name) else { return Ok((speed, 0.0)) };
    let place = &picked.choice(offset).origin;
    let wrong = |message: String, help: &str| Err(Box::new(Diagnostic::new(message).at(place).help(help)));
    if bodies[1].is_wall() {
        return wrong("`offset` is not valid for a wall".into(), "give the `angle` from the wall's normal");
    }
    let reach = bodies[0].radius() + bodies[1].radius();
    let sin = picked.number(offset) / reach;
    if sin >= 1.0 {
        let message = format!("at an offset of {} the bodies do not touch", picked.choice(offset).text);
        return wrong(message, &format!("the sum of the radii is {reach} m"));
    }
    Ok((speed * ((1.0 - sin) * (1.0 + sin)).sqrt(), speed * sin))
}

/// Unit vector from body 2 to body 1.
fn normal(impact: &ImpactDraft, bodies: &[Body; 2]) -> Result<Vector, Box<Diagnostic>> {
    match (bodies[1].shape, &impact.axis) {
        (Shape::Wall { .. }, Some((_, place))) => {
            let message = "`axis` has no effect at a wall: the wall's normal is used";
            let help = "remove `axis`; set the direction with `normal` of the wall";
            Err(Diagnostic::new(message).at(place).help(help).into())
        }
        (Shape::Wall { normal }, None) => Ok(normal),
        (Shape::Sphere { .. }, axis) => Ok(axis.as_ref().map_or([0.0, 0.0, 1.0], |(axis, _)| *axis)),
    }
}

/// Velocity of the frame of reference, m/s.
fn drift(picked: &SceneValues, frame: &FrameDraft, bodies: &[Body; 2]) -> Result<Vector, Box<Diagnostic>> {
    let (word, place) = match frame {
        FrameDraft::Usual => return Ok([0.0; 3]),
        FrameDraft::Moving(velocity) => return Ok(velocity.map(|id| picked.number(id))),
        FrameDraft::Word(id) => (picked.choice(*id).text.as_str(), &picked.choice(*id).origin),
    };
    let (message, help) = match (word, bodies[1].is_wall()) {
        ("wall", false) => ("there is no wall", "remove `frame`: speeds are relative to the centre of mass"),
        ("centre-of-mass", true) => (
            "`centre-of-mass` is not a valid `frame` here: a wall has no centre of mass",
            "remove `frame`: speeds are relative to the wall",
        ),
        _ => return Ok([0.0; 3]),
    };
    Err(Box::new(Diagnostic::new(message).at(place).help(help)))
}

/// The unit vector of a direction projected on the plane normal to `n`.
fn projected(direction: &Vector, n: &Vector) -> Option<Vector> {
    let along = dot(direction, n);
    let flat: Vector = std::array::from_fn(|i| direction[i] - along * n[i]);
    let length = dot(&flat, &flat).sqrt();
    (length > PARALLEL).then(|| flat.map(|c| c / length))
}

fn default_tangent(n: &Vector) -> Vector {
    let axis = if n[0].abs() > std::f64::consts::FRAC_1_SQRT_2 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    projected(&axis, n).unwrap_or(axis)
}

/// The components of a vector in a frame; those within rounding error are zero.
fn components(vector: &Vector, frame: &[Vector; 3]) -> Vector {
    let size = dot(vector, vector).sqrt();
    let part = |axis: &Vector| {
        let part = dot(vector, axis);
        if part.abs() <= ROUNDING * size { 0.0 } else { part }
    };
    [part(&frame[0]), part(&frame[1]), part(&frame[2])]
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
