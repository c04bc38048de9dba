//! A record against the record of the same cases, run again.

use std::collections::{BTreeMap, BTreeSet};

use super::{CaseRecord, Compared, ComparedCase, Curve, FittedRecord, Maker, Observation, Record};
use crate::case::canonical;
use crate::error::cut;
use crate::judge::About;
use crate::judge::baseline::{DRIFT, blurred};
use crate::words::worded;

worded! {
    /// How a number stands to the one on record.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Likeness {
        /// To the last bit.
        Identical = "identical",
        /// Nearer than the uncertainties of both, or than rounding.
        Within = "within uncertainty",
        /// In one of the two records alone.
        Unmatched = "in one record alone",
        Different = "different",
    }
}

impl Likeness {
    /// Those that are reported, the worst first.
    pub const REPORTED: [Self; 3] = [Self::Different, Self::Unmatched, Self::Within];
}

/// Something that is not identical, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    pub case: String,
    pub scene: String,
    /// Who made it, with its variant.
    pub by: String,
    pub what: String,
    pub likeness: Likeness,
    /// What it was and what it is, in words.
    pub then: String,
    pub now: String,
}

/// Differences of each likeness that are described; more are counted.
const DESCRIBED: usize = 1000;

/// Characters that are shown of a name or a number.
const SHOWN: usize = 400;

/// What came of running a record again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verified {
    /// Numbers, verdicts and courses that were compared.
    pub compared: usize,
    /// The first thousand of each likeness.
    pub differences: Vec<Mismatch>,
    /// Of each likeness.
    counts: [usize; Likeness::ALL.len()],
}

impl Verified {
    /// The worst of all.
    pub fn likeness(&self) -> Likeness {
        match (self.count(Likeness::Different) + self.count(Likeness::Unmatched), self.count(Likeness::Within)) {
            (0, 0) => Likeness::Identical,
            (0, _) => Likeness::Within,
            _ => Likeness::Different,
        }
    }

    /// How many differences there are, described or not.
    pub fn differing(&self) -> usize {
        Likeness::REPORTED.iter().map(|likeness| self.count(*likeness)).sum()
    }

    /// How many differences there are of a likeness, described or not.
    pub fn count(&self, likeness: Likeness) -> usize {
        self.counts[likeness as usize]
    }
}

type Key<'a> = (&'a str, &'a str, &'a str, &'a str);

fn key<'a>(seen: &Observation<'a>) -> Key<'a> {
    (seen.scene, seen.by, seen.variant, seen.observable)
}

/// What is in one record alone is in the other.
const NO_VALUE: &str = "no value";

/// A number with its uncertainty and unit.
fn value(seen: &Observation<'_>) -> String {
    let uncertainty = seen.uncertainty.map_or(String::new(), |u| format!(" +- {u:.1e}"));
    let text = seen.value.map_or(NO_VALUE.to_string(), |v| format!("{v:?}{uncertainty} {}", seen.unit));
    text.trim_end().to_string()
}

fn who(by: &str, variant: &str) -> String {
    format!("{by} {variant}").trim().to_string()
}

/// Whether a check is about the same, whatever line of its case it stands in.
fn alike(one: &About, other: &About) -> bool {
    (&one.who, &one.against, &one.observable) == (&other.who, &other.against, &other.observable)
}

/// Compares every observation, verdict, curve, scene and fitted parameter of two records, both ways.
///
/// Two numbers are alike when they are nearer than their uncertainties added up, or than 1e-12 of the larger (of 1 for
/// a plain number), what rounding may leave where none is stated. They are not when one of the uncertainties is a hundred
/// times the other: a large one would make any value pass.
pub fn verify(then: &Compared, now: &Compared) -> Verified {
    let mut verified = Verified::default();
    for case in &then.cases {
        match now.cases.iter().find(|other| other.name == case.name) {
            Some(other) => verified.case(case, other),
            None => verified.add(&case.name, "-", "-", "case", Likeness::Unmatched, "on record", NO_VALUE),
        }
    }
    verified
}

