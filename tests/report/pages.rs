//! What people read: terminal, Markdown, JUnit, the page.

use collisionbench::bench::Verdict;
use collisionbench::bench::record::{CaseRecord, NotRunRecord, PartialRecord, Record, verify};
use collisionbench::report::terminal::{Terminal, render};
use collisionbench::report::{junit, summary_md};

use crate::report::fixture::record;

#[test]
fn the_terminal_shows_what_failed_and_where() {
    let how = Terminal { place: Some("reports/latest"), seconds: Some(3.75), ..Terminal::default() };
    insta::assert_snapshot!(render(&record(), &how));
}

/// A run of many cases: the hand-made ones ten times over, in two folders.
fn many() -> Record {
    let mut record = record();
    let few = std::mem::take(&mut record.cases);
    for i in 0..10 {
        for case in &few {
            let folder = if i < 3 { "first" } else { "second" };
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

/// Passed, failed, a gap that closed, skipped and interrupted, in narrow and wide lines.
#[test]
fn the_table_of_a_run_of_many_cases() {
    let not_run = NotRunRecord { cases: 54, engines: ["lammps", "yade"].map(String::from).to_vec() };
    let before = verify(&record(), &record(), true);
    let partial = PartialRecord { computed: 12, planned: 400 };
    let of = |verdicts: &[Verdict]| {
        let mut record = Record { not_run: Some(not_run.clone()), ..many() };
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
        for width in [60, 120] {
            let how = Terminal {
                place: Some("reports/latest"),
                seconds: Some(3.75),
                width,
                before: Some(&before),
                ..Terminal::default()
            };
            let text = render(record, &how);
            insta::assert_snapshot!(format!("{name}-{width}"), text);
            assert_eq!(stripped(&render(record, &Terminal { colour: true, ..how })), text, "colour alone");
            let failures = text.matches("reproduce: ").count();
            assert!(failures <= 20, "{name}: {text}");
            assert!(width < 120 || text.lines().count() <= 45 + 2 * failures, "{name}: {text}");
        }
    }
}

#[test]
fn rows_beyond_the_limit_are_counted() {
    let mut record = record();
    let failing = record.cases[1].checks.iter().find(|c| c.outcome.word() == "fail").unwrap().clone();
    record.cases[1].checks.extend(vec![failing; 11]);
    let text = render(&record, &Terminal::default());
    assert_eq!(text.matches("0.4200 ").count(), 8, "{text}");
    assert!(text.contains("and 4 more in summary.csv"), "{text}");
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
    let text = render(&record, &Terminal::default());
    for line in
        [", steps=10.37  0.4000    0.4200    5 %        1 %", ", steps=20.37  0.4000    0.4041    1.02 %     1 %"]
    {
        assert_eq!(text.matches(line).count(), 1, "{text}");
    }
    assert!(text.contains("worst of 2 checks: material=cast-iron, restitution=0.4, steps=10.37;"), "{text}");
    let table = summary_md::text(&record);
    assert!(table.contains(r"restitution=0.4, steps=20.37 | reference |"), "{table}");
}

#[test]
fn colour_changes_nothing_but_colour() {
    let plain = render(&record(), &Terminal::default());
    let coloured = render(&record(), &Terminal { colour: true, ..Terminal::default() });
    assert!(!plain.contains('\u{1b}'));
    assert!(coloured.contains('\u{1b}'));
    assert_eq!(stripped(&coloured), plain);
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
    let text = summary_md::text(&record());
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
