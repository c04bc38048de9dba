//! `junit.xml`: what CI systems read. A suite is a case, a test is a check.

use std::io::{self, Write};

use quick_junit::XmlString;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, Event};

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

/// Writes the file test by test. A known gap is skipped, with its reason; a gap that has closed is a failure, because
/// someone has to take the remark out of the case.
///
/// # Errors
/// Those of `out`.
pub fn write(record: &Record, out: impl Write) -> io::Result<()> {
    let mut out = Writer::new_with_indent(out, b' ', 4);
    out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let [tests, _, errors, failures] = totals(&record.tally());
    // The schema has no number of skipped tests here, though each suite has one.
    let all = out.create_element("testsuites").with_attribute(("name", &*text(&record.program)));
    all.with_attributes([tests, failures, errors].iter().map(|(key, count)| (*key, &**count)))
        .write_inner_content(|out| record.cases.iter().try_for_each(|case| suite(case, out)))?;
    out.write_indent()
}

fn suite(case: &CaseRecord, out: &mut Writer<impl Write>) -> io::Result<()> {
    let name = text(&case.name);
    let totals = totals(&Tally::of(&case.checks));
    let suite = out.create_element("testsuite").with_attribute(("name", &*name));
    let suite = suite.with_attributes(totals.iter().map(|(key, count)| (*key, &**count)));
    if case.checks.is_empty() {
        return suite.write_empty().map(drop);
    }
    suite.write_inner_content(|out| case.checks.iter().try_for_each(|check| test(case, &name, check, out))).map(drop)
}

/// Numbers of tests, in the order of a suite's attributes.
fn totals(tally: &Tally) -> [(&'static str, String); 4] {
    let Tally { fail, error, skip, gap, closed, .. } = tally;
    [("tests", tally.total()), ("skipped", skip + gap), ("errors", *error), ("failures", fail + closed)]
        .map(|(key, count)| (key, count.to_string()))
}

/// Without the characters that XML has no place for.
fn text(text: &str) -> XmlString {
    XmlString::new(text)
}

fn test(case: &CaseRecord, class: &str, check: &Check, out: &mut Writer<impl Write>) -> io::Result<()> {
    let variant = if check.variant.is_empty() { String::new() } else { format!(" ({})", check.variant) };
    let name = format!("{}{variant} = {}: {} [{}]", check.who, check.against, check.observable, check.scene);
    let name = text(&name);
    let test = out.create_element("testcase").with_attributes([("name", &*name), ("classname", class)]);
    let reason = check.reason.as_deref();
    let place = format!("{}:{}", case.file, check.line);
    let (element, message) = match check.outcome {
        Verdict::Pass => return test.write_empty().map(drop),
        Verdict::Fail => ("failure", format!("{}; {place}", measured(check))),
        Verdict::Error => ("error", format!("{}; {place}", reason.unwrap_or("the check could not be made"))),
        Verdict::Skip => ("skipped", reason.unwrap_or("skipped").to_string()),
        Verdict::Gap => ("skipped", format!("known gap: {}; {}", reason.unwrap_or("as noted"), measured(check))),
        Verdict::Closed => ("failure", format!("known gap has closed: {}; {place}", reason.unwrap_or("as noted"))),
    };
    let why = |out: &mut Writer<_>| {
        out.create_element(element).with_attribute(("message", &*text(&message))).write_empty().map(drop)
    };
    test.write_inner_content(why).map(drop)
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
