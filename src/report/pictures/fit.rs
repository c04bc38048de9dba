//! Pictures of a calibration, each an SVG beside the CSV it was drawn from.

use super::{Drawn, Picture, Pictures, sweep};
use crate::bench::record::CaseRecord;
use crate::fit::calibrate::Calibrated;
use crate::fit::problem::Target;
use crate::report::files;
use crate::report::fit_text::capital;

pub mod framing;
mod laws;
mod marks;
mod measured;
mod plot_data;
pub mod profile;
mod readings;
mod residuals;
mod unknown;

use plot_data::PlotData;

/// The kinds of pictures of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitFigure {
    /// A measured quantity with the fit, its bands and the residuals.
    Measured(Target),
    /// Other laws on the same restitutions.
    Laws,
    /// Rebound heights against the heights they came from.
    Rebound,
    /// Measured bounce times less the predicted ones.
    Intervals,
    /// Residuals in standard deviations.
    Residuals,
    /// Profile likelihood of an unknown.
    Profile(usize),
}

impl Picture<FitFigure> {
    /// The figure and its table; `None` when the result lacks what it needs.
    pub fn draw(&self, found: &Calibrated) -> Option<Drawn> {
        drawn(self.kind, &PlotData::of(found), Some(found))
    }
}

/// A picture of measurements, or of the calibration that found what was fitted.
fn drawn(kind: FitFigure, seen: &PlotData<'_>, found: Option<&Calibrated>) -> Option<Drawn> {
    match kind {
        FitFigure::Measured(target) => measured::draw(seen, target),
        FitFigure::Rebound => readings::heights(seen),
        FitFigure::Intervals => readings::intervals(seen),
        FitFigure::Residuals => residuals::draw(seen),
        FitFigure::Laws => laws::draw(found?),
        FitFigure::Profile(unknown) => profile::draw(found?, unknown),
    }
}

/// The pictures of a calibration in the report of a run: measured quantities with the fit, and readings.
pub(super) fn recorded(case: &CaseRecord) -> Vec<Picture<FitFigure>> {
    PlotData::recorded(case).map(|seen| main(&seen)).unwrap_or_default()
}

/// One of them; `None` when the record lacks what it needs.
pub(super) fn draw_recorded(case: &CaseRecord, kind: FitFigure) -> Option<Drawn> {
    drawn(kind, &PlotData::recorded(case)?, None)
}

/// The pictures of a calibration, in the order they are shown: one of each kind by default, and those of the first
/// unknown; of every unknown when all are asked for.
pub fn plan(found: &Calibrated, pictures: Pictures) -> Vec<Picture<FitFigure>> {
    if pictures == Pictures::None {
        return Vec::new();
    }
    let mut planned = main(&PlotData::of(found));
    planned.push(Picture::new("residuals", "Residuals in standard deviations", FitFigure::Residuals));
    if found.models.len() > 1 && !found.curve.is_empty() {
        planned.push(Picture::new("laws", "The same data with other laws", FitFigure::Laws));
    }
    let unknowns = if pictures == Pictures::All { found.parameters.len() } else { 1 };
    for (k, parameter) in found.parameters.iter().enumerate().take(unknowns) {
        let name = sweep::parameter(&parameter.path).0.replace('_', " ");
        if found.profiles.get(k).is_some_and(Option::is_some) {
            let stem = format!("profile-{}", files::slug(&parameter.name));
            planned.push(Picture::new(&stem, format!("Profile likelihood of {name}"), FitFigure::Profile(k)));
        }
    }
    planned
}

/// What was measured with the fit, a picture a kind of number, and rebound heights or bounce times.
fn main(seen: &PlotData<'_>) -> Vec<Picture<FitFigure>> {
    let mut planned = Vec::new();
    for target in seen.targets() {
        let along = marks::Along::of(&seen.members(target));
        let word = target.word();
        planned.push(Picture::new(
            &files::slug(&format!("{}-{}", word.replace('_', "-"), along.word)),
            format!("{} against {}", capital(&word.replace('_', " ")), along.name()),
            FitFigure::Measured(target),
        ));
    }
    let rebounds = |timed| seen.measurements.iter().any(|m| m.rebound.is_some_and(|rebound| rebound.timed == timed));
    if rebounds(false) {
        planned.push(Picture::new("rebound-height", "Rebound height against the height before", FitFigure::Rebound));
    }
    if rebounds(true) {
        planned.push(Picture::new(
            "bounce-times",
            "Measured bounce times minus those of the fit",
            FitFigure::Intervals,
        ));
    }
    planned
}
