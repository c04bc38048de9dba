//! A check: expected and observed value, tolerance and verdict.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::{KnownGap, Tolerance};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::error::Exit;
use crate::number::{rounded, significant};
use crate::quantity::{Scale, deviation, scale_for, scale_of_both};
use crate::units::{Dimension, UnitError, in_unit};
use crate::words::worded;

worded! {
    /// How a check came out.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict {
        Pass = "pass": "the deviation is within the tolerance",
        Fail = "fail": "the deviation is larger than the tolerance",
        /// The check could not be made.
        Error = "error": "the check could not be made: no result, or no expected value",
        Skip = "skip": "not run, with the reason: an engine is not installed, or does not have the contact model",
        /// Fails, as the case says it does.
        Gap = "gap": "a known gap: the check fails, and the case states why (known_gap)",
        /// Was said to fail and does not any more.
        Closed = "closed": "a known gap that no longer fails: remove `known_gap` from the case",
    }
}

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

    /// The same to nine digits, by which checks are put in order: of those that differ by rounding, such as similar impacts, the first is first.
    pub fn rank(&self) -> f64 {
        rounded(self.tolerance_share(), 9)
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
        if part > 0.0 { (2.0 - libm::log10(part)).ceil().clamp(4.0, 9.0) as usize } else { 6 }
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

/// Verdicts, the most serious first. A case with nothing worse than a skip and a pass has passed.
pub const SEVERITY: [Verdict; 6] =
    [Verdict::Error, Verdict::Fail, Verdict::Closed, Verdict::Pass, Verdict::Gap, Verdict::Skip];

/// Rank of a verdict, the most serious first.
pub fn severity(verdict: Verdict) -> usize {
    SEVERITY.iter().position(|known| *known == verdict).unwrap_or(SEVERITY.len())
}

/// Number of checks by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Reason for skipping a check whose collision or fit was not finished.
pub const UNFINISHED: &str = "the run ended before it was computed";

/// A computed number and, where the abscissa of the measured one is uncertain, the number within that uncertainty which
/// is compared.
#[derive(Debug, Clone, Copy)]
pub struct Computed {
    pub at_point: Estimate,
    pub compared: f64,
}

impl Computed {
    /// A number that is compared as it is.
    pub fn exact(at_point: Estimate) -> Self {
        Self { at_point, compared: at_point.value }
    }
}

/// As [`judge()`], of a number that may be compared elsewhere within the uncertainty of an abscissa.
pub fn judge_computed(row: &mut Check, expected: Estimate, computed: Computed, allowed: Allowed, dimension: Dimension) {
    let Computed { at_point, compared } = computed;
    judge(row, expected, Estimate::new(compared, at_point.uncertainty), allowed, dimension);
    if row.observed.is_some() && compared != at_point.value {
        row.observed = Some(at_point.value);
        row.shifted = Some(compared);
    }
}

/// Why a check that passes could not have failed: a value of 0 would pass as well, of a quantity that is never negative; of a
/// residual one as large as what it is the residual of.
pub fn too_coarse(row: &Check, observable: Observable) -> Option<String> {
    let (expected, allowed) = (row.expected?.abs(), row.allowed?);
    let room = match &*row.deviation_unit {
        "relative" => allowed * expected,
        "sigma" => allowed * libm::hypot(row.expected_uncertainty?, row.observed_uncertainty?),
        _ => allowed,
    };
    if observable.is_residual() && observable.dimension() == Dimension::Number {
        return (room >= 1.0).then(|| "too coarse to fail: a residual of 1 is all there is".to_string());
    }
    // A loss that is expected to be nothing, to rounding, has no size.
    let least = if observable == Observable::EnergyLost { 10.0 * row.expected_uncertainty? } else { 0.0 };
    let has_size = expected > least;
    let blind = observable.is_positive() && has_size && room >= expected;
    blind.then(|| {
        "too coarse to fail: the tolerance is as large as the expected value, so that 0 would pass".to_string()
    })
}

/// Compares two numbers and writes the result into a blank check, which stays an error if the tolerance is unusable.
pub fn judge(row: &mut Check, expected: Estimate, observed: Estimate, allowed: Allowed, dimension: Dimension) {
    if let Some(why) = allowed.refusal(expected) {
        row.reason = Some(why.into());
        return;
    }
    if observed.value.is_infinite() {
        row.reason = Some(format!("{} is {}, which is not a finite number", row.observable, observed.value).into());
        return;
    }
    row.judged(expected, observed, compare(expected, observed, allowed, dimension));
}

impl Check {
    /// Writes two numbers, and how far they are apart, into a check: it passes where that is allowed, and fails where it is not.
    pub fn judged(&mut self, expected: Estimate, observed: Estimate, apart: Distance) {
        self.expects(expected);
        self.observed = Some(observed.value);
        self.observed_uncertainty = Some(observed.uncertainty);
        self.outcome = if apart.met() { Verdict::Pass } else { Verdict::Fail };
        self.deviation = Some(apart.amount);
        self.allowed = Some(apart.allowed);
        self.deviation_unit = apart.unit.into();
    }

    /// Writes down what is expected, before anything is known of what was observed.
    pub fn expects(&mut self, expected: Estimate) {
        self.expected = Some(expected.value);
        self.expected_uncertainty = Some(expected.uncertainty);
    }

    /// The check without the claim that it passes: nothing could have made it fail.
    pub fn could_not_fail(self, why: impl Into<Arc<str>>) -> Self {
        Self { outcome: Verdict::Skip, reason: Some(why.into()), ..self }
    }

    /// Ends without numbers: with this verdict, for this reason.
    pub fn unable(self, outcome: Verdict, why: impl Into<Arc<str>>) -> Self {
        Self { outcome, reason: Some(why.into()), ..self }
    }
}

/// A failure that is farther off by this factor than was seen of the known gap is another one.
const WORSE: f64 = 1.1;

/// Why a failure is more than the known gap; `None` where it is not.
fn beyond(check: &Check, gap: &KnownGap) -> Option<String> {
    let KnownGap { reason, seen, .. } = gap;
    let Some(seen) = seen.iter().find(|seen| seen.observable == check.observable) else {
        return Some(format!("the known gap has no `seen` of {}: {reason}", check.observable));
    };
    let more = seen.off.is_some_and(|seen| check.deviation.is_none_or(|off| off.is_nan() || off > WORSE * seen));
    more.then(|| format!("more than the known gap, of which {} was seen: {reason}", seen.text))
}

/// Makes of the failures among checks a known gap, where they are no worse than was seen of it.
pub fn note_gap(checks: Vec<&mut Check>, gap: &KnownGap, whole: bool) {
    let mut verdicts: Vec<Verdict> = checks.iter().map(|c| c.outcome).collect();
    let beyond = |check: &&mut Check| beyond(check, gap).filter(|_| check.outcome == Verdict::Fail);
    let beyond: Vec<Option<String>> = checks.iter().map(beyond).collect();
    known_gap(&mut verdicts, &beyond.iter().map(Option::is_some).collect::<Vec<_>>());
    // That a gap has closed is known only when all of it was computed.
    let unfinished = || checks.iter().any(|check| check.reason.as_deref() == Some(UNFINISHED));
    if verdicts.contains(&Verdict::Closed) && (!whole || unfinished()) {
        return;
    }
    let reason: Arc<str> = gap.reason.as_str().into();
    for ((check, verdict), beyond) in checks.into_iter().zip(verdicts).zip(beyond) {
        if matches!(verdict, Verdict::Gap | Verdict::Closed) {
            check.reason = Some(Arc::clone(&reason));
        }
        if let Some(beyond) = beyond {
            check.reason =
                Some(check.reason.as_deref().map_or(beyond.clone(), |why| format!("{beyond}; {why}")).into());
        }
        check.outcome = verdict;
    }
}

/// Turns the verdicts of an `[[expect]]` that is a known gap: failures that are not `beyond` it are as noted while there is one, and when
/// there is none any more the gap has closed, which somebody has to hear about.
pub fn known_gap(verdicts: &mut [Verdict], beyond: &[bool]) {
    let failing = verdicts.contains(&Verdict::Fail);
    let judged = verdicts.iter().any(|v| matches!(v, Verdict::Pass | Verdict::Fail));
    for (verdict, beyond) in verdicts.iter_mut().zip(beyond) {
        *verdict = match *verdict {
            Verdict::Fail if !beyond => Verdict::Gap,
            Verdict::Pass if judged && !failing => Verdict::Closed,
            other => other,
        };
    }
}

/// A tolerance converted to the unit of one observable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Allowed {
    /// Part of the expected value.
    Relative(f64),
    /// In the observable's SI unit.
    Absolute(f64),
    /// Multiples of the standard uncertainty of both numbers together.
    Sigma(f64),
    /// Of an order of convergence, either way.
    Order(f64),
    /// An order of convergence may be higher, never lower.
    OrderAtLeast,
}

