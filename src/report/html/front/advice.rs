//! Advice about a code that deviates: the likely error, and a setting with which the same question agrees.

use minijinja::{Value, context};

use crate::bench::record::CaseRecord;
use crate::codes::{self, Erratum};
use crate::report::findings::{Agreement, Basis, Finding, Kind, Subject};

use super::super::site::{Site, case_link, largest_of};

/// A line for each code that deviates, in the order of the record.
pub(super) fn advice(site: &Site<'_>) -> Value {
    site.findings.subjects(Kind::Code).iter().filter_map(|code| of_code(site, code)).collect()
}

/// The worst deviation of a code on its strongest basis.
fn of_code(site: &Site<'_>, code: &Subject) -> Option<Value> {
    let on = |basis: Basis| largest_of(site.findings.about(code).filter(move |f| f.basis == basis && f.deviates()));
    let finding = on(Basis::Program).or_else(|| on(Basis::Documented)).or_else(|| on(Basis::Corrected))?;
    let cause = finding.cause().unwrap_or_default();
    let erratum = erratum(&code.name, cause);
    let (cure, case) = cure(site, finding);
    Some(context! {
        code => finding.computed.clone(),
        link => site.link(code).unwrap_or_default(),
        found => finding.sentence(),
        cause => cause.to_string(),
        // What the documentation says and what is so.
        erratum => erratum.map(|e| format!("Documented: {}. In fact: {}.", e.says, e.is)).unwrap_or_default(),
        cure,
        case => case.map(|case| case.title.clone()),
        case_link => case.map(|case| case_link(&case.name)),
        // What explains the code's errata and conversions.
        command => codes::find(&code.name).map(|_| format!("collisionbench explain {}", code.name)),
    })
}

/// The erratum that a reason begins with: `W8: ...`.
fn erratum(code: &str, cause: &str) -> Option<&'static Erratum> {
    let id = cause.split(':').next()?;
    codes::find(code)?.errata.iter().find(|erratum| erratum.id == id)
}

/// A version, corrected parameters or setting of the same code that agrees in the same question.
fn cure<'a>(site: &Site<'a>, finding: &Finding<'a>) -> (String, Option<&'a CaseRecord>) {
    let same = |f: &&Finding<'a>| {
        (&f.subject, f.question, f.observable, f.against)
            == (&finding.subject, finding.question, finding.observable, finding.against)
    };
    let case = |name: &&str| site.record.cases.iter().find(|case| case.name == **name);
    let alike: Vec<&Finding<'a>> = site.findings.all.iter().filter(same).collect();
    // Another one that deviates a tenth as much, or agrees.
    let agrees = |f: &&&Finding<'a>| {
        f.worst.is_some() && (f.agreement() == Agreement::Agrees || 10.0 * f.size() <= finding.size())
    };
    let size = |f: &Finding<'a>| f.worst.as_ref().map(|w| w.deviation.text(f.unit)).unwrap_or_default();
    let other = |f: &&&Finding<'a>| f.basis == Basis::Program && f.version != finding.version;
    if let Some(found) = alike.iter().filter(agrees).find(other) {
        return (
            format!("Cure: {} deviates by {} at most", found.computed, size(found)),
            found.cases.first().and_then(case),
        );
    }
    if let Some(found) = alike.iter().filter(agrees).find(|f| f.basis == Basis::Corrected) {
        let cure = format!("Cure: with the corrected parameters it deviates by {} at most", size(found));
        return (cure, found.cases.first().and_then(case));
    }
    match alike.iter().flat_map(|f| &f.agreeing).next().and_then(case) {
        Some(case) => ("It agrees in".to_string(), Some(case)),
        None => ("No case of this run agrees".to_string(), None),
    }
}
