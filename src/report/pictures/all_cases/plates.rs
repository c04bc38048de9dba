//! Figure: restitution of a ball on plates against their thickness.

use crate::bench::record::{CaseRecord, SceneRecord};
use crate::theory::viscous::{SERIES_LIMIT, series_full};

use super::super::entity::{look, maker_name};
use super::super::prelude::*;
use super::laws::ObservationIndex;
use super::{Cases, Part};
use crate::number::rounded;
use crate::quantity::shown;

const THEORY: &str = "zener-plate-impact";

/// The swept thickness of a plate.
fn thickness(case: &CaseRecord) -> Option<&str> {
    case.swept.iter().find(|path| path.starts_with("body.") && path.ends_with(".thickness")).map(String::as_str)
}

/// `b h^2`, m2, by `b` of the theory at a restitution: the number `b` of a ball falls as `h^(-2)`.
fn strength(e: f64, h: f64) -> Option<f64> {
    let (mut low, mut high) = (0.0, SERIES_LIMIT);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if series_full(middle)?.value > e { low = middle } else { high = middle }
    }
    Some(low * h * h)
}

/// One figure a case that sweeps the thickness of its plate.
pub(super) fn figures(record: &Cases<'_>) -> Vec<Part> {
    let one = |case: &&CaseRecord| Some(Part::new(maker_name(&case.name), &case.title, draw(case, thickness(case)?)?));
    record.cases.iter().filter_map(one).collect()
}

fn draw(case: &CaseRecord, swept: &str) -> Option<Drawn> {
    let mut table = Table::new("case scene by thickness restitution");
    let seen = ObservationIndex::of(case, "restitution");
    let value = |scene: &SceneRecord, by: &str| Some((scene.number(swept)?, seen.value(&scene.name, by)?));
    let mut of = |by: &str| -> Vec<(f64, f64)> {
        let found: Vec<_> = case.scenes.iter().filter_map(|s| Some((s, value(s, by)?))).collect();
        for (scene, (h, e)) in &found {
            table.row(cells![&case.name, &scene.name, by, *h, *e]);
        }
        found.into_iter().map(|(_, point)| point).collect()
    };
    let (reference, theory) = (of("reference"), of(THEORY));
    // One number says the theory at every thickness.
    let (h, e) = theory.last().copied()?;
    let each = strength(e, h)?;
    let by_thickness = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
    let ends = reference.iter().min_by(by_thickness).zip(reference.iter().max_by(by_thickness)).map(|(a, b)| [*a, *b]);
    let (low, high) = extent(reference.iter().map(|point| point.0))?;
    let (low, high) = ((0.8 * low).max((each / SERIES_LIMIT).sqrt()), 1.1 * high);
    let at = |k: u32| low + (high - low) * f64::from(k) / 300.0;
    let curve = (0..=300).map(at).filter_map(|h| Some((h, series_full(each / (h * h))?.value))).collect();
    let line = Stroke { colour: INK, width: 7.0, dash: SOLID };
    let dot = Dot { shape: look(THEORY).shape, colour: look(THEORY).colour, size: 9.0, filled: true };
    let mut layers = Layers::default();
    layers.line("Zener 1941", curve, line);
    layers.dots("reference", reference, dot);
    let x = Axis::linear(Quantity { name: "thickness of the plate", symbol: "h", unit: "m" }, (0.0, high));
    let y = Axis::linear(Quantity::plain("restitution", "e"), (0.65, 1.0));
    let mut drawn = layers.drawn("plates", [x, y], 1000, table);
    drawn.figure.finding = ends.map(|[(thin, least), (thick, most)]| {
        let [least, most] = [least, most].map(|e| rounded(e, 3));
        let [thin, thick] = [thin, thick].map(|h| shown(h, "m", 3));
        format!("Restitution falls from {most} at {thick} to {least} at {thin}.")
    });
    Some(drawn)
}
