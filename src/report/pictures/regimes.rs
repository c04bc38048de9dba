//! Figure: periods of sticking and sliding during a collision, over a swept value.

use std::collections::HashMap;

use plotters::style::RGBColor;

use crate::bench::record::{CaseRecord, RegimeRecord};
use crate::distinct::{enter, first};

use super::map::edges;
use super::prelude::*;
use super::sweep::{Sweep, parameter};

/// Panels of a map.
const MOST: usize = 5;

/// Fewer abscissae make no map.
const LEAST: usize = 12;

const REGIMES: [(&str, RGBColor); 3] = [
    ("sticks", RGBColor(0x8F, 0xC1, 0xE0)),
    ("slides", RGBColor(0xF0, 0xC0, 0x93)),
    ("unloaded", RGBColor(0xD8, 0xD8, 0xD8)),
];

/// The first regimes of each scene.
fn by_scene(case: &CaseRecord) -> HashMap<&str, &RegimeRecord> {
    let known = case.regimes.iter().filter(|regimes| regimes.duration > 0.0);
    first(known.map(|regimes| (regimes.scene.as_str(), regimes)))
}

/// Whether the case sweeps finely enough, and the surfaces do not always do the same.
pub fn drawable(case: &CaseRecord) -> bool {
    let fine = Sweep::of(case).is_some_and(|sweep| sweep.groups.iter().any(|(_, scenes)| scenes.len() >= LEAST));
    let of = by_scene(case);
    let known = case.scenes.iter().all(|scene| of.contains_key(scene.name.as_str()));
    fine && known && case.regimes.iter().any(|told| told.regimes.len() > 1)
}

/// Areas of the regimes: borders are straight between scenes that go through the same ones, and half-way where others
/// begin.
fn bands(at: &[f64], edges: &[f64], told: &[Option<&RegimeRecord>]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut first = 0;
    while first < told.len() {
        let words = |i: usize| told[i].map(|told| &told.regimes);
        let last = (first..told.len()).take_while(|i| words(*i) == words(first)).last().unwrap_or(first);
        for k in 0..words(first).map_or(0, Vec::len) {
            let known = REGIMES.iter().find(|(word, _)| words(first).is_some_and(|words| words[k] == *word));
            let Some((_, colour)) = known else { continue };
            let span = |i: usize| {
                let told = told[i]?;
                Some((told.begins[k] / told.duration, told.ends(k) / told.duration))
            };
            let inner = (first..=last).filter_map(|i| Some((at[i], span(i)?)));
            let ends = [(edges[first], span(first)), (edges[last + 1], span(last))];
            let [low, high] = ends.map(|(x, span)| span.map(|span| (x, span)));
            let points =
                low.into_iter().chain(inner).chain(high).map(|(x, (begins, ends))| (x, begins, ends)).collect();
            items.push(Item::Band { points, colour: *colour });
        }
        first = last + 1;
    }
    items
}

impl RegimeRecord {
    /// When the `k`-th of its regimes ends.
    fn ends(&self, k: usize) -> f64 {
        self.begins.get(k + 1).copied().unwrap_or(self.duration)
    }
}

/// A panel for each value of the other sweeps; time is over the duration of each collision.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let sweep = Sweep::of(case)?;
    let of = by_scene(case);
    let shown = sweep.shown(MOST);
    let columns = ["scene", "by", super::sweep::last(sweep.path), "regime", "begins", "ends", "duration"];
    let mut table = Table::of(columns);
    let mut panels = Vec::new();
    let mut span: Vec<f64> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (group, scenes) in shown.of(&sweep.groups) {
        let at: Vec<f64> = scenes.iter().map(|(x, _)| *x).collect();
        let edges = edges(&at);
        span.extend(&edges);
        let told: Vec<Option<&RegimeRecord>> = scenes.iter().map(|(_, s)| of.get(s.name.as_str()).copied()).collect();
        for ((x, scene), told) in scenes.iter().zip(&told) {
            let Some(told) = told else { continue };
            for (k, (begins, regime)) in told.begins.iter().zip(&told.regimes).enumerate() {
                table.row(cells![&scene.name, &told.by, *x, regime, *begins, told.ends(k), told.duration]);
            }
        }
        let mut items = bands(&at, &edges, &told);
        for (word, colour) in REGIMES {
            let is_there = |item: &Item| matches!(item, Item::Band { colour: own, .. } if *own == colour);
            if items.iter().any(is_there) {
                enter(&mut seen, word);
            }
        }
        if !group.is_empty() {
            items.push(Item::note(group.replace('_', " ")));
        }
        let y = Axis::linear(Quantity { name: "time", symbol: "t/t_c", unit: "" }, (0.0, 1.12));
        panels.push(Panel { y, weight: 1.0, items });
    }
    let range = super::axis::extent(span)?;
    let (name, symbol) = parameter(sweep.path);
    let x = Axis::linear(
        Quantity { name: &name, symbol, unit: sweep.unit },
        (if range.0 < 0.1 * range.1 { 0.0 } else { range.0 }, range.1),
    );
    let known = REGIMES.iter().filter(|(word, _)| seen.contains(word));
    let legend = known.map(|(word, colour)| Entry::area(*word, *colour)).chain(shown.entry()).collect();
    let height = 260 + 480 * panels.len() as u32;
    Some(Drawn { figure: Figure::new(&case.name, legend, x, panels, height), table })
}
