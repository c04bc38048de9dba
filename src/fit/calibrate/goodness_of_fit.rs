//! Goodness of fit: whether the law describes the data, and the runs test along each abscissa.

use crate::fit::estimated::LackOfFit;
use crate::fit::observations::measured_name;
use crate::fit::runs_test::Runs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What may be said of the law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Describes {
    /// The upper bound of the misfit is below the stated tolerance.
    Yes,
    /// No misfit is detected, and no tolerance is stated or reached.
    NoMisfitDetected,
    /// Groups differ by more than their drops scatter, without a trend.
    WithExtraScatter,
    /// A misfit is detected, and the data do not show whether it is above the stated tolerance.
    Undecided,
    No,
    /// No drop was repeated, or there is one height.
    NotTested,
}

/// The law against the data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GoodnessOfFit {
    pub describes: Describes,
    /// `heights`, `values of session`
    pub groups: String,
    /// `None` where it cannot be tested.
    pub lack: Option<LackOfFit>,
    /// As the case states it.
    pub tolerance: Option<f64>,
    pub words: String,
}

/// The test of one abscissa and one kind of measured number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    /// `speed`, `angle`, `overlap`
    pub abscissa: String,
    /// What was measured, `restitution`.
    pub quantity: String,
    /// Whose it is, where several experiments measured such numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<String>,
    pub runs: Runs,
    /// Probability of so few runs by chance.
    pub chance: f64,
}

impl Order {
    /// Whether the residuals keep their sign for too long.
    pub fn rejects(&self) -> bool {
        self.chance < LEVEL
    }

    /// The result in words.
    pub fn words(&self) -> String {
        let Runs { above, below, runs } = self.runs;
        let (abscissa, quantity) =
            (&self.abscissa, measured_name(&self.quantity.replace('_', " "), self.experiment.as_deref()));
        let counted = format!(
            "the residuals of the {quantity} in the order of {abscissa} have {runs} runs of one sign ({above} values above, {below} below the fit)"
        );
        let chance = format!(
            "by chance, so few or fewer occur in {} % of experiments (Wald & Wolfowitz 1940)",
            crate::number::brief(100.0 * self.chance)
        );
        match self.rejects() {
            false => format!("{counted}: {chance}, and no trend is seen"),
            true => format!(
                "{counted}: {chance}: the law does not describe how the {quantity} changes with {abscissa}, and the \
                 interval is not valid"
            ),
        }
    }
}

/// Significance level of the runs test.
pub const LEVEL: f64 = 0.01;

/// Three digits, as they are read most easily.
pub(super) fn brief(value: f64) -> String {
    if value == 0.0 || (1e-2..1e4).contains(&value.abs()) { format!("{value:.3}") } else { format!("{value:.2e}") }
}
