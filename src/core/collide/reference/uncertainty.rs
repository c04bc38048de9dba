//! Combines two passes, by two methods, into one trajectory with uncertainties.

use super::events::Point;
use super::pass::{Losses, Pass, Passes};
use super::problem::Approach;
use crate::collide::SolveError;
use crate::collide::collision::Outcome;
use crate::collide::estimate::Estimate;
use crate::collide::trajectory::{self, Moment, ShearEvent, TangentialResult, Trajectory};
use crate::law::scene::motion;
use crate::law::shear::{Arm, ShearForce};
use nalgebra::Vector3;

/// Uncertainty over the difference to a method that shares no coefficients.
///
/// A tighter tolerance or a second run of the same method underestimates the error: the true one was up to 68 times larger.
const DIFFERENCES: f64 = 3.0;

/// Rounding error of a number, relative to it, and of a small difference of larger numbers, relative to those.
const ROUNDING: [f64; 2] = [32.0 * f64::EPSILON, 4.0 * f64::EPSILON];

/// Part of the largest force up to which the integrated force equals the law as written, to rounding.
const SAME_FORCE: f64 = 64.0 * f64::EPSILON;

/// Largest values of the collision, which set the rounding errors of small values, and the tolerance.
pub(crate) struct ErrorScales {
    tolerance: f64,
    time: f64,
    overlap: f64,
    speed: f64,
    force: f64,
    energy: f64,
    impulse: f64,
    /// Relative error of such values by rounding and by a force that deviates from the law as written.
    rounding: f64,
}

impl ErrorScales {
    /// For values that are given with a scale of their own.
    pub fn relative(tolerance: f64) -> Self {
        let rounding = ROUNDING[1];
        Self { tolerance, time: 1.0, overlap: 1.0, speed: 1.0, force: 1.0, energy: 1.0, impulse: 1.0, rounding }
    }

    /// `max(tolerance |value|, 3 |difference|, rounding)`.
    pub fn estimate(&self, best: f64, other: f64, scale: f64) -> Estimate {
        let rounding = ROUNDING[0] * best.abs() + self.rounding * scale;
        let uncertainty = (self.tolerance * best.abs()).max(DIFFERENCES * (best - other).abs()).max(rounding);
        Estimate::new(best, uncertainty)
    }

    fn moment(&self, best: &Point, other: &Point) -> Moment {
        Moment {
            time: self.estimate(best.time, other.time, self.time),
            overlap: self.estimate(best.overlap, other.overlap, self.overlap),
            speed: self.estimate(best.speed, other.speed, self.speed),
            force: self.estimate(best.force, other.force, self.force),
            force_elastic: self.estimate(best.force_elastic, other.force_elastic, self.force),
        }
    }

    fn losses(&self, best: &Losses, other: &Losses, sticks: bool) -> trajectory::Losses {
        trajectory::Losses {
            plastic: self.estimate(best.plastic, other.plastic, self.energy),
            adhesive: (!sticks).then(|| {
                let Estimate { value, uncertainty } = self.estimate(best.adhesive, other.adhesive, self.energy);
                Estimate::new(value, uncertainty.max(best.rounding))
            }),
            pull_off: (!sticks).then(|| self.estimate(best.pull, other.pull, self.force)),
            residual_overlap: best.residual.zip(other.residual).map(|(a, b)| self.estimate(a, b, self.overlap)),
        }
    }

    fn event(
        &self,
        event: &'static str,
        best: Option<Point>,
        other: Option<Point>,
    ) -> Result<Option<Moment>, SolveError> {
        match (best, other) {
            (Some(best), Some(other)) => Ok(Some(self.moment(&best, &other))),
            (None, None) => Ok(None),
            _ => Err(SolveError::Disagree { event }),
        }
    }
}

