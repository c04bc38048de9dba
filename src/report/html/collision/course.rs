//! Time series from first touch to the end of contact, with work and energies.

use crate::bench::record::{CaseRecord, Curve};

/// The columns of a trajectory, SI; a column that is missing is empty.
pub(super) struct Course {
    pub time: Vec<f64>,
    pub overlap: Vec<f64>,
    pub speed: Vec<f64>,
    pub force: Vec<f64>,
    elastic: Vec<f64>,
    /// Tangential force, its limit, slip and spin of body 1; empty head-on and for what does not give them.
    pub along: [Vec<f64>; 4],
    /// Whether the bodies stick, by the restitution that was observed.
    pub sticks: bool,
}

impl Course {
    /// Free flight before and after the contact is left out; time is counted from first touch.
    pub(super) fn new(case: &CaseRecord, curve: &Curve) -> Self {
        let sticks = case.observations().any(|seen| {
            (seen.scene, seen.by, seen.variant) == (&*curve.scene, &*curve.by, &*curve.variant)
                && (seen.observable, seen.value) == ("restitution", Some(0.0))
        });
        let column = |word: &str| curve.column(word).unwrap_or_default().to_vec();
        let [mut time, overlap, speed, force, elastic] =
            ["time", "overlap", "speed", "force", "force_elastic"].map(column);
        let along = ["tangential_force", "friction_limit", "slip", "spin"].map(column);
        let touches = |i: usize| overlap[i] > 0.0 || force[i] != 0.0;
        let length = [time.len(), overlap.len(), force.len()].into_iter().min().unwrap_or(0);
        let first = (0..length).find(|&i| touches(i)).unwrap_or(0).saturating_sub(1);
        let last = (0..length).rev().find(|&i| touches(i)).map_or(length, |i| (i + 2).min(length));
        let cut = |values: &[f64]| values.get(first..last).map(<[f64]>::to_vec).unwrap_or_default();
        time = cut(&time);
        let start = time.first().copied().unwrap_or(0.0);
        time.iter_mut().for_each(|t| *t -= start);
        let along = along.map(|values| cut(&values));
        let [overlap, speed, force, elastic] = [overlap, speed, force, elastic].map(|values| cut(&values));
        Self { time, overlap, speed, force, elastic, along, sticks }
    }

    pub(super) fn pairs(&self, x: &[f64], y: &[f64]) -> Vec<[f64; 2]> {
        x.iter().zip(y).map(|(x, y)| [*x, *y]).collect()
    }

    pub(super) fn largest(&self, values: &[f64]) -> f64 {
        values.iter().copied().fold(0.0, f64::max)
    }

    pub(super) fn duration(&self) -> f64 {
        self.time.last().copied().unwrap_or(0.0)
    }

    /// Index of the largest overlap.
    fn turn(&self) -> usize {
        let largest = self.largest(&self.overlap);
        self.overlap.iter().position(|overlap| *overlap >= largest).unwrap_or(0)
    }

    /// Work of compression, and the part that is returned.
    pub(super) fn work(&self) -> (f64, f64) {
        let turn = self.turn();
        let sum = |range: std::ops::Range<usize>| -> f64 {
            range.map(|i| 0.5 * (self.force[i] + self.force[i + 1]) * (self.overlap[i + 1] - self.overlap[i])).sum()
        };
        let last = self.force.len().saturating_sub(1);
        (sum(0..turn.min(last)), -sum(turn.min(last)..last))
    }

    /// Outlines of the areas of the lost work (the loop) and the returned work (below the unloading curve).
    pub(super) fn areas(&self) -> (Vec<[f64; 2]>, Vec<[f64; 2]>) {
        let mut all = self.pairs(&self.overlap, &self.force);
        let turn = self.turn();
        let mut recovered: Vec<[f64; 2]> = all[turn.min(all.len())..].to_vec();
        if let Some(&[overlap, _]) = recovered.first() {
            recovered.push([recovered.last().map_or(0.0, |p| p[0]), 0.0]);
            recovered.push([overlap, 0.0]);
        }
        // Without contact the force is zero: what a jump at its begin or end loses is in the loop.
        if let (Some(&[begin, _]), Some(&[end, _])) = (all.first(), all.last()) {
            all.extend([[end, 0.0], [begin, 0.0]]);
        }
        (all, recovered)
    }

    /// Kinetic energy, the work of the contact force, in its elastic and dissipated part where the law is `known`, and the
    /// sum; `None` without the columns for it.
    pub(super) fn energies(&self, mass: f64, known: bool) -> Option<Vec<Vec<f64>>> {
        if self.speed.len() != self.force.len() || (known && self.elastic.len() != self.force.len()) {
            return None;
        }
        let kinetic: Vec<f64> = self.speed.iter().map(|v| 0.5 * mass * v * v).collect();
        let (mut elastic, mut dissipated) = (vec![0.0], vec![0.0]);
        for i in 1..self.force.len() {
            let step = self.overlap[i] - self.overlap[i - 1];
            let mean = |values: &dyn Fn(usize) -> f64| 0.5 * (values(i - 1) + values(i)) * step;
            let stored = |j: usize| if known { self.elastic[j] } else { self.force[j] };
            elastic.push(elastic[i - 1] + mean(&stored));
            dissipated.push(dissipated[i - 1] + mean(&|j| self.force[j] - stored(j)));
        }
        let sum = (0..kinetic.len()).map(|i| kinetic[i] + elastic[i] + dissipated[i]).collect();
        Some(if known { vec![kinetic, elastic, dissipated, sum] } else { vec![kinetic, elastic, sum] })
    }

    /// Largest difference of the force to another time series, relative to its largest force.
    pub(super) fn apart(&self, other: &Self) -> f64 {
        let at = |t: f64| {
            let after = other.time.partition_point(|u| *u < t);
            match (after.checked_sub(1).map(|i| (other.time[i], other.force[i])), other.time.get(after)) {
                (Some((t0, f0)), Some(&t1)) if t1 > t0 => f0 + (other.force[after] - f0) * (t - t0) / (t1 - t0),
                (None, Some(_)) => other.force[after],
                _ => 0.0,
            }
        };
        let known = if other.sticks { other.duration() } else { f64::INFINITY };
        let times = self.time.iter().zip(&self.force).filter(|(t, _)| **t <= known);
        let differences = times.map(|(t, force)| (force - at(*t)).abs());
        let largest = other.largest(&other.force);
        if largest > 0.0 { differences.fold(0.0, f64::max) / largest } else { 0.0 }
    }
}
