//! `junit.xml` of a gate: a suite a case, a test a collision, for no viewer shows ten thousand tests well.

use std::io::{self, Write};

use crate::distinct::grouped;

use super::{broken, invalid, said};
use crate::judge::baseline::{Change, Row};
use crate::record::{Absent, Gated, Standing};
use crate::report::junit::{JunitTest, JunitTotals, write_suites};

/// Lines of one failure; the rest is in `gate.csv`.
const LINES: usize = 20;

/// Writes the file. What nobody has accepted is skipped; what was accepted and was not computed is an error.
///
/// # Errors
/// Those of `out`.
pub fn write(program: &str, cases: &[Gated], out: impl Write) -> io::Result<()> {
    let suites: Vec<(&str, Vec<JunitTest>)> = cases.iter().map(|case| (case.case.as_str(), tests(case))).collect();
    let totals = |tests: &mut dyn Iterator<Item = &JunitTest>| {
        tests.fold(JunitTotals::default(), |mut all, test| {
            all.tests += 1;
            match &test.not_passed {
                Some(("skipped", ..)) => all.skipped += 1,
                Some(("error", ..)) => all.errors += 1,
                Some(_) => all.failures += 1,
                None => {}
            }
            all
        })
    };
    let all = totals(&mut suites.iter().flat_map(|(_, tests)| tests));
    let suites = suites.into_iter().map(|(name, tests)| (name, totals(&mut tests.iter()), tests.into_iter()));
    write_suites(&format!("{program} gate"), &all, suites, out)
}

fn tests(case: &Gated) -> Vec<JunitTest> {
    let failure = |message: String| ("failure", message, String::new());
    let standing = (case.standing != Standing::NeverAccepted).then(|| JunitTest {
        name: "the case is unchanged since it was accepted".to_string(),
        not_passed: invalid(case).map(failure),
    });
    let violated = case.violated.iter().map(|check| JunitTest {
        name: format!("{} ({}) [{}] is {}", check.who, check.variant, check.scene, check.against),
        not_passed: Some(failure(broken(check))),
    });
    // Rows by who and where, in their order.
    let collisions = grouped(case.rows.iter().map(|row| (format!("{} [{}]", row.of.who(), row.of.scene), row)));
    let collisions = collisions.into_iter().map(|(name, rows)| JunitTest { name, not_passed: not_passed(case, &rows) });
    standing.into_iter().chain(violated).chain(collisions).collect()
}

fn not_passed(case: &Gated, rows: &[&Row]) -> Option<(&'static str, String, String)> {
    let lost = rows.iter().find_map(|row| {
        let mine = |lost: &&Absent| lost.scene == row.of.scene && lost.by == row.of.by;
        case.absent.iter().filter(mine).find(|lost| !lost.skipped || case.is_skipped(row))
    });
    if let Some(lost) = lost {
        return Some(("error", lost.why.clone(), String::new()));
    }
    let of = |change: Change| rows.iter().copied().filter(move |row| row.change == change);
    let bad: Vec<&Row> = of(Change::Moved).chain(of(Change::Gone).filter(|row| !case.is_skipped(row))).collect();
    if let Some(first) = bad.first() {
        let more = if bad.len() > 1 { format!(" (and {} more)", bad.len() - 1) } else { String::new() };
        let line = |row: &&Row| format!("{:9} {}: {}", row.change.word(), row.observable, said(row));
        let lines: Vec<String> = bad.iter().take(LINES).map(line).collect();
        let message = format!("{} {}: {}{more}", first.observable, first.change.word(), said(first));
        return Some(("failure", message, lines.join("\n")));
    }
    let why = rows.iter().find_map(|row| row.reason.as_deref()).unwrap_or("not accepted yet");
    (!rows.iter().any(|row| row.change == Change::Unchanged)).then(|| ("skipped", why.to_string(), String::new()))
}
