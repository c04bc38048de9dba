//! Observed against expected.

pub mod baseline;
mod check;
mod compare;
mod curve;
mod moved;
pub mod order;
mod parting;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use check::{About, Abouts, Check, Comparison, Tally};
pub use compare::{Allowed, Deviation, compare};
pub use curve::{Course, CurveWord};
pub use moved::Swept;
pub use order::{Asymptotic, NoOrder, Order};
pub use parting::{Followed, Parting, Stage};

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

/// Turns the verdicts of an `[[expect]]` that is a known gap: failures are as noted while there is one, and when
/// there is none any more the gap has closed, which somebody has to hear about.
pub fn known_gap(verdicts: &mut [Verdict]) {
    let failing = verdicts.contains(&Verdict::Fail);
    let judged = verdicts.iter().any(|v| matches!(v, Verdict::Pass | Verdict::Fail));
    for verdict in verdicts {
        *verdict = match *verdict {
            Verdict::Fail => Verdict::Gap,
            Verdict::Pass if judged && !failing => Verdict::Closed,
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_holds_while_one_check_fails_and_closes_when_none_does() {
        let mut open = [Verdict::Pass, Verdict::Fail, Verdict::Skip];
        known_gap(&mut open);
        assert_eq!(open, [Verdict::Pass, Verdict::Gap, Verdict::Skip]);

        let mut closed = [Verdict::Pass, Verdict::Pass, Verdict::Skip];
        known_gap(&mut closed);
        assert_eq!(closed, [Verdict::Closed, Verdict::Closed, Verdict::Skip]);

        let mut broken = [Verdict::Error, Verdict::Skip];
        known_gap(&mut broken);
        assert_eq!(broken, [Verdict::Error, Verdict::Skip]);
    }
}
