//! The numbers of a collision that an engine computed, from the free flight of the two bodies after it: with the balances of momentum, angular
//! momentum and energy, whose uncertainty is that of the printed digits.

use nalgebra::Vector3;

use super::Observable;
use crate::collide::bounce::{Bounce, Precision};
use crate::collide::collision::{Collision, Measured, Rebound};
use crate::collide::estimate::Estimate;
use crate::collide::flight::{BodyState, parting, states};
use crate::law::Ends;
use crate::law::normal::OfEngine;
use crate::law::scene::{Bodies, Scene, motion};
use crate::law::shear::Form;

type Vector = Vector3<f64>;

/// Factor on the rounding error of a position: bodies are far from the origin of a simulation's box.
const FAR: f64 = 1e3;

impl Bounce {
    /// The collision in numbers.
    ///
    /// Where the contact is deleted before the overlap is zero, its end is not known from the free flight. Nor are the works of dashpot, slip
    /// and rolling.
    pub fn collision(&self, scene: &Scene) -> Collision<Estimate> {
        let deleted_early = scene.force.is_none_or(|force| force.ends == Ends::ZeroForce && force.C != 0.0);
        let mut found = self.seen.estimates();
        let apart = found.measured.duration_to_zero_overlap;
        let before = states(scene, 0.0);
        found.measured = Measured {
            duration: apart.filter(|_| !deleted_early),
            duration_to_zero_overlap: apart.filter(|_| ends_at_zero_overlap(scene)),
            momentum_residual: momentum(scene, self, &before),
            ..found.measured
        };
        // After an impulse nothing acts, whether the bodies part or not.
        let over = scene.contact.normal.of_engine().is_some_and(OfEngine::is_impulse);
        found.works.lost = (self.separated() || over).then(|| lost(scene, self, &before));
        let parted = if self.separated() { parting(scene, &self.end) } else { over.then_some(self.end) };
        if let (Some(after), false) = (parted, scene.kinematics.is_head_on()) {
            found.measured.angular_momentum_residual = Some(angular(scene, self, &before, &after));
            found.rebound = Some(rebound(scene, &before, &after));
        }
        found
    }
}

/// Whether the free flight tells when the overlap is zero again: of a law with branches the force may end before that, or after.
pub fn ends_at_zero_overlap(scene: &Scene) -> bool {
    scene.force.is_some()
}

/// Uncertainty of the balances as it would be in single precision.
pub fn in_single_precision(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, f64)> {
    let single = Bounce { epsilon: f64::from(f32::EPSILON), course: Vec::new(), turns: Vec::new(), ..*bounce };
    let Collision { measured, works, .. } = single.collision(scene);
    let balances = [
        (Observable::MomentumResidual, measured.momentum_residual),
        (Observable::EnergyLost, works.lost),
        (Observable::AngularMomentumResidual, measured.angular_momentum_residual),
    ];
    balances.into_iter().filter_map(|(observable, balance)| Some((observable, balance?.uncertainty))).collect()
}

