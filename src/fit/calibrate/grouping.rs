//! Groups drops that share an effect, and shared errors of readings.

use std::collections::HashMap;

use super::result::Measurement;
use crate::case::experiment_keys::HEIGHT_SIGMA;
use crate::case::{Calibration, HeightSet};
use crate::fit::chi2;
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Problem, Scatter};

/// Significance level for readings that differ too little to be independent.
const ALIKE: f64 = 0.05;

/// Drops that share an effect.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grouping {
    /// `height`, or the header of the column the case names.
    pub name: String,
    /// Whether the heights were set anew before every drop: only a misfit of the law makes groups differ then.
    pub anew: bool,
    /// Whether the case states that all drops of a height share its setting.
    pub once: bool,
    /// Whether the drops of a height differ by less than their stated errors, so that they share a part of them.
    pub alike: bool,
}

impl Grouping {
    /// `heights`, `values of session`
    pub fn plural(&self) -> String {
        if self.name == "height" { "heights".to_string() } else { format!("values of {}", self.name) }
    }
}

/// Groups the drops by the column that the case names, else by the setting of the drop height; else every drop is its own.
/// `None` if there would be no more groups than unknowns.
pub(super) fn assign(
    calibration: &Calibration,
    measurements: &[Measurement],
    used: &[usize],
    targets: &[Target],
    problem: &mut Problem,
) -> Option<Grouping> {
    let experiment = &calibration.experiment;
    if !experiment.kind.flies()
        || targets.len() != 1
        || problem.scatter == Scatter::None
        || problem.data.iter().any(|datum| datum.apart)
    {
        return None;
    }
    problem.scatter = Scatter::BetweenGroups;
    let column = experiment.groups.and_then(|at| experiment.measured.besides.columns.get(at));
    let used_ones = || used.iter().filter_map(|at| measurements.get(*at));
    let settings = settings(used_ones().filter_map(|m| m.height).collect(), experiment.number(&HEIGHT_SIGMA));
    let setting = |height: f64| settings.partition_point(|low| *low <= height) as u64;
    let key =
        |m: &Measurement| -> Option<u64> { column.map_or_else(|| m.height.map(setting), |column| column.key(m.row)) };
    // A drop is in the group of its first number.
    let mut of_drops: HashMap<usize, usize> = HashMap::new();
    let mut groups: HashMap<u64, usize> = HashMap::new();
    for measurement in used_ones() {
        let next = groups.len();
        let group = *groups.entry(key(measurement)?).or_insert(next);
        of_drops.entry(measurement.drop).or_insert(group);
    }
    let k = groups.len();
    if k <= calibration.unknowns.len() || k == of_drops.len() {
        return None;
    }
    for datum in &mut problem.data {
        datum.group = *of_drops.get(&datum.drop)?;
    }
    let name = column.map_or_else(|| "height".to_string(), |column| column.header.clone());
    let set = experiment.height_set.filter(|_| column.is_none());
    let (anew, once) = (set == Some(HeightSet::EachDrop), set == Some(HeightSet::Once));
    Some(Grouping { name, anew, once, alike: false })
}

/// The lowest height of each setting. Heights that are read again at one setting differ by their reading errors: neighbours within three
/// standard deviations, and all of a setting within eight.
fn settings(mut heights: Vec<f64>, sigma: Option<f64>) -> Vec<f64> {
    let drops = heights.len();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let sigma = sigma.unwrap_or(0.0);
    let mut lowest = Vec::new();
    for near in heights.chunk_by(|low, high| high - low <= 3.0 * sigma) {
        let one = near[near.len() - 1] - near[0] <= 8.0 * sigma;
        lowest.extend(&near[..if one { 1 } else { near.len() }]);
    }
    // Many heights, of which some happen to lie close together, are no few that were read again.
    if 2 * lowest.len() <= drops { lowest } else { heights }
}

/// Whether the numbers of a group (one per drop) differ significantly less than their stated errors: the readings are
/// rounded alike, or the stated error is too large.
pub(super) fn alike(problem: &Problem, residuals: &[f64]) -> bool {
    let mut of: Vec<(usize, f64, f64)> =
        problem.data.iter().zip(residuals).map(|(datum, r)| (datum.group, *r, datum.sigma.powi(-2))).collect();
    of.sort_by_key(|(group, ..)| *group);
    let (mut squares, mut dof) = (0.0, 0.0);
    for group in of.chunk_by(|a, b| a.0 == b.0) {
        let weight: f64 = group.iter().map(|(.., w)| w).sum();
        let mean = group.iter().map(|(_, r, w)| w * r).sum::<f64>() / weight;
        squares += group.iter().map(|(_, r, w)| w * (r - mean).powi(2)).sum::<f64>();
        dof += group.len() as f64 - 1.0;
    }
    problem.drops().len() == problem.data.len() && dof > 0.0 && chi2::below(squares, dof) < ALIKE
}

/// Makes every drop of the selected data its own group.
pub(super) fn ungroup(problem: &mut Problem, of: impl Fn(&Datum) -> bool) {
    problem.data.iter_mut().filter(|datum| of(datum)).for_each(|datum| datum.group = datum.drop);
}

/// Copies groups and shared errors from another fit of the same table.
pub(super) fn take_over(problem: &mut Problem, from: &Problem) {
    if problem.data.len() == from.data.len() {
        for (datum, other) in problem.data.iter_mut().zip(&from.data) {
            datum.shared.clone_from(&other.shared);
            datum.group = other.group;
        }
    }
}
