//! Figure: slip after against slip before impact in Maw's units, every law with its deviation from partial slip.

use std::collections::BTreeMap;

use crate::bench::record::{CaseRecord, Maker, SceneRecord};
use crate::distinct::grouped;

use super::super::prelude::*;
use super::laws::{Law, ObservationIndex, makers};
use super::{Cases, Part, named};
use crate::number::brief;

/// The curve of a law: `psi1`, `psi2`, scene, case.
pub(super) struct Curve<'a> {
    pub law: Law,
    pub points: Vec<(f64, f64, &'a str, &'a str)>,
}

impl Curve<'_> {
    /// `psi2` at an incidence, where the law was computed there. The points are in order.
    pub(super) fn at(&self, psi1: f64) -> Option<f64> {
        let first = self.points.partition_point(|point| point.0 < psi1 && !same(point.0, psi1));
        self.points.get(first).filter(|point| same(point.0, psi1)).map(|point| point.1)
    }
}

/// A curve from theory or a table.
struct ReferenceCurve<'a> {
    by: &'a str,
    maker: Maker,
    points: Vec<(f64, f64, Option<f64>)>,
}

/// Set of incidences, in order.
#[derive(Default)]
struct Incidences(BTreeMap<i64, f64>);

impl Incidences {
    /// Whether an incidence is new.
    fn insert(&mut self, psi1: f64) -> bool {
        // In the order of the numbers, as `f64::total_cmp` has it.
        let bits = psi1.to_bits() as i64;
        let key = bits ^ (((bits >> 63) as u64) >> 1) as i64;
        let near = self.0.range(..=key).next_back().into_iter().chain(self.0.range(key..).next());
        let new = near.into_iter().all(|(_, known)| !same(*known, psi1));
        if new {
            self.0.insert(key, psi1);
        }
        new
    }
}

/// Bodies of one Poisson ratio that lose nothing along the normal: `psi2` depends on nothing else but the law.
pub(super) struct SamePoisson<'a> {
    /// As written.
    pub poisson_ratio: String,
    pub cases: Vec<&'a CaseRecord>,
}

/// `psi1` up to here is drawn: beyond, every law slides.
const MOST: f64 = 8.0;

/// The groups that theory or a table is there for, in the order of their Poisson ratio.
pub(super) fn groups<'a>(record: &Cases<'a>) -> Vec<SamePoisson<'a>> {
    let mut groups: Vec<(f64, SamePoisson<'a>)> = Vec::new();
    for &case in &record.cases {
        let Some((value, text)) = poisson_ratio(case) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == value) {
            Some((_, group)) => group.cases.push(case),
            None => groups.push((value, SamePoisson { poisson_ratio: text, cases: vec![case] })),
        }
    }
    groups.sort_by(|a, b| a.0.total_cmp(&b.0));
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The Poisson ratio of both bodies; `None` where they differ, where something is lost along the normal, and where
/// neither theory nor a table says what `psi2` is.
fn poisson_ratio(case: &CaseRecord) -> Option<(f64, String)> {
    let reference = |o: crate::bench::record::Observation<'_>| o.observable == "psi2" && o.maker != Maker::Solver;
    if !case.observations().any(reference) || !case.scenes.iter().all(|scene| scene.force.is_undamped()) {
        return None;
    }
    let parameters = &case.scenes.first()?.parameters;
    let mut own = parameters.iter().filter(|p| p.path.ends_with(".poisson_ratio"));
    let first = own.next()?;
    let same = own.all(|other| other.value == first.value) && !case.swept.contains(&first.path);
    let nu = first.value?;
    // A law with another stiffness than that of its Poisson ratio is no point of that ratio's curve.
    let stiff = case.scenes.iter().all(|scene| {
        stiffness_ratio(scene).is_none_or(|found| (found * (2.0 - nu) / (2.0 * (1.0 - nu)) - 1.0).abs() < 1e-6)
    });
    (same && stiff).then(|| (nu, first.text.clone()))
}

/// Tangential over normal stiffness, where it is the same at any load.
fn stiffness_ratio(scene: &SceneRecord) -> Option<f64> {
    let (shear, power) = (scene.force.shear.as_ref()?, scene.force.power?);
    (shear.gamma == power.alpha - 1.0).then_some(shear.S / (power.alpha * power.K))
}