impl Allowed {
    /// The tolerance of a case file for an observable of this dimension.
    ///
    /// # Errors
    /// When its unit does not belong to the dimension.
    pub fn new(tolerance: &Tolerance, dimension: Dimension) -> Result<Self, String> {
        match tolerance {
            Tolerance::Relative(part) => Ok(Self::Relative(*part)),
            Tolerance::Sigma(count) => Ok(Self::Sigma(*count)),
            Tolerance::Absolute { number, unit } if unit.is_empty() && dimension != Dimension::Number => {
                Err(UnitError::Missing { text: number.clone(), dimension }.to_string())
            }
            Tolerance::Absolute { number, unit } => {
                in_unit(number, unit, dimension).map(Self::Absolute).map_err(|e| e.to_string())
            }
            Tolerance::Order { give_or_take, .. } => Ok(Self::Order(*give_or_take)),
            Tolerance::OrderAtLeast(_) => Ok(Self::OrderAtLeast),
        }
    }

    /// Why this tolerance cannot be used for an expected value: it is zero, or smaller than the uncertainty of that
    /// value.
    pub fn refusal(self, expected: Estimate) -> Option<String> {
        let (room, what) = match self {
            Self::Relative(_) if expected.value == 0.0 => {
                return Some("a relative tolerance is not valid for an expected value of zero: write one with its unit; of a plain number \"1e-12 absolute\"".into());
            }
            Self::Relative(part) => (part * expected.value.abs(), format!("{part:e} relative")),
            Self::Absolute(amount) => (amount, format!("{amount:e}")),
            Self::Sigma(_) | Self::Order(_) | Self::OrderAtLeast => return None,
        };
        (room < expected.uncertainty).then(|| {
            format!(
                "tolerance {what} is below the uncertainty of the expected value ({:.1e}): widen it, or use `within_sigma`",
                expected.uncertainty / if matches!(self, Self::Relative(_)) { expected.value.abs() } else { 1.0 }
            )
        })
    }
}

