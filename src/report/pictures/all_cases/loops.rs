//! Figure: loops of tangential force against displacement, every law on the same loading path.

use crate::bench::record::{Maker, Record};

use super::super::super::files::slug;
use super::super::entity::maker_name;
use super::super::loops::WORDS;
use super::super::prelude::*;
use super::super::series::{points, quantity};
use super::CombinedFigure;
use super::laws::{Law, SameBodies, same_bodies};

/// One figure a path that two laws followed.
pub fn figures(record: &Record) -> Vec<CombinedFigure> {
    let followed = |case: &crate::bench::record::CaseRecord| {
        case.curves.iter().any(|curve| WORDS.iter().all(|word| curve.columns.iter().any(|column| column == word)))
    };
    let drawn = same_bodies(record, followed).into_iter().filter_map(|cases| {
        let first = cases.first()?;
        let title = format!("Tangential force against displacement, all laws on one path: {}", first.name);
        Some(CombinedFigure {
            name: format!("loops-{}", slug(maker_name(&first.name))),
            title,
            sentence: None,
            drawn: draw(&cases)?,
        })
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
    let mut layers = Layers::default();
    layers.items.push(Item::Level { value: 0.0, colour: QUIET });
    lines.into_iter().for_each(|(law, points)| layers.line(law.word(), points, law.stroke()));
    layers.spanned("loops", WORDS.map(quantity), 1100, table)
}
