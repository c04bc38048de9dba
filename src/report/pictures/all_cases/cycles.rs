//! Figure: energy lost by laws with memory over cycles of loading and unloading.

use crate::bench::record::{CaseRecord, Maker};

use super::super::prelude::*;
use super::Cases;
use super::laws::{SameBodies, same_bodies};
use crate::quantity::Scale;

const COLUMNS: [&str; 3] = ["overlap", "work_in", "energy_strain"];

/// The path of a case that is pressed again and again: overlap, and work that does not come back.
fn path(case: &CaseRecord) -> Option<Vec<(f64, f64)>> {
    let scene = case.scenes.last()?;
    let curve = case.curves.iter().find(|curve| curve.scene == scene.name && curve.maker == Maker::Solver)?;
    let [overlap, work, strain] = COLUMNS.map(|word| curve.column(word));
    let (overlap, lost) = (overlap?, work?.iter().zip(strain?).map(|(work, strain)| work - strain));
    let turns = overlap.windows(3).filter(|d| d[1] > d[0] && d[1] > d[2]).count();
    (turns > 2).then(|| overlap.iter().copied().zip(lost).collect())
}

/// The bodies that two laws press in one way.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let pressed = same_bodies(record, |case| path(case).is_some()).into_iter().filter(|cases| cases.len() > 1);
    pressed.into_iter().find_map(|cases| drawn(&cases))
}

/// The law of a case as its theory is called.
fn law(case: &CaseRecord) -> &str {
    case.checks.iter().find(|check| check.against.ends_with("-path")).map_or(&case.name, |check| &check.against)
}

fn drawn(cases: &SameBodies<'_>) -> Option<Drawn> {
    let mut table = Table::new("case scene travel_over_largest_overlap energy_lost");
    let (mut layers, mut ends) = (Layers::default(), Vec::new());
    for case in cases {
        let (path, scene) = (path(case)?, case.scenes.last()?);
        let deepest = extent(path.iter().map(|point| point.0))?.1;
        let (mut travel, mut last, mut points) = (0.0, 0.0, Vec::new());
        for (overlap, lost) in path {
            travel += (overlap - last).abs() / deepest;
            last = overlap;
            points.push((travel, lost));
            table.row(cells![&case.name, &scene.name, travel, lost]);
        }
        ends.push(*points.last()?);
        let look = look(law(case));
        let stroke = Stroke { colour: look.colour, width: 6.0, dash: SOLID };
        layers.line(look.name.trim_end_matches(", loading path"), points, stroke);
    }
    let (furthest, most) = (extent(ends.iter().map(|end| end.0))?.1, extent(ends.iter().map(|end| end.1))?.1);
    let x = Axis::linear(Quantity::plain("overlap travelled over the largest", "s/d_max"), (0.0, furthest));
    let y = Axis::linear(Quantity { name: "energy lost", symbol: "W_l", unit: "J" }, (0.0, most));
    let scale = Scale::of("J", most);
    let lost = layers
        .legend
        .iter()
        .zip(&ends)
        .map(|(entry, end)| format!("{} loses {}", entry.label.plain(), scale.show(end.1, 2)));
    let finding = format!("Over the whole path {}.", lost.collect::<Vec<_>>().join(", "));
    let mut drawn = layers.drawn("cycles", [x, y], 1000, table);
    drawn.figure.finding = Some(finding);
    Some(drawn)
}
