//! Figure: energy created by a law, over the two values with the finest sweeps.

use plotters::style::RGBColor;

use crate::bench::record::CaseRecord;
use crate::distinct::grouped;
use crate::number::brief;

use super::all_cases::energy::kinetic;
use super::all_cases::laws::ObservationIndex;
use super::prelude::*;
use super::sweep::{Sweep, last, parameter};

const WORD: &str = "energy_created";

/// Shades of a share of the kinetic energy, in size: from here, how much of the colour.
const STEPS: [(f64, f64); 6] = [(1e-9, 0.12), (1e-4, 0.28), (1e-3, 0.46), (1e-2, 0.66), (3e-2, 0.84), (1e-1, 1.0)];

const CREATED: RGBColor = RGBColor(0xC4, 0x4E, 0x00);
const DESTROYED: RGBColor = RGBColor(0x00, 0x5A, 0x9C);

/// Whether what the law creates is judged over two swept numbers.
pub fn drawable(case: &CaseRecord) -> bool {
    let judged = case.checks.iter().any(|check| check.observable == WORD && &*check.against == "conserved");
    judged && axes(case).is_some() && case.scenes.iter().any(|scene| kinetic(scene).is_some())
}

/// The values that a swept number takes, each once, in order.
fn values(case: &CaseRecord, path: &str) -> Vec<f64> {
    let mut values: Vec<f64> = case.scenes.iter().filter_map(|scene| scene.number(path)).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// The two swept numbers with most values, finest first, and the other sweeps.
fn axes(case: &CaseRecord) -> Option<(&str, &str, Vec<&str>)> {
    let x = Sweep::of(case)?.path;
    let mut others: Vec<&str> = case.swept.iter().map(String::as_str).filter(|path| *path != x).collect();
    // The first in the file where two are as fine.
    others.sort_by_cached_key(|path| std::cmp::Reverse(values(case, path).len()));
    let (y, rest) = others.split_first()?;
    (values(case, y).len() > 1).then(|| (x, *y, rest.to_vec()))
}

/// Where cells end: half-way between abscissae; the outermost are as wide as their neighbours.
pub fn edges(at: &[f64]) -> Vec<f64> {
    let Some((&first, &last)) = at.first().zip(at.last()) else { return Vec::new() };
    let ends = match at {
        [_] => (first - 0.5, last + 0.5),
        _ => (1.5 * first - 0.5 * at[1], 1.5 * last - 0.5 * at[at.len() - 2]),
    };
    let inner = at.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    std::iter::once(ends.0).chain(inner).chain(std::iter::once(ends.1)).collect()
}

/// Where nothing is made or lost.
const NONE: RGBColor = RGBColor(0xEC, 0xEC, 0xEC);

/// The colour of a share of the kinetic energy.
fn shade(share: f64) -> RGBColor {
    if share.abs() < STEPS[0].0 {
        return NONE;
    }
    let strength = STEPS.iter().rev().find(|(from, _)| share.abs() >= *from).map_or(0.0, |step| step.1);
    faded(if share > 0.0 { CREATED } else { DESTROYED }, strength)
}

/// A panel for each value of the third sweep.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let (x_path, y_path, others) = axes(case)?;
    let unit = |path: &str| Some(case.scenes.first()?.parameter(path)?.unit.clone());
    let (x_unit, y_unit) = (unit(x_path)?, unit(y_path)?);
    let (xs, ys) = (values(case, x_path), values(case, y_path));
    let edges = edges(&xs);
    let swept = [x_path, y_path].into_iter().chain(others.iter().copied()).map(last);
    let made = ["energy_created", "kinetic_energy_before", "share"];
    let mut table = Table::of(["scene"].into_iter().chain(swept).chain(made));
    let (mut filled, mut shares): (Vec<(String, FilledCell)>, Vec<f64>) = (Vec::new(), Vec::new());
    let seen = ObservationIndex::of(case, WORD);
    let place = |sorted: &[f64], value: f64| {
        let at = sorted.partition_point(|known| *known < value);
        (sorted.get(at) == Some(&value)).then_some(at)
    };
    for scene in &case.scenes {
        let value = seen.value(&scene.name, "reference");
        let (Some(x), Some(y), Some(created), Some(energy)) =
            (scene.number(x_path), scene.number(y_path), value, kinetic(scene))
        else {
            continue;
        };
        let (Some(i), Some(j)) = (place(&xs, x), place(&ys, y)) else { continue };
        let share = created / energy;
        shares.push(share);
        let texts: Vec<String> = others.iter().map(|path| super::sweep::described(scene, path)).collect();
        let rest = others.iter().map(|path| Cell::from(scene.number(path)));
        table.row(cells![&scene.name, x, y].into_iter().chain(rest).chain(cells![created, energy, share]));
        let row = j as f64 + 1.0;
        let cell = FilledCell { x: (edges[i], edges[i + 1]), y: (row - 0.5, row + 0.5), colour: shade(share) };
        filled.push((texts.join(", "), cell));
    }
    let (y_name, _) = parameter(y_path);
    let count = ys.len() as f64;
    let names: Vec<(f64, String)> =
        ys.iter().enumerate().map(|(j, y)| (j as f64 + 1.0, format!("{y_name} {y}{y_unit}"))).collect();
    let panel = |(key, cells): (String, Vec<FilledCell>)| {
        let title = Label::text(key.replace('_', " ")).cut(200);
        let y = Axis::rows(names.clone(), (0.5, count + 1.4));
        Panel { y, weight: 1.0, items: vec![Item::Cells(cells), Item::note(title)] }
    };
    let panels: Vec<Panel> = grouped(filled).into_iter().map(panel).collect();
    let height = 330 + (90.0 * (count + 1.0)) as u32 * panels.len() as u32;
    if panels.is_empty() {
        return None;
    }
    let (name, symbol) = parameter(x_path);
    let (first, high) = (*edges.first()?, *edges.last()?);
    let low = if first < 0.1 * high { 0.0 } else { first };
    let x = Axis::linear(Quantity { name: &name, symbol, unit: &x_unit }, (low, high));
    let figure = Figure::new(&case.name, legend(), x, panels, height).finding(finding(&shares));
    Some(Drawn { figure, table })
}

/// In how many impacts energy is created, and how much at most.
fn finding(shares: &[f64]) -> Option<String> {
    let created = shares.iter().filter(|share| **share > STEPS[0].0).count();
    let most = shares.iter().copied().reduce(f64::max)?;
    let up_to = if created > 0 { format!(", up to {} % of that before", brief(100.0 * most)) } else { String::new() };
    Some(format!("Energy is created in {created} of {} impacts{up_to}.", shares.len()))
}

fn legend() -> Vec<Entry> {
    let entries = |what: &'static str, full: RGBColor| {
        STEPS.iter().enumerate().map(move |(i, (from, strength))| {
            let label = if i == 0 { format!("{what}: a trace") } else { format!("> {} %", 100.0 * from) };
            Entry::area(label, faded(full, *strength))
        })
    };
    let none = Entry::area("none", NONE);
    [none].into_iter().chain(entries("created", CREATED)).chain(entries("lost", DESTROYED)).collect()
}