/// How far apart two numbers are, in the unit of the tolerance.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// Never negative.
    pub amount: f64,
    pub allowed: f64,
    /// `relative`, `sigma`, `order`, or the observable's SI unit.
    pub unit: &'static str,
}

impl Distance {
    pub fn met(&self) -> bool {
        self.amount.is_finite() && self.amount <= self.allowed
    }
}

/// Observed against expected. A number that is not finite is infinitely far off.
pub fn compare(expected: Estimate, observed: Estimate, allowed: Allowed, dimension: Dimension) -> Distance {
    let off = (observed.value - expected.value).abs();
    let (amount, allowed, unit) = match allowed {
        Allowed::Relative(part) => (off / expected.value.abs(), part, "relative"),
        Allowed::Absolute(amount) => (off, amount, dimension.si()),
        Allowed::Sigma(count) => {
            let sigma = libm::hypot(expected.uncertainty, observed.uncertainty);
            (if off == 0.0 { 0.0 } else { off / sigma }, count, "sigma")
        }
        Allowed::Order(give_or_take) => (off, give_or_take, "order"),
        Allowed::OrderAtLeast => ((expected.value - observed.value).max(0.0), 0.0, "order"),
    };
    let amount = if amount.is_nan() { f64::INFINITY } else { amount };
    Distance { amount, allowed, unit }
}
