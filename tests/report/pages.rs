//! What people read: terminal, Markdown, JUnit, the page.

use collisionbench::bench::Verdict;
use collisionbench::bench::record::{CaseRecord, NotRunRecord, PartialRecord, Record, verify};
use collisionbench::report::run::{RunView, blocks, summary_md};
use collisionbench::report::{block, junit};

use crate::report::fixture::record;

/// The text of a run on a terminal of 120 columns.
fn text(record: &Record) -> String {
    block::terminal(&blocks(record, &RunView::default()), 120)
}

#[test]
fn the_terminal_shows_what_failed_and_where() {
    let view = RunView { place: Some("reports/latest"), seconds: Some(3.75), ..RunView::default() };
    insta::assert_snapshot!(block::terminal(&blocks(&record(), &view), 120));
}

/// A run of many cases: the hand-made ones several times over, in two folders.
fn many(times: usize) -> Record {
    let mut record = record();
    let few = std::mem::take(&mut record.cases);
    for i in 0..times {
        for case in &few {
            let folder = if i < times / 3 { "first" } else { "second" };
            record.cases.push(CaseRecord { name: format!("{folder}/{i}/{}", case.name), ..case.clone() });
        }
    }
    record
}

fn only(record: &mut Record, verdicts: &[Verdict]) {
    for case in &mut record.cases {
        case.checks.retain(|check| verdicts.contains(&check.outcome));
    }
}

/// Passed, failed, a gap that closed, skipped and interrupted.
#[test]
fn the_table_of_a_run_of_many_cases() {
    let not_run = NotRunRecord { cases: 54, engines: ["lammps", "yade"].map(String::from).to_vec() };
    let before = verify(&record(), &record(), true);
    let partial = PartialRecord { computed: 12, planned: 400 };
    let of = |verdicts: &[Verdict]| {
        let mut record = Record { not_run: Some(not_run.clone()), ..many(3) };
        only(&mut record, verdicts);
        record
    };
    use Verdict::{Closed, Error, Fail, Gap, Pass, Skip};
    let runs = [
        ("passed", of(&[Pass])),
        ("failed", of(&[Pass, Fail, Error])),
        ("closed", of(&[Pass, Gap, Closed])),
        ("skipped", of(&[Skip])),
        ("interrupted", Record { partial: Some(partial), ..of(&[Pass, Skip, Gap]) }),
    ];
    for (name, record) in &runs {
        let view =
            RunView { place: Some("reports/latest"), seconds: Some(3.75), before: Some(&before), ..RunView::default() };
        let blocks = blocks(record, &view);
        let text = block::terminal(&blocks, 80);
        insta::assert_snapshot!(*name, text);
        for width in [60, 80, 120] {
            let text = block::terminal(&blocks, width);
            assert_eq!(stripped(&block::coloured(&blocks, width, true)), text, "colour alone");
            let fits = |line: &str| line.chars().count() <= width || line.contains("collisionbench run ");
            assert!(text.lines().all(fits), "{text}");
        }
    }
}

#[test]
fn what_is_beyond_the_limit_is_counted() {
    let mut record = record();
    let failing = record.cases[1].checks.iter().find(|c| c.outcome.word() == "fail").unwrap().clone();
    record.cases[1].checks.extend(vec![failing; 11]);
    let shown = text(&record);
    assert_eq!(shown.matches("0.4200 ").count(), 8, "{shown}");
    assert!(shown.contains("and 4 more in summary.csv"), "{shown}");
    // Three failures of each of the hand-made runs.
    let shown = text(&many(10));
    assert_eq!(shown.matches("reproduce:").count(), 20, "{shown}");
    assert!(
        shown.contains("30 failures\n") && shown.contains("and 10 more failures: run --failed shows them all"),
        "{shown}"
    );
}

/// The failures of a sweep over time steps: each row has its step, and as many digits as tell it from what is allowed.
#[test]
fn a_failure_names_its_time_step() {
    let mut record = record();
    let mut first = record.cases[1].checks.iter().find(|c| c.outcome == Verdict::Fail).unwrap().clone();
    first.variant = "steps=10.37, worst of 64 phases".into();
    let mut second = first.clone();
    second.variant = "steps=20.37, worst of 64 phases".into();
    // 0.4 + 1.02 % of it.
    (second.observed, second.deviation) = (Some(0.40408), Some(0.0102));
    record.cases[1].checks = vec![first, second];
    let shown = text(&record);
    for line in
        [", steps=10.37  0.4000    0.4200    5 %        1 %", ", steps=20.37  0.4000    0.4041    1.02 %     1 %"]
    {
        assert_eq!(shown.matches(line).count(), 1, "{shown}");
    }
    let worst = "worst of 2 checks: material=cast-iron, restitution=0.4, steps=10.37;";
    assert!(shown.contains(worst), "{shown}");
    assert!(summary_md(&record).contains(worst), "{}", summary_md(&record));
}

#[test]
fn a_verdict_is_coloured_where_a_line_or_a_cell_begins_with_it() {
    let run = blocks(&record(), &RunView::default());
    let coloured = block::coloured(&run, 120, true);
    assert!(!block::terminal(&run, 120).contains('\u{1b}'));
    let of =
        |line: &str| coloured.lines().filter(|shown| stripped(shown) == line).any(|shown| shown.contains('\u{1b}'));
    for line in ["  FAIL normal/tsuji-restitution", "    gap   the series ends too early, as noted (1 check)"] {
        assert!(of(line), "{line}: {coloured}");
    }
    assert!(!of("3 failures"), "{coloured}");
    assert_eq!(stripped(&coloured), block::terminal(&run, 120));
}

/// A text without its colours.
fn stripped(coloured: &str) -> String {
    let mut stripped = String::new();
    let mut rest = coloured;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped + rest
}

#[test]
fn markdown_is_a_table_a_script_cannot_leave() {
    let text = summary_md(&record());
    assert!(!text.contains("<script"));
    insta::assert_snapshot!(text);
}

#[test]
fn junit_keeps_failure_error_and_skip_apart() {
    let mut xml = Vec::new();
    junit::write(&record(), false, &mut xml).unwrap();
    let text = String::from_utf8(xml).unwrap();
    let read = |name: &str| text.matches(&format!("<{name}")).count();
    // One check fails and one gap has closed; the two known gaps are skips with their reason.
    assert_eq!((read("failure"), read("error "), read("skipped")), (2, 1, 3));
    let odd = text.split("<testsuite ").find(|suite| suite.starts_with("name=\"odd")).unwrap();
    insta::assert_snapshot!(odd);
    let requested = text.split("<testsuite ").find(|suite| suite.starts_with("name=\"normal/tsuji")).unwrap();
    insta::assert_snapshot!(requested);
}
