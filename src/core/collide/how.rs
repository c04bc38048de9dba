//! How a collision is computed: exactly, or in steps; and the step size of a case, converted to seconds.

use super::schemes::{self, Scheme};

/// How a collision is computed.
#[derive(Debug, Clone, PartialEq)]
pub enum How {
    /// The law as written, by the adaptive integrator.
    Exact {
        /// Relative tolerance of the integrator.
        tolerance: f64,
    },
    /// At fixed time steps, as a production code.
    Stepped { scheme: &'static dyn Scheme, steps: Steps },
}

/// The word after `run.` of the reference, and its description in one line.
pub const REFERENCE: (&str, &str) =
    ("reference", "the law as written, integrated to the given tolerance, with an uncertainty on every number");

/// The words after `run.` of what is computed here, each with its description in one line.
pub fn solvers() -> impl Iterator<Item = (&'static str, &'static str)> {
    [REFERENCE].into_iter().chain(schemes::SCHEMES.iter().map(|scheme| (scheme.name(), scheme.card().title)))
}

/// The time steps of a production code: a scheme of ours, or an engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// The time steps to run, the largest first.
    pub ladder: Vec<Rung>,
    /// Number of positions of first touch within a time step that are run.
    pub onset_phases: usize,
}

/// One time step of a run that sweeps its time step.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// Name in reports: `steps=100.37`, `dt=1 us`.
    pub text: String,
    pub step: StepSize,
}

/// The time step, as a case gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepSize {
    /// `steps_per_contact`: duration of the undamped collision over dt.
    PerContact(f64),
    /// `steps_per_contact` with `of = "own"`: duration of this collision to zero overlap over dt.
    PerOwnContact(f64),
    /// `time_step`, s.
    Time(f64),
}

/// Largest number of steps in one undamped collision that is accepted.
const FINEST: f64 = 1e6;

/// Why a step cannot be run. Times in s.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StepError {
    #[error(
        "`of = \"own\"` needs the collision's own duration to zero overlap, and it has none: the bodies stay in contact"
    )]
    NoOwnDuration,
    #[error("a time step of {dt:.3e} s is {:.3e} steps per undamped contact ({undamped:.3e} s); {FINEST:e} at most can be run", undamped / dt)]
    TooFine { dt: f64, undamped: f64 },
    #[error(
        "a time step of {dt:.3e} s is not shorter than the contact ({duration:.3e} s): more than one step per contact is needed"
    )]
    TooCoarse { dt: f64, duration: f64 },
}

impl StepSize {
    /// Steps in the duration that they are counted in; of a step in seconds the one without damping, `undamped`, s.
    pub fn count(self, undamped: f64) -> f64 {
        match self {
            Self::PerContact(count) | Self::PerOwnContact(count) => count,
            Self::Time(dt) => undamped / dt,
        }
    }

    /// dt in s. `undamped` is the duration without damping; `own` is the collision's own duration to zero overlap, if known.
    ///
    /// # Errors
    /// When there is not more than one step in the duration the step is counted in, when there are more than a million
    /// in the undamped one, or `own` is needed and missing.
    pub fn dt(self, undamped: f64, own: Option<f64>) -> Result<f64, StepError> {
        let duration = match self {
            Self::PerOwnContact(_) => own.ok_or(StepError::NoOwnDuration)?,
            Self::PerContact(_) | Self::Time(_) => undamped,
        };
        let dt = match self {
            Self::PerContact(count) | Self::PerOwnContact(count) => duration / count,
            Self::Time(dt) => dt,
        };
        if dt.is_nan() || dt >= duration {
            Err(StepError::TooCoarse { dt, duration })
        } else if dt <= 0.0 || undamped / dt > FINEST {
            Err(StepError::TooFine { dt, undamped })
        } else {
            Ok(dt)
        }
    }
}
