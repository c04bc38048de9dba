//! Figure: a computed curve with measured ones, and their deviations below.

use crate::bench::record::{CaseRecord, Curve, Maker};

use super::prelude::*;
use super::residual::{Of, Residuals, panel};
use super::selection::some_of;
use super::series::{data, data_dot, largest, leading, measured, points, quantity, representative, scene_label};
use crate::number::brief;

/// The abscissae measured curves come with.
pub const ABSCISSAE: [&str; 2] = ["time", "overlap"];

/// The first abscissa for which the case has a measured force.
pub fn abscissa(case: &CaseRecord) -> Option<&'static str> {
    let has = |word: &&str| {
        case.curves.iter().any(|c| c.maker == Maker::Data && c.column(word).is_some() && c.column("force").is_some())
    };
    ABSCISSAE.into_iter().find(has)
}

/// Force against time or overlap; deviations are parts of the computed peak, their bars what the uncertainty of the
/// abscissa makes of them.
pub fn draw(case: &CaseRecord, abscissa: &str) -> Option<Drawn> {
    let words = [abscissa, "force"];
    let scenes = leading(case, representative(case, words), &words);
    let mut table =
        Table::of(["scene", "by", abscissa, "force", "force_uncertainty", "reference", "deviation", "allowed"]);
    let (mut computed, mut measurements) = (Layers::default(), Layers::default());
    let mut series: Vec<Residuals> = Vec::new();
    for (i, &(scene, reference)) in scenes.iter().enumerate() {
        let stroke = Stroke { colour: shade(i, scenes.len()), width: 5.0, dash: SOLID };
        let line = points(reference, abscissa, "force");
        line.iter().for_each(|&(x, y)| table.row(cells![&scene.name, &reference.by, x, y, "", y, "", ""]));
        let label = if scenes.len() > 1 { scene_label(&scene.name) } else { Label::text(look(&reference.by).name) };
        computed.line(label, line, stroke);
        let peak = largest(reference, "force");
        for curve in data(case, &scene.name, &words) {
            let (mut dot, name) = data_dot(case, &curve.by);
            if scenes.len() > 1 {
                dot.shape = Marker::nth(i);
            }
            let found = measured(curve, abscissa, "force");
            let allowed = allowed(case, curve);
            let expected = along(reference, abscissa, curve.column(abscissa).unwrap_or_default());
            let moved = moved(reference, abscissa, curve, &expected);
            let (mut residuals, mut errors) = (Vec::new(), Vec::new());
            for ((&(x, y, error), expected), moved) in found.iter().zip(expected).zip(moved) {
                let deviation = expected.map(|expected| (y - expected) / peak);
                if let Some(deviation) = deviation {
                    residuals.push((x, deviation, allowed));
                    errors.push(moved / peak);
                }
                table.row(cells![&scene.name, &curve.by, x, y, error, expected, deviation, allowed,]);
            }
            let (against, area) = (curve.by.clone(), colour(&curve.by));
            series.push(Residuals { against, area, dot, points: residuals, errors });
            let several = scenes.len() > 1;
            let label = Label::text(if several { format!("{name}, {}", scene.name) } else { name }).cut(200);
            measurements.put(Entry::dot(label, dot), Item::Points { points: found, dot });
        }
    }
    let items = [computed.items, measurements.items].concat();
    let mut legend = [computed.legend, measurements.legend].concat();
    let compared = case.scenes.iter().filter(|scene| !data(case, &scene.name, &words).is_empty()).count();
    legend.extend(some_of(scenes.len(), compared, "scenes with measured curves"));
    let (x_range, y_range) = ranges(&items)?;
    let y = Axis::linear(quantity("force"), y_range);
    let mut panels = vec![Panel { y, weight: 1.0, items }];
    let of = Of { symbol: "F", unit: "N", relative: true, size: 1.0 };
    if let Some((mut under, entries)) = panel(case, &series, of) {
        // Parts of the peak, not of the force at that moment, which begins and ends at zero.
        under.y.label = relabelled(under.y.label);
        panels.push(under);
        legend.extend(entries);
    }
    let height = if panels.len() > 1 { 1300 } else { 1000 };
    let figure = Figure::new(&case.name, legend, Axis::linear(quantity(abscissa), x_range), panels, height);
    let furthest = series.iter().flat_map(|s| s.points.iter().map(|point| point.1.abs())).fold(0.0, f64::max);
    let finding = (!series.is_empty())
        .then(|| format!("Published and computed force differ by up to {} % of the peak.", brief(100.0 * furthest)));
    Some(Drawn { figure: figure.finding(finding), table })
}

