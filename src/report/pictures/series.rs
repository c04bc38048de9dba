//! Selects the scenes, curves and columns of a case that are drawn.

use crate::bench::record::{CaseRecord, Curve, Maker, SceneRecord};
use crate::distinct::grouped;
use crate::number::significant;
use crate::quantity::scale_for;

use super::axis::{Quantity, extent};
use super::entity::{dataset, look};
use super::figure::{Dot, Entry, Item, Stroke};
use super::label::Label;
use super::layers::Layers;
use super::selection::{some_of, spread};
use super::style::{Marker, SOLID, shade};

/// Scenes in one picture of curves.
const MOST: usize = 5;

/// Curves that differ by more than this are drawn over their own maxima.
const TOO_FAR: f64 = 20.0;

/// The scenes whose curves stand for a case: those with measured curves first, the others spread over the sweep.
pub fn representative<'a>(case: &'a CaseRecord, words: [&str; 2]) -> Vec<&'a SceneRecord> {
    let drawn = |scene: &SceneRecord, data: bool| !curves(case, &scene.name, &words, data).is_empty();
    let candidates: Vec<&SceneRecord> = case.scenes.iter().filter(|scene| drawn(scene, false)).collect();
    let measured: Vec<&SceneRecord> = candidates.iter().copied().filter(|scene| drawn(scene, true)).collect();
    if measured.is_empty() { spread(&candidates, MOST) } else { spread(&measured, MOST) }
}

/// Two columns as points. Of a collision the time in contact: what flies freely before and after has no overlap.
pub fn points(curve: &Curve, x: &str, y: &str) -> Vec<(f64, f64)> {
    let (Some(x), Some(y)) = (curve.column(x), curve.column(y)) else { return Vec::new() };
    let mut points: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    if let (Maker::Solver, Some(overlap), Some(force)) = (curve.maker, curve.column("overlap"), curve.column("force")) {
        let touches = |i: usize| {
            let (overlap, force) = (overlap.get(i), force.get(i));
            overlap.is_none_or(|overlap| *overlap >= 0.0) || force.is_none_or(|force| *force != 0.0)
        };
        let last = (0..points.len()).rposition(touches).map_or(points.len(), |last| last + 1);
        points.truncate(last);
        let first = (0..points.len()).position(touches).unwrap_or(0);
        points.drain(..first);
    }
    points
}

/// Two columns with the uncertainty of the second, when the curve states one (`force_uncertainty`).
pub fn measured(curve: &Curve, x: &str, y: &str) -> Vec<(f64, f64, Option<f64>)> {
    let error = curve.column(&format!("{y}_uncertainty"));
    let points = points(curve, x, y).into_iter().enumerate();
    points.map(|(i, (x, y))| (x, y, error.and_then(|e| e.get(i).copied()))).collect()
}

/// The solver curves of a scene that have all columns; of a ladder of time steps the first, which is the coarsest as
/// cases write them. The others are in the trajectory files.
pub fn solved<'a>(case: &'a CaseRecord, scene: &str, words: &[&str]) -> Vec<&'a Curve> {
    let by_solver = grouped(curves(case, scene, words, false).into_iter().map(|curve| (&curve.by, curve)));
    by_solver.into_iter().map(|(_, curves)| curves[0]).collect()
}

/// A solver in a legend, with its version and time step: `leapfrog, steps=50.37`; the reference has none.
pub fn solver_name(by: &str, variant: &str) -> String {
    match variant.split(", worst of").next() {
        Some(step) if !step.is_empty() => format!("{}, {step}", look(by).name),
        _ => look(by).name,
    }
}

/// Each scene with the curve of its first solver; scenes without one are left out.
pub fn leading<'a>(
    case: &'a CaseRecord,
    scenes: Vec<&'a SceneRecord>,
    words: &[&str],
) -> Vec<(&'a SceneRecord, &'a Curve)> {
    let first = |scene: &'a SceneRecord| solved(case, &scene.name, words).first().map(|curve| (scene, *curve));
    scenes.into_iter().filter_map(first).collect()
}

/// The line of a legend that counts the scenes of a case that are drawn, where not all are.
pub fn counted(case: &CaseRecord, drawn: &[(&SceneRecord, &Curve)]) -> Option<Entry> {
    some_of(drawn.len(), case.scenes.len(), "scenes")
}

