//! Compares two records of the same cases.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use super::{CaseRecord, Check, Curve, Observation, ParameterRecord, Record, SceneRecord};
use crate::case::canonical;
use crate::collide::estimate::Estimate;
use crate::distinct::paired;
use crate::error::cut;
use crate::fit::calibrate::result::Parameter;
use crate::judge::Verdict;
use crate::judge::baseline::{DRIFT, TUBE, agree, farthest, from_first_touch};
use crate::words::worded;

worded! {
    /// Degree of agreement of two numbers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Likeness {
        /// To the last bit.
        Identical = "identical",
        /// Within the uncertainties of both, or within rounding.
        Within = "within uncertainty",
        /// Only in one of the two records.
        Unmatched = "in one record alone",
        Different = "different",
    }
}

impl Likeness {
    /// The degrees that are reported, the worst first.
    pub const REPORTED: [Self; 3] = [Self::Different, Self::Unmatched, Self::Within];
}

/// A difference between two records.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    pub case: String,
    pub scene: String,
    /// Solver and variant.
    pub by: String,
    pub what: String,
    pub likeness: Likeness,
    /// Old and new value, in words.
    pub then: String,
    pub now: String,
}

/// `normal/glass   reference [speed=1 m/s]   max_force: 10.1 N then, 10.2 N now`
impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, scene, by, what, then, now, .. } = self;
        write!(f, "{case}   {by} [{scene}]   {what}: {then} then, {now} now")
    }
}

/// Differences of each likeness that are described; more are counted.
const DESCRIBED: usize = 1000;

/// Characters that are shown of a name or a number.
const SHOWN: usize = 400;

/// The result of comparing two records.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verified {
    /// Cases that were compared, those of one record alone included.
    pub cases: usize,
    /// Numbers, verdicts, scenes and curves that were compared.
    pub compared: usize,
    /// The first thousand of each likeness.
    pub differences: Vec<Mismatch>,
    counts: BTreeMap<Likeness, usize>,
}

impl Verified {
    /// The worst of all.
    pub fn likeness(&self) -> Likeness {
        match self.counts.keys().max() {
            None => Likeness::Identical,
            Some(Likeness::Within) => Likeness::Within,
            Some(_) => Likeness::Different,
        }
    }