/// `ΔF/F` becomes `ΔF/F_max`, the unit stays.
fn relabelled(label: Label) -> Label {
    let unit = label.0.last().filter(|(text, _)| text.starts_with(" (")).cloned();
    let mut relabelled = Label::default().symbol("ΔF/F_max");
    relabelled.0.extend(unit);
    relabelled
}

/// The tolerance of the peak, as part of it, if the case states one for this dataset.
fn allowed(case: &CaseRecord, curve: &Curve) -> Option<f64> {
    let judged = |c: &&crate::bench::record::Check| {
        *c.against == curve.by
            && *c.scene == curve.scene
            && c.observable.starts_with("max_force")
            && c.deviation_unit == "relative"
    };
    case.checks.iter().find(judged).and_then(|c| c.allowed)
}

/// How far the computed force moves within the uncertainty of each measured abscissa.
fn moved(reference: &Curve, abscissa: &str, curve: &Curve, expected: &[Option<f64>]) -> Vec<f64> {
    let at = curve.column(abscissa).unwrap_or_default();
    let uncertainty = curve.column(&format!("{abscissa}_uncertainty")).unwrap_or_default();
    let shifted = |sign: f64| {
        let at: Vec<f64> = at.iter().zip(uncertainty).map(|(x, u)| x + sign * u).collect();
        along(reference, abscissa, &at)
    };
    let (low, high) = (shifted(-1.0), shifted(1.0));
    let ends = low.into_iter().zip(high).zip(expected);
    ends.map(|((low, high), &here)| {
        let off = |end: Option<f64>| end.zip(here).map_or(0.0, |(end, here)| (end - here).abs());
        off(low).max(off(high))
    })
    .collect()
}

/// The computed force where the measured curve has its points. Before first touch and after the end it is zero.
///
/// The computed curve is interpolated, the measurement never. Over the overlap, points up to the measured maximum
/// belong to loading and the others to unloading.
fn along(reference: &Curve, abscissa: &str, at: &[f64]) -> Vec<Option<f64>> {
    let line = points(reference, abscissa, "force");
    if abscissa == "time" {
        return at.iter().map(|&t| Some(interpolated(&line, t).unwrap_or(0.0))).collect();
    }
    let turn = |values: &[f64]| {
        let largest = values.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        largest.map_or(0, |(index, _)| index)
    };
    let overlaps: Vec<f64> = line.iter().map(|p| p.0).collect();
    let (loading, unloading) = line.split_at((turn(&overlaps) + 1).min(line.len()));
    let mut unloading: Vec<(f64, f64)> = loading.last().into_iter().chain(unloading).copied().collect();
    unloading.reverse();
    let measured_turn = turn(at);
    at.iter()
        .enumerate()
        .map(|(i, &overlap)| interpolated(if i <= measured_turn { loading } else { &unloading }, overlap))
        .collect()
}

/// Linear between the points of a curve with rising abscissae; `None` outside.
pub fn interpolated(line: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = line.partition_point(|p| p.0 < x);
    let (b, a) = (line.get(after)?, line.get(after.saturating_sub(1))?);
    if x < a.0 {
        return None;
    }
    Some(if b.0 == a.0 { b.1 } else { a.1 + (x - a.0) / (b.0 - a.0) * (b.1 - a.1) })
}
