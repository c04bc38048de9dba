//! Figure: loops of tangential force against displacement, every law on the same loading path.

use crate::bench::record::Maker;

use super::super::super::files::slug;
use super::super::entity::maker_name;
use super::super::loops::WORDS;
use super::super::prelude::*;
use super::super::series::{points, quantity};
use super::laws::{Law, SameBodies, same_bodies};
use super::{Cases, Part};

/// One figure a path that two laws followed.
pub(super) fn figures(record: &Cases<'_>) -> Vec<Part> {
    let followed = |case: &crate::bench::record::CaseRecord| {
        case.curves.iter().any(|curve| WORDS.iter().all(|word| curve.columns.iter().any(|column| column == word)))
    };
    let drawn = same_bodies(record, followed).into_iter().filter_map(|cases| {
        let first = cases.first()?;
        Some(Part::new(slug(maker_name(&first.name)), &first.name, draw(&cases)?))
    });
    drawn.collect()
}

fn draw(cases: &SameBodies<'_>) -> Option<Drawn> {
    let mut table = Table::new("case scene law slide tangential_force");
    let mut lines: Vec<(Law, Vec<(f64, f64)>)> = Vec::new();
    for case in cases {
        // Of a sweep the last path: the widest as cases write them.
        let Some(scene) = case.scenes.last() else { continue };
        for curve in case.curves.iter().filter(|curve| curve.scene == scene.name && curve.maker == Maker::Solver) {
            let Some(law) = Law::of(scene, &curve.by) else { continue };
            let drawn = points(curve, WORDS[0], WORDS[1]);
            if drawn.is_empty() || lines.iter().any(|(known, _)| *known == law) {
                continue;
            }
            for (slide, force) in &drawn {
                table.row(cells![&case.name, &scene.name, law.word(), *slide, *force,]);
            }
            lines.push((law, drawn));
        }
    }
    if lines.len() < 2 {
        return None;
    }
    lines.sort_by_key(|(law, _)| *law);
    let exact = lines.iter().find(|(law, _)| *law == Law::MindlinDeresiewicz).map(|(_, points)| points.clone());
    let spans = lines.iter().filter_map(|(law, points)| Some((*law, extent(points.iter().map(|p| p.0))?)));
    let (drifting, x_range) = framed(&spans.collect::<Vec<_>>())?;
    let y_range = extent(lines.iter().flat_map(|(_, points)| points.iter().map(|p| p.1)))?;
    let [x, y] = WORDS.map(quantity);
    let (mut legend, mut panels) = (Vec::new(), Vec::new());
    for (law, points) in lines {
        let stroke = law.stroke();
        legend.push(Entry::line(law.word(), stroke));
        if law == Law::MindlinDeresiewicz {
            continue;
        }
        // Loops of one path lie on one another: each has a panel, and the exact one behind it.
        let behind =
            exact.iter().map(|points| Item::Line { points: points.clone(), stroke: Law::MindlinDeresiewicz.stroke() });
        let own = [Item::Level { value: 0.0, colour: QUIET }].into_iter().chain(behind);
        let items = own.chain([Item::Line { points, stroke }]).collect();
        panels.push(Panel { y: Axis::linear(y, y_range), weight: 1.0, items });
    }
    let height = 260 + 380 * panels.len() as u32;
    let figure = Figure::new("loops", legend, Axis::linear(x, x_range), panels, height);
    Some(Drawn { figure: figure.finding(drifting), table })
}

/// The displacements that are drawn, and a sentence on the law that leaves them: one that drifts along the path makes the
/// loops of all others too narrow to be seen.
fn framed(spans: &[(Law, (f64, f64))]) -> Option<(Option<String>, (f64, f64))> {
    let whole = |of: &[(Law, (f64, f64))]| {
        let (low, high) = (extent(of.iter().map(|span| span.1.0))?.0, extent(of.iter().map(|span| span.1.1))?.1);
        Some((low, high))
    };
    let all = whole(spans)?;
    let without = |law: Law| {
        let others: Vec<_> = spans.iter().copied().filter(|span| span.0 != law).collect();
        whole(&others).map(|range| (law, range))
    };
    let laws = spans.iter().filter(|span| span.0 != Law::MindlinDeresiewicz);
    let narrowest = laws.filter_map(|span| without(span.0)).min_by(|a, b| (a.1.1 - a.1.0).total_cmp(&(b.1.1 - b.1.0)));
    let Some((law, range)) = narrowest.filter(|(_, range)| range.1 - range.0 < DRIFT * (all.1 - all.0)) else {
        return Some((None, all));
    };
    let own = spans.iter().find(|span| span.0 == law)?.1;
    let furthest = if range.0 - own.0 > own.1 - range.1 { own.0 } else { own.1 };
    let at = crate::quantity::Scale::of("m", furthest.abs()).show(furthest, 2);
    let sentence =
        format!("The {} drifts out of the frame, to a displacement of {}.", law.word(), at.replace('-', "−"));
    Some((Some(sentence), range))
}

/// A law that needs so much more of the axis than all others leaves the frame.
const DRIFT: f64 = 0.7;
