//! Energy that laws with memory lose over cycles of pressing and letting go.

use crate::record::{CaseRecord, Maker, Record};

use super::super::prelude::*;
use super::laws::{Twins, twins};

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
pub(super) fn draw(record: &Record) -> Option<Drawn> {
    let pressed = twins(record, |case| path(case).is_some()).into_iter().filter(|cases| cases.len() > 1);
    pressed.into_iter().find_map(|cases| drawn(&cases))
}

/// The law of a case as its theory is called.
fn law(case: &CaseRecord) -> &str {
    case.checks.iter().find(|check| check.against.ends_with("-path")).map_or(&case.name, |check| &check.against)
}

fn drawn(cases: &Twins<'_>) -> Option<Drawn> {
    let mut table = Table::new("case scene travel_over_largest_overlap energy_lost");
    let (mut items, mut legend, mut ends) = (Vec::new(), Vec::new(), Vec::new());
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
        let name = look.name.trim_end_matches(", loading path").to_string();
        legend.push(Entry::new(Label::text(name), Some(stroke), None));
        items.push(Item::Line { points, stroke });
    }
    let [x, y] = [0, 1].map(|i| extent(ends.iter().map(|end| [end.0, end.1][i])));
    let name = "overlap travelled over the largest";
    let x = Axis::linear(Quantity { name, symbol: "s/d_max", unit: "" }, (0.0, x?.1));
    let y = Axis::linear(Quantity { name: "energy lost", symbol: "W_l", unit: "J" }, (0.0, y?.1));
    Some(Drawn { figure: Figure::single("cycles", legend, [x, y], items, 1100), table })
}
