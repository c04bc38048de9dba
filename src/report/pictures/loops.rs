//! Force over displacement along a loading path: tangential, or normal where nothing slides.

use crate::bench::record::CaseRecord;

use super::prelude::*;
use super::series::{SceneCurves, counted, points, quantity, solved};

/// Columns of a path's curve.
pub const WORDS: [&str; 2] = ["slide", "tangential_force"];

/// The same of a contact that is only pressed.
pub const PRESSED: [&str; 2] = ["overlap", "normal_force"];

/// Five paths at most; the first solver whole, the others broken over it.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    drawn(case, WORDS).or_else(|| drawn(case, PRESSED))
}

fn drawn(case: &CaseRecord, words: [&'static str; 2]) -> Option<Drawn> {
    let mut curves = SceneCurves::of(case, words, &words, (4, 0.0));
    curves.scaled = false;
    let mut table = Table::of(["scene", "by", words[0], words[1]]);
    for (scene, _) in &curves.scenes {
        for curve in solved(case, &scene.name, &words) {
            points(curve, words[0], words[1])
                .iter()
                .for_each(|(x, y)| table.row(cells![&scene.name, &curve.by, *x, *y]));
        }
    }
    let (mut layers, _) = curves.layers(words);
    layers.legend.extend(counted(case, &curves.scenes));
    layers.items.insert(0, Item::Level { value: 0.0, colour: QUIET });
    let cycle = curves.span("loop_energy").map(|energy| format!("The work over the last closed cycle is {energy}."));
    let work = || curves.span("work_in").map(|energy| format!("The work along the path is {energy}."));
    let drawn = layers.spanned(&case.name, words.map(quantity), 1000, table)?;
    Some(Drawn { figure: drawn.figure.finding(cycle.or_else(work)), ..drawn })
}
