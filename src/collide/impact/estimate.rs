//! Combines two passes, by two methods, into one trajectory with uncertainties.

use super::pass::{Losses, Pass};
use super::point::Point;
use crate::collide::SolveError;
use crate::collide::trajectory::{self, Estimate, Moment, Outcome, Trajectory};

/// Uncertainty over the difference to a method that shares no coefficients.
///
/// A tighter tolerance or a second run of the same method underestimates the error: the true one was up to 68 times larger.
const DIFFERENCES: f64 = 3.0;

/// Rounding error of a number, relative to it, and of a small difference of larger numbers, relative to those.
const ROUNDING: [f64; 2] = [32.0 * f64::EPSILON, 4.0 * f64::EPSILON];

/// Part of the largest force up to which the integrated force equals the law as written, to rounding.
const SAME_FORCE: f64 = 64.0 * f64::EPSILON;

/// Largest values of the collision, which set the rounding errors of small values, and the tolerance.
pub(crate) struct Spread {
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

impl Spread {
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
pub fn combine(best: &Pass, other: &Pass, tolerance: f64, m_star: f64, speed: f64) -> Result<Trajectory, SolveError> {
    let energy = 0.5 * m_star * speed * speed;
    let spread = Spread {
        tolerance,
        time: best.end.time,
        overlap: best.turning.map_or(best.end.overlap, |p| p.overlap),
        speed,
        force: best.max_force.force,
        energy,
        impulse: m_star * speed,
        rounding: if best.mismatch <= SAME_FORCE { ROUNDING[1] } else { best.mismatch },
    };
    let mut zero_overlap = spread.event("a separation", best.zero_overlap, other.zero_overlap)?;
    let stays = zero_overlap.is_none();
    // A contact that never ends has lost, or will lose, all of its energy but a part of 1e-24.
    let (energy_dashpot, mut impulse) = if stays && best.losses.is_none() {
        (Estimate::new(energy, 1e-12 * energy), Estimate::new(spread.impulse, 1e-12 * spread.impulse))
    } else {
        let (a, b) = (&best.end, &other.end);
        (spread.estimate(a.work, b.work, spread.energy), spread.estimate(a.press, b.press, spread.impulse))
    };
    let mut end = spread.moment(&best.end, &other.end);
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
        turning: spread.event("a turning point", best.turning, other.turning)?,
        max_force: Some(spread.moment(&best.max_force, &other.max_force)),
        zero_force: spread.event("a zero force", best.zero_force, other.zero_force)?,
        zero_overlap,
        end: if stays { None } else { Some(end) },
        energy_dashpot,
        energy_strain: if best.strain == 0.0 && other.strain == 0.0 {
            Estimate::new(0.0, 0.0)
        } else {
            spread.estimate(best.strain, other.strain, spread.energy)
        },
        impulse,
        tangential: None,
        losses: best.losses.zip(other.losses).map(|(a, b)| spread.losses(&a, &b, stays)),
    })
}
