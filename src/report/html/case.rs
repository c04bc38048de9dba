//! The page of a case: expectations, results, pictures, and solvers.

use std::io;

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::picture::{encoded, trajectories};
use super::site::{COLLISION_PAGE, Site, comparison};
use super::{PictureView, collision, fitted, page, sheets};
use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, Comparison, Setting, Tally};
use crate::distinct::distinct;
use crate::error::cut;
use crate::number::exact;
use crate::report::expectation::{Expectation, expectations, worst};
use crate::report::findings::{Agreement, CaseOutcome, FitAgreement, outcome_words};
use crate::report::fit_text::table;
use crate::report::quantity::shown;
use crate::report::sheet;

const TEMPLATE: &str = include_str!("case.html");

/// Rows of one expectation on the page that do not agree; all others are in `summary.csv`.
const ROWS: usize = 24;

/// The page of a case; `name` is its file.
pub(super) fn text(site: &Site<'_>, case: &CaseRecord, name: &str) -> io::Result<String> {
    let title = format!("{}: {}", case.name, cut(&case.title, 400));
    page(site, name, TEMPLATE, &title, context! { case => view(site, case)? })
}

/// A word with the name of its style.
fn mark(class: &str, words: &str) -> Value {
    context! { class, words }
}

fn agreement(agreement: Agreement) -> Value {
    mark(agreement.class(), agreement.word())
}

fn view(site: &Site<'_>, case: &CaseRecord) -> io::Result<Value> {
    let tally = case.tally();
    let recorded = CaseOutcome::of(&tally);
    // A known gap, a closed one, or a skip.
    let mut notes: Vec<Value> = Vec::new();
    for outcome in [Verdict::Closed, Verdict::Gap, Verdict::Skip] {
        let given = case.reasons(outcome);
        let of = Agreement::of(&std::iter::repeat_n(outcome, given.len()).collect());
        let note = |(text, count): (&str, usize)| context! { mark => agreement(of), text, count };
        notes.extend(given.into_iter().map(note));
    }
    let files = trajectories(&case.name, site.folder)?.into_iter();
    let files = files.map(|file| file.rsplit('/').next().unwrap_or_default().to_string());
    let collision = collision::choice(case);
    let shown =
        collision.as_ref().map(|shown| [COLLISION_PAGE.to_string(), shown.curve.scene.clone(), shown.why.to_string()]);
    let setting = |s: &Setting| {
        vec![format!("{}: {}", s.who, s.key), format!("{} {}", exact(s.value), s.unit).trim_end().to_string()]
    };
    // The parameters are on the page of the collision, where it has one.
    let own = if collision.is_some() { Vec::new() } else { parameters(case) };
    let settings = case.settings.iter().map(setting).chain(own);
    let expectations = beside(expectations(case));
    Ok(context! {
        name => &case.name,
        // Control characters would be drawn as boxes.
        title => cut(&case.title, 400),
        source => case.source.as_deref(),
        file => &case.file,
        text => &case.text,
        recorded => mark(recorded.class(), recorded.word()),
        agreement => agreement(Agreement::of(&tally)),
        // Of a calibration: what it came to.
        described => FitAgreement::of(case).map(|d| mark(d.class(), d.word())),
        counts => outcome_words(&tally),
        checks => tally.total(),
        scenes => case.count(),
        notes,
        // Its page of one collision: link, scene and why it is shown.
        collision => shown,
        settings => table(&["setting or parameter", "value"], settings),
        expectations => expectations.iter().map(|group| expectation(site, group, case)).collect::<Value>(),
        // Of a calibration.
        fitted => case.calibration.as_ref().map(fitted::view),
        pictures => Value::from(Serde(site.pictures_of(case)?.into_iter().map(PictureView::beside).collect::<Vec<_>>())),
        files => files.map(|name| [encoded(&name), name]).collect::<Value>(),
        validity => sheets::validity(site.record, case),
        conventions => Value::from(Serde(&case.contracts)),
        dialects => sheets::dialects(case),
        // Measurements that are not compared.
        not_judged => sheet::not_judged(case),
        left_out => sheet::left_out(case),
        // Where engines part: scene, two of them, when and at which event.
        partings => sheets::partings(case),
    })
}

/// The parameters that all scenes share, and the number of values of the swept ones.
fn parameters(case: &CaseRecord) -> Vec<Vec<String>> {
    let Some(first) = case.scenes.first() else { return Vec::new() };
    let mut listed: Vec<Vec<String>> = Vec::new();
    for parameter in &first.parameters {
        let mut texts: Vec<&str> =
            case.scenes.iter().filter_map(|scene| scene.parameter(&parameter.path)).map(|p| p.text.as_str()).collect();
        texts.dedup();
        let value = match texts[..] {
            [] => continue,
            [only] => only.to_string(),
            [a, .., z] => format!("{a} … {z}"),
        };
        listed.push(vec![parameter.path.clone(), value]);
    }
    listed.extend(first.force.power.map(|power| vec!["ends".to_string(), power.ends.word().to_string()]));
    listed
}

