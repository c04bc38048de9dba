//! Which numbers may stand at a place of a case or under a parameter of a code.

use std::fmt;

/// Which numbers make sense at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The lower end.
    pub low: Bound,
    /// The upper end.
    pub high: Bound,
    /// Whether only whole numbers do.
    pub whole: bool,
    /// The message in place of the bounds, or empty.
    say: &'static str,
    /// Why, in words, or empty.
    because: &'static str,
}

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// There is no end: any finite number.
    None,
    /// Itself a part of the range.
    At(f64),
    /// Not a part of the range itself.
    Beyond(f64),
}

/// Anything finite.
pub const ANY: Limits = Limits { low: Bound::None, high: Bound::None, whole: false, say: "", because: "" };

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
        Self { low: Bound::Beyond(low), ..self }
    }

    /// From `low` on.
    pub const fn at_least(self, low: f64) -> Self {
        Self { low: Bound::At(low), ..self }
    }

    /// Below `high`, which is not a part of it.
    pub const fn below(self, high: f64) -> Self {
        Self { high: Bound::Beyond(high), ..self }
    }

    /// Up to `high`.
    pub const fn at_most(self, high: f64) -> Self {
        Self { high: Bound::At(high), ..self }
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
        let low = match self.low {
            Bound::None => true,
            Bound::At(low) => x >= low,
            Bound::Beyond(low) => x > low,
        };
        let high = match self.high {
            Bound::None => true,
            Bound::At(high) => x <= high,
            Bound::Beyond(high) => x < high,
        };
        x.is_finite() && low && high && (!self.whole || x.fract() == 0.0)
    }

    /// `above 0 and at most 0.5`; empty where anything goes.
    pub fn range(&self) -> String {
        let low = match self.low {
            Bound::None => None,
            Bound::At(low) => Some(format!("at least {}", compact(low))),
            Bound::Beyond(low) => Some(format!("above {}", compact(low))),
        };
        let high = match self.high {
            Bound::None => None,
            Bound::At(high) => Some(format!("at most {}", compact(high))),
            Bound::Beyond(high) => Some(format!("below {}", compact(high))),
        };
        match (self.whole, self.low, self.high) {
            (true, Bound::At(low), Bound::At(high)) => {
                format!("a whole number from {} to {}", compact(low), compact(high))
            }
            _ => [low, high].into_iter().flatten().collect::<Vec<_>>().join(" and "),
        }
    }

    /// `must be greater than zero`
    pub fn demand(&self) -> String {
        let because = if self.because.is_empty() { String::new() } else { format!(" ({})", self.because) };
        match (self.say, self.low, self.high) {
            ("", Bound::Beyond(0.0), Bound::None) => format!("must be greater than zero{because}"),
            ("", ..) => format!("must be {}{because}", self.range()),
            (say, ..) => say.to_string(),
        }
    }
}

/// `(0, 0.5]`
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low {
            Bound::None => write!(f, "(-inf, ")?,
            Bound::At(low) => write!(f, "[{low}, ")?,
            Bound::Beyond(low) => write!(f, "({low}, ")?,
        }
        match self.high {
            Bound::None => write!(f, "inf)"),
            Bound::At(high) => write!(f, "{high}]"),
            Bound::Beyond(high) => write!(f, "{high})"),
        }
    }
}

/// The shortest decimal text that reads back to the same number.
pub fn compact(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-4..1e7).contains(&size) { format!("{number}") } else { format!("{number:e}") }
}