    /// How many differences there are, described or not.
    pub fn differing(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many differences there are of a likeness, described or not.
    pub fn count(&self, likeness: Likeness) -> usize {
        self.counts.get(&likeness).copied().unwrap_or(0)
    }

    fn add(&mut self, case: &CaseRecord, [scene, by, what]: [&str; 3], likeness: Likeness, [then, now]: [&str; 2]) {
        let count = self.counts.entry(likeness).or_default();
        *count += 1;
        if *count <= DESCRIBED {
            let [case, scene, by, what, then, now] =
                [&case.name, scene, by, what, then, now].map(|text| cut(text, SHOWN));
            self.differences.push(Mismatch { case, scene, by, what, likeness, then, now });
        }
    }

    /// A case that is in one record alone.
    fn whole(&mut self, case: &CaseRecord, [then, now]: [&str; 2]) {
        self.cases += 1;
        self.compared += 1;
        self.add(case, ["-", "-", "case"], Likeness::Unmatched, [then, now]);
    }

    fn case(&mut self, then: &CaseRecord, now: &CaseRecord) {
        self.cases += 1;
        for ((what, was), (_, is)) in counts(then).into_iter().zip(counts(now)).filter(|(was, is)| was != is) {
            let [was, is] = [was, is].map(|count| format!("{count} {what}"));
            self.add(then, ["-", "-", what], Likeness::Different, [&was, &is]);
        }
        paired(items(then), items(now), |was, is| {
            self.compared += 1;
            let likeness = was.zip(is).map_or(Likeness::Unmatched, |(was, is)| was.likeness(&is));
            let Some(item) = was.or(is).filter(|_| likeness != Likeness::Identical) else { return };
            let [was, mut is] = [was, is].map(|item| item.map_or(NO_VALUE.to_string(), |item| item.text()));
            if was == is {
                is = "another one".to_string();
            }
            let (by, what) = (format!("{} {}", item.by, item.variant), format!("{}{}", item.kind, item.what));
            self.add(then, [item.scene, by.trim(), &what], likeness, [&was, &is]);
        });
    }
}

/// Text for a number that is missing from a record.
const NO_VALUE: &str = "no value";

/// Compares every observation, verdict, curve, scene and fitted parameter of two records, both ways.
///
/// Two numbers are alike when they are nearer than their uncertainties added up, or than 1e-12 of the larger (of 1 for
/// a plain number), what rounding may leave where none is stated. They are not when one of the uncertainties is a hundred
/// times the other: a large one would make any value pass.
pub fn verify(then: &Record, now: &Record) -> Verified {
    let mut verified = Verified::default();
    for case in &then.cases {
        match now.cases.iter().find(|other| other.name == case.name) {
            Some(other) => verified.case(case, other),
            None => verified.whole(case, ["on record", NO_VALUE]),
        }
    }
    for case in now.cases.iter().filter(|is| then.cases.iter().all(|was| was.name != is.name)) {
        verified.whole(case, [NO_VALUE, "on record"]);
    }
    verified
}

/// The differences in the cases with equal physics and expectations that both records have.
pub fn moved(then: &Record, now: &Record) -> Verified {
    let mut verified = Verified::default();
    for was in &then.cases {
        let is = now.cases.iter().find(|is| is.name == was.name && same(&is.text, &was.text));
        is.into_iter().for_each(|is| verified.case(was, is));
    }
    verified
}

/// Whether two texts are the same case, regardless of titles and comments.
fn same(one: &str, other: &str) -> bool {
    one == other || canonical(one) == canonical(other)
}

/// The cases of a record without numbers and verdicts, which cannot be verified.
pub fn vacuous(record: &Record) -> Vec<&str> {
    let empty = |case: &&CaseRecord| case.observations.is_empty() && case.checks.is_empty();
    record.cases.iter().filter(empty).map(|case| case.name.as_str()).collect()
}

/// Numbers of observations, checks, curves and so on.
fn counts(case: &CaseRecord) -> [(&'static str, usize); 6] {
    [
        ("scenes", case.scenes.len()),
        ("checks", case.checks.len()),
        ("fitted parameters", fitted(case).len()),
        ("convergences", case.convergences.len()),
        ("regimes", case.regimes.len()),
        ("rows left out", case.left_out.len()),
    ]
}

fn fitted(case: &CaseRecord) -> &[Parameter] {
    case.calibration.as_ref().map_or(&[], |found| &found.parameters)
}

/// An item of a case that is compared.
#[derive(Clone, Copy)]
struct Item<'a> {
    /// Prefix of `what`; empty for a number.
    kind: &'static str,
    scene: &'a str,
    by: &'a str,
    variant: &'a str,
    what: &'a str,
    content: Content<'a>,
}

#[derive(Clone, Copy)]
enum Content<'a> {
    /// A value, its uncertainty, and the unit of both.
    Number(Option<f64>, Option<f64>, &'a str),
    Scene(&'a [Arc<ParameterRecord>]),
    Verdict(Verdict),
    Curve(&'a Curve),
}

/// All items of a case with their keys. The key of a check does not include its line in the case.
fn items(case: &CaseRecord) -> impl Iterator<Item = (impl Eq + Hash, Item<'_>)> {
    let scenes = case.scenes.iter().map(|SceneRecord { name, parameters, .. }| {
        let content = Content::Scene(parameters);
        (Item { kind: "parameters", scene: name, by: "-", variant: "", what: "", content }, "")
    });
    let observations = case.observations.iter().map(|seen| {
        let Observation { scene, by, variant, observable: what, value, uncertainty, unit, .. } = seen;
        (Item { kind: "", scene, by, variant, what, content: Content::Number(value, uncertainty, unit) }, "")
    });
    let verdicts = case.checks.iter().map(|Check { scene, about, outcome, .. }| {
        let (by, what, content) = (&about.who, &about.observable, Content::Verdict(*outcome));
        (Item { kind: "verdict on ", scene, by, variant: "", what, content }, about.against.as_str())
    });
    let curves = case.curves.iter().map(|curve| {
        let Curve { scene, by, variant, .. } = curve;
        (Item { kind: "curve", scene, by, variant, what: "", content: Content::Curve(curve) }, "")
    });
    let fitted = fitted(case).iter().map(|Parameter { path: what, value, sigma_data: uncertainty, unit, .. }| {
        let content = Content::Number(Some(*value), *uncertainty, unit);
        (Item { kind: "", scene: "-", by: "fit", variant: "", what, content }, "")
    });
    let all = scenes.chain(observations).chain(verdicts).chain(curves).chain(fitted);
    all.map(|(item, against)| ((item.kind, item.scene, item.by, item.variant, item.what, against), item))
}

impl Item<'_> {
    fn likeness(&self, now: &Self) -> Likeness {
        let is_same = match (self.content, now.content) {
            (Content::Number(then, was, unit), Content::Number(now, is, other)) => {
                return number((then, was, unit), (now, is, other));
            }
            (Content::Curve(then), Content::Curve(now)) if then.columns == now.columns && then.values != now.values => {
                return if follows(then, now) { Likeness::Within } else { Likeness::Different };
            }
            (Content::Curve(then), Content::Curve(now)) => then.columns == now.columns,
            (Content::Scene(then), Content::Scene(now)) => then == now,
            (Content::Verdict(then), Content::Verdict(now)) => then == now,
            _ => false,
        };
        if is_same { Likeness::Identical } else { Likeness::Different }
    }

    fn text(&self) -> String {
        match self.content {
            Content::Number(value, uncertainty, unit) => {
                // An engine states none, which is no claim of exactness.
                let uncertainty = uncertainty.filter(|u| *u > 0.0).map_or(String::new(), |u| format!(" +- {u:.1e}"));
                let text = value.map_or(NO_VALUE.to_string(), |v| format!("{v:?}{uncertainty} {unit}"));
                text.trim_end().to_string()
            }
            Content::Scene(_) => "a scene".to_string(),
            Content::Verdict(verdict) => verdict.word().to_string(),
            Content::Curve(_) => "a curve".to_string(),
        }
    }
}

/// Whether one curve stays in the tube around the other, column by column over time.
fn follows(then: &Curve, now: &Curve) -> bool {
    let points = |curve: &Curve, column: &str| {
        let (time, values) = (curve.column("time")?, curve.column(column)?);
        Some(from_first_touch(time.iter().zip(values).map(|(t, y)| [*t, *y])))
    };
    let near = |column: &String| match (points(then, column), points(now, column)) {
        (Some(then), Some(now)) => farthest(&then, &now) <= TUBE,
        _ => true,
    };
    then.columns.iter().filter(|column| *column != "time").all(near)
}

type Number<'a> = (Option<f64>, Option<f64>, &'a str);

fn number((then, was, unit): Number<'_>, (now, is, other): Number<'_>) -> Likeness {
    if (then.map(f64::to_bits), was, unit) == (now.map(f64::to_bits), is, other) {
        return Likeness::Identical;
    }
    let (Some(then), Some(now), true) = (then, now, unit == other) else { return Likeness::Different };
    let least = if unit.is_empty() { 1.0 } else { 0.0 };
    let rounding = DRIFT * then.abs().max(now.abs()).max(least);
    let [then, now] = [(then, was), (now, is)].map(|(value, bound)| Estimate::new(value, bound.unwrap_or(0.0)));
    if agree(then, now, rounding) { Likeness::Within } else { Likeness::Different }
}