/// The better pass as a trajectory, with uncertainties from the other pass.
///
/// # Errors
/// When one pass has an event that the other one lacks.
pub fn combine(
    passes: &Passes,
    approach: &Approach,
    shear: Option<&ShearForce>,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    let Passes { best, other, along, .. } = passes;
    let (m_star, speed) = (approach.bodies.m_star, approach.speed);
    let energy = 0.5 * m_star * speed * speed;
    let scales = ErrorScales {
        tolerance,
        time: best.end.time,
        overlap: best.turning.map_or(best.end.overlap, |p| p.overlap),
        speed,
        force: best.max_force.force,
        energy,
        impulse: m_star * speed,
        rounding: if best.mismatch <= SAME_FORCE { ROUNDING[1] } else { best.mismatch },
    };
    let mut zero_overlap = scales.event("a separation", best.zero_overlap, other.zero_overlap)?;
    let stays = zero_overlap.is_none();
    // A contact that never ends has lost, or will lose, all of its energy but a part of 1e-24.
    let (energy_dashpot, mut impulse) = if stays && best.losses.is_none() {
        (Estimate::new(energy, 1e-12 * energy), Estimate::new(scales.impulse, 1e-12 * scales.impulse))
    } else {
        let (a, b) = (&best.end, &other.end);
        (scales.estimate(a.work, b.work, scales.energy), scales.estimate(a.press, b.press, scales.impulse))
    };
    let mut end = scales.moment(&best.end, &other.end);
    let doubt = best.losses.map_or(0.0, |losses| losses.doubt);
    end.speed.uncertainty = end.speed.uncertainty.max(doubt);
    // Near sticking the integrated speed is wrong by the rounding of the energy, and with it the time.
    let [missed, late] = best.losses.map_or([0.0; 2], |losses| losses.missed);
    impulse.uncertainty += m_star * missed;
    for moment in zero_overlap.iter_mut().chain([&mut end]) {
        moment.time.uncertainty += late;
    }
    Ok(Trajectory {
        outcome: match (stays, best.losses) {
            (false, _) => Outcome::Separated,
            (true, None) => Outcome::StaysInContact,
            (true, Some(_)) => Outcome::Sticks,
        },
        samples: best.points.iter().map(Point::sample).collect(),
        turning: scales.event("a turning point", best.turning, other.turning)?,
        max_force: Some(scales.moment(&best.max_force, &other.max_force)),
        zero_force: scales.event("a zero force", best.zero_force, other.zero_force)?,
        zero_overlap,
        end: if stays { None } else { Some(end) },
        energy_dashpot,
        energy_strain: if best.strain == 0.0 && other.strain == 0.0 {
            Estimate::new(0.0, 0.0)
        } else {
            scales.estimate(best.strain, other.strain, scales.energy)
        },
        impulse,
        tangential: (*along && !stays).then(|| tangential_result(passes, approach, shear, tolerance)),
        losses: best.losses.zip(other.losses).map(|(a, b)| scales.losses(&a, &b, stays)),
    })
}

/// Number of terms of order one in a residual and in a work: each adds its rounding error.
const TERMS: f64 = 8.0;

/// Terms that a step adds to a residual: velocity and impulse are sums over the steps, and each step rounds both by half of an epsilon, where a
/// term counts four.
const TERMS_OF_A_STEP: f64 = 0.25;

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

