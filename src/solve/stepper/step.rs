//! The step size of a case file, converted to seconds.

use crate::case::StepSize;

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
