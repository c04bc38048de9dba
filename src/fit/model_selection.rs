//! Compares laws fitted to the same data by information criteria and by leave-one-height-out prediction.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::estimate::{BestFit, NoEstimate, fit, solve};
use super::problem::{Model, Problem};

/// The scores of one law.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelScore {
    pub name: String,
    pub estimate: BestFit,
    /// Number of fitted parameters, scatter included.
    pub parameters: usize,
    /// Akaike's criterion, `deviance + 2 k` (Akaike 1974): the deviance is `-2 ln(likelihood)` at the best fit and its
    /// scatter, which is a little larger than the likeliest.
    pub aic: f64,
    /// AICc for few data, `aic + 2 k (k+1)/(n-k-1)` (Hurvich & Tsai 1989); `None` for `n <= k + 1`.
    pub aicc: Option<f64>,
    /// Errors of the prediction of held-out heights; `None` for fewer than two heights, or if a fold fails.
    pub held_out: Option<HeldOut>,
}

/// Whole heights left out in turn and predicted from the others.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOut {
    /// Mean of the squares of the residuals in standard deviations, scatter included. Near 1 for the true law.
    pub mean_square: f64,
    /// Of each datum, in standard deviations.
    pub standardised: Vec<f64>,
}

/// Speeds within this part of one another are one height.
const SAME_HEIGHT: f64 = 0.02;

/// Fits a law and computes its scores.
///
/// Criteria of different laws may be compared when the data are the same; a difference below 2 says nothing (Burnham &
/// Anderson 2002, section 2.6).
///
/// # Errors
/// When the fit fails.
pub fn judge(name: &str, problem: &Problem, model: &dyn Model) -> Result<ModelScore, NoEstimate> {
    let (estimate, fitted) = solve(problem, model)?;
    let n = problem.data.len() as f64;
    let deviance = 2.0 * estimate.cost + fitted.weights.ln_determinant() + n * TAU.ln();
    let parameters = estimate.theta.len() + estimate.scatter.len();
    let k = parameters as f64;
    let aic = deviance + 2.0 * k;
    let aicc = (n > k + 1.0).then(|| aic + 2.0 * k * (k + 1.0) / (n - k - 1.0));
    let held_out = held_out(problem, model);
    Ok(ModelScore { name: name.to_string(), estimate, parameters, aic, aicc, held_out })
}

/// Heights by the speed of the first datum of each drop: whole drops belong to one.
pub fn heights(problem: &Problem) -> Vec<usize> {
    let mut first = BTreeMap::new();
    for datum in &problem.data {
        first.entry(datum.drop).or_insert(datum.speed);
    }
    let mut by_speed: Vec<(usize, f64)> = first.into_iter().collect();
    by_speed.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (mut fold, mut lowest) = (0, by_speed.first().map_or(0.0, |first| first.1));
    let mut fold_of = BTreeMap::new();
    for (drop, speed) in by_speed {
        if speed > lowest * (1.0 + SAME_HEIGHT) {
            fold += 1;
            lowest = speed;
        }
        fold_of.insert(drop, fold);
    }
    problem.data.iter().map(|datum| fold_of[&datum.drop]).collect()
}

fn held_out(problem: &Problem, model: &dyn Model) -> Option<HeldOut> {
    let fold = heights(problem);
    let folds = fold.iter().max()? + 1;
    if folds < 2 {
        return None;
    }
    let mut standardised = vec![f64::NAN; problem.data.len()];
    for left_out in 0..folds {
        let pairs = || problem.data.iter().zip(&fold);
        let seen = pairs().filter(|(_, fold)| **fold != left_out).map(|(datum, _)| datum.clone()).collect();
        let estimate = fit(&Problem { data: seen, ..problem.clone() }, model).ok()?;
        for ((datum, fold), place) in pairs().zip(&mut standardised) {
            if *fold == left_out {
                let s = estimate.scatter.get(datum.quantity).copied().unwrap_or(0.0);
                *place = (datum.value - model.predict(&estimate.theta, datum).ok()?) / datum.sigma.hypot(s);
            }
        }
    }
    let mean_square = standardised.iter().map(|r| r * r).sum::<f64>() / standardised.len() as f64;
    Some(HeldOut { mean_square, standardised })
}

/// Indices of the laws in the order of AICc, best first; those without one come last.
pub fn ranking(tried: &[ModelScore]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..tried.len()).collect();
    let of = |&at: &usize| tried.get(at).and_then(|tried| tried.aicc).unwrap_or(f64::INFINITY);
    places.sort_by(|a, b| of(a).total_cmp(&of(b)));
    places
}