/// Groups expectations of different solvers with the same reference, to be shown side by side.
fn beside(expectations: Vec<Expectation<'_>>) -> Vec<Vec<Expectation<'_>>> {
    let mut groups: Vec<Vec<Expectation<'_>>> = Vec::new();
    for next in expectations {
        let fits = |group: &&mut Vec<Expectation<'_>>| {
            let same = |e: &Expectation<'_>| (e.against, e.comparison) == (next.against, next.comparison);
            same(&group[0]) && group.iter().all(|e| e.who != next.who)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(next),
            None => groups.push(vec![next]),
        }
    }
    groups
}

/// The table of a group from [`beside`], which is not empty: several solvers compared with one reference.
fn expectation(site: &Site<'_>, group: &[Expectation<'_>], case: &CaseRecord) -> Value {
    let (first, several) = (&group[0], group.len() > 1);
    let checks: Vec<&Check> = group.iter().flat_map(|e| e.checks.iter().copied()).collect();
    let tally = Tally::of(checks.iter().copied());
    let observables = distinct(group.iter().flat_map(Expectation::observables));
    let mut tightest: Vec<Value> = Vec::new();
    for word in observables {
        for expectation in group {
            let of = |gap: bool| {
                let own = expectation.checks.iter().copied().filter(move |c| c.observable == word);
                worst(own.filter(move |c| (c.outcome == Verdict::Gap) == gap))
            };
            tightest.extend([of(false), of(true)].into_iter().flatten().map(|check| row(check, several)));
        }
    }
    let off: Vec<&Check> =
        checks.iter().copied().filter(|c| !matches!(c.outcome, Verdict::Pass | Verdict::Skip)).collect();
    let texts = |of: fn(&Expectation<'_>) -> String| group.iter().map(of).collect::<Vec<_>>().join(", ");
    context! {
        // `lammps, yade`
        who => texts(|e| e.who.to_string()),
        against => first.against,
        // Who published what it is held against.
        source => Value::from(Serde(case.sources.iter().find(|source| source.name == first.against))),
        // The page of what it is held against.
        link => site.against(first.against).1,
        kind => comparison(first.comparison),
        // What is compared: whether it agrees, the mark says.
        relation => if first.comparison == Comparison::Convergence { "convergence to" } else { "compared with" },
        // Of the case file: `39, 47`
        lines => texts(|e| e.line.to_string()),
        mark => agreement(Agreement::of(&tally)),
        counts => outcome_words(&tally),
        // The check nearest to its limit, and the known gap furthest beyond it, of each observable.
        tightest,
        // Those that do not agree.
        rows => off.iter().take(ROWS).map(|check| row(check, several)).collect::<Value>(),
        // How many of them are left out.
        left => off.len().saturating_sub(ROWS),
        all => checks.len(),
    }
}

/// `angle=3 deg, lammps 22Jul2025, steps=400`; of the only scene nothing is said.
fn place(check: &Check, several: bool) -> String {
    let who = if several { &*check.who } else { "" };
    let made = format!("{who} {}", check.variant);
    let scene = if &*check.scene == "-" { "" } else { &*check.scene };
    let parts: Vec<&str> = [scene, made.trim()].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "the only scene".to_string() } else { parts.join(", ") }
}

/// With the name of the solver, where the table has `several`.
fn row(check: &Check, several: bool) -> Value {
    let scale = check.scale();
    // Empty for an unknown; with its uncertainty, where that is known and not zero.
    let value = |value: Option<f64>, uncertainty: Option<f64>| {
        // Digits below the uncertainty say nothing.
        let digits = |v: f64| if uncertainty.is_some_and(|u| u > 1e-7 * v.abs()) { 7 } else { 8 };
        let give_or_take = uncertainty.filter(|u| value.is_some() && *u > 0.0).map(|u| scale.show_brief(u));
        context! { value => value.map(|v| scale.show(v, digits(v))).unwrap_or_default(), give_or_take }
    };
    let [off, allowed] = check.off_and_allowed("");
    let part = check.tolerance_share();
    let agreement = Agreement::of(&Tally::of([check]));
    let words = check.observable.replace('_', " ");
    context! {
        class => agreement.class(),
        verdict => agreement.word(),
        observable => if check.comparison == Comparison::Convergence { format!("order of {words}") } else { words },
        // Scene, who computed it where there are several, and how.
        place => place(check, several),
        expected => value(check.expected, check.expected_uncertainty),
        at_least => check.is_at_least(),
        observed => value(check.observed, check.observed_uncertainty),
        shifted => check.shifted_text(7),
        off,
        allowed,
        // Per cent of what is allowed, 100 at most, for the bar; nothing when it cannot be said.
        bar => part.is_finite().then(|| (part * 1000.0).round().min(1000.0) / 10.0),
        // The same in words.
        used => if part.is_finite() { format!("{} of what is allowed", percent(part)) } else { String::new() },
        reason => check.reason.as_deref(),
    }
}

fn percent(part: f64) -> String {
    if part > 0.0 && part < 1e-4 { "under 0.01 %".to_string() } else { shown(part * 100.0, "", 2) + " %" }
}
