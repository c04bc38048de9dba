//! Which numbers may stand at a place of a case or under a parameter of a code.

use std::fmt;
use std::ops::{Bound, RangeBounds};

/// Which numbers make sense at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The lower end; without one any finite number is allowed.
    pub low: Bound<f64>,
    /// The upper end.
    pub high: Bound<f64>,
    /// Whether only whole numbers do.
    pub whole: bool,
    /// The message in place of the bounds, or empty.
    say: &'static str,
    /// Why, in words, or empty.
    because: &'static str,
}

/// Anything finite.
pub const ANY: Limits = Limits { low: Bound::Unbounded, high: Bound::Unbounded, whole: false, say: "", because: "" };

/// Above zero.
pub const POSITIVE: Limits = ANY.above(0.0);

impl Limits {
    /// Zero or above.
    pub const NOT_NEGATIVE: Self = ANY.at_least(0.0);
    /// A restitution some finite damping achieves.
    pub const RESTITUTION: Self = POSITIVE.at_most(1.0);
    /// Of Poisson's ratio: an isotropic solid is stable for nothing else (Landau & Lifshitz, Theory of Elasticity, section 5).
    pub const POISSON: Self = ANY.above(-1.0).at_most(0.5);
    /// A fraction, both ends allowed.
    pub const FRACTION: Self = Self::NOT_NEGATIVE.at_most(1.0);

    /// Above `low`, which is not a part of it.
    pub const fn above(self, low: f64) -> Self {
        Self { low: Bound::Excluded(low), ..self }
    }

    /// From `low` on.
    pub const fn at_least(self, low: f64) -> Self {
        Self { low: Bound::Included(low), ..self }
    }

    /// Below `high`, which is not a part of it.
    pub const fn below(self, high: f64) -> Self {
        Self { high: Bound::Excluded(high), ..self }
    }

    /// Up to `high`.
    pub const fn at_most(self, high: f64) -> Self {
        Self { high: Bound::Included(high), ..self }
    }

    /// A whole number from `low` to `high`.
    pub const fn whole(low: f64, high: f64) -> Self {
        Self { whole: true, ..ANY.at_least(low).at_most(high) }
    }

    /// The same with a message of its own in place of the bounds.
    pub const fn say(self, say: &'static str) -> Self {
        Self { say, ..self }
    }

    /// The same with a reason, which stands behind the bounds in messages.
    pub const fn because(self, because: &'static str) -> Self {
        Self { because, ..self }
    }

    /// Whether a number lies inside; never so for one that is not finite.
    pub fn hold(&self, x: f64) -> bool {
        x.is_finite() && (self.low, self.high).contains(&x) && (!self.whole || x.fract() == 0.0)
    }

    /// `above 0 and at most 0.5`; empty where anything goes.
    pub fn range(&self) -> String {
        let low = match self.low {
            Bound::Unbounded => None,
            Bound::Included(low) => Some(format!("at least {}", compact(low))),
            Bound::Excluded(low) => Some(format!("above {}", compact(low))),
        };
        let high = match self.high {
            Bound::Unbounded => None,
            Bound::Included(high) => Some(format!("at most {}", compact(high))),
            Bound::Excluded(high) => Some(format!("below {}", compact(high))),
        };
        match (self.whole, self.low, self.high) {
            (true, Bound::Included(low), Bound::Included(high)) => {
                format!("a whole number from {} to {}", compact(low), compact(high))
            }
            _ => [low, high].into_iter().flatten().collect::<Vec<_>>().join(" and "),
        }
    }

    /// A number that may stand there, for proposals.
    pub fn example(&self) -> f64 {
        // One half is the Poisson's ratio of rubber only; a fraction of a step keeps steps from locking to the contact.
        let usual = if *self == Self::POISSON { 0.25 } else { 0.5 };
        let ends = [self.low, self.high].into_iter().filter_map(|end| match end {
            Bound::Included(end) => Some(end),
            Bound::Excluded(end) => Some(2.0 * end),
            Bound::Unbounded => None,
        });
        [usual, 1.0, 100.37].into_iter().chain(ends).find(|x| self.hold(*x)).unwrap_or(usual)
    }

    /// `must be greater than zero`
    pub fn demand(&self) -> String {
        let because = if self.because.is_empty() { String::new() } else { format!(" ({})", self.because) };
        match (self.say, self.low, self.high) {
            ("", Bound::Excluded(0.0), Bound::Unbounded) => format!("must be greater than zero{because}"),
            ("", ..) => format!("must be {}{because}", self.range()),
            (say, ..) => say.to_string(),
        }
    }
}

/// `(0, 0.5]`
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low {
            Bound::Unbounded => write!(f, "(-inf, ")?,
            Bound::Included(low) => write!(f, "[{low}, ")?,
            Bound::Excluded(low) => write!(f, "({low}, ")?,
        }
        match self.high {
            Bound::Unbounded => write!(f, "inf)"),
            Bound::Included(high) => write!(f, "{high}]"),
            Bound::Excluded(high) => write!(f, "{high})"),
        }
    }
}

/// The shortest decimal text that reads back to the same number.
pub fn compact(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-4..1e7).contains(&size) { format!("{number}") } else { format!("{number:e}") }
}
