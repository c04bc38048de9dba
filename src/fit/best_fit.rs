//! The result of a fit: values, scatter of the independent units, and what intervals are computed from.

use nalgebra::DMatrix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::problem::{StickingLikelihood, Unknown};
use super::statistics::student;

/// Why there is no estimate.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoEstimate {
    #[error("{0}")]
    Problem(String),
    /// The model fails at the start.
    #[error("at the start nothing can be computed: {0}")]
    Start(String),
}

/// The best fit.
#[derive(Debug, Clone, PartialEq)]
pub struct BestFit {
    pub unknowns: Vec<Unknown>,
    /// Best values, in their own units.
    pub theta: Vec<f64>,
    /// Half of `chi2`, plus `-ln P` of the sticking rows.
    pub cost: f64,
    /// Sum of the squares of the whitened residuals; rows that stick have none.
    pub chi2: f64,
    /// Data less unknowns.
    pub dof: usize,
    /// Number of drops.
    pub drops: usize,
    /// Number of independent units: drops, or their impacts if there are too few drops.
    pub scattering: usize,
    /// Standard deviation between drops of each quantity, in its unit; empty if the problem has no scatter.
    pub scatter: Vec<f64>,
    /// Scatter between groups of drops; `None` if drops share no effect.
    pub between: Option<GroupScatter>,
    /// Predictions that were computed, each one simulation.
    pub evaluations: usize,
    /// Whether the search ended because nothing could be gained.
    pub converged: bool,
    /// Whether the unknown is at a bound; then no interval by covariance is claimed.
    pub at_bound: Vec<bool>,
    /// Of each datum, in its unit.
    pub predicted: Vec<f64>,
    /// Value less prediction.
    pub residuals: Vec<f64>,
    /// Residual over its standard deviation, scatter included.
    pub standardised: Vec<f64>,
    /// How far numerical errors of the predictions, all of one sign, may move each unknown.
    pub numerical: Vec<f64>,
    pub(super) state: State,
}

impl BestFit {
    /// Degrees of freedom of a standard error: drops, or groups of them, less unknowns where their scatter was
    /// estimated, infinite where the stated errors are all.
    pub fn dof_of_errors(&self) -> f64 {
        if self.scatter.is_empty() {
            return f64::INFINITY;
        }
        let drops = self.scattering.saturating_sub(self.theta.len()) as f64;
        self.between.as_ref().map_or(drops, |between| between.dof)
    }

    /// Factor on the standard errors.
    pub fn scale(&self) -> f64 {
        self.between.as_ref().map_or(1.0, |between| between.scale)
    }

    /// Number of independent units of an interval: groups of drops, or drops.
    pub fn units(&self) -> usize {
        self.between.as_ref().map_or(self.drops, |between| between.groups)
    }

    /// Student's `t` of a two-sided interval; infinite where there are no degrees of freedom.
    pub fn quantile(&self, confidence: f64) -> f64 {
        let t = student::two_sided(confidence, self.dof_of_errors());
        if t.is_nan() && confidence > 0.0 && confidence < 1.0 { f64::INFINITY } else { t }
    }
}

/// Scatter between groups, with the factor and degrees of freedom of an interval.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupScatter {
    pub groups: usize,
    /// Standard deviation between groups, in the unit of the data; 0 where every drop is its own group, whose scatter is that
    /// between drops.
    pub sigma: f64,
    /// Factor on the standard errors.
    pub scale: f64,
    /// Degrees of freedom of a standard error: groups less unknowns, and less what shared inputs take.
    pub dof: f64,
    /// Whether the groups lie so close together by chance in less than one of a hundred experiments: readings are rounded, or were computed.
    pub too_regular: bool,
    /// Whether they are weighed, and do not count alike.
    pub weighed: bool,
    /// The lack-of-fit test, if drops are repeated within groups.
    pub lack: Option<LackOfFit>,
    /// For each experiment of a joint fit; empty for a single one.
    pub parts: Vec<ExperimentErrors>,
    /// Variance with which the mean of each group counts, over what its drops give it.
    pub(super) inflation: Vec<f64>,
}

/// The quantities from which intervals are computed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    /// Best values in free coordinates.
    pub free: Vec<f64>,
    /// Predictions differentiated by the free coordinates.
    pub jacobian: DMatrix<f64>,
    /// Likelihood of the sticking rows.
    pub stuck: StickingLikelihood,
}

/// Whether the groups lie about the law by more than their drops scatter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LackOfFit {
    pub groups: usize,
    pub drops: usize,
    /// Mean square of the groups about the law over that of the drops in their groups.
    pub F: f64,
    pub dof: [f64; 2],
    /// Probability of so large a ratio by chance.
    pub chance: f64,
    /// Probability by chance of so much that goes with the logarithm of speed, against the drops in their groups: a zero that is off
    /// is seen by it where it is too small for `F`. `None` for too few groups.
    pub along: Option<f64>,
    /// Standard deviation between groups, by Paule & Mandel.
    pub between: f64,
    /// The standard deviation between groups that the test would see with 80 % power.
    pub seen: f64,
    /// 95 % upper bound of the standard deviation between groups; not below the median of such bounds where there is none.
    pub upper: f64,
    /// Probability by chance of so much of what is left going with the logarithm of speed; `None` for too few groups.
    pub trend: Option<f64>,
}

/// Scatter and degrees of freedom of one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct ExperimentErrors {
    /// Standard deviation between its groups of drops.
    pub sigma: f64,
    /// Degrees of freedom of its errors.
    pub dof: f64,
    pub lack: Option<LackOfFit>,
    /// By how much it weighs less because of the inputs its readings share: what they bring is no part of the errors of its data.
    pub(super) inputs: f64,
}

impl GroupScatter {
    /// Standard deviation between the groups of one experiment.
    pub fn sigma_of(&self, part: usize) -> f64 {
        self.parts.get(part).map_or(self.sigma, |part| part.sigma)
    }
}

impl LackOfFit {
    /// Probability by chance of the rarer of both tests, as there are two (Bonferroni).
    pub fn rarest(&self) -> f64 {
        self.along.map_or(self.chance, |along| 2.0 * self.chance.min(along))
    }

    /// Whether the test is significant at 5 %.
    pub fn significant(&self) -> bool {
        self.rarest() < 1.0 - LEVEL
    }
}

/// Probability of the test and of its bound, and power of what it would see.
pub(super) const LEVEL: f64 = 0.95;
