//! The uncertainty budget (GUM): the contribution of each source to the uncertainty of each unknown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the uncertainty of a source was evaluated (JCGM 100:2008, the GUM).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum Evaluation {
    /// By the scatter of the data themselves.
    #[default]
    A,
    /// By other means: a certificate, a handbook, a guess.
    B,
}

/// An uncertain quantity on which the result depends.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ErrorSource {
    pub name: String,
    pub unit: String,
    pub kind: Evaluation,
    /// The value that was used, of an input.
    pub value: f64,
    /// One standard deviation.
    pub sigma: f64,
    /// Whether the value is an example, not measured.
    pub example: bool,
}

/// One line of the budget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BudgetLine {
    pub source: ErrorSource,
    /// Derivative of each unknown by the source; empty where the source is the scatter of the data.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub sensitivity: Vec<f64>,
    /// Standard deviation of each unknown that comes from it.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub contribution: Vec<f64>,
    /// Part of the variance of each unknown.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub share: Vec<f64>,
    /// How unequal the shifts up and down were, over their mean: above 0.1 or so the derivative is a poor summary.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub asymmetry: Vec<f64>,
}

/// All lines of the budget, and the combined uncertainty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UncertaintyBudget {
    pub lines: Vec<BudgetLine>,
    /// Combined standard deviation of each unknown.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub combined: Vec<f64>,
}

impl UncertaintyBudget {
    /// The budget of these lines, whose shares are found.
    pub fn of(mut lines: Vec<BudgetLine>) -> Self {
        let variance = |unknown: usize| -> f64 {
            lines.iter().filter_map(|line| line.contribution.get(unknown)).map(|u| u * u).sum()
        };
        let unknowns = lines.first().map_or(0, |line| line.contribution.len());
        let variances: Vec<f64> = (0..unknowns).map(variance).collect();
        for line in &mut lines {
            let parts = line.contribution.iter().zip(&variances);
            line.share = parts.map(|(u, all)| if *all > 0.0 { u * u / all } else { 0.0 }).collect();
        }
        Self { lines, combined: variances.iter().map(|variance| variance.sqrt()).collect() }
    }
}

/// Draws up the budget: each source of type B is moved up and down by one standard deviation and the fit repeated.
///
/// `refit` is given a source and by how much it is moved. `statistical` is what the fit itself says, of type A, for each
/// unknown: named errors of heights and times, and the scatter between drops. Sources are taken to be independent.
///
/// `u^2 = sum (c_i u_i)^2` with `c_i = (theta(x + u) - theta(x - u))/(2 u)`; GUM, 5.1.2 and 5.1.3, note 2.
///
/// # Errors
/// With the name of the source, where a refit fails.
pub fn budget(
    theta: &[f64],
    statistical: (ErrorSource, Vec<f64>),
    sources: &[ErrorSource],
    mut refit: impl FnMut(&ErrorSource, f64) -> Result<Vec<f64>, String>,
) -> Result<UncertaintyBudget, String> {
    let (of_data, sigmas) = statistical;
    if sigmas.len() != theta.len() {
        return Err(format!("{} unknowns, but {} standard deviations", theta.len(), sigmas.len()));
    }
    let mut lines = vec![BudgetLine {
        source: of_data,
        sensitivity: Vec::new(),
        contribution: sigmas,
        share: Vec::new(),
        asymmetry: vec![0.0; theta.len()],
    }];
    for source in sources {
        let named = |why: String| format!("{}: {why}", source.name);
        if !(source.sigma >= 0.0 && source.sigma.is_finite()) {
            return Err(named(format!("its standard deviation must not be below zero: {:e}", source.sigma)));
        }
        let (mut sensitivity, mut contribution, mut asymmetry) = (Vec::new(), Vec::new(), Vec::new());
        if source.sigma == 0.0 {
            sensitivity = vec![0.0; theta.len()];
            contribution = sensitivity.clone();
            asymmetry = sensitivity.clone();
        } else {
            let up = refit(source, source.sigma).map_err(named)?;
            let down = refit(source, -source.sigma).map_err(named)?;
            if up.len() != theta.len() || down.len() != theta.len() {
                return Err(named("the refit has another number of unknowns".to_string()));
            }
            for ((best, up), down) in theta.iter().zip(&up).zip(&down) {
                let half = 0.5 * (up - down);
                sensitivity.push(half / source.sigma);
                contribution.push(half.abs());
                let curved = 0.5 * (up + down) - best;
                asymmetry.push(if half == 0.0 { 0.0 } else { (2.0 * curved / half).abs() });
            }
        }
        lines.push(BudgetLine { source: source.clone(), sensitivity, contribution, share: Vec::new(), asymmetry });
    }
    Ok(UncertaintyBudget::of(lines))
}
