//! Figure: the force-overlap loop of a contact law.

use crate::record::{CaseRecord, Curve};
use crate::report::quantity::shown;

use super::prelude::*;
use super::series::{SceneCurves, data, largest, measured, solved};

/// The two columns.
pub const WORDS: [&str; 2] = ["overlap", "force"];

/// Five scenes at most, measured curves as points. Scenes of very different size are drawn over their own maxima.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let curves = SceneCurves::of(case, WORDS, &WORDS, (7, 0.4));
    let (scenes, scaled) = (&curves.scenes, curves.scaled);
    let extra = if scaled { "overlap_over_largest force_over_largest" } else { "" };
    let mut table = Table::new(&format!("scene by variant overlap force force_uncertainty {extra}"));
    for &(scene, first) in scenes {
        let [width, height] = curves.size(first, WORDS);
        let solved = solved(case, &scene.name, &WORDS).into_iter();
        for curve in solved.chain(data(case, &scene.name, &WORDS)) {
            for (x, y, error) in measured(curve, WORDS[0], WORDS[1]) {
                let parts = scaled.then(|| cells![x / width, y / height]);
                let own = cells![&scene.name, &curve.by, &curve.variant, x, y, error];
                table.row(own.into_iter().chain(parts.into_iter().flatten()));
            }
        }
    }
    let (mut layers, measurements) = curves.layers(WORDS);
    layers.items.extend(measurements.items);
    layers.legend.extend(measurements.legend);
    if let ([Item::Line { points, .. }], [(_, curve)], false) = (&layers.items[..], &scenes[..], scaled) {
        let (areas, entries) = work(points, curve);
        layers.items.splice(0..0, areas);
        layers.legend.extend(entries);
    }
    layers.spanned(&case.name, WORDS.map(|word| curves.quantity(word)), 1000, table)
}

/// Of one collision alone: the work that comes back and the work that does not, as areas, and which way the loop runs.
fn work(points: &[(f64, f64)], curve: &Curve) -> (Vec<Item>, Vec<Entry>) {
    let turn = (0..points.len()).max_by(|a, b| points[*a].0.total_cmp(&points[*b].0)).unwrap_or(0);
    let (loading, unloading) = (points.get(..=turn).unwrap_or_default(), points.get(turn..).unwrap_or_default());
    let work = |path: &[(f64, f64)]| -> f64 {
        path.windows(2).map(|pair| 0.5 * (pair[0].1 + pair[1].1) * (pair[1].0 - pair[0].0)).sum()
    };
    let (put_in, back) = (work(loading), -work(unloading));
    // A law that loses nothing, or one whose path does not close, has no such areas.
    let lost = put_in - back;
    if lost <= 1e-6 * put_in || turn < 2 || unloading.len() < 3 {
        return (Vec::new(), Vec::new());
    }
    let under = |at: f64| {
        let after = unloading.partition_point(|p| p.0 > at);
        let (a, b) = (unloading[after.saturating_sub(1)], unloading[after.min(unloading.len() - 1)]);
        // Where bodies part with an overlap left, nothing pushes or pulls any more.
        if at < b.0 {
            0.0
        } else if a.0 == b.0 {
            a.1
        } else {
            a.1 + (at - a.0) / (b.0 - a.0) * (b.1 - a.1)
        }
    };
    let dissipated = loading.iter().map(|&(x, y)| (x, under(x).min(y), y)).collect();
    let recovered = loading.iter().map(|&(x, _)| (x, 0.0, under(x).max(0.0))).collect();
    let (orange, blue) = (tint(look("total spring").colour), tint(look("lammps").colour));
    let areas = vec![
        Item::Band { points: recovered, colour: blue },
        Item::Band { points: dissipated, colour: orange },
        Item::Level { value: 0.0, colour: QUIET },
    ];
    let of = |energy: f64| format!("{} ({:.0} %)", shown(energy, "J", 3), 100.0 * energy / put_in);
    let entries = vec![
        Entry::area(Label::text(format!("dissipated: {}", of(lost))), orange),
        Entry::area(Label::text(format!("recovered: {}", of(back))), blue),
    ];
    let (up, down) = (loading[turn / 3], unloading[unloading.len() / 3]);
    let mut names = vec![(up.0, up.1, Label::text("loading")), (down.0, down.1, Label::text("unloading"))];
    let least =
        unloading.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).filter(|p| p.1 < -0.02 * largest(curve, WORDS[1]));
    names.extend(least.map(|(x, y)| (x, y, Label::text("attraction"))));
    let names = Item::Names { points: names, colour: INK };
    (areas.into_iter().chain([names]).collect(), entries)
}
