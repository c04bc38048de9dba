//! `junit.xml`: what CI systems read. A suite is a case, a test is a check.

use std::io::{self, Write};

use quick_junit::XmlString;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::judge::Verdict;
use crate::record::{CaseRecord, Check, Record, Tally};

use super::quantity::{deviation, shown};
use super::{Reporter, files};

/// Writes `junit.xml`.
pub const JUNIT: Reporter = Reporter {
    name: "junit.xml",
    about: "for CI systems: one suite per case, one test per check",
    write: |context, folder| Ok(vec![files::stream(folder, "junit.xml", |out| write(context.record, out))?]),
};

/// A test, and why it did not pass: `failure`, `error` or `skipped`, the message, and lines below it.
pub(super) struct JunitTest {
    pub name: String,
    pub not_passed: Option<(&'static str, String, String)>,
}

/// Numbers of tests of each outcome.
#[derive(Default)]
pub(super) struct JunitTotals {
    pub tests: usize,
    pub skipped: usize,
    pub errors: usize,
    pub failures: usize,
}

impl JunitTotals {
    /// A known gap is skipped, with its reason; a gap that has closed is a failure, because someone has to take the remark
    /// out of the case.
    fn of(tally: &Tally) -> Self {
        let Tally { fail, error, skip, gap, closed, .. } = tally;
        Self { tests: tally.total(), skipped: skip + gap, errors: *error, failures: fail + closed }
    }
}

/// Writes the file test by test.
///
/// # Errors
/// Those of `out`.
pub fn write(record: &Record, out: impl Write) -> io::Result<()> {
    let suites = record.cases.iter().map(|case| {
        let tests = case.checks.iter().map(move |check| test(case, check));
        (case.name.as_str(), JunitTotals::of(&Tally::of(&case.checks)), tests)
    });
    write_suites(&record.program, &JunitTotals::of(&record.tally()), suites, out)
}

/// Writes suites, each with its name, its numbers and its tests.
pub(super) fn write_suites<'a, Tests: Iterator<Item = JunitTest>>(
    name: &str,
    all: &JunitTotals,
    mut suites: impl Iterator<Item = (&'a str, JunitTotals, Tests)>,
    out: impl Write,
) -> io::Result<()> {
    let mut out = Writer::new_with_indent(out, b' ', 4);
    out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    // The schema has no number of skipped tests here, though each suite has one.
    let [tests, failures, errors] = [all.tests, all.failures, all.errors].map(|count| count.to_string());
    out.create_element("testsuites")
        .with_attributes([("name", &*text(name)), ("tests", &tests), ("failures", &failures), ("errors", &errors)])
        .write_inner_content(|out| {
            suites.try_for_each(|(name, totals, mut tests)| {
                let JunitTotals { tests: count, skipped, errors, failures } = totals;
                let counts = [count, skipped, errors, failures].map(|count| count.to_string());
                let name = text(name);
                let counts =
                    ["tests", "skipped", "errors", "failures"].into_iter().zip(counts.iter().map(String::as_str));
                let suite = out.create_element("testsuite").with_attribute(("name", &*name)).with_attributes(counts);
                if count == 0 {
                    return suite.write_empty().map(drop);
                }
                suite.write_inner_content(|out| tests.try_for_each(|test| write_test(&name, &test, out))).map(drop)
            })
        })?;
    out.write_indent()
}

fn write_test(class: &str, JunitTest { name, not_passed }: &JunitTest, out: &mut Writer<impl Write>) -> io::Result<()> {
    let name = text(name);
    let test = out.create_element("testcase").with_attributes([("name", &*name), ("classname", class)]);
    let Some((element, message, lines)) = not_passed else { return test.write_empty().map(drop) };
    let (message, lines) = (text(message), text(lines));
    test.write_inner_content(|out| {
        let why = out.create_element(*element).with_attribute(("message", &*message));
        if lines.is_empty() { why.write_empty() } else { why.write_text_content(BytesText::new(&lines)) }.map(drop)
    })
    .map(drop)
}

/// Without the characters that XML has no place for.
fn text(text: &str) -> XmlString {
    XmlString::new(text)
}

fn test(case: &CaseRecord, check: &Check) -> JunitTest {
    let variant = if check.variant.is_empty() { String::new() } else { format!(" ({})", check.variant) };
    let name = format!("{}{variant} = {}: {} [{}]", check.who, check.against, check.observable, check.scene);
    let reason = check.reason.as_deref();
    let place = format!("{}:{}", case.file, check.line);
    let not_passed = match check.outcome {
        Verdict::Pass => None,
        Verdict::Fail => Some(("failure", format!("{}; {place}", measured(check)))),
        Verdict::Error => Some(("error", format!("{}; {place}", reason.unwrap_or("the check could not be made")))),
        Verdict::Skip => Some(("skipped", reason.unwrap_or("skipped").to_string())),
        Verdict::Gap => Some(("skipped", format!("known gap: {}; {}", reason.unwrap_or("as noted"), measured(check)))),
        Verdict::Closed => {
            Some(("failure", format!("known gap has closed: {}; {place}", reason.unwrap_or("as noted"))))
        }
    };
    JunitTest { name, not_passed: not_passed.map(|(element, message)| (element, message, String::new())) }
}

/// `expected 331.7 rad/s, observed 318.2 rad/s, deviation 14 rad/s, allowed 2 rad/s`
fn measured(check: &Check) -> String {
    let value = |v: Option<f64>| v.map_or("nothing".to_string(), |v| shown(v, &check.unit, 8));
    let off = |v: Option<f64>| v.map_or("unknown".to_string(), |v| deviation(v, &check.deviation_unit));
    format!(
        "expected {}, observed {}, deviation {}, allowed {}",
        value(check.expected),
        value(check.observed),
        off(check.deviation),
        off(check.allowed)
    )
}
