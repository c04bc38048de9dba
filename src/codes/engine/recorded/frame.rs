//! Finds the frame of a recording from the motion of its bodies before contact.

use nalgebra::Vector3;

use super::{TimedStates, wall};
use crate::collide::bounce::Precision;
use crate::collide::flight::{BodyState, axes, since_touch};
use crate::law::scene::{Body, Scene, Shape};
use crate::number::{exact, rounded};

type Vector = Vector3<f64>;

/// Largest difference of start velocities, relative to the impact speed.
const SAME: f64 = 1e-6;

/// Transformation from the frame of a recording to the pair's own frame.
pub(super) struct PairFrame {
    /// When the bodies touch, on the clock of the recording, s.
    pub touched: f64,
    /// Position of first touch, and its drift velocity.
    origin: Vector,
    drift: Vector,
    /// The normal and two directions perpendicular to it, in the axes of the recording and of the pair.
    from: [Vector; 3],
    to: [Vector; 3],
    /// Uncertainty of the directions from the printed digits, rad.
    turned: f64,
    /// The scene in the axes of the recording, for messages.
    wall: String,
}

impl PairFrame {
    /// From the last row before first touch. `turned` is the scene with the wall where the recording has it; `known` is how
    /// well the row is printed.
    ///
    /// The normal is the line of centres at the end of free flight; `t` is the direction of sliding, or, where nothing
    /// slides, the one that puts the first spin where the scene has it.
    pub(super) fn find(
        turned: &Scene,
        scene: &Scene,
        row: &TimedStates,
        known: [Precision; 2],
    ) -> Result<Self, String> {
        let [one, two] = &row.states;
        let (x, v) = (between(one.position, two.position), between(one.velocity, two.velocity));
        let reach = scene.bodies.iter().map(Body::radius).filter(|radius| radius.is_finite()).sum::<f64>();
        // Played backwards the bodies fly apart.
        let backwards = row.states.map(|state| BodyState { velocity: state.velocity.map(|v| -v), ..state });
        let flight = since_touch(turned, &backwards)
            .ok_or("the bodies pass each other without contact; check radii and units")?;
        let n = match turned.bodies[1].shape {
            Shape::Wall { normal } => Vector::from(normal),
            Shape::Sphere { .. } => (x + v * flight).normalize(),
        };
        let first = &scene.bodies[0];
        let share = if first.held { 0.0 } else { scene.pair.m_star / first.mass };
        // Where body 1 is touched.
        let origin = Vector::from(one.position) + Vector::from(one.velocity) * flight - n * first.radius();
        let (t, across) = tangent(scene, row, n, v, known);
        let normal_known = if turned.bodies[1].is_wall() { 0.0 } else { known[0].position + known[1].position };
        Ok(Self {
            touched: row.time + flight,
            origin,
            drift: Vector::from(one.velocity) - v * share,
            from: [n, t, n.cross(&t)],
            to: axes(scene).map(Vector::from),
            turned: normal_known / reach + across + 8.0 * f64::EPSILON,
            wall: wall(turned),
        })
    }

    /// A vector of the recording in the axes of the pair.
    fn turn(&self, vector: Vector) -> [f64; 3] {
        let parts = self.from.map(|axis| axis.dot(&vector));
        std::array::from_fn(|i| (0..3).map(|k| parts[k] * self.to[k][i]).sum())
    }

    /// Error of a vector from the uncertainty of the directions.
    pub(super) fn turns(&self, vector: [f64; 3]) -> f64 {
        self.turned * Vector::from(vector).norm()
    }

    /// Both bodies of a row in the frame of the pair.
    pub(super) fn states(&self, scene: &Scene, row: &TimedStates) -> [BodyState; 2] {
        let origin = self.origin + self.drift * (row.time - self.touched);
        let mut states = row.states.map(|state| BodyState {
            position: self.turn(Vector::from(state.position) - origin),
            velocity: self.turn(Vector::from(state.velocity) - self.drift),
            spin: self.turn(state.spin.into()),
        });
        if scene.bodies[1].is_wall() {
            // Any point of its surface is as good.
            let n = self.to[0];
            states[1].position = (n * Vector::from(states[1].position).dot(&n)).into();
        }
        states
    }

