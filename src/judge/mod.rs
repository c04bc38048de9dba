//! Observed against expected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Pass,
    Fail,
    /// The check could not be made.
    Error,
    Skip,
    /// Fails, as the case says it does.
    Gap,
    /// Was said to fail and does not any more.
    Closed,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Skip => "skip",
            Self::Gap => "gap",
            Self::Closed => "closed",
        }
    }
}
