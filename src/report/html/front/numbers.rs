//! The four key numbers of a run.

use minijinja::{Value, context};

use crate::number::{brief, counted, power_of_ten};
use crate::report::findings::{Basis, Finding, Kind, Measure, Question};
use crate::theory;

use super::super::site::{Site, largest_of};

/// The numbers there are data for, four at most.
pub(super) fn numbers(site: &Site<'_>) -> Value {
    let found = [typical(site), program(site), documented(site), experiment(site)];
    found.into_iter().flatten().collect()
}

/// Typical deviation of exact solvers from closed forms.
fn typical(site: &Site<'_>) -> Option<Value> {
    let closed = |f: &&Finding<'_>| {
        f.subject.kind == Kind::Theory
            && f.basis == Basis::Law
            && f.question != Question::Conservation
            && theory::find(f.against).is_some()
            && f.agreement() == crate::report::findings::Agreement::Agrees
            && f.size() > 0.0
    };
    let mut sizes: Vec<f64> = site.findings.all.iter().filter(closed).map(Finding::size).collect();
    sizes.sort_by(f64::total_cmp);
    let median = *sizes.get(sizes.len() / 2)?;
    Some(context! {
        value => power_of_ten(median.log10().round() as i32),
        text => format!(
            "typical largest deviation of the reference solver from closed-form theory, {}",
            counted(sizes.len(), "comparison")
        ),
        link => Some("#theories".to_string()),
    })
}

/// The largest deviation of a program that was run.
fn program(site: &Site<'_>) -> Option<Value> {
    let ran = |f: &&Finding<'_>| f.subject.kind == Kind::Code && f.basis == Basis::Program && f.deviates();
    let relative = |f: &&Finding<'_>| f.worst.as_ref().is_some_and(|w| w.deviation.measure == Measure::Relative);
    worst(site, |f| ran(f) && relative(f)).or_else(|| worst(site, ran))
}

/// Largest difference between the restitution that a documentation promises and the achieved one.
fn documented(site: &Site<'_>) -> Option<Value> {
    let asked = |f: &&Finding<'_>| {
        f.subject.kind == Kind::Code
            && f.basis == Basis::Documented
            && f.question == Question::Restitution
            && f.against == "requested-restitution"
            && f.deviates()
    };
    let finding = largest(site, asked)?;
    let check = finding.worst.as_ref()?.check;
    Some(context! {
        value => format!("{} → {}", brief(check.expected?), brief(check.observed?)),
        text => format!("restitution requested and achieved by {}: {}", finding.computed, finding.cause().unwrap_or("")),
        link => site.link(&finding.subject),
    })
}

/// The largest deviation of a law from a measured dataset.
fn experiment(site: &Site<'_>) -> Option<Value> {
    let measured = |f: &&Finding<'_>| {
        f.subject.kind == Kind::Experiment
            && f.basis == Basis::Law
            && f.worst.as_ref().is_some_and(|w| w.deviation.measure == Measure::Absolute)
            && f.deviates()
    };
    let finding = largest(site, measured)?;
    let (title, _) = site.against(finding.against);
    let source = site.source(finding.against).map_or(title, |(_, source)| source.to_string());
    Some(context! {
        value => finding.worst.as_ref()?.deviation.text(finding.unit),
        text => format!("{}: {}, against {source}", finding.computed, finding.sentence()),
        link => site.link(&finding.subject),
    })
}

fn largest<'a, 'b>(site: &'a Site<'b>, which: impl Fn(&&'a Finding<'b>) -> bool) -> Option<&'a Finding<'b>> {
    largest_of(site.findings.all.iter().filter(which))
}

fn worst<'a, 'b: 'a>(site: &'a Site<'b>, which: impl Fn(&&'a Finding<'b>) -> bool) -> Option<Value> {
    let finding = largest(site, which)?;
    Some(context! {
        value => format!("{}: {}", finding.subject.title(), finding.worst.as_ref()?.deviation.text(finding.unit)),
        text => format!("{}; {}", finding.sentence(), finding.cause().unwrap_or("no reason given")),
        link => site.link(&finding.subject),
    })
}