/// What differs in the cases that two records share, of which physics and expectations are the same too.
pub fn moved(mut then: Compared, now: &Compared) -> Verified {
    then.cases.retain(|was| now.cases.iter().any(|is| is.name == was.name && same(&is.text, &was.text)));
    verify(&then, now)
}

/// Whether two texts are one case, whatever their titles and comments.
fn same(one: &str, other: &str) -> bool {
    one == other || canonical(one) == canonical(other)
}

/// The cases of a record that hold no number and no verdict: running them again would prove nothing.
pub fn vacuous(record: &Record) -> Vec<&str> {
    let empty = |case: &&CaseRecord| case.observations.is_empty() && case.checks.is_empty();
    record.cases.iter().filter(empty).map(|case| case.name.as_str()).collect()
}

impl Verified {
    #[allow(clippy::too_many_arguments, reason = "one a column")]
    fn add(&mut self, case: &str, scene: &str, by: &str, what: &str, likeness: Likeness, then: &str, now: &str) {
        let count = &mut self.counts[likeness as usize];
        *count += 1;
        if *count > DESCRIBED {
            return;
        }
        let [case, scene, by, what, then, now] = [case, scene, by, what, then, now].map(|text| cut(text, SHOWN));
        self.differences.push(Mismatch { case, scene, by, what, likeness, then, now });
    }

    fn case(&mut self, then: &ComparedCase, now: &ComparedCase) {
        self.scenes(then, now);
        self.observations(then, now);
        self.verdicts(then, now);
        self.curves(then, now);
        self.parameters(then, now);
        for (what, was, is) in [
            ("convergences", then.convergences, now.convergences),
            ("regimes", then.regimes, now.regimes),
            ("rows left out", then.left_out, now.left_out),
        ] {
            if was != is {
                self.add(&then.name, "-", "-", what, Likeness::Different, &was.to_string(), &is.to_string());
            }
        }
    }

    fn scenes(&mut self, then: &ComparedCase, now: &ComparedCase) {
        self.compared += then.scenes.len();
        if then.scenes.len() != now.scenes.len() {
            let count = |case: &ComparedCase| format!("{} scenes", case.scenes.len());
            self.add(&then.name, "-", "-", "scenes", Likeness::Different, &count(then), &count(now));
        }
        for (was, is) in then.scenes.iter().zip(&now.scenes) {
            if (&was.name, &was.parameters) != (&is.name, &is.parameters) {
                self.add(&then.name, &was.name, "-", "parameters", Likeness::Different, "a scene", "another one");
            }
        }
    }

    fn observations(&mut self, then: &ComparedCase, now: &ComparedCase) {
        let aligned = then.observations.len() == now.observations.len()
            && then.observations.iter().zip(now.observations.iter()).all(|(was, is)| key(&was) == key(&is));
        if aligned {
            for (was, is) in then.observations.iter().zip(now.observations.iter()) {
                self.observation(then, &was, Some(&is));
            }
            return;
        }
        let todays: BTreeMap<Key<'_>, Observation<'_>> = now.observations.iter().map(|o| (key(&o), o)).collect();
        let known: BTreeSet<Key<'_>> = then.observations.iter().map(|o| key(&o)).collect();
        for seen in then.observations.iter() {
            self.observation(then, &seen, todays.get(&key(&seen)));
        }
        for seen in now.observations.iter().filter(|seen| !known.contains(&key(seen))) {
            self.compared += 1;
            let by = who(seen.by, seen.variant);
            self.add(&then.name, seen.scene, &by, seen.observable, Likeness::Unmatched, NO_VALUE, &value(&seen));
        }
    }

    fn observation(&mut self, case: &ComparedCase, then: &Observation<'_>, now: Option<&Observation<'_>>) {
        self.compared += 1;
        let likeness = now.map_or(Likeness::Unmatched, |now| likeness(then, now));
        if likeness == Likeness::Identical {
            return;
        }
        let (was, is) = (value(then), now.map_or(NO_VALUE.to_string(), value));
        self.add(&case.name, then.scene, &who(then.by, then.variant), then.observable, likeness, &was, &is);
    }

