//! What may be written under a key: dimension and range, or words.

use crate::units::Dimension;

pub use crate::limits::{ANY, Bound, Limits, POSITIVE, compact};

/// What may stand at a place.
#[derive(Debug, Clone, Copy)]
pub enum Spec {
    Quantity(Dimension, Limits),
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these words, which may look like a number or a truth and need no quotes then.
    Choice(&'static [&'static str]),
    /// The name of something that is looked up later.
    Name,
    /// `"solid"`, `"thin-shell"` or a number.
    Inertia,
}

impl Spec {
    /// How a value of this kind is written.
    pub fn example(self) -> String {
        match self {
            Self::Quantity(dimension, _) => dimension.example().to_string(),
            Self::Words(words) | Self::Choice(words) => format!("\"{}\"", words.first().copied().unwrap_or_default()),
            Self::Name => "\"glass\"".to_string(),
            Self::Inertia => "\"solid\"".to_string(),
        }
    }
}

/// Moment of inertia over `m r^2` of a homogeneous sphere.
pub(super) const SOLID: f64 = 0.4;

/// Moment of inertia over `m r^2`: any number up to the 1 of a ring.
pub(super) const INERTIA: Limits = POSITIVE.at_most(1.0).because("a solid sphere has 0.4");