/// The motion after the impact. Slip is that of the undeformed surfaces: every arm is the radius at zero overlap.
fn rebound(scene: &Scene, before: &[BodyState; 2], after: &[BodyState; 2]) -> Rebound<Estimate> {
    let frame = scene.kinematics.frame.map(Vector::from);
    let n = normal_at_touch(scene);
    let now = if scene.bodies[1].is_wall() { n } else { centre_vector(after).normalize() };
    // The tangents turn with the normal.
    let tangent = frame[1] - now * frame[1].dot(&now);
    let tangent = tangent * (1.0 / tangent.norm());
    let known = Estimate::without;
    let along = |a: &Vector| [n, frame[1], frame[2]].map(|axis| known(a.dot(&axis)));
    let (relative, slip) = (relative_velocity(after), slip(scene, after, now));
    Rebound {
        velocity: along(&relative),
        spin: after.each_ref().map(|state| along(&state.spin.into())),
        slip_before: [1, 2].map(|k| known(self::slip(scene, before, n).dot(&frame[k]))),
        slip: [tangent, now.cross(&tangent)].map(|axis| known(slip.dot(&axis))),
        separation: known(relative.dot(&now)),
        impulse: along(&((relative - relative_velocity(before)) * scene.pair.m_star)),
    }
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

/// Change of `m_1 v_1 + m_2 v_2` over `m* v_n`; `None` where a body is held.
fn momentum(scene: &Scene, bounce: &Bounce, before: &[BodyState; 2]) -> Option<Estimate> {
    if scene.bodies.iter().any(|body| body.held || body.is_wall() || !body.mass.is_finite()) {
        return None;
    }
    let (mut gained, mut unsure, mut moved) = (Vector::zeros(), 0.0, 0.0);
    let ends = bounce.end.iter().zip(&bounce.known);
    for (body, (early, (late, known))) in scene.bodies.iter().zip(before.iter().zip(ends)) {
        let [early, late] = [early, late].map(|state| Vector::from(state.velocity));
        gained += (late - early) * body.mass;
        unsure += body.mass * known.velocity;
        moved += body.mass * (early.norm() + late.norm());
    }
    let unit = scene.pair.m_star * scene.speed;
    let value = motion::residual(gained, normal_at_touch(scene)) / unit;
    Some(Estimate::new(value, (unsure + rounding(bounce) * moved) / unit))
}

/// Change of the velocity along a frictionless wall over the approach speed: nothing there acts along it. Of a sphere that is
/// held the same head-on; `None` beside friction.
pub fn along_wall(scene: &Scene, bounce: &Bounce) -> Option<Estimate> {
    let other = &scene.bodies[1];
    let stays = other.is_wall() || (other.held && scene.kinematics.is_head_on());
    let slides_freely = scene.shear.is_none_or(|shear| shear.form == Form::Frictionless || shear.friction == 0.0);
    if !stays || !slides_freely || !bounce.separated() {
        return None;
    }
    let [before, _] = states(scene, 0.0);
    let n = normal_at_touch(scene);
    let gained = Vector::from(bounce.end[0].velocity) - Vector::from(before.velocity);
    let along = (gained - n * gained.dot(&n)).norm();
    let unsure = bounce.known[0].velocity + rounding(bounce) * Vector::from(before.velocity).norm();
    Some(Estimate::new(along / scene.speed, unsure / scene.speed))
}

/// Kinetic energy before the impact minus that after it, J.
fn lost(scene: &Scene, bounce: &Bounce, before: &[BodyState; 2]) -> Estimate {
    let bodies = Bodies::of(scene);
    let after = &bounce.end;
    let [first, last] = [before, after].map(|states| bodies.kinetic(&relative_velocity(states), &spins(states)));
    let product = |inertia: f64, rate: Vector, unsure: f64| inertia * unsure * (rate.norm() + 0.5 * unsure);
    let mut unsure = product(bodies.m_star, relative_velocity(after), uncertainty(bounce, |known| known.velocity));
    let turning = after.iter().zip(&bounce.known);
    for (inertia, (state, known)) in bodies.inertia.iter().zip(turning).filter(|(inertia, _)| inertia.is_finite()) {
        unsure += product(*inertia, state.spin.into(), known.spin);
    }
    // A position that is rounded as it is stepped, to half a bit, is a displacement without work; over the steps they add up as a
    // random walk. How it is printed does not matter.
    let places: f64 = after.iter().map(|state| Vector::from(state.position).norm()).sum();
    let rounded = 0.5 * bounce.epsilon * places * (bounce.steps as f64).sqrt();
    let unworked = bounce.seen.measured.max_force.unwrap_or(0.0) * rounded;
    Estimate::new(first - last, unsure + unworked + 2.0 * rounding(bounce) * (first + last))
}

/// Gain of angular momentum over `m* |v|` times the distance of the centres (a wall: the radius); of a pair about its
/// centre of mass, at a wall about the point of first touch without the torque of the wall's normal force.
fn angular(scene: &Scene, bounce: &Bounce, before: &[BodyState; 2], after: &[BodyState; 2]) -> Estimate {
    let bodies = Bodies::of(scene);
    let arm = bodies.radius.iter().filter(|radius| radius.is_finite()).sum::<f64>();
    let n = normal_at_touch(scene);
    // At a wall about the point right below the ball: the normal force has no torque there.
    let wall = scene.bodies[1].is_wall();
    let apart = |states: &[BodyState; 2]| if wall { n * arm } else { centre_vector(states) };
    let [late, early] =
        [after, before].map(|states| bodies.angular(&apart(states), &relative_velocity(states), &spins(states)));
    let (v, placed) = (relative_velocity(&bounce.end), uncertainty(bounce, |known| known.position));
    let moved = uncertainty(bounce, |known| known.velocity);
    let mut unsure = bodies.m_star * (apart(&bounce.end).norm() * moved + v.norm() * placed);
    for (inertia, known) in bodies.inertia.iter().zip(&bounce.known).filter(|(inertia, _)| inertia.is_finite()) {
        unsure += inertia * known.spin;
    }
    let gained = late - early;
    let gained = motion::residual(gained, scene.kinematics.frame[2].into());
    let unit = arm * bodies.m_star * relative_velocity(before).norm();
    Estimate::new(gained / unit, unsure / unit + FAR * rounding(bounce))
}

/// One rounding error per step, relative.
fn rounding(bounce: &Bounce) -> f64 {
    bounce.epsilon * bounce.steps as f64
}

/// Sum of an uncertainty over both bodies.
fn uncertainty(bounce: &Bounce, of: fn(&Precision) -> f64) -> f64 {
    bounce.known.iter().map(of).sum()
}

/// Unit vector from body 2 to body 1 at first touch.
fn normal_at_touch(scene: &Scene) -> Vector {
    crate::collide::flight::normal(scene).into()
}

fn centre_vector([one, two]: &[BodyState; 2]) -> Vector {
    Vector::from(one.position) - Vector::from(two.position)
}

fn relative_velocity([one, two]: &[BodyState; 2]) -> Vector {
    Vector::from(one.velocity) - Vector::from(two.velocity)
}

fn spins(states: &[BodyState; 2]) -> [Vector; 2] {
    states.each_ref().map(|state| state.spin.into())
}
