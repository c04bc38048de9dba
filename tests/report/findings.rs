//! Findings: deviations by subject and question, from checks made by hand and from shipped cases.

use collisionbench::findings::{
    Agreement, Basis, CaseOutcome, FindingRow, Findings, FitAgreement, Kind, Question, Subject,
};
use collisionbench::record::{NotRunRecord, Record, Tally};
use collisionbench::report::run_json;

use crate::report::fixture::record;

#[test]
fn the_findings_of_a_record_in_words() {
    let record = record();
    let lines: Vec<String> = Findings::of(&record)
        .all
        .iter()
        .map(|f| {
            let row = FindingRow::new(f);
            format!(
                "{} {} | {} | {} | {} | {} | {}",
                row.kind, row.subject, row.against, row.question, row.sentence, row.recorded, row.agreement
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// Every check that concerns anybody is counted once a subject, and nothing else is.
#[test]
fn a_subject_counts_each_of_its_checks_once() {
    let record = record();
    let findings = Findings::of(&record);
    for theory in findings.subjects(Kind::Theory) {
        let mut counted = Tally::default();
        findings.about(&theory).for_each(|finding| counted.add(&finding.tally));
        let own = record.cases.iter().flat_map(|case| &case.checks).filter(|check| check.against == theory.name);
        assert_eq!(counted, Tally::of(own), "{theory:?}");
    }
}

#[test]
fn three_verdicts_are_kept_apart() {
    let tally = |pass, gap, fail, skip| Tally { pass, gap, fail, skip, ..Tally::default() };
    for (counts, recorded, agreement) in [
        (tally(1, 15, 0, 0), CaseOutcome::AsRecorded, Agreement::KnownGap),
        (tally(3, 0, 0, 2), CaseOutcome::AsRecorded, Agreement::Agrees),
        (tally(3, 1, 1, 0), CaseOutcome::NotAsRecorded, Agreement::Fails),
        (tally(0, 0, 0, 4), CaseOutcome::NotRun, Agreement::NotRun),
        (tally(0, 0, 0, 0), CaseOutcome::NotRun, Agreement::NotRun),
    ] {
        assert_eq!((CaseOutcome::of(&counts), Agreement::of(&counts)), (recorded, agreement), "{counts:?}");
    }
    assert!(record().cases.iter().all(|case| FitAgreement::of(case).is_none()), "no case of these has measurements");
}

/// The record that is read back says the same.
#[test]
fn findings_are_written_to_the_record_and_read_back() {
    let mut record: Record = record();
    record.not_run = Some(NotRunRecord { cases: 2, engines: vec!["lammps".to_string()] });
    let text = run_json::text(&record).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows: Vec<FindingRow> = serde_json::from_value(json["findings"].clone()).unwrap();
    let made: Vec<FindingRow> = Findings::of(&record).all.iter().map(FindingRow::new).collect();
    assert_eq!(rows, made);
    assert_eq!(run_json::read(text.as_bytes()).unwrap(), record);
    let changed = text.replacen("\"agree\":1", "\"agree\":2", 1).replacen("\"agree\": 1", "\"agree\": 2", 1);
    assert_ne!(changed, text);
    assert!(run_json::read(changed.as_bytes()).is_err(), "a changed finding is not noticed");
}

#[test]
fn a_finding_has_its_question_and_its_basis() {
    let record = record();
    let findings = Findings::of(&record);
    let hertz = Subject::new(Kind::Theory, "hertz-impact");
    let found: Vec<_> = findings.about(&hertz).collect();
    assert!(found.iter().all(|f| f.basis == Basis::Law && f.question == Question::Spheres), "{found:?}");
    let scheme = Subject::new(Kind::Scheme, "leapfrog");
    assert!(findings.about(&scheme).all(|f| f.basis == Basis::Scheme && f.question == Question::Order));
    assert!(findings.about(&scheme).next().is_some());
}
