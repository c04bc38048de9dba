//! Pictures of a calibration, each an SVG beside the CSV it was drawn from.

use super::{Drawn, Pictures, sweep};
use crate::fit::calibrate::Calibrated;
use crate::fit::observations::Target;
use crate::record::CaseRecord;
use crate::report::files;
use crate::report::fit_words::capital;

pub mod bootstrap;
pub mod crowd;
mod laws;
mod marks;
mod measured;
pub mod profile;
mod readings;
mod residuals;
mod seen;
mod unknown;

use seen::Seen;

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A measured quantity with the fit, its bands and the residuals.
    Measured(Target),
    /// Other laws on the same restitutions.
    Laws,
    /// Rebound heights against the heights they came from.
    Rebound,
    /// Predicted against measured bounce times.
    Intervals,
    /// Residuals in standard deviations.
    Residuals,
    /// Profile likelihood of an unknown.
    Profile(usize),
    /// Refits of the bootstrap of an unknown.
    Bootstrap(usize),
}

/// One picture of a calibration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// File name without ending.
    pub name: String,
    /// For the page.
    pub title: String,
    pub kind: Kind,
}

impl Picture {
    /// The figure and its table; `None` when the result lacks what it needs.
    pub fn draw(&self, found: &Calibrated) -> Option<Drawn> {
        match self.kind {
            Kind::Laws => laws::draw(found),
            Kind::Profile(unknown) => profile::draw(found, unknown),
            Kind::Bootstrap(unknown) => bootstrap::draw(found, unknown),
            Kind::Measured(_) | Kind::Rebound | Kind::Intervals | Kind::Residuals => drawn(self.kind, &Seen::of(found)),
        }
    }
}

/// A picture of measurements; `None` of the kinds that need more than those.
fn drawn(kind: Kind, seen: &Seen<'_>) -> Option<Drawn> {
    match kind {
        Kind::Measured(target) => measured::draw(seen, target),
        Kind::Rebound => readings::heights(seen),
        Kind::Intervals => readings::intervals(seen),
        Kind::Residuals => residuals::draw(seen),
        Kind::Laws | Kind::Profile(_) | Kind::Bootstrap(_) => None,
    }
}

/// The pictures that a run shows of its calibration: what was measured with the fit, and the same as it was read.
pub(super) fn recorded(case: &CaseRecord) -> Vec<Picture> {
    Seen::recorded(case).map(|seen| main(&seen)).unwrap_or_default()
}

/// One of them; `None` when the record lacks what it needs.
pub(super) fn draw_recorded(case: &CaseRecord, kind: Kind) -> Option<Drawn> {
    drawn(kind, &Seen::recorded(case)?)
}

/// The pictures of a calibration, in the order they are shown: one of each kind by default, and those of the first
/// unknown; of every unknown when all are asked for.
pub fn plan(found: &Calibrated, pictures: Pictures) -> Vec<Picture> {
    if pictures == Pictures::None {
        return Vec::new();
    }
    let picture = |name: String, title: String, kind| Picture { name, title, kind };
    let mut planned = main(&Seen::of(found));
    planned.push(picture("residuals".to_string(), "Residuals in standard deviations".to_string(), Kind::Residuals));
    if found.models.len() > 1 && !found.curve.is_empty() {
        planned.push(picture("laws".to_string(), "The same data with other laws".to_string(), Kind::Laws));
    }
    let unknowns = if pictures == Pictures::All { found.parameters.len() } else { 1 };
    for (k, parameter) in found.parameters.iter().enumerate().take(unknowns) {
        let name = sweep::parameter(&parameter.path).0.replace('_', " ");
        if found.profiles.get(k).is_some_and(Option::is_some) {
            let stem = format!("profile-{}", files::slug(&parameter.name));
            planned.push(picture(stem, format!("Profile likelihood of {name}"), Kind::Profile(k)));
        }
        if found.bootstrap.is_some() {
            let stem = format!("bootstrap-{}", files::slug(&parameter.name));
            planned.push(picture(stem, format!("Bootstrap refits of {name}"), Kind::Bootstrap(k)));
        }
    }
    planned
}

/// What was measured with the fit, a picture a kind of number, and rebound heights or bounce times.
fn main(seen: &Seen<'_>) -> Vec<Picture> {
    let picture = |name: String, title: String, kind| Picture { name, title, kind };
    let mut planned = Vec::new();
    for target in seen.targets() {
        let along = marks::Along::of(&seen.members(target));
        let word = target.word();
        planned.push(picture(
            files::slug(&format!("{}-{}", word.replace('_', "-"), along.word())),
            format!("{} against {}", capital(&word.replace('_', " ")), along.name()),
            Kind::Measured(target),
        ));
    }
    let rebounds = |timed| seen.measurements.iter().any(|m| m.rebound.is_some_and(|rebound| rebound.timed == timed));
    if rebounds(false) {
        planned.push(picture(
            "rebound-height".to_string(),
            "Rebound height against the height before".to_string(),
            Kind::Rebound,
        ));
    }
    if rebounds(true) {
        planned.push(picture(
            "bounce-times".to_string(),
            "Predicted against measured bounce times".to_string(),
            Kind::Intervals,
        ));
    }
    planned
}