/// The measured curves of a scene that have both columns.
pub fn data<'a>(case: &'a CaseRecord, scene: &str, words: &[&str]) -> Vec<&'a Curve> {
    curves(case, scene, words, true)
}

fn curves<'a>(case: &'a CaseRecord, scene: &str, words: &[&str], data: bool) -> Vec<&'a Curve> {
    let fits = |c: &&Curve| {
        c.scene == scene && (c.maker == Maker::Data) == data && words.iter().all(|word| c.column(word).is_some())
    };
    case.curves.iter().filter(fits).collect()
}

/// The largest value of a column in size; 1 when there is none.
pub fn largest(curve: &Curve, word: &str) -> f64 {
    let (low, high) = extent(curve.column(word).unwrap_or_default().iter().copied()).unwrap_or((0.0, 1.0));
    let largest = low.abs().max(high.abs());
    if largest > 0.0 { largest } else { 1.0 }
}

/// How the points of a dataset look, and what the legend calls them.
pub fn data_dot(case: &CaseRecord, by: &str) -> (Dot, String) {
    let (measured, look) = dataset(case, by);
    // An experiment is open, a published curve or number small and filled.
    let (size, filled) = if measured { (13.0, false) } else { (10.0, true) };
    (Dot { shape: look.shape, colour: look.colour, size, filled }, look.name)
}

/// Columns of trajectories: name, symbol and unit.
pub(super) const COLUMNS: [(&str, [&str; 3]); 7] = [
    ("time", ["time", "t", "s"]),
    ("overlap", ["overlap", "δ", "m"]),
    ("speed", ["speed", "v", "m/s"]),
    ("force", ["force", "F", "N"]),
    ("slide", ["displacement", "u", "m"]),
    ("tangential_force", ["tangential force", "T", "N"]),
    ("normal_force", ["normal force", "F", "N"]),
];
/// The same over the largest value of the curve.
const PARTS: [(&str, [&str; 3]); 3] = [
    ("time", ["time over duration", "t/t_c", ""]),
    ("overlap", ["overlap", "δ/δ_max", ""]),
    ("force", ["force", "F/F_max", ""]),
];

/// What stands along the axis of a column.
pub fn quantity(column: &str) -> Quantity<'static> {
    quantity_in(&COLUMNS, column)
}

