//! Figure: tangential restitution of every law near normal incidence, where laws differ most, and deviations from
//! measurements at the same angle.

use super::super::entity::dataset;
use super::super::prelude::*;
use super::super::series::data_dot;
use super::deviations::{ComputedLaws, Measured, closest, datasets, measured};
use super::incidence::{by_dataset, lines};
use super::laws::{Law, SameBodies};
use super::{Cases, Part};

/// Angles that are drawn, rad: a little over ten degrees.
const MOST: f64 = 12.0 * std::f64::consts::PI / 180.0;

const WORD: &str = "tangential_restitution";

/// One figure a group of bodies.
pub(super) fn figures(record: &Cases<'_>) -> Vec<Part> {
    by_dataset(record, draw)
}

fn draw(cases: &SameBodies<'_>) -> Option<Drawn> {
    // Curves that others computed are no measurements: only what the exact solution is held against.
    let computed = ComputedLaws::of(cases, WORD);
    let held = |m: &Measured<'_>| computed.beside(m).iter().any(|beside| beside.law == Law::MindlinDeresiewicz);
    let near: Vec<Measured<'_>> = measured(cases, WORD).into_iter().filter(|m| m.angle <= MOST && held(m)).collect();
    let datasets = datasets(&near);
    let mut table =
        Table::new("dataset case scene angle measured uncertainty law tangential_restitution difference closest");
    let (mut upper, mut lower) = (Layers::default(), Vec::new());
    let all = lines(cases, WORD);
    let damped = all.iter().any(|line| !line.elastic);
    for line in &all {
        let mut points = line.drawn();
        end_at(&mut points, MOST);
        let (stroke, dot) = (line.law.stroke(), line.law.dot());
        let computed = Item::dots(line.drawn().into_iter().filter(|point| point.0 <= MOST), dot);
        upper.put(Entry::new(line.name(damped), Some(stroke), Some(dot)), Item::Line { points, stroke });
        upper.items.push(computed);
    }
    for by in &datasets {
        let own: Vec<&Measured<'_>> = near.iter().filter(|m| m.by == *by).collect();
        let Some(first) = own.first() else { continue };
        let (dot, name) = data_dot(first.case, by);
        let points = own.iter().map(|m| (m.angle, m.value, m.sigma)).collect();
        upper.put(Entry::dot(name, dot), Item::Points { points, dot });
        for m in own {
            let laws = computed.beside(m);
            let least = laws.iter().map(|b| b.off.abs()).fold(f64::INFINITY, f64::min);
            for b in &laws {
                let Dot { shape, size, .. } = dot;
                let dot = Dot { shape, colour: b.law.stroke().colour, size, filled: b.off.abs() == least };
                lower.push(Item::Points { points: vec![(m.angle, b.off, m.sigma)], dot });
                table.row(cells![
                    by,
                    b.case,
                    m.scene,
                    m.angle,
                    m.value,
                    m.sigma,
                    b.law.word(),
                    b.value,
                    b.off,
                    if b.off.abs() == least { "yes" } else { "no" },
                ]);
            }
        }
    }
    let Layers { items: upper, mut legend } = upper;
    let (_, y_range) = ranges(&upper)?;
    let (_, off_range) = ranges(&lower)?;
    if let Some(allowed) = allowed(cases) {
        let colour = tint(QUIET);
        lower.insert(
            0,
            Item::Band {
                points: vec![(f64::NEG_INFINITY, -allowed, allowed), (f64::INFINITY, -allowed, allowed)],
                colour,
            },
        );
        // The checks compare within the uncertainty of an angle, and what is drawn here is at the angle itself.
        let shifted = cases.iter().flat_map(|case| &case.checks).any(|check| check.shifted.is_some());
        let name = if shifted { "allowed, at a known angle" } else { "allowed" };
        legend.push(Entry::area(name, colour));
    }
    lower.insert(0, Item::Level { value: 0.0, colour: INK });
    let nearest = Dot { shape: Marker::Circle, colour: QUIET, size: 12.0, filled: true };
    legend.push(Entry::dot("filled below: the closest law", nearest));
    let x = Axis::linear(Quantity { name: "angle of incidence", symbol: "θ", unit: "rad" }, (0.0, MOST));
    let [value, off] = [("tangential restitution", "e_t"), ("computed minus measured", "Δe_t")]
        .map(|(name, symbol)| Quantity::plain(name, symbol));
    let panels = vec![
        Panel { y: Axis::linear(value, y_range), weight: 1.2, items: upper },
        Panel { y: Axis::linear(off, off_range), weight: 1.0, items: lower },
    ];
    let shown = near
        .iter()
        .filter(|m| dataset(m.case, m.by).0)
        .flat_map(|m| computed.beside(m))
        .map(|beside| (beside.law, beside.off));
    let sentence = closest(shown);
    let figure = Figure::new("near the normal", legend, x, panels, 1500);
    Some(Drawn { figure: figure.finding(sentence), table })
}

/// Cuts a curve off at an abscissa, where it is interpolated.
fn end_at(points: &mut Vec<(f64, f64)>, most: f64) {
    let inside = points.partition_point(|(x, _)| *x <= most);
    let side = points.get(inside.wrapping_sub(1)).copied().zip(points.get(inside).copied());
    points.truncate(inside);
    points.extend(side.map(|((x1, y1), (x2, y2))| (most, y1 + (y2 - y1) * (most - x1) / (x2 - x1))));
}

/// What the cases allow, where they hold this against data.
fn allowed(cases: &SameBodies<'_>) -> Option<f64> {
    let checks = cases.iter().flat_map(|case| &case.checks);
    let own = checks.filter(|check| check.observable == WORD && check.deviation_unit.is_empty());
    let most = own.filter_map(|check| check.allowed).fold(0.0, f64::max);
    (most > 0.0).then_some(most)
}
