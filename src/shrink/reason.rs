//! Why a check fails.

use std::fmt;

use crate::bench::{Check, Comparison, Verdict};

/// To which side something is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviationSide {
    High,
    Low,
    /// There is no number to compare.
    NoNumber,
}

/// Who, against what, in which observable, and to which side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub who: String,
    pub against: String,
    pub observable: String,
    pub comparison: Comparison,
    pub side: DeviationSide,
    /// The text of an error, or the reason why an order is not asymptotic; empty otherwise.
    pub error: String,
}

/// How far a deviation may move while a case is shrunk, either way.
const ROOM: f64 = 2.0;

/// How far a measured comparison may move: not at all but for rounding.
const SAME: f64 = 1e-9;

impl Reason {
    /// Of a failing check.
    pub fn of(check: &Check) -> Self {
        Self {
            who: check.who.to_string(),
            against: check.against.to_string(),
            observable: check.observable.to_string(),
            comparison: check.comparison,
            side: side(check),
            error: error(check).to_string(),
        }
    }

    /// Whether a check has anything to shrink: one that fails, cannot be made, or is a known gap.
    pub(super) fn fails(check: &Check) -> bool {
        matches!(check.outcome, Verdict::Fail | Verdict::Error | Verdict::Gap)
    }

    /// Whether a check fails for this reason, about as badly as `before`.
    pub fn holds(&self, check: &Check, before: &Check) -> bool {
        Self::fails(check)
            && *self == Self::of(check)
            && check.deviation_unit == before.deviation_unit
            && self.about_as_bad(check, before)
    }

    fn about_as_bad(&self, check: &Check, before: &Check) -> bool {
        match (check.deviation, before.deviation) {
            (None, None) => true,
            (Some(now), Some(then)) if !then.is_finite() => !now.is_finite(),
            (Some(now), Some(then)) => {
                let room = if self.comparison == Comparison::Validation { 1.0 + SAME } else { ROOM };
                (then / room..=then * room).contains(&now) && self.same_collision(check, before)
            }
            _ => false,
        }
    }

    /// A measured number belongs to one collision.
    fn same_collision(&self, check: &Check, before: &Check) -> bool {
        let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() <= SAME * b.abs(),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.comparison != Comparison::Validation
            || (near(check.observed, before.observed) && near(check.expected, before.expected))
    }
}

/// The text of an error; what is wrong with an order, without its numbers.
fn error(check: &Check) -> &str {
    let reason = check.reason.as_deref().unwrap_or_default();
    match (side(check), check.comparison) {
        (DeviationSide::NoNumber, _) => reason,
        (_, Comparison::Convergence) => reason.split([':', ',']).next().unwrap_or_default(),
        _ => "",
    }
}

fn side(check: &Check) -> DeviationSide {
    match (check.observed, check.expected) {
        (Some(observed), Some(expected)) if observed > expected => DeviationSide::High,
        (Some(_), Some(_)) => DeviationSide::Low,
        _ => DeviationSide::NoNumber,
    }
}

/// The check to be shrunk: the first that fails, else the first that cannot be made, else the first known gap.
pub(super) fn failing<'a>(checks: &'a [Check], observable: Option<&str>) -> Option<&'a Check> {
    let asked = |check: &&Check| observable.is_none_or(|word| check.observable == word);
    let of = |verdict: Verdict| checks.iter().filter(asked).find(|check| check.outcome == verdict);
    of(Verdict::Fail).or_else(|| of(Verdict::Error)).or_else(|| of(Verdict::Gap))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            DeviationSide::High => "too high",
            DeviationSide::Low => "too low",
            DeviationSide::NoNumber => "has no number",
        };
        let of = if self.comparison == Comparison::Convergence { "the order of " } else { "" };
        let side = if of.is_empty() || self.error.is_empty() { side } else { "is not an order" };
        write!(f, "{of}{} of {} is {side} against {}", self.observable, self.who, self.against)
    }
}
