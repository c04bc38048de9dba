//! One collision at all onset phases, and its errors against the exact one.

use super::{Encounter, Impact, NormalPair, Oblique, StepSize, Unsteppable, strike, watched};
use crate::collide::SolveError;
use crate::collide::collision::{Collision, Outcome};
use crate::collide::schemes::{Scheme, march};
use crate::collide::trajectory::{Sample, Trajectory};
use crate::words::worded;

/// Two bodies that schemes step: an [`Encounter`] head-on, an [`Oblique`] pair, both under a power of the overlap or with branches.
pub trait Steppable {
    /// Duration of the collision without the dashpot, s.
    fn natural(&self, speed: f64) -> f64;

    /// Steps several collisions.
    ///
    /// # Errors
    /// When the scheme or the law cannot be stepped.
    fn step(&self, scheme: &dyn Scheme, impacts: &[Impact]) -> Result<Vec<Collision>, Unsteppable>;

    /// One collision with the sample of the scheme at every step, from the last one before first touch to the first one
    /// after the end.
    ///
    /// The force is the one the scheme evaluated last: with its own velocity, which may be half a step old, and after
    /// clamping or deletion at the end of contact. Time counts from first touch, so the first sample has a negative time.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    fn curve(&self, scheme: &dyn Scheme, impact: &Impact) -> Result<(Collision, Vec<Sample>), Unsteppable>;

    /// Largest `|E_n/E_0 - 1|` over the steps in contact, `E = m* v^2/2 + U(delta)` with the velocity on the step.
    ///
    /// The excursion vanishes as the bodies separate, so it characterises a scheme better than its restitution does. `None`
    /// for a damped contact, and for bodies that may turn: they have energy in their spins and the tangential spring too.
    fn energy_in_contact(&self, scheme: &dyn Scheme, impact: &Impact) -> Option<f64> {
        let _ = (scheme, impact);
        None
    }
}

impl Steppable for Encounter {
    fn natural(&self, speed: f64) -> f64 {
        self.undamped_duration(speed)
    }

    fn step(&self, scheme: &dyn Scheme, impacts: &[Impact]) -> Result<Vec<Collision>, Unsteppable> {
        Ok(scheme.collide_many(self, impacts))
    }

    fn curve(&self, scheme: &dyn Scheme, impact: &Impact) -> Result<(Collision, Vec<Sample>), Unsteppable> {
        let mut samples = Vec::new();
        let stepped = march::one(scheme, self, impact, |n, state, touch| {
            samples.push(Sample {
                time: (n as f64 - impact.phase) * impact.dt,
                overlap: state.overlap,
                speed: state.speed,
                force: touch.latest * self.m_star,
                force_elastic: self.force.elastic(state.overlap),
            });
        });
        Ok((stepped, samples))
    }

    fn energy_in_contact(&self, scheme: &dyn Scheme, impact: &Impact) -> Option<f64> {
        if self.force.C != 0.0 {
            return None;
        }
        let kinetic = |speed: f64| 0.5 * self.m_star * speed * speed;
        let before = kinetic(impact.speed);
        let mut worst: f64 = 0.0;
        march::one(scheme, self, impact, |_, state, _| {
            if state.overlap > 0.0 {
                let energy = kinetic(state.speed) + self.force.energy(state.overlap);
                worst = worst.max((energy / before - 1.0).abs());
            }
        });
        Some(worst)
    }
}

impl<N: NormalPair> Steppable for Oblique<N> {
    fn natural(&self, speed: f64) -> f64 {
        self.encounter.natural(speed)
    }

    fn step(&self, scheme: &dyn Scheme, impacts: &[Impact]) -> Result<Vec<Collision>, Unsteppable> {
        impacts.iter().map(|impact| strike(scheme, self, impact)).collect()
    }

    fn curve(&self, scheme: &dyn Scheme, impact: &Impact) -> Result<(Collision, Vec<Sample>), Unsteppable> {
        let mut samples = Vec::new();
        let (stepped, _) = watched(scheme, self, impact, |sample| samples.push(sample))?;
        // Where there is only normal motion, the time series begins with the first step.
        samples.drain(..usize::from(!self.slides()));
        Ok((stepped, samples))
    }
}

/// A scheme, its step, and how many onset phases are swept.
#[derive(Clone, Copy)]
pub struct Stepper<'a> {
    pub scheme: &'a dyn Scheme,
    pub step: StepSize,
    /// First touch at `(i + 1/2)/phases` of a step, `i = 0, 1, ...`.
    pub phases: usize,
}

impl Stepper<'_> {
    /// Steps one collision at every onset phase; `speed` is the normal one, `own` the exact duration in which the steps of
    /// [`StepSize::PerOwnContact`] are counted, if known.
    ///
    /// # Errors
    /// When the step cannot be run ([`StepSize::dt`]), or the scheme or the law cannot be stepped. A collision that never ends or
    /// diverges is not an error but an [`Outcome`].
    pub fn run(&self, bodies: &dyn Steppable, speed: f64, own: Option<f64>) -> Result<Phases, SolveError> {
        let natural = bodies.natural(speed);
        let dt = self.step.dt(natural, own)?;
        let impacts: Vec<_> = onset_phases(self.phases).map(|phase| Impact { phase, speed, dt }).collect();
        let runs = bodies.step(self.scheme, &impacts)?;
        Ok(Phases { dt, steps_per_contact: natural / dt, impacts, runs })
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
    pub runs: Vec<Collision>,
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
    pub fn of(self, run: &Collision) -> Option<f64> {
        match self {
            _ if run.outcome == Outcome::Diverged => None,
            Self::Restitution => Some(run.restitution),
            Self::Duration => run.measured.duration_to_zero_overlap,
            Self::DurationCounted => run.measured.duration_counted,
            Self::MaxOverlap => run.measured.max_overlap,
            Self::MaxOverlapInterpolated => run.measured.max_overlap_interpolated,
            Self::MaxForce => run.measured.max_force,
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
