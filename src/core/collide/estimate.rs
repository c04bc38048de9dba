//! Numbers with their uncertainties.

use std::ops::Neg;

/// A number with an uncertainty stated by its source. Same unit, never negative, covers the true error.
///
/// Uncertainties of terms add up as they are, those of factors relative to the values; each operation adds its rounding.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    pub value: f64,
    pub uncertainty: f64,
}

impl Estimate {
    pub fn new(value: f64, uncertainty: f64) -> Self {
        Self { value, uncertainty }
    }

    /// A number exact to rounding.
    pub fn exact(value: f64) -> Self {
        Self { value, uncertainty: ROUNDING * value.abs() }
    }

    /// A number of a source that states no uncertainty.
    pub fn without(value: f64) -> Self {
        Self { value, uncertainty: 0.0 }
    }

    /// `a + b + ...`
    pub fn sum(parts: &[Self]) -> Self {
        let rounding = ROUNDING * parts.iter().map(|e| e.value.abs()).sum::<f64>();
        let uncertainty = parts.iter().map(|e| e.uncertainty).sum::<f64>() + rounding;
        Self { value: parts.iter().map(|e| e.value).sum(), uncertainty }
    }

    /// `factor a`, the factor exact.
    pub fn scaled(self, factor: f64) -> Self {
        let value = self.value * factor;
        Self { value, uncertainty: self.uncertainty * factor.abs() + ROUNDING * value.abs() }
    }

    /// `a/b`; infinite where `b` is zero.
    pub fn over(self, other: Self) -> Self {
        let value = self.value / other.value;
        let uncertainty = (self.uncertainty + other.uncertainty * value.abs()) / other.value.abs();
        Self { value, uncertainty: uncertainty + ROUNDING * value.abs() }
    }

    /// `atan2(self, other)`, rad; `None` where both are zero.
    pub fn angle(self, other: Self) -> Option<Self> {
        let square = self.value * self.value + other.value * other.value;
        let value = libm::atan2(self.value, other.value);
        let uncertainty = (self.uncertainty * other.value.abs() + other.uncertainty * self.value.abs()) / square;
        (square > 0.0).then(|| Self { value, uncertainty: uncertainty + ROUNDING * value.abs() })
    }
}

impl Neg for Estimate {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// Rounding of an operation, relative.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
