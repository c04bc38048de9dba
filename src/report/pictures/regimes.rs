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
    fine && known && case.regimes.iter().any(|recorded| recorded.regimes.len() > 1)
}

/// Areas of the regimes: borders are straight between scenes that go through the same ones; where one more begins it opens
/// half-way.
fn bands(at: &[f64], edges: &[f64], recorded: &[Option<&RegimeRecord>]) -> Vec<Item> {
    let words = |i: usize| recorded.get(i).copied().flatten().map_or(&[][..], |recorded| recorded.regimes.as_slice());
    let borders = |i: usize| -> Vec<f64> {
        let Some(recorded) = recorded[i] else { return Vec::new() };
        recorded.begins.iter().map(|begins| begins / recorded.duration).chain([1.0]).collect()
    };
    let mut items = Vec::new();
    let mut first = 0;
    while first < recorded.len() {
        let last = (first..recorded.len()).take_while(|i| words(*i) == words(first)).last().unwrap_or(first);
        let before = first.checked_sub(1).map_or(&[][..], |before| words(before));
        let begins = (edges[first], closed(words(first), before, borders(first)));
        let ends = (edges[last + 1], closed(words(last), words(last + 1), borders(last)));
        let between = (first..=last).map(|i| (at[i], borders(i)));
        let rows: Vec<(f64, Vec<f64>)> = [begins].into_iter().chain(between).chain([ends]).collect();
        for (k, word) in words(first).iter().enumerate() {
            let Some((_, colour)) = REGIMES.iter().find(|(known, _)| known == word) else { continue };
            let points = rows.iter().map(|(x, borders)| (*x, borders[k], borders[k + 1])).collect();
            items.push(Item::Band { points, colour: *colour });
        }
        first = last + 1;
    }
    items
}

/// The borders half-way to a scene that goes through fewer regimes: those that it lacks are closed, at the beginning, at the
/// end, or in the middle between two of one kind that become one.
fn closed(words: &[String], beside: &[String], mut borders: Vec<f64>) -> Vec<f64> {
    let lacks = words.len().saturating_sub(beside.len());
    if beside.is_empty() || lacks == 0 {
        return borders;
    }
    let last = words.len();
    let rest = |k: usize| [words.get(..k).unwrap_or_default(), words.get(k + 2..).unwrap_or_default()].concat();
    let between = |k: &usize| lacks == 2 && words.get(k - 1) == words.get(k + 1) && rest(*k) == beside;
    let (closes, at) = match (1..last.saturating_sub(1)).find(between) {
        Some(k) => (k..k + 2, 0.5 * (borders[k] + borders[k + 1])),
        None if words.ends_with(beside) => (1..lacks + 1, borders[0]),
        None if words.starts_with(beside) => (last - lacks..last, borders[last]),
        None => return borders,
    };
    borders[closes].fill(at);
    borders
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
        let recorded: Vec<Option<&RegimeRecord>> =
            scenes.iter().map(|(_, s)| of.get(s.name.as_str()).copied()).collect();
        for ((x, scene), recorded) in scenes.iter().zip(&recorded) {
            let Some(recorded) = recorded else { continue };
            for (k, (begins, regime)) in recorded.begins.iter().zip(&recorded.regimes).enumerate() {
                table.row(cells![&scene.name, &recorded.by, *x, regime, *begins, recorded.ends(k), recorded.duration]);
            }
        }
        let mut items = bands(&at, &edges, &recorded);
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
    let all: Vec<&RegimeRecord> = case.scenes.iter().filter_map(|scene| of.get(scene.name.as_str()).copied()).collect();
    let throughout = |word: &str| all.iter().filter(|of| of.regimes.iter().all(|regime| regime == word)).count();
    let finding = format!(
        "Of {} impacts {} slide and {} stick throughout.",
        all.len(),
        throughout("slides"),
        throughout("sticks")
    );
    Some(Drawn { figure: Figure::new(&case.name, legend, x, panels, height).finding(Some(finding)), table })
}