    fn curves(&mut self, then: &ComparedCase, now: &ComparedCase) {
        self.compared += then.curves.len();
        let same = |one: &Curve, other: &Curve| {
            (&one.scene, &one.by, &one.variant, &one.columns)
                == (&other.scene, &other.by, &other.variant, &other.columns)
        };
        for curve in &then.curves {
            let by = who(&curve.by, &curve.variant);
            match now.curves.iter().find(|other| same(other, curve)) {
                None => self.add(&then.name, &curve.scene, &by, "curve", Likeness::Unmatched, "a curve", NO_VALUE),
                // The numbers read off it decide how much that is.
                Some(other) if other.values != curve.values => {
                    self.add(&then.name, &curve.scene, &by, "curve", Likeness::Within, "a curve", "another one");
                }
                Some(_) => {}
            }
        }
        for curve in now.curves.iter().filter(|curve| !then.curves.iter().any(|other| same(other, curve))) {
            self.compared += 1;
            let by = who(&curve.by, &curve.variant);
            self.add(&then.name, &curve.scene, &by, "curve", Likeness::Unmatched, NO_VALUE, "a curve");
        }
    }

    fn verdicts(&mut self, then: &ComparedCase, now: &ComparedCase) {
        self.compared += then.checks.len();
        if then.checks.len() != now.checks.len() {
            let count = |case: &ComparedCase| format!("{} checks", case.checks.len());
            self.add(&then.name, "-", "-", "verdicts", Likeness::Different, &count(then), &count(now));
            return;
        }
        for (was, is) in then.checks.iter().zip(&now.checks) {
            let (verdicts, about) = ((was.verdict, is.verdict), &was.about);
            let (words, what) = if verdicts.0 != verdicts.1 {
                ((verdicts.0.word(), verdicts.1.word()), format!("verdict on {}", about.observable))
            } else if was.scene != is.scene || !alike(about, &is.about) {
                (("a check", "another one"), format!("verdict on {}", about.observable))
            } else {
                continue;
            };
            self.add(&then.name, &was.scene, &about.who, &what, Likeness::Different, words.0, words.1);
        }
    }

    /// What was fitted to measurements.
    fn parameters(&mut self, then: &ComparedCase, now: &ComparedCase) {
        let (was, is) = (&then.fitted, &now.fitted);
        if was.len() != is.len() {
            let count = |n: usize| format!("{n} fitted parameters");
            self.add(&then.name, "-", "fit", "parameters", Likeness::Different, &count(was.len()), &count(is.len()));
        }
        for (was, is) in was.iter().zip(is) {
            let seen = |parameter: &FittedRecord| (Some(parameter.value), parameter.uncertainty);
            let at = |path, unit, (value, uncertainty)| Observation {
                scene: "-",
                by: "fit",
                maker: Maker::Solver,
                variant: "",
                observable: path,
                value,
                unit,
                uncertainty,
                note: None,
            };
            self.observation(then, &at(&was.path, &was.unit, seen(was)), Some(&at(&is.path, &is.unit, seen(is))));
        }
    }
}

fn likeness(then: &Observation<'_>, now: &Observation<'_>) -> Likeness {
    let (a, b) = match (then.value, now.value) {
        (None, None) => return Likeness::Identical,
        (Some(a), Some(b)) if then.unit == now.unit => (a, b),
        _ => return Likeness::Different,
    };
    if a.to_bits() == b.to_bits() && then.uncertainty == now.uncertainty {
        return Likeness::Identical;
    }
    let (was, is) = (then.uncertainty.unwrap_or(0.0), now.uncertainty.unwrap_or(0.0));
    let least = if then.unit.is_empty() { 1.0 } else { 0.0 };
    let rounding = DRIFT * a.abs().max(b.abs()).max(least);
    if !blurred(was, is, rounding) && (a - b).abs() <= (was + is).max(rounding) {
        Likeness::Within
    } else {
        Likeness::Different
    }
}
