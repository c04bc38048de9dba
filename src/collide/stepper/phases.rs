//! One collision at all onset phases, and its errors against the exact one.

use super::{Encounter, Ending, Impact, Oblique, StepError, StepSize, Stepped, strike};
use crate::collide::SolveError;
use crate::collide::schemes::Scheme;
use crate::collide::trajectory::Trajectory;
use crate::words::worded;

/// A scheme, its step, and how many onset phases are swept.
#[derive(Clone, Copy)]
pub struct Stepper<'a> {
    pub scheme: &'a dyn Scheme,
    pub step: StepSize,
    /// First touch at `(i + 1/2)/phases` of a step, `i = 0, 1, ...`.
    pub phases: usize,
}

impl Stepper<'_> {
    /// Steps one collision at every onset phase. `own` is its exact duration to zero overlap, if known.
    ///
    /// # Errors
    /// When the step cannot be run: [`StepSize::dt`]. A collision that never ends or diverges is not an error but an
    /// [`Ending`].
    pub fn run(&self, encounter: &Encounter, speed: f64, own: Option<f64>) -> Result<Phases, StepError> {
        let (dt, impacts) = self.impacts(encounter, speed, own)?;
        let runs = self.scheme.collide_many(encounter, &impacts);
        Ok(Phases { dt, steps_per_contact: encounter.undamped_duration(speed) / dt, impacts, runs })
    }

    /// Steps one oblique collision at every onset phase; `speed` is the normal one.
    ///
    /// # Errors
    /// When the step cannot be run, or the scheme or the law cannot be stepped in three dimensions: [`Unsteppable`].
    ///
    /// [`Unsteppable`]: super::Unsteppable
    pub fn run_oblique(&self, oblique: &Oblique, speed: f64, own: Option<f64>) -> Result<Phases, SolveError> {
        let (dt, impacts) = self.impacts(&oblique.encounter, speed, own)?;
        let runs = impacts.iter().map(|impact| strike(self.scheme, oblique, impact)).collect::<Result<_, _>>()?;
        Ok(Phases { dt, steps_per_contact: oblique.encounter.undamped_duration(speed) / dt, impacts, runs })
    }

    fn impacts(&self, encounter: &Encounter, speed: f64, own: Option<f64>) -> Result<(f64, Vec<Impact>), StepError> {
        let dt = self.step.dt(encounter.undamped_duration(speed), own)?;
        Ok((dt, onset_phases(self.phases).map(|phase| Impact { phase, speed, dt }).collect()))
    }
}

/// `(i + 1/2)/count`: first touch spread evenly inside the step.
pub fn onset_phases(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(move |i| (i as f64 + 0.5) / count as f64)
}

/// One collision at every onset phase.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    /// s
    pub dt: f64,
    /// Undamped duration over dt.
    pub steps_per_contact: f64,
    pub impacts: Vec<Impact>,
    /// In the order of `impacts`.
    pub runs: Vec<Stepped>,
}

worded! {
    /// The quantity whose error is measured.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ErrorMeasure {
        Restitution = "restitution",
        /// To zero overlap, by linear interpolation.
        Duration = "duration_to_zero_overlap",
        /// By counting steps.
        DurationCounted = "duration_counted",
        /// Largest sample.
        MaxOverlap = "max_overlap",
        /// Parabola through the three largest.
        MaxOverlapInterpolated = "max_overlap_interpolated",
        MaxForce = "max_force",
    }
}

impl ErrorMeasure {
    /// This quantity of one stepped collision; absent when it never ended.
    pub fn of(self, run: &Stepped) -> Option<f64> {
        match self {
            _ if run.ending == Ending::Diverged => None,
            Self::Restitution => Some(run.restitution),
            Self::Duration => run.duration_to_zero_overlap,
            Self::DurationCounted => run.duration_counted,
            Self::MaxOverlap => Some(run.max_overlap),
            Self::MaxOverlapInterpolated => Some(run.max_overlap_interpolated),
            Self::MaxForce => Some(run.max_force),
        }
    }
}

/// The exact collision, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exact {
    pub restitution: f64,
    pub duration_to_zero_overlap: f64,
    pub max_overlap: f64,
    pub max_force: f64,
}

impl Exact {
    /// The exact collision from a reference run; absent when the bodies stay in contact.
    pub fn of(trajectory: &Trajectory, speed: f64) -> Option<Self> {
        Some(Self {
            restitution: -trajectory.end?.speed.value / speed,
            duration_to_zero_overlap: trajectory.zero_overlap?.time.value,
            max_overlap: trajectory.turning?.overlap.value,
            max_force: trajectory.max_force?.force.value,
        })
    }

    /// The exact value of a quantity.
    pub fn value(&self, quantity: ErrorMeasure) -> f64 {
        match quantity {
            ErrorMeasure::Restitution => self.restitution,
            ErrorMeasure::Duration | ErrorMeasure::DurationCounted => self.duration_to_zero_overlap,
            ErrorMeasure::MaxOverlap | ErrorMeasure::MaxOverlapInterpolated => self.max_overlap,
            ErrorMeasure::MaxForce => self.max_force,
        }
    }
}

/// Relative errors over the onset phases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhaseSpread {
    /// Largest magnitude; infinite when a phase lacks the quantity.
    pub worst: f64,
    /// Mean magnitude.
    pub mean: f64,
    /// Signed mean: much smaller than the worst error, so not a measure of a scheme.
    pub bias: f64,
    /// Index of the worst phase.
    pub worst_phase: usize,
}

impl PhaseSpread {
    /// From relative errors, one for each phase.
    pub fn new(errors: impl IntoIterator<Item = f64>) -> Self {
        let (mut spread, mut count) = (Self { worst: 0.0, mean: 0.0, bias: 0.0, worst_phase: 0 }, 0);
        for (phase, error) in errors.into_iter().enumerate() {
            let error = if error.is_nan() { f64::INFINITY } else { error };
            if error.abs() > spread.worst {
                spread.worst = error.abs();
                spread.worst_phase = phase;
            }
            spread.mean += error.abs();
            spread.bias += error;
            count += 1;
        }
        spread.mean /= f64::from(count.max(1));
        spread.bias /= f64::from(count.max(1));
        spread
    }
}

impl Phases {
    /// Relative errors of a quantity against the exact collision.
    pub fn errors(&self, quantity: ErrorMeasure, exact: &Exact) -> PhaseSpread {
        let expected = exact.value(quantity);
        PhaseSpread::new(self.runs.iter().map(|run| quantity.of(run).map_or(f64::NAN, |got| got / expected - 1.0)))
    }
}