/// The laws of a group.
pub(super) fn curves<'a>(group: &SamePoisson<'a>) -> Vec<Curve<'a>> {
    let mut points = Vec::new();
    for &case in &group.cases {
        let (before, after) = (ObservationIndex::of(case, "psi1"), ObservationIndex::of(case, "psi2"));
        for by in makers(case, Maker::Solver) {
            for scene in &case.scenes {
                let number = |seen: &ObservationIndex<'_>| seen.value(&scene.name, by);
                let (Some(law), Some(psi1), Some(psi2)) = (Law::of(scene, by), number(&before), number(&after)) else {
                    continue;
                };
                points.push((law, (psi1, psi2, scene.name.as_str(), case.name.as_str())));
            }
        }
    }
    let curves = grouped(points).into_iter().map(|(law, mut points)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.dedup_by(|a, b| same(a.0, b.0));
        Curve { law, points }
    });
    let mut curves: Vec<Curve<'a>> = curves.collect();
    curves.sort_by_key(|curve| curve.law);
    curves
}

fn references<'a>(group: &SamePoisson<'a>) -> Vec<ReferenceCurve<'a>> {
    let mut all = Vec::new();
    for &case in &group.cases {
        let (before, after) = (ObservationIndex::of(case, "psi1"), ObservationIndex::of(case, "psi2"));
        let solvers = makers(case, Maker::Solver);
        for maker in [Maker::Oracle, Maker::Data] {
            for by in makers(case, maker) {
                for scene in &case.scenes {
                    let Some(psi2) = after.get(&scene.name, by) else { continue };
                    // The abscissa is the scene's: any solver says it.
                    let psi1 = solvers.iter().find_map(|who| before.value(&scene.name, who));
                    let (Some(psi1), Some(value)) = (psi1, psi2.value) else { continue };
                    all.push(((by, maker), (psi1, value, psi2.uncertainty)));
                }
            }
        }
    }
    let each = grouped(all).into_iter().map(|((by, maker), mut points)| {
        let mut known = Incidences::default();
        points.retain(|point| known.insert(point.0));
        ReferenceCurve { by, maker, points }
    });
    each.collect()
}

/// The same incidence but for rounding.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * a.abs().max(b.abs())
}

/// Exact partial slip at an incidence.
pub(super) fn exact(curves: &[Curve<'_>], psi1: f64) -> Option<f64> {
    curves.iter().find(|curve| curve.law == Law::MindlinDeresiewicz)?.at(psi1)
}

const PSI1: Quantity<'_> = Quantity { name: "slip before", symbol: "ψ_1", unit: "" };
const PSI2: Quantity<'_> = Quantity { name: "slip after", symbol: "ψ_2", unit: "" };

/// The laws at the Poisson ratio that most of them were computed for.
pub(super) fn figures(record: &Cases<'_>) -> Vec<Part> {
    let groups = groups(record);
    // The last of the largest is the first where they come backwards.
    let most = groups.iter().rev().map(|group| (group, curves(group))).max_by_key(|(_, curves)| curves.len());
    let most = most.filter(|(_, curves)| curves.len() > 1);
    most.and_then(|(group, curves)| Some(Part::new("", &group.poisson_ratio, laws(group, &curves)?)))
        .into_iter()
        .collect()
}

/// The exact curve at all Poisson ratios.
pub(super) fn ratios(record: &Cases<'_>) -> Option<Drawn> {
    let groups = groups(record);
    let solved = |group: &&SamePoisson<'_>| curves(group).iter().any(|curve| curve.law == Law::MindlinDeresiewicz);
    let exact: Vec<&SamePoisson<'_>> = groups.iter().filter(solved).collect();
    if exact.len() > 1 { by_ratio(&exact) } else { None }
}

fn laws(group: &SamePoisson<'_>, curves: &[Curve<'_>]) -> Option<Drawn> {
    let mut table = Table::new("case scene law by psi1 psi2 uncertainty less_exact");
    let (mut upper, mut lower, mut largest) = (Layers::default(), Vec::new(), Vec::new());
    for curve in curves {
        let stroke = curve.law.stroke();
        let inside: Vec<_> = curve.points.iter().filter(|point| point.0 <= MOST).collect();
        let (drawn, dot) = (inside.iter().map(|p| (p.0, p.1)).collect::<Vec<_>>(), curve.law.dot());
        upper.put(Entry::new(curve.law.word(), Some(stroke), Some(dot)), Item::Line { points: drawn.clone(), stroke });
        upper.items.push(Item::dots(drawn, dot));
        let off = |p: &(f64, f64, &str, &str)| exact(curves, p.0).map(|exact| p.1 - exact);
        if curve.law != Law::MindlinDeresiewicz {
            let points: Vec<(f64, f64)> = inside.iter().filter_map(|p| Some((p.0, off(p)?))).collect();
            largest.extend(points.iter().map(|point| (curve.law, point.0, point.1)));
            lower.push(Item::Line { points: points.clone(), stroke });
            lower.push(Item::dots(points, dot));
        }
        for p in inside {
            table.row(cells![p.3, p.2, curve.law.word(), "", p.0, p.1, "", off(p),]);
        }
    }
    for reference in references(group) {
        // Tables that others computed are one entry; each theory is its own.
        let Look { name, colour, shape, .. } = look(reference.by);
        let (name, colour, shape) = match reference.maker {
            Maker::Data => ("published tables".to_string(), INK, Marker::Diamond),
            _ => (name, colour, shape),
        };
        let dot = Dot { shape, colour, size: 9.0, filled: reference.maker == Maker::Data };
        let points: Vec<_> = reference.points.iter().copied().filter(|point| point.0 <= MOST).collect();
        for (psi1, psi2, uncertainty) in &points {
            table.row(cells![
                "",
                "",
                "",
                reference.by,
                *psi1,
                *psi2,
                *uncertainty,
                exact(curves, *psi1).map(|exact| psi2 - exact),
            ]);
        }
        upper.put(Entry::dot(name, dot), Item::Points { points, dot });
    }
    let Layers { items: mut upper, legend } = upper;
    let ((_, most), y_range) = ranges(&upper)?;
    upper.insert(0, Item::Level { value: 0.0, colour: QUIET });
    let mut panels = vec![Panel { y: Axis::linear(PSI2, y_range), weight: 1.4, items: upper }];
    if let Some((_, off_range)) = ranges(&lower) {
        lower.insert(0, Item::Level { value: 0.0, colour: INK });
        let less = Quantity { name: "minus exact", symbol: "Δψ_2", unit: "" };
        panels.push(Panel { y: Axis::linear(less, off_range), weight: 1.0, items: lower });
    }
    let x = Axis::linear(PSI1, (0.0, most));
    let title = format!("Poisson ratio {}", group.poisson_ratio);
    let furthest = largest.into_iter().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    let finding = furthest.map(|(law, psi1, off)| {
        let [psi1, off] = [psi1, off.abs()].map(brief);
        format!(
            "Furthest from exact partial slip is the {}: by {off}, at slip {psi1} before the collision.",
            law.word()
        )
    });
    Some(Drawn { figure: Figure::new(title, legend, x, panels, 1600).finding(finding), table })
}

