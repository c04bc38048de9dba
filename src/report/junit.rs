//! `junit.xml`: what CI systems read. A suite is a case, a test is a check.

use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::error::Error;
use crate::judge::Verdict;
use crate::record::{CaseRecord, Check, Record};

use super::quantity::{deviation, shown};
use super::{Context, Reporter, files};

/// Writes `junit.xml`.
pub struct Junit;

impl Reporter for Junit {
    fn name(&self) -> &'static str {
        "junit.xml"
    }

    fn about(&self) -> &'static str {
        "for CI systems: a suite a case, a test a check"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let text =
            text(context.record).map_err(|e| Error::write(&folder.join(self.name()), std::io::Error::other(e)))?;
        Ok(vec![files::write(folder, self.name(), text.as_bytes())?])
    }
}

/// The file's text. A known gap is skipped, with its reason; a gap that has closed is a failure, because someone
/// has to take the remark out of the case.
///
/// # Errors
/// None that a record can cause; the XML writer's own type asks for one.
pub fn text(record: &Record) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new(record.program.as_str());
    for case in &record.cases {
        let mut suite = TestSuite::new(case.name.as_str());
        for check in &case.checks {
            suite.add_test_case(test(case, check));
        }
        report.add_test_suite(suite);
    }
    serialised(&report)
}

/// The XML, as its schema has it: `testsuites` carries no number of skipped tests there, though each suite does.
pub(super) fn serialised(report: &Report) -> Result<String, quick_junit::SerializeError> {
    let text = report.to_string()?;
    let Some(tag) = text.find("<testsuites") else { return Ok(text) };
    let end = text[tag..].find('>').map_or(text.len(), |end| tag + end);
    // A quote inside a value is written `&quot;`, so this is the attribute and nothing else.
    let key = " skipped=\"";
    let Some(from) = text[tag..end].find(key).map(|at| tag + at) else { return Ok(text) };
    let Some(to) = text[from + key.len()..end].find('"').map(|at| from + key.len() + at + 1) else { return Ok(text) };
    Ok(format!("{}{}", &text[..from], &text[to..]))
}

fn test(case: &CaseRecord, check: &Check) -> TestCase {
    let variant = if check.variant.is_empty() { String::new() } else { format!(" ({})", check.variant) };
    let name = format!("{}{variant} = {}: {} [{}]", check.who, check.against, check.observable, check.scene);
    let reason = check.reason.as_deref();
    let mut status = match check.outcome {
        Verdict::Pass => TestCaseStatus::success(),
        Verdict::Fail | Verdict::Closed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Error => TestCaseStatus::non_success(NonSuccessKind::Error),
        Verdict::Skip | Verdict::Gap => TestCaseStatus::skipped(),
    };
    let place = format!("{}:{}", case.file, check.line);
    let message = match check.outcome {
        Verdict::Pass => None,
        Verdict::Fail => Some(format!("{}; {place}", measured(check))),
        Verdict::Error => Some(format!("{}; {place}", reason.unwrap_or("the check could not be made"))),
        Verdict::Skip => Some(reason.unwrap_or("skipped").to_string()),
        Verdict::Gap => Some(format!("known gap: {}; {}", reason.unwrap_or("as noted"), measured(check))),
        Verdict::Closed => Some(format!("known gap has closed: {}; {place}", reason.unwrap_or("as noted"))),
    };
    if let Some(message) = message {
        status.set_message(message);
    }
    let mut test = TestCase::new(name, status);
    test.set_classname(case.name.as_str());
    test
}

/// `expected 331.7 rad/s, got 318.2 rad/s, off 14 rad/s, allowed 2 rad/s`
fn measured(check: &Check) -> String {
    let value = |v: Option<f64>| v.map_or("nothing".to_string(), |v| shown(v, &check.unit, 8));
    let off = |v: Option<f64>| v.map_or("unknown".to_string(), |v| deviation(v, &check.deviation_unit));
    format!(
        "expected {}, got {}, off {}, allowed {}",
        value(check.expected),
        value(check.observed),
        off(check.deviation),
        off(check.allowed)
    )
}
