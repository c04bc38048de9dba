//! Measurements over the angle of incidence, and how far each law is from them.

use std::collections::{HashMap, HashSet};

use super::laws::{Law, ObservationIndex, SameBodies, makers};
use crate::bench::record::{CaseRecord, Maker};
use crate::distinct::{distinct, grouped};
use crate::number::brief;

/// What is swept, rad.
pub(super) const ANGLE: &str = "impact.angle";

/// One measurement with its standard uncertainty.
pub(super) struct Measured<'a> {
    pub by: &'a str,
    pub case: &'a CaseRecord,
    pub scene: &'a str,
    /// rad
    pub angle: f64,
    pub value: f64,
    pub sigma: Option<f64>,
}

/// The measurements of an observable, each once.
pub(super) fn measured<'a>(cases: &SameBodies<'a>, word: &str) -> Vec<Measured<'a>> {
    let mut all: Vec<Measured<'a>> = Vec::new();
    let mut known: HashSet<(&str, u64)> = HashSet::new();
    for &case in cases {
        let seen = ObservationIndex::of(case, word);
        for by in makers(case, Maker::Data) {
            for scene in &case.scenes {
                let Some(observation) = seen.get(&scene.name, by) else { continue };
                let (Some(angle), Some(value)) = (scene.number(ANGLE), observation.value) else { continue };
                // 0 and -0 are one angle.
                if known.insert((by, (angle + 0.0).to_bits())) {
                    let sigma = observation.uncertainty;
                    all.push(Measured { by, case, scene: &scene.name, angle, value, sigma });
                }
            }
        }
    }
    all
}

/// The datasets of some measurements, each once.
pub(super) fn datasets<'a>(measured: &[Measured<'a>]) -> Vec<&'a str> {
    distinct(measured.iter().map(|m| m.by))
}

/// Deviation of a law from one measurement.
pub(super) struct LawDeviation<'a> {
    pub law: Law,
    /// The case that computed it.
    pub case: &'a str,
    pub value: f64,
    /// Computed less measured.
    pub off: f64,
}

/// A law, the case that computed it, and its value.
type LawValue<'a> = (Law, &'a str, f64);

/// Values of one observable for all laws, by dataset and scene.
pub(super) struct ComputedLaws<'a>(HashMap<(&'a str, &'a str), Vec<LawValue<'a>>>);

impl<'a> ComputedLaws<'a> {
    pub(super) fn of(cases: &SameBodies<'a>, word: &str) -> Self {
        let mut all: HashMap<_, Vec<LawValue<'_>>> = HashMap::new();
        for &case in cases {
            let seen = ObservationIndex::of(case, word);
            let [solvers, datasets] = [Maker::Solver, Maker::Data].map(|maker| makers(case, maker));
            for (scene, by) in case.scenes.iter().flat_map(|scene| solvers.iter().map(move |by| (scene, by))) {
                let (Some(law), Some(value)) = (Law::of(scene, by), seen.value(&scene.name, by)) else { continue };
                for dataset in &datasets {
                    let known = all.entry((*dataset, scene.name.as_str())).or_default();
                    if !known.iter().any(|(other, ..)| *other == law) {
                        known.push((law, case.name.as_str(), value));
                    }
                }
            }
        }
        all.values_mut().for_each(|laws| laws.sort_by_key(|(law, ..)| *law));
        Self(all)
    }

    /// Every law that was computed at a measurement's own angle.
    pub(super) fn beside(&self, m: &Measured<'_>) -> Vec<LawDeviation<'a>> {
        let laws = self.0.get(&(m.by, m.scene)).into_iter().flatten();
        laws.map(|&(law, case, value)| LawDeviation { law, case, value, off: value - m.value }).collect()
    }
}

/// Which law is closest to the measurements of a figure and which is furthest, from the largest difference of each.
pub(super) fn closest(differences: impl IntoIterator<Item = (Law, f64)>) -> Option<String> {
    let by_law = grouped(differences);
    // A law that was computed at some of the points only does not compare.
    let most = by_law.iter().map(|(_, all)| all.len()).max()?;
    let largest = |all: &[f64]| all.iter().fold(0.0, |most: f64, off| most.max(off.abs()));
    let laws = by_law.iter().filter(|(_, all)| all.len() == most).map(|(law, all)| (law.word(), largest(all)));
    let mut laws: Vec<(&str, f64)> = laws.collect();
    laws.sort_by(|a, b| a.1.total_cmp(&b.1));
    let [(best, within), .., (worst, off)] = laws[..] else { return None };
    let [within, off] = [within, off].map(brief);
    Some(format!(
        "Closest to the measured tangential restitution is {best}, within {within}; {worst} is off by up to {off}."
    ))
}
