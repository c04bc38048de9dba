//! One number against another, within a tolerance.

use crate::case::Tolerance;
use crate::collide::estimate::Estimate;
use crate::units::{Dimension, UnitError, in_unit};

/// A tolerance converted to the unit of one observable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Allowed {
    /// Part of the expected value.
    Relative(f64),
    /// In the observable's SI unit.
    Absolute(f64),
    /// Multiples of the standard uncertainty of both numbers together.
    Sigma(f64),
    /// Of an order of convergence, either way.
    Order(f64),
    /// An order of convergence may be higher, never lower.
    OrderAtLeast,
}

impl Allowed {
    /// The tolerance of a case file for an observable of this dimension.
    ///
    /// # Errors
    /// When its unit does not belong to the dimension.
    pub fn new(tolerance: &Tolerance, dimension: Dimension) -> Result<Self, String> {
        match tolerance {
            Tolerance::Relative(part) => Ok(Self::Relative(*part)),
            Tolerance::Sigma(count) => Ok(Self::Sigma(*count)),
            Tolerance::Absolute { number, unit } if unit.is_empty() && dimension != Dimension::Number => {
                Err(UnitError::Missing { text: number.clone(), dimension }.to_string())
            }
            Tolerance::Absolute { number, unit } => {
                in_unit(number, unit, dimension).map(Self::Absolute).map_err(|e| e.to_string())
            }
            Tolerance::Order { give_or_take, .. } => Ok(Self::Order(*give_or_take)),
            Tolerance::OrderAtLeast(_) => Ok(Self::OrderAtLeast),
        }
    }

    /// Why this tolerance cannot be used for an expected value: it is zero, or smaller than the uncertainty of that
    /// value.
    pub fn refusal(self, expected: Estimate) -> Option<String> {
        let (room, what) = match self {
            Self::Relative(_) if expected.value == 0.0 => {
                return Some("a relative tolerance is not valid for an expected value of zero: write one with its unit; of a plain number \"1e-12 absolute\"".into());
            }
            Self::Relative(part) => (part * expected.value.abs(), format!("{part:e} relative")),
            Self::Absolute(amount) => (amount, format!("{amount:e}")),
            Self::Sigma(_) | Self::Order(_) | Self::OrderAtLeast => return None,
        };
        (room < expected.uncertainty).then(|| {
            format!(
                "tolerance {what} is below the uncertainty of the expected value ({:.1e}): widen it, or use `within_sigma`",
                expected.uncertainty / if matches!(self, Self::Relative(_)) { expected.value.abs() } else { 1.0 }
            )
        })
    }
}

/// How far apart two numbers are, in the unit of the tolerance.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// Never negative.
    pub amount: f64,
    pub allowed: f64,
    /// `relative`, `sigma`, `order`, or the observable's SI unit.
    pub unit: &'static str,
}

impl Distance {
    pub fn met(&self) -> bool {
        self.amount.is_finite() && self.amount <= self.allowed
    }
}

/// Observed against expected. A number that is not finite is infinitely far off.
pub fn compare(expected: Estimate, observed: Estimate, allowed: Allowed, dimension: Dimension) -> Distance {
    let off = (observed.value - expected.value).abs();
    let (amount, allowed, unit) = match allowed {
        Allowed::Relative(part) => (off / expected.value.abs(), part, "relative"),
        Allowed::Absolute(amount) => (off, amount, dimension.si()),
        Allowed::Sigma(count) => {
            let sigma = expected.uncertainty.hypot(observed.uncertainty);
            (if off == 0.0 { 0.0 } else { off / sigma }, count, "sigma")
        }
        Allowed::Order(give_or_take) => (off, give_or_take, "order"),
        Allowed::OrderAtLeast => ((expected.value - observed.value).max(0.0), 0.0, "order"),
    };
    let amount = if amount.is_nan() { f64::INFINITY } else { amount };
    Distance { amount, allowed, unit }
}