/// The motion along the contact of the better pass, with uncertainties from the other one.
fn tangential_result(
    passes: &Passes,
    approach: &Approach,
    shear: Option<&ShearForce>,
    tolerance: f64,
) -> TangentialResult {
    let Passes { best, other, mixed, separable, .. } = passes;
    let slip_before = approach.bodies.slip(shear.map_or(Arm::Radius, |shear| shear.levers.slip), &approach.kinematics);
    let scales = ErrorScales::relative(tolerance);
    let large = largest(approach);
    // The slip at touch is a difference of the velocity along the contact and those of both surfaces.
    let along = large.speed - approach.speed;
    let (a, b) = (&best.end, &other.end);
    let of = |read: &dyn Fn(&Point) -> f64, scale: f64| scales.estimate(read(a), read(b), scale);
    // A small difference of large velocities is accurate to the tolerance of those.
    let whole = |best: f64, other: f64, scale: f64| {
        let Estimate { value, uncertainty } = scales.estimate(best, other, scale);
        Estimate::new(value, uncertainty.max(tolerance * scale))
    };
    let vector =
        |read: &dyn Fn(&Point) -> [f64; 3], scale: f64| [0, 1, 2].map(|k| whole(read(a)[k], read(b)[k], scale));
    let work = |k: usize| {
        let read = |p: &Point| p.works[k];
        // A sum over all steps, of both signs.
        let terms = if read(a) == 0.0 && read(b) == 0.0 { 1.0 } else { TERMS };
        let mut work = if *mixed { whole(read(a), read(b), large.energy) } else { of(&read, terms * large.energy) };
        if k < 2 {
            work.uncertainty += DIFFERENCES * best.unresolved;
        }
        work
    };
    // If the speed of separation has a second value, the difference of the two is its least uncertainty.
    let doubt = best.losses.map_or(0.0, |losses| losses.doubt);
    let doubted = |Estimate { value, uncertainty }| Estimate::new(value, uncertainty.max(doubt));
    let mut velocity = vector(&|p| p.velocity, large.speed);
    velocity[0] = doubted(velocity[0]);
    let impulse = vector(&|p| p.impulse, large.impulse);
    // A residual has a sign, that of a component which may be rounding: what differs is the vector.
    let left = |[a, b]: [Vector3<f64>; 2], axis: Vector3<f64>, scale: f64| {
        let value = motion::residual(a, axis);
        scales.estimate(value, value + (a - b).norm(), scale)
    };
    let terms = TERMS.max(TERMS_OF_A_STEP * best.points.len() as f64);
    let terms = if approach.kinematics.is_planar() { terms } else { COLUMNS * terms };
    let shown = if best.marched.is_empty() { &best.points } else { &best.marched };
    TangentialResult {
        velocity,
        spin: [0, 1].map(|i| vector(&|p| p.spin[i], large.spin)),
        slip_before: slip_before.map(|slip| Estimate::new(slip, ROUNDING[1] * along)),
        slip: [0, 1].map(|k| whole(a.slip[k], b.slip[k], large.speed)),
        separation: doubted(of(&|p| -p.speed, large.speed)),
        impulse,
        turned: of(&|p| p.turned, 1.0),
        energy_slip: work(0),
        energy_shear_dashpot: work(1),
        energy_rolling: work(2),
        energy_created: work(3),
        separable: *separable,
        energy_shear_strain: scales.estimate(best.shear_strain, other.shear_strain, large.energy),
        momentum_residual: left([a, b].map(|p| residual(approach, p)), Vector3::x(), terms),
        angular_momentum_residual: left(
            [best, other].map(|pass| angular_residual(approach, pass)),
            Vector3::z(),
            terms,
        ),
        samples: shown.iter().map(Point::shear_sample).collect(),
        events: events(best, other, &scales),
    }
}

fn largest(approach: &Approach) -> Largest {
    let Approach { bodies, speed, kinematics, .. } = approach;
    let surface = |i: usize| {
        let r = bodies.radius[i];
        let spin: f64 = kinematics.spin[i].iter().map(|s| s * s).sum::<f64>().sqrt();
        if r.is_infinite() { 0.0 } else { spin * r }
    };
    let speed = speed + kinematics.tangential_speed + surface(0) + surface(1);
    Largest {
        speed,
        spin: speed / bodies.radius[0].min(bodies.radius[1]),
        impulse: bodies.m_star * speed,
        energy: 0.5 * bodies.m_star * speed * speed,
    }
}

/// Momentum of the approach, kg m/s.
fn momentum(Approach { bodies, speed, kinematics, .. }: &Approach) -> f64 {
    bodies.m_star * libm::hypot(*speed, kinematics.tangential_speed)
}

/// Change of momentum minus the impulse, over `m* |v|`.
fn residual(approach: &Approach, p: &Point) -> Vector3<f64> {
    let before = [-approach.speed, approach.kinematics.tangential_speed, 0.0];
    let gained = [0, 1, 2].map(|k| approach.bodies.m_star * (p.velocity[k] - before[k]) - p.impulse[k]);
    gained.map(|gained| gained / momentum(approach)).into()
}

/// Change of the angular momentum of a pass, as [`TangentialResult`] has it.
fn angular_residual(approach: &Approach, pass: &Pass) -> Vector3<f64> {
    let Some(start) = pass.points.first() else { return Vector3::zeros() };
    let [one, two] = approach.bodies.radius;
    let unit = momentum(approach) * if two.is_infinite() { one } else { one + two };
    [0, 1, 2].map(|k| (pass.end.angular[k] - start.angular[k]) / unit).into()
}

/// Events with the same change in both passes, in order; one of the better pass alone has the duration as its uncertainty.
fn events(best: &Pass, other: &Pass, scales: &ErrorScales) -> Vec<ShearEvent> {
    let whole = best.end.time;
    let list = best.events.iter().enumerate().map(|(k, &(change, time))| {
        let time = match other.events.get(k) {
            Some(&(same, second)) if same == change => scales.estimate(time, second, whole),
            _ => Estimate::new(time, whole),
        };
        ShearEvent { change, time }
    });
    list.collect()
}
