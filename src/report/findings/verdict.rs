//! Three separate verdicts: whether a case has the expected outcome, whether numbers agree with theory or data, and
//! whether a fit describes its data.

use crate::bench::record::{CaseRecord, Tally, Verdict};
use crate::words::worded;

worded! {
    /// Whether all checks have the expected outcome, known gaps included.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum CaseOutcome {
        /// A check failed or could not be made, or a known gap has closed.
        Fail = "fail",
        /// No check was made.
        NotRun = "not run",
        /// What fails are known gaps.
        Gap = "gap",
        Pass = "pass",
    }
}

impl CaseOutcome {
    pub fn of(tally: &Tally) -> Self {
        if tally.fail + tally.error + tally.closed > 0 {
            Self::Fail
        } else if tally.pass + tally.gap == 0 {
            Self::NotRun
        } else if tally.gap > 0 {
            Self::Gap
        } else {
            Self::Pass
        }
    }

    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Gap => "gap",
            Self::Fail => "fail",
            Self::NotRun => "skip",
        }
    }
}

worded! {
    /// Whether numbers agree with theory, data or another solver, whatever the case expects.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Agreement {
        Fails = "fails",
        /// A solver stopped, or a number is missing.
        NotChecked = "could not be checked",
        KnownGap = "known gap",
        /// A known gap that now agrees.
        GapClosed = "known gap closed",
        Agrees = "agrees",
        NotRun = "not run",
    }
}

impl Agreement {
    /// The most serious verdict of several checks.
    pub fn of(tally: &Tally) -> Self {
        match () {
            () if tally.fail > 0 => Self::Fails,
            () if tally.error > 0 => Self::NotChecked,
            () if tally.gap > 0 => Self::KnownGap,
            () if tally.closed > 0 => Self::GapClosed,
            () if tally.pass > 0 => Self::Agrees,
            () => Self::NotRun,
        }
    }

    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            Self::Fails | Self::NotChecked => "fail",
            Self::KnownGap => "gap",
            Self::GapClosed => "closed",
            Self::Agrees => "pass",
            Self::NotRun => "skip",
        }
    }
}

/// `1 agrees, 15 known gaps, 2 not run`: the counts above zero.
pub fn outcome_words(tally: &Tally) -> String {
    let words = tally.words(&[
        (Verdict::Fail, "fails", "fail"),
        (Verdict::Error, "could not be checked", "could not be checked"),
        (Verdict::Closed, "known gap closed", "known gaps closed"),
        (Verdict::Pass, "agrees", "agree"),
        (Verdict::Gap, "known gap", "known gaps"),
        (Verdict::Skip, "not run", "not run"),
    ]);
    words.unwrap_or("no check".to_string())
}

worded! {
    /// The verdict on a calibration.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum FitAgreement {
        /// A check against residuals, held-out data or another experiment does not hold, or a parameter is at its bound.
        DoesNotDescribe = "does not describe the data",
        /// Fitted, and compared with nothing but the data it was fitted to.
        Fitted = "fitted, not validated",
        /// Agrees with data that were kept from the fit.
        Validated = "validated on held-out data",
    }
}

impl FitAgreement {
    /// The verdict on a case with measurements; `None` for other cases.
    pub fn of(case: &CaseRecord) -> Option<Self> {
        let calibration = case.calibration.as_ref()?;
        let bad = |verdict: Verdict| matches!(verdict, Verdict::Fail | Verdict::Error | Verdict::Gap);
        let at_bound = calibration.parameters.iter().any(|parameter| parameter.at_bound);
        let kept = |against: &str| against != "residuals";
        Some(if at_bound || case.checks.iter().any(|check| bad(check.outcome)) {
            Self::DoesNotDescribe
        } else if case.checks.iter().any(|check| check.outcome == Verdict::Pass && kept(&check.against)) {
            Self::Validated
        } else {
            Self::Fitted
        })
    }

    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            Self::DoesNotDescribe => "gap",
            Self::Fitted => "skip",
            Self::Validated => "pass",
        }
    }
}
