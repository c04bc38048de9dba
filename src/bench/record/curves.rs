//! The curves of a case: computed, driven and published.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Maker, THINNED};
use crate::bench::{Collision, PlannedCase, Variant, curve_scenes};
use crate::collide::trajectory::{PathState, Sample, ShearSample};
use crate::data::{Dataset, RowKind};
use crate::number::rounded;
use crate::polyline;
use crate::units::Dimension;

pub(super) fn curves(planned: &PlannedCase, collisions: &[Collision], begun: &[bool]) -> Vec<Curve> {
    let case = &planned.case;
    let kept = curve_scenes(planned);
    let mut curves = Vec::new();
    for collision in collisions.iter().filter(|c| kept.contains(&c.scene)) {
        let Ok(observed) = &collision.result else { continue };
        // Of a ladder the coarsest step: the others lie between it and the reference.
        let Some(variant) = observed.variants.first() else { continue };
        let who = &case.runs[collision.run].solver.text;
        let scene = &case.scenes[collision.scene].name;
        if !variant.course.is_empty() {
            curves.push(computed_curve(scene, who, variant));
        }
        if !variant.path.is_empty() {
            curves.push(path_curve(scene, who, variant));
        }
    }
    for expect in &planned.expects {
        let Some(dataset) = planned.datasets.iter().find(|d| d.path == expect.against && d.form == RowKind::Curve)
        else {
            continue;
        };
        let mut scenes: Vec<usize> = expect.checks.iter().map(|check| check.scene).collect();
        scenes.dedup();
        for scene in scenes.into_iter().filter(|scene| begun[*scene]) {
            let scene = &case.scenes[scene].name;
            if !curves.iter().any(|c| c.by == dataset.path && c.scene == *scene) {
                curves.push(published_curve(scene, dataset));
            }
        }
    }
    curves
}

fn computed_curve(scene: &str, who: &str, variant: &Variant) -> Curve {
    let of = |of: fn(&Sample) -> f64| variant.course.iter().map(of).collect();
    let motion = [("time", of(|s| s.time)), ("overlap", of(|s| s.overlap)), ("speed", of(|s| s.speed))];
    let forces = [("force", of(|s| s.force)), ("force_elastic", of(|s| s.force_elastic))];
    let along = |of: fn(&ShearSample) -> f64| variant.shear.iter().map(of).collect();
    let tangential: Vec<(&str, Vec<f64>)> = vec![
        ("tangential_force", along(|s| s.force[0])),
        ("friction_limit", along(|s| s.limit)),
        ("slip", along(|s| s.slip[0])),
        ("spin", along(|s| s.spin[0])),
    ];
    let slides = !variant.shear.is_empty() && variant.shear.len() == variant.course.len();
    let tangential = tangential.into_iter().filter(|_| slides);
    curve(scene, who, variant, motion.into_iter().chain(forces).chain(tangential).collect())
}

fn path_curve(scene: &str, who: &str, variant: &Variant) -> Curve {
    // A path begins where nothing touches.
    let from = |of: fn(&PathState) -> f64| std::iter::once(0.0).chain(variant.path.iter().map(of)).collect();
    // Where there is no tangential force there is no slip to account for.
    let pressed = variant.path.iter().all(|state| state.energy.slip.is_none() && state.slide == 0.0);
    let normal = ("normal_force", from(|s| s.normal));
    let columns = if pressed {
        let strain = ("energy_strain", from(|s| s.energy.strain.unwrap_or_default()));
        vec![("overlap", from(|s| s.overlap)), normal, ("work_in", from(|s| s.energy.work)), strain]
    } else {
        vec![("slide", from(|s| s.slide)), ("tangential_force", from(|s| s.tangential)), normal]
    };
    curve(scene, who, variant, columns)
}

/// Removes columns with unknown values, such as the elastic force of a damped contact in an engine: a record cannot
/// mark them.
pub fn known(columns: Vec<(&str, Vec<f64>)>) -> Vec<(&str, Vec<f64>)> {
    columns.into_iter().filter(|(_, values)| values.iter().all(|value| value.is_finite())).collect()
}

/// Most columns of a computed curve.
const COLUMNS: usize = 9;

