//! The page of a code, law, scheme, theory or dataset: its findings by question.

use std::io;

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::front::described;
use super::front::question_id;
use super::site::{Site, bodies, caption, listed};
use super::{PictureView, page};
use crate::bench::record::{CalibrationRecord, CaseRecord, Tally};
use crate::collide::schemes;
use crate::distinct::distinct;
use crate::fit::calibrate::result::Parameter;
use crate::law::{Card, damping, normal, tangential};
use crate::number::{brief, counted, percent, significant};
use crate::report::findings::{
    Agreement, CaseOutcome, Finding, Kind, Question, Subject, observable_words, outcome_words, steps_for,
};
use crate::report::fit_text::table;
use crate::report::quantity::Scale;
use crate::{codes, theory};

const TEMPLATE: &str = include_str!("subject.html");

/// Pictures on a page; the cases have the others.
const MOST_PICTURES: usize = 4;

/// The error that the steps of a scheme are given for.
const LIMIT: f64 = 0.01;

/// The page of a subject; `name` is its file.
pub(super) fn text(site: &Site<'_>, about: &Subject, name: &str) -> io::Result<String> {
    page(site, name, TEMPLATE, &about.title(), context! { subject => view(site, about)? })
}

fn view(site: &Site<'_>, about: &Subject) -> io::Result<Value> {
    let mut found: Vec<&Finding<'_>> = site.findings.about(about).collect();
    let mut tally = Tally::default();
    found.iter().for_each(|finding| tally.add(&finding.tally));
    let recorded = CaseOutcome::of(&tally);
    let agreement = Agreement::of(&tally);
    let both = recorded != CaseOutcome::Gap || agreement != Agreement::KnownGap;
    let own = both.then_some([recorded.class(), recorded.word()]);
    let mut marks: Vec<_> = own.into_iter().chain([[agreement.class(), agreement.word()]]).collect();
    marks.extend(described(site, about).map(|described| [described.class(), described.word()]));
    marks.dedup();
    // What deviates first, and of equals the larger deviation.
    found.sort_by(|a, b| b.deviates().cmp(&a.deviates()).then(b.size().total_cmp(&a.size())));
    // What agrees is one sentence a question; of a fit the question is its value.
    let (agreeing, shown): (Vec<&Finding<'_>>, Vec<&Finding<'_>>) =
        found.iter().partition(|f| f.agreement() == Agreement::Agrees && f.question != Question::Fit);
    let groups = |of: &[&Finding<'_>]| -> Vec<(bool, Value)> {
        Question::ALL.into_iter().filter_map(|question| group(site, about, question, of)).collect()
    };
    // Questions with a deviation first, the others in their order.
    let (deviating, others): (Vec<_>, Vec<_>) = groups(&shown).into_iter().partition(|(deviates, _)| *deviates);
    let cases = cases(site, about, &found);
    let card = card(about);
    let source = site.source(&about.name);
    let calibration = calibration(site, about);
    Ok(context! {
        kind => about.kind.word(),
        title => about.title(),
        // One line, and its source.
        about => card
            .map(|card| card.title)
            .or(source.map(|(title, _)| title))
            .or(calibration.map(|case| case.title.as_str()))
            .unwrap_or_default(),
        source => card
            .map(|card| card.source)
            .or(source.map(|(_, source)| source))
            .or(calibration.and_then(|case| case.source.as_deref()))
            .unwrap_or_default(),
        formula => card.map(|card| card.formula).unwrap_or_default(),
        holds => card.map(|card| card.holds).unwrap_or_default(),
        marks,
        counts => outcome_words(&tally),
        fitted => calibration.and_then(|case| case.calibration.as_ref()).map(fitted),
        groups => deviating.into_iter().chain(others).map(|(_, group)| group).collect::<Value>(),
        agreed => groups(&agreeing).into_iter().map(|(_, group)| group).collect::<Value>(),
        errata => errata(about),
        steps => if about.kind == Kind::Scheme { steps(site, &about.name) } else { Vec::new() },
        pictures => Value::from(Serde(pictures(site, about, &cases)?)),
        cases => cases.into_iter().map(listed).collect::<Value>(),
    })
}

/// The findings of one question, whether any deviates, and in a sentence how many checks they are and how far off the furthest is.
fn group(site: &Site<'_>, about: &Subject, question: Question, of: &[&Finding<'_>]) -> Option<(bool, Value)> {
    let own: Vec<&&Finding<'_>> = of.iter().filter(|f| f.question == question).collect();
    let deviates = own.iter().any(|finding| finding.deviates());
    let mut tally = Tally::default();
    own.iter().for_each(|finding| tally.add(&finding.tally));
    let furthest = own.iter().filter_map(|f| f.worst.as_ref().map(|worst| (f, worst)));
    let furthest = furthest.reduce(|best, next| if next.0.size() > best.0.size() { next } else { best });
    let within =
        furthest.map_or(String::new(), |(f, worst)| format!(", off by {} at most", worst.deviation.text(f.unit)));
    let group = context! {
        id => question_id(question),
        title => question.word(),
        about => question.meaning(),
        sentence => format!("{}{within}", counted(tally.pass, "check")),
        // Whether any finding has a cause, and whether they differ in who computed them and in what they are compared with.
        columns => [
            own.iter().any(|finding| finding.cause().is_some()),
            about.kind != Kind::Scheme,
            !matches!(about.kind, Kind::Theory | Kind::Experiment) || calibration(site, about).is_some(),
        ],
        findings => own.iter().map(|finding| site.finding(finding)).collect::<Value>(),
    };
    (!own.is_empty()).then_some((deviates, group))
}

