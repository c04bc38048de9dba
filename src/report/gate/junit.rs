//! `junit.xml` of a gate: a suite a case, a test a collision, for no viewer shows ten thousand tests well.

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::distinct::grouped;

use super::{broken, invalid, said};
use crate::judge::baseline::{Change, Row};
use crate::record::{Absent, Gated, Standing};

/// Lines of one failure; the rest is in `gate.csv`.
const LINES: usize = 20;

/// The file's text. What nobody has accepted is skipped; what was accepted and was not computed is an error.
///
/// # Errors
/// None that a comparison can cause; the XML writer's own type asks for one.
pub fn text(program: &str, cases: &[Gated]) -> Result<String, SerializeError> {
    let mut report = Report::new(format!("{program} gate"));
    for case in cases {
        let mut suite = TestSuite::new(case.case.as_str());
        if case.standing != Standing::NeverAccepted {
            suite.add_test_case(standing(case));
        }
        for check in &case.violated {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(broken(check));
            let name = format!("{} ({}) [{}] is {}", check.who, check.variant, check.scene, check.against);
            let mut test = TestCase::new(name, status);
            test.set_classname(case.case.as_str());
            suite.add_test_case(test);
        }
        for (name, rows) in collisions(&case.rows) {
            let mut test = TestCase::new(name, status(case, &rows));
            test.set_classname(case.case.as_str());
            suite.add_test_case(test);
        }
        report.add_test_suite(suite);
    }
    serialised(&report)
}

fn standing(case: &Gated) -> TestCase {
    let mut status = TestCaseStatus::success();
    if let Some(why) = invalid(case) {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(why);
    }
    let mut test = TestCase::new("the case is unchanged since it was accepted", status);
    test.set_classname(case.case.as_str());
    test
}

/// Rows by who and where, in their order.
fn collisions(rows: &[Row]) -> Vec<(String, Vec<&Row>)> {
    grouped(rows.iter().map(|row| (format!("{} [{}]", row.of.who(), row.of.scene), row)))
}

fn status(case: &Gated, rows: &[&Row]) -> TestCaseStatus {
    let of = |change: Change| rows.iter().copied().filter(move |row| row.change == change);
    let lost = rows.iter().find_map(|row| {
        let mine = |lost: &&Absent| lost.scene == row.of.scene && lost.by == row.of.by;
        case.absent.iter().filter(mine).find(|lost| !lost.skipped || case.is_skipped(row))
    });
    let bad: Vec<&Row> = of(Change::Moved).chain(of(Change::Gone).filter(|row| !case.is_skipped(row))).collect();
    let mut status;
    if let Some(lost) = lost {
        status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(lost.why.as_str());
    } else if let Some(first) = bad.first() {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        let more = if bad.len() > 1 { format!(" (and {} more)", bad.len() - 1) } else { String::new() };
        status.set_message(format!("{} {}: {}{more}", first.observable, first.change.word(), said(first)));
        let lines: Vec<String> = bad
            .iter()
            .take(LINES)
            .map(|row| format!("{:9} {}: {}", row.change.word(), row.observable, said(row)))
            .collect();
        status.set_description(lines.join("\n"));
    } else if rows.iter().any(|row| row.change == Change::Unchanged) {
        status = TestCaseStatus::success();
    } else {
        let why = rows.iter().find_map(|row| row.reason.as_deref()).unwrap_or("not accepted yet");
        status = TestCaseStatus::skipped();
        status.set_message(why);
    }
    status
}

/// The XML, as its schema has it: `testsuites` carries no number of skipped tests there, though each suite does.
fn serialised(report: &Report) -> Result<String, SerializeError> {
    let text = report.to_string()?;
    let Some(tag) = text.find("<testsuites") else { return Ok(text) };
    let end = text[tag..].find('>').map_or(text.len(), |end| tag + end);
    // A quote inside a value is written `&quot;`, so this is the attribute and nothing else.
    let key = " skipped=\"";
    let Some(from) = text[tag..end].find(key).map(|at| tag + at) else { return Ok(text) };
    let Some(to) = text[from + key.len()..end].find('"').map(|at| from + key.len() + at + 1) else { return Ok(text) };
    Ok(format!("{}{}", &text[..from], &text[to..]))
}
