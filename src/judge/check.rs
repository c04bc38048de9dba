//! A check: expected and observed value, tolerance and verdict.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Verdict;
use crate::error::Exit;

/// What a comparison is called: it follows from what stands after `agrees_with`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Against theory.
    Verification,
    /// Against data.
    Validation,
    /// Of one solver with another.
    Comparison,
    /// How an error falls with the time step.
    Convergence,
}

/// One row of `summary.csv`.
///
/// Of a hundred thousand scenes most rows share what they are about: that is kept once, and reads as part of the row.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    pub about: Arc<About>,
    /// Shared between checks, as `reason` is, so that a long text is stored once.
    pub scene: Arc<str>,
    pub expected: Option<f64>,
    pub expected_uncertainty: Option<f64>,
    /// What was computed at the point itself.
    pub observed: Option<f64>,
    pub observed_uncertainty: Option<f64>,
    /// The computed value closest to a measured one within the uncertainty of its abscissa, from which the deviation is
    /// taken; `None` where that is `observed`.
    pub shifted: Option<f64>,
    /// In `deviation_unit`, never negative.
    pub deviation: Option<f64>,
    pub allowed: Option<f64>,
    pub outcome: Verdict,
    /// Why: the known gap, the reason of a skip, the text of an error, a note on the oracle's range.
    pub reason: Option<Arc<str>>,
}

/// What is compared with what, the same in every scene.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct About {
    pub who: String,
    pub variant: String,
    pub against: String,
    pub comparison: Comparison,
    pub observable: String,
    pub unit: String,
    /// `relative`, `sigma`, `order`, or the observable's unit.
    pub deviation_unit: String,
    /// Line of the `[[expect]]` in the case file.
    pub line: usize,
}

impl Deref for Check {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

impl DerefMut for Check {
    fn deref_mut(&mut self) -> &mut About {
        Arc::make_mut(&mut self.about)
    }
}

impl Check {
    /// Scene and time step, `speed=1 m/s, steps=20.37`; `-` of the only scene and step.
    pub fn place(&self) -> String {
        match (&*self.scene, self.variant.split(", worst of").next().unwrap_or_default()) {
            (scene, "") => scene.to_string(),
            ("-", step) => step.to_string(),
            (scene, step) => format!("{scene}, {step}"),
        }
    }

    /// Whether it was compared on one side only, and lies on the other: any value that is at least the expected one passes.
    pub fn is_at_least(&self) -> bool {
        self.deviation == Some(0.0) && self.compared() > self.expected
    }

    /// The computed value that the deviation is taken from.
    pub fn compared(&self) -> Option<f64> {
        self.shifted.or(self.observed)
    }

    /// A check without numbers: its outcome is an error until a comparison fills it in.
    pub fn blank(scene: impl Into<Arc<str>>, about: About) -> Self {
        Self {
            about: Arc::new(about),
            scene: scene.into(),
            expected: None,
            expected_uncertainty: None,
            observed: None,
            observed_uncertainty: None,
            shifted: None,
            deviation: None,
            allowed: None,
            outcome: Verdict::Error,
            reason: None,
        }
    }
}

/// Number of checks by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub pass: usize,
    pub fail: usize,
    pub error: usize,
    pub skip: usize,
    pub gap: usize,
    pub closed: usize,
}

impl FromIterator<Verdict> for Tally {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let mut tally = Self::default();
        verdicts.into_iter().for_each(|verdict| *tally.of_verdict(verdict) += 1);
        tally
    }
}

impl Tally {
    pub fn of<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Self {
        checks.into_iter().map(|check| check.outcome).collect()
    }

    fn of_verdict(&mut self, verdict: Verdict) -> &mut usize {
        match verdict {
            Verdict::Pass => &mut self.pass,
            Verdict::Fail => &mut self.fail,
            Verdict::Error => &mut self.error,
            Verdict::Skip => &mut self.skip,
            Verdict::Gap => &mut self.gap,
            Verdict::Closed => &mut self.closed,
        }
    }

    /// Number of checks with this outcome.
    pub fn count(mut self, verdict: Verdict) -> usize {
        *self.of_verdict(verdict)
    }

    /// Adds the counts of another tally.
    pub fn add(&mut self, other: &Self) {
        for verdict in Verdict::ALL {
            *self.of_verdict(verdict) += other.count(verdict);
        }
    }

    /// Number of checks that were made: those that could have failed.
    pub fn made(&self) -> usize {
        self.pass + self.fail + self.gap + self.closed
    }

    pub fn total(&self) -> usize {
        Verdict::ALL.into_iter().map(|verdict| self.count(verdict)).sum()
    }

    /// How a run with these checks ends; with `no_skip` what was skipped counts as not computed.
    pub fn exit(&self, no_skip: bool) -> Exit {
        Exit::worst([
            (self.error > 0 || (no_skip && self.skip > 0) || self.skip == self.total(), Exit::NoResult),
            (self.fail + self.closed > 0, Exit::Failing),
        ])
    }

    /// `92 pass, 2 fail`: the counts above zero in the order of `words`, which have a singular and a plural.
    pub fn words(&self, words: &[(Verdict, &str, &str)]) -> Option<String> {
        let counts = words.iter().map(|(verdict, one, several)| match self.count(*verdict) {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        });
        Some(counts.flatten().collect::<Vec<_>>().join(", ")).filter(|words| !words.is_empty())
    }
}
