//! Groups checks into findings.

use std::collections::HashMap;

use crate::bench::record::{CaseRecord, Check, Record, Tally, Verdict};
use crate::distinct::{enter, grouped};
use crate::report::expectation::reasons;

use super::measure::Deviation;
use super::question::Question;
use super::setup::{Setup, setups};
use super::subject::{Computed, subjects};
use super::words::over;
use super::{Agreement, Basis, Finding, Worst};

/// Checks of one case that differ in their scene only, and whose scenes have one setup.
struct Group<'a> {
    setup: usize,
    checks: Vec<(&'a Check, Option<usize>)>,
}

/// Key by which findings of several cases are merged.
type Key = (super::Subject, String, super::Basis, String, String, Question, String);

pub(super) fn findings(record: &Record) -> Vec<Finding<'_>> {
    let mut all: Vec<Finding<'_>> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    for case in &record.cases {
        let (setups, of_scene) = setups(case);
        // Of a case without scenes nothing is known of its bodies.
        let unknown = Setup::default();
        for group in groups(case, &of_scene) {
            let setup = setups.get(group.setup).unwrap_or(&unknown);
            for finding in of_group(case, &group, setup) {
                let key = key(&finding);
                match places.get(&key) {
                    Some(&at) => merge(&mut all[at], finding),
                    None => {
                        places.insert(key, all.len());
                        all.push(finding);
                    }
                }
            }
        }
    }
    all.sort_by_key(|finding| finding.subject.kind);
    all
}

fn key(finding: &Finding<'_>) -> Key {
    (
        finding.subject.clone(),
        finding.version.clone(),
        finding.basis,
        finding.computed.clone(),
        finding.against.to_string(),
        finding.question,
        finding.observable.to_string(),
    )
}

fn groups<'a>(case: &'a CaseRecord, of_scene: &[usize]) -> Vec<Group<'a>> {
    let names: HashMap<&str, usize> = case.scenes.iter().enumerate().map(|(at, s)| (s.name.as_str(), at)).collect();
    let checks = case.checks.iter().map(|check| {
        let scene = names.get(&*check.scene).copied();
        // A check that is not of one scene has the setup of all of them.
        let setup = scene.and_then(|at| of_scene.get(at).copied()).unwrap_or(0);
        let about = (&check.who, &check.variant, &check.against, check.comparison, &check.observable, check.line);
        ((setup, about), (check, scene))
    });
    grouped(checks).into_iter().map(|((setup, _), checks)| Group { setup, checks }).collect()
}

fn of_group<'a>(case: &'a CaseRecord, group: &Group<'a>, setup: &Setup) -> Vec<Finding<'a>> {
    let Some(&(first, _)) = group.checks.first() else { return Vec::new() };
    let computed = Computed::of(first, setup);
    let stated = matches!(computed.basis, Basis::Documented | Basis::Corrected);
    let question = match Question::of(first, setup) {
        // The contact is what its theory says; a formula that the documentation prints for it is not.
        Question::Spheres | Question::Wall if stated && group.checks.iter().any(|(c, _)| c.outcome == Verdict::Gap) => {
            Question::Printed
        }
        question => question,
    };
    let subjects = subjects(first, case, setup, question, &computed);
    if subjects.is_empty() {
        return Vec::new();
    }
    let worst = worst(case, &group.checks, question == Question::Printed);
    let tally = Tally::of(group.checks.iter().map(|(check, _)| *check));
    let reasons = |verdicts: &[Verdict]| {
        reasons(group.checks.iter().map(|(check, _)| *check).filter(|check| verdicts.contains(&check.outcome)))
    };
    let causes = reasons(&[Verdict::Fail, Verdict::Error, Verdict::Gap, Verdict::Closed]);
    let not_run = reasons(&[Verdict::Skip]);
    let made = subjects.into_iter().map(|subject| Finding {
        subject,
        version: computed.version.clone(),
        basis: computed.basis,
        computed: computed.words.clone(),
        against: &first.against,
        question,
        observable: &first.observable,
        unit: &first.unit,
        tally,
        worst: worst.clone(),
        causes: causes.clone(),
        not_run: not_run.clone(),
        cases: vec![&case.name],
        agreeing: if Agreement::of(&tally) == Agreement::Agrees { vec![&case.name] } else { Vec::new() },
    });
    made.collect()
}

/// The check that deviates most, and the range of those that deviate by more than is allowed.
fn worst<'a>(case: &'a CaseRecord, checks: &[(&'a Check, Option<usize>)], printed: bool) -> Option<Worst<'a>> {
    type Compared<'a> = (&'a Check, Option<usize>, Deviation);
    let compared: Vec<Compared<'a>> = checks
        .iter()
        .filter_map(|&(check, at)| {
            let scene = at.and_then(|at| case.scenes.get(at));
            Some((check, at, Deviation::of(check, scene, printed)?))
        })
        .collect();
    let beyond = |check: &Check| matches!(check.outcome, Verdict::Fail | Verdict::Gap);
    let any = compared.iter().any(|(check, ..)| beyond(check));
    let shown: Vec<&Compared<'a>> = compared.iter().filter(|(check, ..)| !any || beyond(check)).collect();
    let magnitude = |found: &Compared<'a>| found.2.value.abs();
    let most =
        shown.iter().copied().reduce(|best, next| if magnitude(next) > magnitude(best) { next } else { best })?;
    let alike = shown.iter().filter(|found| found.2.measure == most.2.measure);
    let values: Vec<f64> = alike.map(|found| found.2.value).collect();
    let range = [values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(f64::MIN, f64::max)];
    let scenes: Vec<usize> = shown.iter().filter_map(|found| found.1).collect();
    Some(Worst { case, check: most.0, deviation: most.2, range, over: over(case, &scenes) })
}

fn add_reason<'a>(reasons: &mut Vec<(&'a str, usize)>, reason: &'a str, count: usize) {
    match reasons.iter_mut().find(|(known, _)| *known == reason) {
        Some((_, counted)) => *counted += count,
        None => reasons.push((reason, count)),
    }
}

/// Merges the finding of another case into this one; the larger deviation is shown, with its reason first.
fn merge<'a>(known: &mut Finding<'a>, new: Finding<'a>) {
    known.tally.add(&new.tally);
    let rank = |finding: &Finding<'a>, own: &Option<Worst<'a>>| {
        (finding.agreement() != Agreement::Agrees, own.as_ref().map_or(-1.0, |worst| worst.deviation.value.abs()))
    };
    let of_new = rank(&new, &new.worst);
    let of_known = (!known.causes.is_empty(), rank(known, &known.worst).1);
    let new_is_worse = of_new.0 & !of_known.0 || (of_new.0 == of_known.0 && of_new.1 > of_known.1);
    let (front, back) = if new_is_worse {
        known.worst = new.worst.or(known.worst.take());
        (new.causes, std::mem::take(&mut known.causes))
    } else {
        (std::mem::take(&mut known.causes), new.causes)
    };
    known.causes = front;
    back.into_iter().for_each(|(reason, count)| add_reason(&mut known.causes, reason, count));
    new.not_run.into_iter().for_each(|(reason, count)| add_reason(&mut known.not_run, reason, count));
    for (list, more) in [(&mut known.cases, new.cases), (&mut known.agreeing, new.agreeing)] {
        more.into_iter().for_each(|case| enter(list, case));
    }
}