/// Indices of the points that a polyline needs, over all columns, each relative to its range.
pub fn needed(columns: &[(&str, Vec<f64>)]) -> Vec<usize> {
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    let mut points = vec![[0.0; COLUMNS]; rows];
    for (k, (_, values)) in columns.iter().enumerate().take(COLUMNS) {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
        for (point, value) in points.iter_mut().zip(values).filter(|(_, value)| value.is_finite() && high > low) {
            point[k] = (value - low) / (high - low);
        }
    }
    let mut loss = LOST;
    loop {
        let kept = polyline::thinned(&points, loss);
        if kept.len() <= MOST_POINTS {
            return kept;
        }
        loss *= 2.0;
    }
}

fn curve(scene: &str, who: &str, variant: &Variant, columns: Vec<(&str, Vec<f64>)>) -> Curve {
    let columns = known(columns);
    let kept = needed(&columns);
    Curve {
        scene: scene.to_string(),
        by: who.to_string(),
        maker: Maker::Solver,
        variant: variant.called("worst"),
        columns: columns.iter().map(|(name, _)| (*name).to_string()).collect(),
        units: columns.iter().map(|(name, _)| unit_of_column(name).to_string()).collect(),
        values: columns.iter().map(|(_, values)| kept.iter().map(|&i| rounded(values[i], DIGITS)).collect()).collect(),
    }
}

/// The points of a published curve, each column followed by its uncertainty where the dataset states one.
fn published_curve(scene: &str, dataset: &Dataset) -> Curve {
    let full =
        |row: &usize| dataset.left_out(*row).is_none() && dataset.columns.iter().all(|c| c.values[*row].is_some());
    let rows: Vec<usize> = (0..dataset.rows()).filter(full).collect();
    let mut curve = Curve {
        scene: scene.to_string(),
        by: dataset.path.clone(),
        maker: Maker::Data,
        variant: String::new(),
        columns: Vec::new(),
        units: Vec::new(),
        values: Vec::new(),
    };
    for column in &dataset.columns {
        let values: Vec<f64> = rows.iter().filter_map(|&row| column.values[row]).collect();
        let mut add = |word: String, values: Vec<f64>| {
            curve.columns.push(word);
            curve.units.push(column.dimension.si().to_string());
            curve.values.push(values);
        };
        let spread = dataset.uncertainty.get(&column.is);
        let uncertainties = spread.map(|spread| values.iter().map(|&value| spread.of(value)).collect());
        add(column.is.clone(), values);
        if let Some(uncertainties) = uncertainties {
            add(format!("{}_uncertainty", column.is), uncertainties);
        }
    }
    curve
}

/// Unit of a curve's column, by its word.
fn unit_of_column(word: &str) -> &'static str {
    match word {
        "time" => Dimension::Time.si(),
        "overlap" | "slide" => Dimension::Length.si(),
        "speed" | "slip" => Dimension::Speed.si(),
        "spin" => Dimension::AngularSpeed.si(),
        "work_in" | "energy_strain" => Dimension::Energy.si(),
        _ => Dimension::Force.si(),
    }
}

/// Largest distance of a dropped point from the polyline of a computed curve, relative to the range of each column; the
/// same as for an accepted curve.
const LOST: f64 = THINNED;

/// Points of a curve at most; one of more is thinned further.
pub const MOST_POINTS: usize = 500;

/// Significant digits of a computed curve: more would be half of the record, and no line shows them. Observations keep all
/// of theirs.
const DIGITS: usize = 6;

/// One collision's course as drawn, or that of a loading path: points of six digits, 500 at most, whose line stays within
/// 5e-4 of each column's range of those left out. Columns of equal length, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    pub scene: String,
    pub by: String,
    pub maker: Maker,
    pub variant: String,
    /// Word of each column: `time`, `overlap`, `speed`, `force`, `force_elastic`; of a path `slide`,
    /// `tangential_force`, `normal_force`.
    pub columns: Vec<String>,
    pub units: Vec<String>,
    /// Column by column.
    pub values: Vec<Vec<f64>>,
}

impl Curve {
    /// Whether it runs over time, and not along a loading path.
    pub fn is_of_time(&self) -> bool {
        self.columns.first().is_some_and(|first| first == "time")
    }

    /// A column by its word.
    pub fn column(&self, word: &str) -> Option<&[f64]> {
        let at = self.columns.iter().position(|column| column == word)?;
        self.values.get(at).map(Vec::as_slice)
    }
}
