//! Findings as rows of `findings.csv` and of the key `findings` in `run.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseOutcome, Finding};

/// One finding. An unknown is absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingRow {
    /// `code`, `law`, `scheme`, `theory`, `experiment`
    pub kind: String,
    pub subject: String,
    pub version: String,
    /// `program run`, `documented model`, `corrected model`, `law`, `time-stepping scheme`, `fit`
    pub basis: String,
    pub computed: String,
    pub against: String,
    pub question: String,
    pub observable: String,
    /// `as recorded`, `not as recorded`, `not run`
    pub recorded: String,
    /// `agrees`, `known gap`, `fails`, `could not be checked`, `known gap closed`, `not run`
    pub agreement: String,
    pub agree: usize,
    pub known_gaps: usize,
    pub fail: usize,
    pub error: usize,
    pub closed: usize,
    pub not_run: usize,
    /// Observed, or `shifted`, minus expected, of the check that deviates most.
    pub deviation: Option<f64>,
    /// `relative`, `absolute`, `rad`, `share of kinetic energy`, `order`, `sigma`, `unit`
    pub measure: Option<String>,
    pub unit: String,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// What the deviating scenes run over.
    pub over: Option<String>,
    pub case: Option<String>,
    pub scene: Option<String>,
    pub expected: Option<f64>,
    pub observed: Option<f64>,
    /// What the deviation is taken from where it is not `observed`: the computed value closest to the measured one within
    /// the uncertainty of its abscissa.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shifted: Option<f64>,
    /// The same in words.
    pub sentence: String,
    pub cause: Option<String>,
}

impl FindingRow {
    pub fn new(finding: &Finding<'_>) -> Self {
        let worst = finding.worst.as_ref();
        let tally = &finding.tally;
        Self {
            kind: finding.subject.kind.word().to_string(),
            subject: finding.subject.name.clone(),
            version: finding.version.clone(),
            basis: finding.basis.word().to_string(),
            computed: finding.computed.clone(),
            against: finding.against.to_string(),
            question: finding.question.word().to_string(),
            observable: finding.observable.to_string(),
            recorded: CaseOutcome::of(tally).word().to_string(),
            agreement: finding.agreement().word().to_string(),
            agree: tally.pass,
            known_gaps: tally.gap,
            fail: tally.fail,
            error: tally.error,
            closed: tally.closed,
            not_run: tally.skip,
            deviation: worst.map(|worst| worst.deviation.value),
            measure: worst.map(|worst| worst.deviation.measure.word().to_string()),
            unit: finding.unit.to_string(),
            low: worst.map(|worst| worst.range[0]),
            high: worst.map(|worst| worst.range[1]),
            over: worst.map(|worst| worst.over.clone()).filter(|over| !over.is_empty()),
            case: worst.map(|worst| worst.case.name.clone()).or(finding.cases.first().map(|case| case.to_string())),
            scene: worst.map(|worst| worst.check.scene.to_string()),
            expected: worst.and_then(|worst| worst.check.expected),
            observed: worst.and_then(|worst| worst.check.observed),
            shifted: worst.and_then(|worst| worst.check.shifted),
            sentence: finding.sentence(),
            cause: finding.cause().map(str::to_string),
        }
    }
}
