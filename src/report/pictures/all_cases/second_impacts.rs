//! Figure: second impacts of a pair with memory of the first.

use crate::bench::record::{CaseRecord, Maker, SceneRecord};

use super::super::prelude::*;
use super::Cases;
use super::laws::{ObservationIndex, makers};
use crate::number::rounded;

/// The second speed over the first, of a pair that remembers.
fn speeds(scene: &SceneRecord) -> Option<f64> {
    let memory = scene.parameter("impact.again.memory")?.word.as_deref()?;
    if memory != "kept" {
        return None;
    }
    Some(scene.number("impact.again.speed")? / scene.number("impact.speed")?)
}

/// Scene, second speed over the first, and restitution.
fn points<'a>(case: &'a CaseRecord, by: &str) -> Vec<(&'a str, f64, f64)> {
    let seen = ObservationIndex::of(case, "restitution");
    let point = |scene: &'a SceneRecord| Some((&*scene.name, speeds(scene)?, seen.value(&scene.name, by)?));
    case.scenes.iter().filter_map(point).collect()
}

/// Where two laws meet again.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let cases: Vec<&CaseRecord> =
        record.cases.iter().copied().filter(|case| points(case, "reference").len() > 1).collect();
    if cases.len() < 2 {
        return None;
    }
    let mut table = Table::new("case scene by second_over_first_speed restitution");
    let (mut layers, mut all, mut again) = (Layers::default(), Vec::new(), Vec::new());
    for case in cases {
        let theory = makers(case, Maker::Oracle).into_iter().find(|theory| points(case, theory).len() > 1)?;
        let look = look(theory);
        let stroke = Stroke { colour: look.colour, width: 4.0, dash: SOLID };
        let dot = Dot { shape: look.shape, colour: look.colour, size: 7.0, filled: true };
        for by in ["reference", theory] {
            for (scene, x, e) in points(case, by) {
                table.row(cells![&case.name, scene, by, x, e]);
            }
        }
        let computed = points(case, "reference");
        all.extend(computed.iter().map(|point| point.1));
        let near = |point: &(&str, f64, f64)| libm::log(point.1).abs();
        let same = computed.iter().min_by(|a, b| near(a).total_cmp(&near(b))).filter(|point| near(point) < 0.05);
        again.extend(same.map(|(.., e)| format!("{} ({})", rounded(*e, 3), look.name)));
        let line = points(case, theory).into_iter().map(|(_, x, e)| (x, e)).collect();
        layers.put(Entry::new(look.name, Some(stroke), Some(dot)), Item::Line { points: line, stroke });
        layers.items.push(Item::dots(computed.into_iter().map(|(_, x, e)| (x, e)), dot));
    }
    let (low, high) = extent(all)?;
    let x = Axis::log(Quantity::plain("second speed over the first", "V_2/V_1"), (low / 1.2, high * 1.2));
    let y = Axis::linear(Quantity::plain("restitution", "e"), (0.0, 1.05));
    let mut drawn = layers.drawn("second impacts", [x, y], 1000, table);
    let all = again.join(", ");
    drawn.figure.finding =
        (!again.is_empty()).then(|| format!("As fast as the first, a second impact has a restitution of {all}."));
    Some(drawn)
}