fn quantity_in(columns: &[(&str, [&'static str; 3])], column: &str) -> Quantity<'static> {
    let found = columns.iter().find(|(known, _)| *known == column);
    let [name, symbol, unit] = found.map_or([""; 3], |(_, quantity)| *quantity);
    Quantity { name, symbol, unit }
}

/// The curves of some scenes of a case.
pub(super) struct SceneCurves<'a> {
    pub case: &'a CaseRecord,
    /// Each with its first curve.
    pub scenes: Vec<(&'a SceneRecord, &'a Curve)>,
    /// What every computed curve has.
    needed: &'a [&'a str],
    /// Whether each scene is drawn over the largest values of its first curve, because they differ too much in size.
    pub scaled: bool,
    /// Markers on a curve that has some, and how far they move along it from the first scene to the last.
    markers: (usize, f64),
}

impl<'a> SceneCurves<'a> {
    /// The scenes whose curves in two columns stand for the case.
    pub fn of(case: &'a CaseRecord, words: [&str; 2], needed: &'a [&'a str], markers: (usize, f64)) -> Self {
        let scenes = leading(case, representative(case, words), needed);
        let sizes = |word: &&str| extent(scenes.iter().map(|(_, curve)| largest(curve, word)));
        let scaled = needed.iter().filter_map(sizes).any(|(low, high)| high > TOO_FAR * low);
        Self { case, scenes, needed, scaled, markers }
    }

    /// What stands along the axis of a column.
    pub fn quantity(&self, column: &str) -> Quantity<'static> {
        quantity_in(if self.scaled { &PARTS } else { &COLUMNS }, column)
    }

    /// What the values of a scene are divided by.
    pub fn size(&self, first: &Curve, words: [&str; 2]) -> [f64; 2] {
        words.map(|word| if self.scaled { largest(first, word) } else { 1.0 })
    }

    /// `0.62 to 0.97`: what the collisions of the drawn curves have of an observable, from the least to the largest; `None`
    /// unless it is known of each of them.
    pub fn span(&self, word: &str) -> Option<String> {
        let value = |(scene, curve): &(&SceneRecord, &Curve)| {
            let mut all = self.case.observations().filter(|seen| seen.observable == word && seen.scene == scene.name);
            let seen = all.find(|seen| *seen.by == *curve.by && *seen.variant == *curve.variant)?;
            Some((seen.value?, seen.unit))
        };
        let seen: Vec<(f64, &str)> = self.scenes.iter().map(value).collect::<Option<_>>()?;
        let (low, high) = extent(seen.iter().map(|(value, _)| *value))?;
        let scale = scale_for(low.abs().max(high.abs()), seen.first()?.1);
        let [low, high] = [low, high].map(|value| significant(value * scale.factor, 3));
        Some(scale.join(if low == high { high } else { format!("{low} to {high}") }))
    }

    /// Computed and measured curves, each with its part of the legend.
    pub fn layers(&self, words: [&str; 2]) -> (Layers, Layers) {
        let [x, y] = words;
        let (mut computed, mut measurements) = (Layers::default(), Layers::default());
        for (i, &(scene, first)) in self.scenes.iter().enumerate() {
            let [width, height] = self.size(first, words);
            for curve in solved(self.case, &scene.name, self.needed) {
                let drawn: Vec<(f64, f64)> =
                    points(curve, x, y).into_iter().map(|(x, y)| (x / width, y / height)).collect();
                let (stroke, dot, entry) = styled(curve, curve.by == first.by, i, &self.scenes);
                let (count, way) = self.markers;
                let offset = (0.5 - way / 2.0) + way * i as f64 / self.scenes.len() as f64;
                let marked = dot.map(|dot| Item::dots(sparse(&drawn, count, offset), dot));
                computed.put(entry, Item::Line { points: drawn, stroke });
                computed.items.extend(marked);
            }
            for curve in data(self.case, &scene.name, &words) {
                let dot = styled_data(self.case, curve, i, self.scenes.len(), &mut measurements.legend);
                let all = measured(curve, x, y).into_iter();
                let drawn = all.map(|(x, y, e)| (x / width, y / height, e.map(|e| e / height))).collect();
                measurements.items.push(Item::Points { points: drawn, dot });
            }
        }
        measurements.legend.extend(counted(self.case, &self.scenes));
        (computed, measurements)
    }
}

/// How the curve of a solver in the `i`-th of some scenes is drawn, and its line of the legend: of the solver that leads
/// in shades of black, told apart by markers where there are several scenes; of the others in their own look.
fn styled(curve: &Curve, leads: bool, i: usize, scenes: &[(&SceneRecord, &Curve)]) -> (Stroke, Option<Dot>, Entry) {
    let own = look(&curve.by);
    let ink = if leads { shade(i, scenes.len()) } else { own.colour };
    let stroke = Stroke { colour: ink, width: 5.0, dash: if leads { SOLID } else { own.dash } };
    let dot = Dot { shape: Marker::nth(i), colour: ink, size: 11.0, filled: true };
    let dot = (scenes.len() > 1 && leads).then_some(dot);
    let label =
        if dot.is_some() { scene_label(&curve.scene) } else { Label::text(solver_name(&curve.by, &curve.variant)) };
    (stroke, dot, Entry::new(label, Some(stroke), dot))
}

/// How a measured curve in the `i`-th of so many scenes is drawn, and its line of the legend.
fn styled_data(case: &CaseRecord, curve: &Curve, i: usize, scenes: usize, legend: &mut Vec<Entry>) -> Dot {
    let (mut dot, name) = data_dot(case, &curve.by);
    if scenes > 1 {
        dot.shape = Marker::nth(i);
    }
    let label = Label::text(name);
    if !legend.iter().any(|entry| entry.label == label) {
        legend.push(Entry::dot(label, dot));
    }
    dot
}

/// A scene in a legend: `speed = 1 m/s`.
pub fn scene_label(scene: &str) -> Label {
    Label::text(scene.replace('=', " = ").replace(" um", " µm").replace('_', " ")).cut(200)
}

/// Some of the points of a curve, for markers that tell it from the others.
fn sparse(points: &[(f64, f64)], count: usize, offset: f64) -> Vec<(f64, f64)> {
    let last = points.len().saturating_sub(1) as f64;
    let at = |i: usize| ((i as f64 + offset) / count as f64 * last).round() as usize;
    (0..count).filter_map(|i| points.get(at(i)).copied()).collect()
}
