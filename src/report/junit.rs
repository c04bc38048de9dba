//! `junit.xml`: what CI systems read. A suite is a case, a test is a check.

use std::io::{self, Write};

use anstream::adapter::strip_str;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::bench::Verdict;
use crate::bench::record::large::CountRecord;
use crate::bench::record::{CaseRecord, Check, Record, Tally};

use super::expectation::worst;
use super::{Reporter, files};

/// Writes `junit.xml`.
pub const JUNIT: Reporter = Reporter {
    name: "junit.xml",
    about: "for CI systems: one suite per case, one test per check",
    write: |context, folder| {
        Ok(vec![files::stream(folder, "junit.xml", |out| write(context.record, context.no_skip, out))?])
    },
};

/// A test and how it came out: what a viewer shows of one that did not pass, and lines below it.
pub(super) struct JunitTest {
    pub name: String,
    pub verdict: Verdict,
    pub message: String,
    pub lines: String,
}

/// The element of a test that did not pass. A known gap is skipped, with its reason; a gap that has closed is a failure,
/// because someone has to take the remark out of the case.
fn element(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Pass => None,
        Verdict::Fail | Verdict::Closed => Some("failure"),
        Verdict::Error => Some("error"),
        Verdict::Skip | Verdict::Gap => Some("skipped"),
    }
}

/// Writes the file test by test. With `no_skip` a skipped check is an error, as it is in the exit code.
///
/// # Errors
/// Those of `out`.
pub fn write(record: &Record, no_skip: bool, out: impl Write) -> io::Result<()> {
    let came_out = |verdict| if no_skip && verdict == Verdict::Skip { Verdict::Error } else { verdict };
    let tally = |case: &CaseRecord| -> Tally {
        let of_checks = checks(case).map(|check| came_out(check.outcome));
        of_checks.chain(unchecked(case).map(|test| test.verdict)).collect()
    };
    let mut all = Tally::default();
    record.cases.iter().for_each(|case| all.add(&tally(case)));
    let suites = record.cases.iter().map(|case| {
        let of_checks =
            checks(case).map(move |check| JunitTest { verdict: came_out(check.outcome), ..test(case, check) });
        (case.name.as_str(), tally(case), of_checks.chain(unchecked(case)))
    });
    write_suites(&record.program, &all, suites, out)
}

/// The checks that are tests: of a large case the worst of each kind alone, which stands for the others.
fn checks(case: &CaseRecord) -> impl Iterator<Item = &Check> {
    let worst_of = |count: &CountRecord| worst(case.checks.iter().filter(|check| count.is_of(check)));
    let large: Vec<&Check> = case.large.iter().flat_map(|large| &large.checks).filter_map(worst_of).collect();
    let all = if case.large.is_some() { &[][..] } else { &case.checks[..] };
    all.iter().chain(large)
}

/// A test for each sentence on what no check looks at; an error where nothing was checked at all.
fn unchecked(case: &CaseRecord) -> impl Iterator<Item = JunitTest> {
    case.unchecked.iter().enumerate().map(|(at, note)| JunitTest {
        name: format!("not checked {}", at + 1),
        verdict: if case.nothing_checked && at == 0 { Verdict::Error } else { Verdict::Skip },
        message: note.clone(),
        lines: String::new(),
    })
}

/// Writes suites, each with its name, its numbers and its tests.
pub(super) fn write_suites<'a, Tests: Iterator<Item = JunitTest>>(
    name: &str,
    all: &Tally,
    mut suites: impl Iterator<Item = (&'a str, Tally, Tests)>,
    out: impl Write,
) -> io::Result<()> {
    let mut out = Writer::new_with_indent(out, b' ', 4);
    out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    // The schema has no number of skipped tests here, though each suite has one.
    let [tests, failures, errors, _] = &counts(all);
    out.create_element("testsuites")
        .with_attribute(("name", &*text(name)))
        .with_attributes([tests, failures, errors].map(|(word, count)| (*word, count.as_str())))
        .write_inner_content(|out| {
            suites.try_for_each(|(name, tally, mut tests)| {
                let name = text(name);
                let [all, failures, errors, skipped] = &counts(&tally);
                let counts = [all, skipped, errors, failures].map(|(word, count)| (*word, count.as_str()));
                let suite = out.create_element("testsuite").with_attribute(("name", &*name)).with_attributes(counts);
                if tally.total() == 0 {
                    return suite.write_empty().map(drop);
                }
                suite.write_inner_content(|out| tests.try_for_each(|test| write_test(&name, &test, out))).map(drop)
            })
        })?;
    out.write_indent()
}

fn counts(tally: &Tally) -> [(&'static str, String); 4] {
    let Tally { fail, error, skip, gap, closed, .. } = tally;
    [("tests", tally.total()), ("failures", fail + closed), ("errors", *error), ("skipped", skip + gap)]
        .map(|(word, count)| (word, count.to_string()))
}

fn write_test(class: &str, test: &JunitTest, out: &mut Writer<impl Write>) -> io::Result<()> {
    let JunitTest { name, verdict, message, lines } = test;
    let name = text(name);
    let test = out.create_element("testcase").with_attributes([("name", &*name), ("classname", class)]);
    let Some(element) = element(*verdict) else { return test.write_empty().map(drop) };
    let (message, lines) = (text(message), text(lines));
    test.write_inner_content(|out| {
        let why = out.create_element(element).with_attribute(("message", &*message));
        if lines.is_empty() { why.write_empty() } else { why.write_text_content(BytesText::new(&lines)) }.map(drop)
    })
    .map(drop)
}

/// Without colours, and without the characters that XML has no place for.
fn text(text: &str) -> String {
    let none = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\x7f');
    strip_str(text).to_string().replace(none, "")
}

fn test(case: &CaseRecord, check: &Check) -> JunitTest {
    let variant = if check.variant.is_empty() { String::new() } else { format!(" ({})", check.variant) };
    let name = format!("{}{variant} = {}: {} [{}]", check.who, check.against, check.observable, check.scene);
    let name = match case.large.iter().flat_map(|large| &large.checks).find(|count| count.is_of(check)) {
        Some(count) => format!("{name} (worst of {})", count.tally.total()),
        None => name,
    };
    let message = match element(check.outcome) {
        None => String::new(),
        Some("skipped") => check.to_string(),
        Some(_) => format!("{}; {}:{}", check, case.file, check.line),
    };
    JunitTest { name, verdict: check.outcome, message, lines: String::new() }
}
