//! Figure: the force-overlap loop of a contact law.

use crate::bench::record::{CaseRecord, Curve};
use crate::report::quantity::scale_for;

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
    let mut finding = curves.span("restitution").map(|e| format!("The restitution is {e}."));
    if let ([Item::Line { points, .. }], [(_, curve)], false) = (&layers.items[..], &scenes[..], scaled) {
        let (areas, entries, share) = work(points, curve);
        layers.items.splice(0..0, areas);
        layers.legend.extend(entries);
        finding = share.map(|share| format!("{share:.0} % of the work put in is dissipated.")).or(finding);
    }
    let drawn = layers.spanned(&case.name, WORDS.map(|word| curves.quantity(word)), 1000, table)?;
    Some(Drawn { figure: drawn.figure.finding(finding), ..drawn })
}

/// Of one collision alone: the work that comes back and the work that does not, as areas, which way the loop runs, and how much
/// does not come back, in per cent.
///
/// Before and after contact the force is zero, so that a contact that begins or ends at a jump encloses what it loses
/// there. Areas below zero count negative: a force that pulls takes back what a force that pushed gave.
fn work(points: &[(f64, f64)], curve: &Curve) -> (Vec<Item>, Vec<Entry>, Option<f64>) {
    let turn = (0..points.len()).max_by(|a, b| points[*a].0.total_cmp(&points[*b].0)).unwrap_or(0);
    let (loading, unloading) = (points.get(..=turn).unwrap_or_default(), points.get(turn..).unwrap_or_default());
    let unloading: Vec<(f64, f64)> = unloading.iter().rev().copied().collect();
    let rises = |path: &[(f64, f64)]| path.len() > 2 && path.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    // Bodies that stick swing to and fro: no two paths, and nothing that comes back.
    if !rises(loading) || !rises(&unloading) {
        return (Vec::new(), Vec::new(), None);
    }
    let ends = ends(loading, &unloading);
    let area = |of: fn(f64, f64) -> f64| -> f64 {
        ends.windows(2).map(|p| 0.5 * (of(p[0].1, p[0].2) + of(p[1].1, p[1].2)) * (p[1].0 - p[0].0)).sum()
    };
    let (put_in, back, pushes) = (area(|load, _| load), area(|_, unload| unload), area(|_, unload| unload.max(0.0)));
    let (lost, pulls) = (put_in - back, pushes - back);
    // A law that loses nothing has no such areas.
    if put_in <= 0.0 || lost <= 1e-6 * put_in {
        return (Vec::new(), Vec::new(), None);
    }
    let band = |of: fn(f64, f64) -> (f64, f64), colour| {
        let between = |&(x, load, unload): &(f64, f64, f64)| (x, of(load, unload).0, of(load, unload).1);
        Item::Band { points: ends.iter().map(between).collect(), colour }
    };
    let (orange, blue) = (tint(look("total spring").colour), tint(look("lammps").colour));
    let areas = [
        // What both have in common, on either side of zero.
        band(|load, unload| (load.max(unload).min(0.0), load.min(unload).max(0.0)), blue),
        band(|load, unload| (unload.min(load), load), orange),
        Item::Level { value: 0.0, colour: QUIET },
    ];
    let scale = scale_for(put_in, "J");
    let of = |energy: f64| format!("{} ({:.0} %)", scale.show(energy, 3), 100.0 * energy / put_in);
    let parts = format!(" = {} above − {} below zero", scale.show(pushes, 3), scale.show(pulls, 3));
    let parts = if pulls > 1e-3 * put_in { parts.as_str() } else { "" };
    let entries = vec![
        Entry::area(Label::text(format!("dissipated: {}", of(lost))), orange),
        Entry::area(Label::text(format!("recovered: {}{parts}", of(back))), blue),
    ];
    let (up, down) = (loading[turn / 2], unloading[unloading.len() / 2]);
    let far = 0.02 * largest(curve, WORDS[1]);
    let mut names = if (at(&unloading, up.0, up.0) - up.1).abs() > far {
        vec![(up.0, up.1, Label::text("loading")), (down.0, down.1, Label::text("unloading"))]
    } else {
        vec![(up.0, up.1, Label::text("loading and unloading"))]
    };
    let least = unloading.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).filter(|p| p.1 < -far);
    names.extend(least.map(|(x, y)| (x, y, Label::text("attraction"))));
    let names = Item::Names { points: names, colour: INK };
    (areas.into_iter().chain([names]).collect(), entries, Some(100.0 * lost / put_in))
}

/// The force of a path of rising overlaps at one of them, on the line that holds at `inside`; 0 where the path is not.
fn at(path: &[(f64, f64)], x: f64, inside: f64) -> f64 {
    let after = path.partition_point(|p| p.0 < inside);
    match (after.checked_sub(1).map(|before| path[before]), path.get(after)) {
        (Some(a), Some(b)) => a.1 + (x - a.0) / (b.0 - a.0) * (b.1 - a.1),
        _ => 0.0,
    }
}

/// Overlap and both forces at the ends of every piece in which both paths are straight: where one jumps, twice.
fn ends(loading: &[(f64, f64)], unloading: &[(f64, f64)]) -> Vec<(f64, f64, f64)> {
    let mut cuts: Vec<f64> = loading.iter().chain(unloading).map(|p| p.0).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let both = |pair: &[f64]| {
        let middle = 0.5 * (pair[0] + pair[1]);
        [pair[0], pair[1]].map(|x| (x, at(loading, x, middle), at(unloading, x, middle)))
    };
    cuts.windows(2).flat_map(both).collect()
}
