//! An oblique impact of the engine, and its prediction by a candidate law.

use super::largest;
use super::probes::Reading;
use crate::collide::bounce::Bounce;
use crate::collide::schemes;
use crate::collide::stepper::{Impact, Oblique, strike};
use crate::law::scene::Scene;
use crate::law::shear::ShearForce;

pub(super) const LIMIT: &str = "Coulomb limit";

pub(super) const HISTORY: &str = "history rule";

pub(super) const LEVER: &str = "lever";

pub(super) const FRICTION: f64 = 0.4;

/// Impact angles from the normal, degrees: sticking, stick-slip, gross sliding.
pub(super) const ANGLES: [f64; 3] = [12.0, 30.0, 80.0];

/// An impact at two step sizes, as returned by [`seen`].
pub(super) struct Measured {
    pub scene: Scene,
    /// Steps, s.
    pub dt: [f64; 2],
    pub coarse: ObliqueReading,
    pub fine: ObliqueReading,
}

impl Measured {
    /// Largest difference to the prediction of a tangential force at the same two steps, in units of the error.
    pub(super) fn distance(&self, shear: ShearForce) -> f64 {
        let [Some(coarse), Some(fine)] = self.dt.map(|dt| predicted(&self.scene, shear, dt)) else { return f64::NAN };
        largest((0..coarse.len()).map(|i| {
            let (measured, exact) =
                (Reading::new(self.coarse[i], self.fine[i], FLOOR), Reading::new(coarse[i], fine[i], 0.0));
            (measured.value - exact.value).abs() / (measured.off + exact.off)
        }))
    }
}

pub(super) fn seen(scene: &Scene, bounce: &Bounce) -> ObliqueReading {
    let [_, t, b] = scene.kinematics.frame;
    let along = |v: [f64; 3], axis: [f64; 3]| v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
    let [one, two] = &bounce.end;
    let unit = scene.kinematics.tangential_speed;
    let moving = along(one.velocity, t) - along(two.velocity, t);
    [moving / unit, surface(scene, 0, along(one.spin, b)), surface(scene, 1, along(two.spin, b))]
}

/// Speed of the surface of a body by its spin (rad/s), over the tangential speed before; 0 of a wall.
fn surface(scene: &Scene, body: usize, spin: f64) -> f64 {
    let body = &scene.bodies[body];
    if body.is_wall() { 0.0 } else { body.radius() * spin / scene.kinematics.tangential_speed }
}

/// The prediction for a tangential force.
pub(super) fn predicted(scene: &Scene, shear: ShearForce, dt: f64) -> Option<ObliqueReading> {
    let oblique = Oblique { shear, ..Oblique::of(scene)? };
    let scheme = schemes::find("velocity-verlet")?;
    let tangential = strike(scheme, &oblique, &Impact { phase: 0.5, speed: scene.speed, dt }).ok()?.tangential?;
    let [one, two] = tangential.spin;
    Some([
        tangential.velocity[1] / scene.kinematics.tangential_speed,
        surface(scene, 0, one[2]),
        surface(scene, 1, two[2]),
    ])
}

/// After an impact, over the tangential speed before: tangential speed of body 1 relative to body 2, and the speed of the
/// surface of each by its spin.
pub(super) type ObliqueReading = [f64; 3];

/// Error of a tangential speed, in parts of the one before: what extrapolation leaves where sticking turns to sliding.
pub(super) const FLOOR: f64 = 3e-4;
