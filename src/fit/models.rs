//! Formulas for the restitution as models of measured data, and how laws that are fitted to the same data compare.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::curve::{CollisionCurves, power};
use super::estimate::{BestFit, NoEstimate, fit, solve};
use super::problem::{Datum, Model, Problem, Unknown};
use crate::law::{Ends, PowerForce};

/// The restitution as a function of the unknowns and the speed.
type Restitution = Box<dyn Fn(&[f64], f64) -> Result<f64, String> + Send + Sync>;

/// Restitution as a function of the speed.
pub struct Formula {
    unknowns: Vec<Unknown>,
    restitution: Restitution,
    /// Largest relative error.
    error: f64,
}

fn unknown(name: &str, unit: &str, start: f64, low: f64, high: f64) -> Unknown {
    Unknown { name: name.to_string(), unit: unit.to_string(), start, low, high }
}

impl Formula {
    /// `of` gets the first unknown, the second if there is one, and the speed.
    fn new(unknowns: Vec<Unknown>, of: impl Fn(f64, Option<f64>, f64) -> f64 + Send + Sync + 'static) -> Self {
        let restitution = move |theta: &[f64], speed: f64| {
            let first = *theta.first().ok_or("an unknown is missing")?;
            Ok(of(first, theta.get(1).copied(), speed))
        };
        Self { unknowns, restitution: Box::new(restitution), error: 0.0 }
    }

    /// The same at every speed.
    pub fn constant() -> Self {
        Self::new(vec![unknown("restitution", "1", 0.8, 0.0, 1.5)], |e, _, _| e)
    }

    /// `e = c (v/v_ref)^(-n)` with `c` unknown, and `n` as well where it is not given; 1/4 is far beyond first yield
    /// (Johnson 1985, section 11.5).
    pub fn power(reference_speed: f64, exponent: Option<f64>) -> Self {
        let mut unknowns = vec![unknown("restitution_at_reference", "1", 0.8, 0.0, 1.5)];
        if exponent.is_none() {
            unknowns.push(unknown("exponent", "1", 0.1, -1.0, 1.0));
        }
        let n = exponent.unwrap_or(0.0);
        Self::new(unknowns, move |c, own, speed| c * libm::pow(speed / reference_speed, -own.unwrap_or(n)))
    }

    /// `e = c + slope (v - v_ref)`, both unknown.
    pub fn line(reference_speed: f64) -> Self {
        let free = |name, unit, start| unknown(name, unit, start, f64::NEG_INFINITY, f64::INFINITY);
        let unknowns = vec![free("restitution", "", 0.8), free("slope", "s/m", 0.0)];
        Self::new(unknowns, move |c, slope, speed| c + slope.unwrap_or(0.0) * (speed - reference_speed))
    }

    /// [`thornton`], with the speed of first yield unknown.
    pub fn thornton(start: f64, low: f64, high: f64) -> Self {
        Self::new(vec![unknown("yield_speed", "m/s", start, low, high)], |V_y, _, speed| thornton(V_y, speed))
    }

    /// A dashpot `C delta^beta v` beside a spring `K delta^n`, as it is seen from outside: `number` is `g` at the speed of
    /// reference, between bounds, and `speeds` are those of the data, m/s.
    ///
    /// CollisionCurves by `L = (m v^2/K)^(1/(n+1))` the restitution depends on one number alone, `g = C L^(beta+1)/(m v)`, which goes
    /// with `v` as `v^(2(beta+1)/(n+1) - 1)`: drops tell it, and nothing else. For Kuwabara & Kono `g = (3/2) A (K/m)^(2/5)
    /// v^(1/5)`; for Tsuji `g = alpha`; for a linear dashpot it is twice the damping ratio.
    pub fn dashpot(
        (n, beta, ends): (f64, f64, Ends),
        reference_speed: f64,
        number: Unknown,
        (slow, fast): (f64, f64),
    ) -> Self {
        let force = PowerForce { K: 1.0, alpha: n, C: 1.0, beta, reference_gap: 0.0, ends };
        let factor = move |speed: f64| libm::pow(speed / reference_speed, power(&force));
        let factors = [slow, fast].map(factor);
        let low = 0.999 * number.low * factors[0].min(factors[1]);
        let high = 1.001 * number.high * factors[0].max(factors[1]);
        let scaled = CollisionCurves::cached(&force, low, high, false);
        let error = scaled.error();
        let restitution = move |theta: &[f64], speed: f64| {
            scaled.restitution(theta.first().ok_or("an unknown is missing")? * factor(speed))
        };
        Self { unknowns: vec![number], restitution: Box::new(restitution), error }
    }
}

