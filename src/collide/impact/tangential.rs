//! Combines two passes, by two methods, into the tangential half of a trajectory, with uncertainties.

use nalgebra::Vector3;

use super::estimate::Spread;
use super::pass::Pass;
use super::point::Point;
use crate::collide::trajectory::{Estimate, ShearEvent, TangentialResult};
use crate::law::scene::{Bodies, Scene, motion};

/// Number of terms of order one in a residual and in a work: each adds its rounding error.
const TERMS: f64 = 8.0;

/// Factor on these errors for motions in space, which are extrapolated: the sum of the magnitudes of the coefficients of 2, 4 .. 12 substeps,
/// `prod_(i != j) n_j^2/(n_j^2 - n_i^2)`, whose signs alternate.
const COLUMNS: f64 = 26.5;

/// Largest values of a collision, which bound the rounding errors of small values.
struct Largest {
    speed: f64,
    spin: f64,
    impulse: f64,
    energy: f64,
}

/// The better pass with uncertainties from the other one; `slip_before` along `t` and `b`.
///
/// Where the energy balance is `mixed`, by a dashpot beside the spring or an attraction at the end, a work is a small
/// difference of larger works.
pub fn tangential_result(
    scene: &Scene,
    best: &Pass,
    other: &Pass,
    slip_before: [f64; 2],
    mixed: bool,
    tolerance: f64,
) -> TangentialResult {
    let bodies = Bodies::of(scene);
    let spread = Spread::relative(tolerance);
    let large = largest(scene, &bodies);
    let (a, b) = (&best.end, &other.end);
    let of = |read: &dyn Fn(&Point) -> f64, scale: f64| spread.estimate(read(a), read(b), scale);
    // A small difference of large velocities is accurate to the tolerance of those.
    let whole = |best: f64, other: f64, scale: f64| {
        let Estimate { value, uncertainty } = spread.estimate(best, other, scale);
        Estimate::new(value, uncertainty.max(tolerance * scale))
    };
    let vector =
        |read: &dyn Fn(&Point) -> [f64; 3], scale: f64| [0, 1, 2].map(|k| whole(read(a)[k], read(b)[k], scale));
    let work = |k: usize| {
        let read = |p: &Point| p.works[k];
        // A sum over all steps, of both signs.
        let terms = if read(a) == 0.0 && read(b) == 0.0 { 1.0 } else { TERMS };
        if mixed { whole(read(a), read(b), large.energy) } else { of(&read, terms * large.energy) }
    };
    // If the speed of separation has a second value, the difference of the two is its least uncertainty.
    let doubt = best.losses.map_or(0.0, |losses| losses.doubt);
    let doubted = |Estimate { value, uncertainty }| Estimate::new(value, uncertainty.max(doubt));
    let mut velocity = vector(&|p| p.velocity, large.speed);
    velocity[0] = doubted(velocity[0]);
    let impulse = vector(&|p| p.impulse, large.impulse);
    let momentum = |p: &Point| residual(&bodies, scene, p);
    let turning = |p: &Point| angular_residual(scene, &bodies, best, other, p);
    let terms = if scene.kinematics.is_planar() { TERMS } else { COLUMNS * TERMS };
    let shown = if best.marched.is_empty() { &best.points } else { &best.marched };
    TangentialResult {
        velocity,
        spin: [0, 1].map(|i| vector(&|p| p.spin[i], large.spin)),
        slip_before,
        slip: [0, 1].map(|k| whole(a.slip[k], b.slip[k], large.speed)),
        separation: doubted(of(&|p| -p.speed, large.speed)),
        impulse,
        turned: of(&|p| p.turned, 1.0),
        energy_slip: work(0),
        energy_shear_dashpot: work(1),
        energy_rolling: work(2),
        energy_created: work(3),
        separable: true,
        energy_shear_strain: spread.estimate(best.shear_strain, other.shear_strain, large.energy),
        momentum_residual: of(&momentum, terms),
        angular_momentum_residual: of(&turning, terms),
        samples: shown.iter().map(Point::shear_sample).collect(),
        events: events(best, other, &spread),
    }
}

fn largest(scene: &Scene, bodies: &Bodies) -> Largest {
    let tangential = scene.kinematics.tangential_speed;
    let surface = |i: usize| {
        let r = bodies.radius[i];
        let spin: f64 = scene.kinematics.spin[i].iter().map(|s| s * s).sum::<f64>().sqrt();
        if r.is_infinite() { 0.0 } else { spin * r }
    };
    let speed = scene.speed + tangential + surface(0) + surface(1);
    Largest {
        speed,
        spin: speed / bodies.radius[0].min(bodies.radius[1]),
        impulse: bodies.m_star * speed,
        energy: 0.5 * bodies.m_star * speed * speed,
    }
}

/// Change of momentum minus the impulse, over `m* |v|`.
fn residual(bodies: &Bodies, scene: &Scene, p: &Point) -> f64 {
    let before = [-scene.speed, scene.kinematics.tangential_speed, 0.0];
    let unit = bodies.m_star * scene.speed.hypot(scene.kinematics.tangential_speed);
    motion::residual(
        [0, 1, 2].map(|k| (bodies.m_star * (p.velocity[k] - before[k]) - p.impulse[k]) / unit).into(),
        Vector3::x(),
    )
}

fn angular_residual(scene: &Scene, bodies: &Bodies, best: &Pass, other: &Pass, p: &Point) -> f64 {
    let start = if std::ptr::eq(p, &other.end) { other.points.first() } else { best.points.first() };
    let Some(start) = start else { return 0.0 };
    let arm = if bodies.radius[1].is_infinite() { bodies.radius[0] } else { bodies.radius[0] + bodies.radius[1] };
    let unit = bodies.m_star * scene.speed.hypot(scene.kinematics.tangential_speed) * arm;
    let gained = [0, 1, 2].map(|k| (p.angular[k] - start.angular[k]) / unit);
    motion::residual(gained.into(), Vector3::z())
}

/// Events with the same change in both passes, in order; one of the better pass alone has the duration as its uncertainty.
fn events(best: &Pass, other: &Pass, spread: &Spread) -> Vec<ShearEvent> {
    let whole = best.end.time;
    let list = best.events.iter().enumerate().map(|(k, &(change, time))| {
        let time = match other.events.get(k) {
            Some(&(same, second)) if same == change => spread.estimate(time, second, whole),
            _ => Estimate::new(time, whole),
        };
        ShearEvent { change, time }
    });
    list.collect()
}
