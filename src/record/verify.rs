//! A record against the record of the same cases, run again.

use std::collections::BTreeMap;

use super::{CaseRecord, Observation, Record};
use crate::judge::baseline::DRIFT;

/// How a number stands to the one on record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// To the last bit.
    Identical,
    /// Nearer than the uncertainties of both, or than rounding.
    Within,
    Different,
}

impl Likeness {
    pub fn word(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Within => "within uncertainty",
            Self::Different => "different",
        }
    }
}

/// Something that is not identical, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
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

/// What came of running a record again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verified {
    /// Numbers, verdicts and courses that were compared.
    pub compared: usize,
    pub differences: Vec<Difference>,
}

impl Verified {
    /// The worst of all.
    pub fn likeness(&self) -> Likeness {
        self.differences.iter().map(|difference| difference.likeness).max().unwrap_or(Likeness::Identical)
    }
}

type Key<'a> = (&'a str, &'a str, &'a str, &'a str);

fn key(seen: &Observation) -> Key<'_> {
    (&seen.scene, &seen.by, &seen.variant, &seen.observable)
}

/// Compares every observation, verdict and course of two records.
///
/// Two numbers are alike when they are nearer than their uncertainties added up, or than 1e-12 of the larger (of 1 for
/// a plain number), what rounding may leave where none is stated.
pub fn verify(then: &Record, now: &Record) -> Verified {
    let mut verified = Verified::default();
    for case in &then.cases {
        match now.cases.iter().find(|other| other.name == case.name) {
            Some(other) => verified.case(case, other),
            None => verified.add(&case.name, "-", "-", "case", Likeness::Different, "on record", "not there"),
        }
    }
    verified
}

impl Verified {
    #[allow(clippy::too_many_arguments, reason = "one a column")]
    fn add(&mut self, case: &str, scene: &str, by: &str, what: &str, likeness: Likeness, then: &str, now: &str) {
        let [case, scene, by, what, then, now] = [case, scene, by, what, then, now].map(String::from);
        self.differences.push(Difference { case, scene, by, what, likeness, then, now });
    }

    fn case(&mut self, then: &CaseRecord, now: &CaseRecord) {
        let todays: BTreeMap<Key<'_>, &Observation> = now.observations.iter().map(|o| (key(o), o)).collect();
        let known: BTreeMap<Key<'_>, ()> = then.observations.iter().map(|o| (key(o), ())).collect();
        for seen in &then.observations {
            self.compared += 1;
            let by = format!("{} {}", seen.by, seen.variant);
            let value = |o: &Observation| o.value.map_or("nothing".to_string(), |v| format!("{v:?} {}", o.unit));
            let today = todays.get(&key(seen));
            let likeness = today.map_or(Likeness::Different, |today| likeness(seen, today));
            if likeness != Likeness::Identical {
                let now = today.map_or("nothing".to_string(), |today| value(today));
                self.add(&then.name, &seen.scene, by.trim(), &seen.observable, likeness, &value(seen), &now);
            }
        }
        for seen in now.observations.iter().filter(|seen| !known.contains_key(&key(seen))) {
            self.compared += 1;
            self.add(&then.name, &seen.scene, &seen.by, &seen.observable, Likeness::Different, "nothing", "there");
        }
        self.verdicts(then, now);
        self.compared += then.curves.len();
        for curve in &then.curves {
            let same = |other: &&super::Curve| {
                (&other.scene, &other.by, &other.variant) == (&curve.scene, &curve.by, &curve.variant)
            };
            let other = now.curves.iter().find(same);
            if other.is_none_or(|other| other.columns != curve.columns) {
                self.add(&then.name, &curve.scene, &curve.by, "course", Likeness::Different, "there", "not there");
            } else if other.is_some_and(|other| other.values != curve.values) {
                // The numbers read off it decide how much that is.
                self.add(&then.name, &curve.scene, &curve.by, "course", Likeness::Within, "a course", "another one");
            }
        }
    }

    fn verdicts(&mut self, then: &CaseRecord, now: &CaseRecord) {
        self.compared += then.checks.len();
        if then.checks.len() != now.checks.len() {
            let count = |case: &CaseRecord| format!("{} checks", case.checks.len());
            self.add(&then.name, "-", "-", "verdicts", Likeness::Different, &count(then), &count(now));
            return;
        }
        for (was, is) in then.checks.iter().zip(&now.checks).filter(|(was, is)| was.outcome != is.outcome) {
            let what = format!("verdict on {}", was.observable);
            let words = (was.outcome.word(), is.outcome.word());
            self.add(&then.name, &was.scene, &was.who, &what, Likeness::Different, words.0, words.1);
        }
    }
}

fn likeness(then: &Observation, now: &Observation) -> Likeness {
    let (a, b) = match (then.value, now.value) {
        (None, None) => return Likeness::Identical,
        (Some(a), Some(b)) if then.unit == now.unit => (a, b),
        _ => return Likeness::Different,
    };
    if a.to_bits() == b.to_bits() && then.uncertainty == now.uncertainty {
        return Likeness::Identical;
    }
    let noise = then.uncertainty.unwrap_or(0.0) + now.uncertainty.unwrap_or(0.0);
    let least = if then.unit.is_empty() { 1.0 } else { 0.0 };
    let rounding = DRIFT * a.abs().max(b.abs()).max(least);
    if (a - b).abs() <= noise.max(rounding) { Likeness::Within } else { Likeness::Different }
}