impl Model for Formula {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        (self.restitution)(theta, datum.speed)
    }

    fn numerical_error(&self) -> f64 {
        self.error
    }
}

/// Restitution of an elastic, perfectly plastic sphere of yield speed `V_y` at speed `v`, m/s both; 1 below `V_y`.
///
/// `e = (6 sqrt3/5)^(1/2) [1 - w^2/6]^(1/2) [w/(w + 2 sqrt(6/5 - w^2/5))]^(1/4)` with `w = V_y/v` (Thornton 1997, J. Appl.
/// Mech. 64, 383; Thornton & Ning 1998).
pub fn thornton(V_y: f64, v: f64) -> f64 {
    let w = V_y / v;
    if w >= 1.0 {
        return 1.0;
    }
    let plastic = w / (w + 2.0 * (1.2 - 0.2 * w * w).sqrt());
    (1.2 * 3f64.sqrt()).sqrt() * (1.0 - w * w / 6.0).sqrt() * libm::pow(plastic, 0.25)
}

/// `d ln e/d ln v` of measured restitutions (speed, restitution): the slope of a straight line through the logarithms; 0
/// where the speeds do not tell one.
pub fn log_slope(measured: &[(f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> =
        measured.iter().filter(|(v, e)| *v > 0.0 && *e > 0.0).map(|(v, e)| (libm::log(*v), libm::log(*e))).collect();
    let n = points.len() as f64;
    let (x, y) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let along: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let across: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    if along > 1e-6 * n { across / along } else { 0.0 }
}

/// The scores of one law.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelScore {
    pub name: String,
    pub estimate: BestFit,
    /// Akaike's criterion, `deviance + 2 k` (Akaike 1974): the deviance is `-2 ln(likelihood)` at the best fit and its
    /// scatter, which is a little larger than the likeliest.
    pub aic: f64,
    /// AICc for few data, `aic + 2 k (k+1)/(n-k-1)` (Hurvich & Tsai 1989); `None` for `n <= k + 1`.
    pub aicc: Option<f64>,
    /// Whole heights left out in turn and predicted from the others: mean of the squares of the residuals in standard deviations,
    /// scatter included. Near 1 for the true law; `None` for fewer than two heights, or if a fold fails.
    pub held_out: Option<f64>,
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
    let deviance = 2.0 * estimate.cost + fitted.weights.ln_determinant() + n * libm::log(TAU);
    let k = (estimate.theta.len() + estimate.scatter.len()) as f64;
    let aic = deviance + 2.0 * k;
    let aicc = (n > k + 1.0).then(|| aic + 2.0 * k * (k + 1.0) / (n - k - 1.0));
    let held_out = held_out(problem, model);
    Ok(ModelScore { name: name.to_string(), estimate, aic, aicc, held_out })
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

fn held_out(problem: &Problem, model: &dyn Model) -> Option<f64> {
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
                *place = (datum.value - model.predict(&estimate.theta, datum).ok()?) / libm::hypot(datum.sigma, s);
            }
        }
    }
    Some(standardised.iter().map(|r| r * r).sum::<f64>() / standardised.len() as f64)
}