    /// Checks that the recording has the start velocities of the scene; returns the allowed difference, m/s.
    pub(super) fn starts(&self, scene: &Scene, row: &TimedStates, known: [Precision; 2]) -> Result<f64, String> {
        let [one, two] = &row.states;
        let v = between(one.velocity, two.velocity);
        let n = self.from[0];
        let (along_n, along_t) = (-v.dot(&n), across(v, n).norm());
        let kinematics = &scene.kinematics;
        let place = if kinematics.is_head_on() { "" } else { " along the normal" };
        let velocity = known[0].velocity + known[1].velocity + self.turns(v.into());
        let mut pairs = vec![
            (format!("at {} m/s{place}", shown(along_n)), along_n, scene.speed, "m/s", 1.0, velocity),
            (
                format!("at {} m/s along the contact", shown(along_t)),
                along_t,
                kinematics.tangential_speed,
                "m/s",
                1.0,
                velocity,
            ),
        ];
        for (i, (body, state)) in scene.bodies.iter().zip(&row.states).enumerate().filter(|(_, (b, _))| !b.is_wall()) {
            for (k, name) in ["normal", "direction of sliding", "third direction"].into_iter().enumerate() {
                let spin = self.from[k].dot(&Vector::from(state.spin));
                let what = format!("with body {} turning at {} rad/s about the {name}", i + 1, shown(spin));
                let known = known[i].spin + self.turns(state.spin);
                pairs.push((what, spin, kinematics.spin[i][k], "rad/s", body.radius(), body.radius() * known));
            }
        }
        let whole = scene.speed.hypot(kinematics.tangential_speed);
        let limit = SAME * whole;
        // The line of centres of two spheres turns while they fly towards each other.
        let turned = !scene.bodies[1].is_wall() && (along_n.hypot(along_t) - whole).abs() <= limit;
        let touch = format!(
            ": the speed is the same, but not the angle at first touch; spheres that start apart turn their line of \
             centres. Give the case the speeds at first touch:  normal_speed = \"{} m/s\", tangential_speed = \"{} m/s\"",
            shown(along_n),
            shown(along_t)
        );
        let mut most: f64 = 0.0;
        for (what, seen, meant, unit, arm, known) in pairs {
            let off = (seen - meant).abs() * arm;
            if off > limit || off.is_nan() {
                let few = if off <= known { "; it is printed with too few digits: print nine or more" } else { "" };
                let cause = match (few.is_empty(), turned && unit == "m/s") {
                    (false, _) => few,
                    (true, true) => &touch,
                    (true, false) => &self.wall,
                };
                return Err(format!("the recording starts {what}, the case at {} {unit}{cause}", shown(meant)));
            }
            most = most.max(off);
        }
        Ok(most)
    }
}

/// The direction `t` with its uncertainty, rad.
fn tangent(scene: &Scene, row: &TimedStates, n: Vector, v: Vector, known: [Precision; 2]) -> (Vector, f64) {
    let sliding = across(v, n);
    if scene.kinematics.tangential_speed > 0.0 && sliding.norm() > 0.0 {
        return (sliding.normalize(), (known[0].velocity + known[1].velocity) / sliding.norm());
    }
    for (i, [_, along_t, along_b]) in scene.kinematics.spin.into_iter().enumerate() {
        let flat = across(row.states[i].spin.into(), n);
        let meant = along_t.hypot(along_b);
        if meant > 0.0 && flat.norm() > 0.0 {
            // The spin lies at the angle from t to b that it has in the scene.
            let u = flat.normalize();
            let t = (u * along_t - n.cross(&u) * along_b) / meant;
            return (t.normalize(), known[i].spin / flat.norm());
        }
    }
    // Any direction across the normal: no result depends on it.
    (across(Vector::ith(n.iamin(), 1.0), n).normalize(), 0.0)
}

/// Vector from the second point to the first.
fn between(one: [f64; 3], two: [f64; 3]) -> Vector {
    Vector::from(one) - Vector::from(two)
}

/// The component of a vector perpendicular to a direction.
fn across(vector: Vector, n: Vector) -> Vector {
    vector - n * vector.dot(&n)
}

/// Nine significant digits.
pub(super) fn shown(value: f64) -> String {
    exact(rounded(value, 9))
}
