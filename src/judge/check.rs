//! A check: expected and observed value, tolerance and verdict.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Verdict;
use crate::error::Exit;
use crate::number::significant;
use crate::quantity::{Scale, deviation, scale_for, scale_of_both};

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

/// One comparison as it was judged: a row of `summary.csv`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    pub scene: Arc<str>,
    pub who: Arc<str>,
    /// Time step of a scheme, version of an engine; empty where there is one.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub variant: Cow<'static, str>,
    pub against: Arc<str>,
    pub comparison: Comparison,
    pub observable: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub unit: Cow<'static, str>,
    /// `relative`, `sigma`, `order`, or the observable's unit.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub deviation_unit: Cow<'static, str>,
    /// Line of the `[[expect]]` in the case file.
    pub line: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_uncertainty: Option<f64>,
    /// What was computed at the point itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_uncertainty: Option<f64>,
    /// The computed value closest to a measured one within the uncertainty of its abscissa, from which the deviation is
    /// taken; absent where that is `observed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shifted: Option<f64>,
    /// In `deviation_unit`, never negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed: Option<f64>,
    pub outcome: Verdict,
    /// Why: the known gap, the reason of a skip, the text of an error, a note on the theory's range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Arc<str>>,
}

impl Check {
    /// A check without numbers: its outcome is an error until a comparison fills it in.
    pub fn blank(scene: impl Into<Arc<str>>, who: impl Into<Arc<str>>, against: impl Into<Arc<str>>) -> Self {
        Self {
            scene: scene.into(),
            who: who.into(),
            variant: Cow::Borrowed(""),
            against: against.into(),
            comparison: Comparison::Verification,
            observable: Cow::Borrowed(""),
            unit: Cow::Borrowed(""),
            deviation_unit: Cow::Borrowed(""),
            line: 0,
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
}

impl Check {
    /// Share of the tolerance that is used: deviation over tolerance; infinite if unknown.
    pub fn tolerance_share(&self) -> f64 {
        match (self.deviation, self.allowed) {
            (Some(0.0), _) => 0.0,
            (Some(deviation), Some(allowed)) => deviation / allowed,
            _ => f64::INFINITY,
        }
    }

    /// The scale in which its numbers are shown.
    pub fn scale(&self) -> Scale {
        scale_of_both(self.expected, self.observed, &self.unit)
    }

    /// The number of digits, from four to nine, at which the deviation is visible.
    pub fn digits(&self) -> usize {
        let part = match (self.deviation, &*self.deviation_unit, self.expected) {
            (Some(part), "relative", _) => part,
            (Some(off), _, Some(expected)) if expected != 0.0 => off / expected.abs(),
            _ => return 6,
        };
        if part > 0.0 { (2.0 - part.log10()).ceil().clamp(4.0, 9.0) as usize } else { 6 }
    }

    /// Expected, observed, deviation and tolerance in one scale with this many digits; `unknown` if missing.
    pub fn amounts(&self, digits: usize, unknown: &str) -> [String; 4] {
        let scale = self.scale();
        let value = |v: Option<f64>| v.map_or(unknown.to_string(), |v| scale.show(v, digits));
        let [off, allowed] = self.off_and_allowed(unknown);
        let at_least = if self.is_at_least() { "at least " } else { "" };
        [format!("{at_least}{}", value(self.expected)), value(self.observed), off, allowed]
    }

    /// Deviation and tolerance; of a failure that rounds to its tolerance a digit more: 3.02 % of 3 %.
    pub fn off_and_allowed(&self, unknown: &str) -> [String; 2] {
        let text = |v: Option<f64>| v.map_or(unknown.to_string(), |v| deviation(v, &self.deviation_unit));
        let [off, allowed] = [self.deviation, self.allowed].map(text);
        let more = |v: f64| match &*self.deviation_unit {
            "relative" => significant(100.0 * v, 3) + " %",
            unit => scale_for(v, unit).show(v, 3),
        };
        let more = self.deviation.filter(|_| self.outcome == Verdict::Fail && off == allowed).map(more);
        [more.unwrap_or(off), allowed]
    }

    /// `0.967 within the uncertainty of the abscissa`: the computed value that the deviation is taken from, where it is not
    /// the observed one.
    pub fn shifted_text(&self, digits: usize) -> Option<String> {
        let scale = self.scale();
        self.shifted.map(|value| format!("{} within the uncertainty of the abscissa", scale.show(value, digits)))
    }
}

/// Its result as a sentence: expected and observed number, deviation and tolerance, or why it was not made.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = |otherwise: &'static str| self.reason.as_deref().unwrap_or(otherwise);
        let measured = || {
            let digits = self.digits();
            let [expected, observed, deviation, allowed] = self.amounts(digits, "unknown");
            let shifted = self.shifted_text(digits).map_or(String::new(), |text| format!(" ({text})"));
            format!("expected {expected}, observed {observed}{shifted}, off {deviation}, allowed {allowed}")
        };
        match (self.outcome, &self.reason) {
            (Verdict::Pass, _) | (Verdict::Fail, None) => f.write_str(&measured()),
            (Verdict::Fail, Some(reason)) => write!(f, "{}: {reason}", measured()),
            (Verdict::Error, _) => f.write_str(reason("the check could not be made")),
            (Verdict::Skip, _) => f.write_str(reason("skipped")),
            (Verdict::Gap, _) => write!(f, "known gap: {}; {}", reason("as noted"), measured()),
            (Verdict::Closed, _) => write!(f, "the known gap has closed: {}", reason("no reason is given")),
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