fn by_ratio(groups: &[&SamePoisson<'_>]) -> Option<Drawn> {
    let mut table = Table::new("poisson_ratio case by psi1 psi2 uncertainty");
    let mut layers = Layers::default();
    for (i, group) in groups.iter().enumerate() {
        let colour = PALETTE[i % PALETTE.len()];
        let curves = curves(group);
        let stroke = Stroke { colour, width: 5.0, dash: SOLID };
        let dot = Dot { shape: Marker::nth(i), colour, size: 7.0, filled: false };
        let cases = named(&group.cases);
        let row = |table: &mut Table, by: &str, psi1, psi2, uncertainty| {
            table.row(cells![&group.poisson_ratio, &cases, by, psi1, psi2, uncertainty,]);
        };
        if let Some(exact) = curves.iter().find(|curve| curve.law == Law::MindlinDeresiewicz) {
            let points: Vec<(f64, f64)> = exact.points.iter().map(|p| (p.0, p.1)).filter(|p| p.0 <= MOST).collect();
            points.iter().for_each(|p| row(&mut table, exact.law.word(), p.0, p.1, None));
            layers.items.push(Item::Line { points, stroke });
        }
        for reference in references(group).into_iter().filter(|reference| reference.maker == Maker::Oracle) {
            let points: Vec<_> = reference.points.into_iter().filter(|point| point.0 <= MOST).collect();
            points.iter().for_each(|p| row(&mut table, reference.by, p.0, p.1, p.2));
            layers.items.push(Item::Points { points, dot });
        }
        let label = Label::default().symbol("ν").and(format!(" = {}", group.poisson_ratio));
        layers.legend.push(Entry::new(label, Some(stroke), Some(dot)));
    }
    let ((_, most), y_range) = ranges(&layers.items)?;
    layers.items.insert(0, Item::Level { value: 0.0, colour: QUIET });
    let axes = [Axis::linear(PSI1, (0.0, most)), Axis::linear(PSI2, y_range)];
    layers.legend.push(Entry::new("Poisson ratio ν; points: theory", None, None));
    let deepest = |item: &Item| match item {
        Item::Line { points, .. } => points.iter().map(|point| point.1).reduce(f64::min),
        _ => None,
    };
    let depths: Vec<f64> = layers.items.iter().filter_map(deepest).collect();
    let mut drawn = layers.drawn("lines: Mindlin-Deresiewicz; points: theory", axes, 1100, table);
    let least = depths.iter().copied().reduce(f64::min).filter(|least| *least < 0.0);
    drawn.figure.finding = least.map(|least| {
        let (reversed, all) = (depths.iter().filter(|depth| **depth < 0.0).count(), depths.len());
        let least = brief(least).replace('-', "−");
        format!("Slip is reversed after the collision, down to {least}, at {reversed} of {all} Poisson ratios.")
    });
    Some(drawn)
}
