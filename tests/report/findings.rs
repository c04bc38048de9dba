//! Findings: deviations by subject and question, from checks made by hand and from shipped cases.

use collisionbench::bench::record::Tally;
use collisionbench::report::findings::{
    Agreement, Basis, CaseOutcome, Findings, FitAgreement, Kind, Question, Subject,
};

use crate::report::fixture::record;

#[test]
fn the_findings_of_a_record_in_words() {
    let record = record();
    let lines: Vec<String> = Findings::of(&record)
        .all
        .iter()
        .map(|f| {
            let (kind, name) = (f.subject.kind.word(), &f.subject.name);
            let (recorded, agreement) = (CaseOutcome::of(&f.tally).word(), f.agreement().word());
            let question = f.question.word();
            format!("{kind} {name} | {} | {question} | {} | {recorded} | {agreement}", f.against, f.sentence())
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
        let own = record.cases.iter().flat_map(|case| &case.checks).filter(|check| *check.against == theory.name);
        assert_eq!(counted, Tally::of(own), "{theory:?}");
    }
}

#[test]
fn three_verdicts_are_kept_apart() {
    let tally = |pass, gap, fail, skip| Tally { pass, gap, fail, skip, ..Tally::default() };
    for (counts, recorded, agreement) in [
        (tally(1, 15, 0, 0), CaseOutcome::Gap, Agreement::KnownGap),
        (tally(3, 0, 0, 2), CaseOutcome::Pass, Agreement::Agrees),
        (tally(3, 1, 1, 0), CaseOutcome::Fail, Agreement::Fails),
        (tally(0, 0, 0, 4), CaseOutcome::NotRun, Agreement::NotRun),
        (tally(0, 0, 0, 0), CaseOutcome::NotRun, Agreement::NotRun),
    ] {
        assert_eq!((CaseOutcome::of(&counts), Agreement::of(&counts)), (recorded, agreement), "{counts:?}");
    }
    assert!(record().cases.iter().all(|case| FitAgreement::of(case).is_none()), "no case of these has measurements");
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
