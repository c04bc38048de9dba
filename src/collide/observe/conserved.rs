//! Balances of momentum, angular momentum and energy of an engine, with the uncertainty of its printed digits.

use nalgebra::Vector3;

use super::Observable;
use super::free_flight::{centre_vector, normal_at_touch, relative_velocity};
use crate::collide::bounce::{Bounce, Precision};
use crate::collide::flight::{BodyState, parting, states};
use crate::collide::trajectory::Estimate;
use crate::law::scene::{Bodies, Scene, motion};
use crate::law::shear::Form;

type Vector = Vector3<f64>;

/// Factor on the rounding error of a position: bodies are far from the origin of a simulation's box.
const FAR: f64 = 1e3;

/// Change of momentum, energy and angular momentum of two bodies, except what a wall or an open contact takes up.
///
/// The uncertainty is half a unit in the last printed place of every number plus one rounding error per step; that of
/// the energy includes the positions.
pub(super) fn conservation(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, Option<Estimate>)> {
    let before = states(scene, 0.0);
    let mut all = vec![(Observable::MomentumResidual, momentum(scene, bounce, &before))];
    if bounce.separated {
        all.push((Observable::EnergyLost, Some(lost(scene, bounce, &before))));
    }
    let parted = if bounce.separated { parting(scene, &bounce.end) } else { None };
    if let (Some(after), false) = (parted, scene.kinematics.is_head_on()) {
        all.push((Observable::AngularMomentumResidual, Some(angular(scene, bounce, &before, &after))));
    }
    all
}

/// Uncertainty of the three balances as it would be in single precision.
pub fn in_single_precision(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, f64)> {
    let single = Bounce { epsilon: f64::from(f32::EPSILON), course: Vec::new(), turns: Vec::new(), ..*bounce };
    let all = conservation(scene, &single);
    all.into_iter().filter_map(|(observable, balance)| Some((observable, balance?.uncertainty))).collect()
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
    if !stays || !slides_freely || !bounce.separated {
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
    let (first, last) = (kinetic(scene, before), kinetic(scene, after));
    let product = |inertia: f64, rate: Vector, unsure: f64| inertia * unsure * (rate.norm() + 0.5 * unsure);
    let mut unsure = product(bodies.m_star, relative_velocity(after), uncertainty(bounce, |known| known.velocity));
    let spins = after.iter().zip(&bounce.known);
    for (inertia, (state, known)) in bodies.inertia.iter().zip(spins).filter(|(inertia, _)| inertia.is_finite()) {
        unsure += product(*inertia, state.spin.into(), known.spin);
    }
    // A position that is rounded as it is stepped, to half a bit, is a displacement without work; over the steps they add up as a
    // random walk. How it is printed does not matter.
    let places: f64 = after.iter().map(|state| Vector::from(state.position).norm()).sum();
    let rounded = 0.5 * bounce.epsilon * places * (bounce.steps as f64).sqrt();
    let unworked = bounce.max_force.unwrap_or(0.0) * rounded;
    Estimate::new(first - last, unsure + unworked + 2.0 * rounding(bounce) * (first + last))
}

/// Kinetic energy of the relative motion and the spins, J, without bodies of infinite inertia.
pub fn kinetic(scene: &Scene, states: &[BodyState; 2]) -> f64 {
    let bodies = Bodies::of(scene);
    let spins = bodies.inertia.iter().zip(states).filter(|(inertia, _)| inertia.is_finite());
    let turning: f64 = spins.map(|(inertia, state)| 0.5 * inertia * Vector::from(state.spin).norm_squared()).sum();
    0.5 * bodies.m_star * relative_velocity(states).norm_squared() + turning
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
    let orbital = |states: &[BodyState; 2]| apart(states).cross(&relative_velocity(states)) * bodies.m_star;
    let mut gained = orbital(after) - orbital(before);
    let (v, placed) = (relative_velocity(&bounce.end), uncertainty(bounce, |known| known.position));
    let moved = uncertainty(bounce, |known| known.velocity);
    let mut unsure = bodies.m_star * (apart(&bounce.end).norm() * moved + v.norm() * placed);
    let states = after.iter().zip(before).zip(&bounce.known);
    for (inertia, ((late, early), known)) in bodies.inertia.iter().zip(states) {
        if inertia.is_finite() {
            gained += (Vector::from(late.spin) - Vector::from(early.spin)) * *inertia;
            unsure += inertia * known.spin;
        }
    }
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
