//! Errors of an integration.

use ode_solvers::dop_shared::IntegrationError;

/// Why an integration failed. `at` is the independent variable.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OdeError {
    /// The initial state or its rate is infinite or not a number.
    #[error("the state is not finite where the integration starts")]
    NotFinite,
    /// No step is small enough: the right side is not finite, or discontinuous.
    #[error("the step size fell to nothing at s = {at:e}: the right side is not finite there, or jumps")]
    StepUnderflow { at: f64 },
    /// The limit on the number of steps was reached.
    #[error("more than {steps} steps are needed to go beyond s = {at}")]
    TooManySteps { at: f64, steps: u32 },
    /// The problem is too stiff for an explicit method.
    #[error("the problem is too stiff for an explicit method at s = {at}")]
    Stiff { at: f64 },
}

impl From<IntegrationError> for OdeError {
    fn from(error: IntegrationError) -> Self {
        match error {
            IntegrationError::MaxNumStepReached { x, n_step } => Self::TooManySteps { at: x, steps: n_step },
            IntegrationError::StepSizeUnderflow { x } => Self::StepUnderflow { at: x },
            IntegrationError::StiffnessDetected { x } => Self::Stiff { at: x },
        }
    }
}