/// The reference card of a subject, if it has one.
fn card(about: &Subject) -> Option<&'static Card> {
    match about.kind {
        Kind::Code => codes::find(&about.name).map(|system| &system.card),
        Kind::Scheme => schemes::find(&about.name).map(|scheme| scheme.card()),
        Kind::Theory => theory::find(&about.name).map(|oracle| &oracle.card),
        Kind::Experiment => None,
        Kind::Law => {
            let (axis, name) = about.name.split_once('-')?;
            let normal = normal::KINDS.iter().map(|kind| ("normal", kind.card));
            let damping = damping::KINDS.iter().map(|kind| ("damping", kind.card));
            let tangential = tangential::KINDS.iter().map(|kind| ("tangential", kind.card));
            let mut laws = normal.chain(damping).chain(tangential);
            laws.find(|(known, card)| (*known, card.name) == (axis, name)).map(|(_, card)| card)
        }
    }
}

fn errata(about: &Subject) -> Vec<[&'static str; 4]> {
    let system = codes::find(&about.name).filter(|_| about.kind == Kind::Code);
    system.map_or(&[][..], |system| system.errata).iter().map(|e| [e.id, e.says, e.is, e.number]).collect()
}

fn calibration<'a>(site: &Site<'a>, about: &Subject) -> Option<&'a CaseRecord> {
    site.record.cases.iter().find(|case| case.name == about.name && case.calibration.is_some())
}

/// Fitted parameters with their uncertainty.
fn fitted(of: &CalibrationRecord) -> Vec<Vec<String>> {
    let row = |parameter: &Parameter| {
        let scale = Scale::of(&parameter.unit, parameter.value);
        let spread = scale.plus_minus(parameter.sigma_data);
        let interval =
            parameter.interval_data.map(|of| format!("{} to {}", scale.show(of.low, 4), scale.show(of.high, 4)));
        let bound = if parameter.at_bound { ", at a bound" } else { "" };
        [
            parameter.name.replace('_', " "),
            format!("{}{spread}{bound}", scale.show(parameter.value, 4)),
            interval.unwrap_or_else(|| "not given".to_string()),
        ]
        .to_vec()
    };
    let interval = format!("{} interval", percent(of.level));
    table(&["parameter", "value ± standard uncertainty of the data", &interval], of.parameters.iter().map(row))
}

/// Case, observable, order, largest and smallest error with their steps, and the steps that an error of 1 % needs.
fn steps(site: &Site<'_>, scheme: &str) -> Vec<Vec<String>> {
    let head = ["case", "error of", "order", "largest time step", "smallest time step", "steps per contact for 1 %"];
    let at = |[steps, error]: [f64; 2]| format!("{} at {} steps", brief(error), significant(steps, 4));
    let rows = steps_for(site.record, scheme, LIMIT).into_iter().map(|found| {
        let needed = match found.needed {
            _ if found.coarsest[1] <= LIMIT => format!("at most {}", significant(found.coarsest[0], 4)),
            Some(n) if found.extrapolated => format!("{} (extrapolated)", significant(n, 3)),
            Some(n) => significant(n, 3),
            None => "unknown".to_string(),
        };
        [
            found.case.to_string(),
            observable_words(&found.found.observable),
            found.found.order.map(|order| significant(order, 3)).unwrap_or_default(),
            at(found.coarsest),
            at(found.finest),
            needed,
        ]
        .to_vec()
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() { rows } else { table(&head, rows) }
}

/// The cases a subject's findings come from, those of the largest deviations first.
fn cases<'a>(site: &Site<'a>, about: &Subject, found: &[&Finding<'a>]) -> Vec<&'a CaseRecord> {
    let mut names: Vec<&str> = found.iter().filter_map(|f| f.worst.as_ref()).map(|w| w.case.name.as_str()).collect();
    names.extend(found.iter().flat_map(|finding| finding.cases.iter().copied()));
    names.extend(calibration(site, about).map(|case| case.name.as_str()));
    let case = |name: &str| site.record.cases.iter().find(|case| case.name == name);
    distinct(names).into_iter().filter_map(case).collect()
}

/// The first pictures of the first cases; of a calibration all of its own.
fn pictures(site: &Site<'_>, about: &Subject, cases: &[&CaseRecord]) -> io::Result<Vec<PictureView>> {
    let mut shown = Vec::new();
    for case in cases {
        let many = if case.calibration.is_some() { MOST_PICTURES } else { 1 };
        // What is asked for and what is got, where that is drawn.
        let mut all = site.pictures_of(case)?;
        all.sort_by_key(|view| !(about.kind == Kind::Code && view.figure.ends_with("/restitution")));
        for mut view in all.into_iter().take(many) {
            if shown.len() < MOST_PICTURES {
                view.caption = caption([&case.title, &bodies(case)]);
                shown.push(view);
            }
        }
    }
    Ok(shown)
}
