//! Measurements with their predictions, from a calibration or from the record of a run.

use crate::bench::record::{CalibrationRecord, CaseRecord};
use crate::distinct::distinct;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{CurvePoint, DropScatter, Measurement};
use crate::fit::problem::Target;
use crate::report::pictures::entity::{Look, fitted_to};

/// Measurements with their predictions.
#[derive(Clone)]
pub(crate) struct PlotData<'a> {
    /// Name of the case.
    pub case: &'a str,
    /// How the measurements are drawn and called.
    pub look: Look,
    /// Probability of the bands.
    pub level: f64,
    pub measurements: &'a [Measurement],
    pub curve: &'a [CurvePoint],
    /// Between drops, of each kind of number of each experiment.
    pub scatter: &'a [DropScatter],
}

impl<'a> PlotData<'a> {
    pub fn of(found: &'a Calibrated) -> Self {
        Self {
            case: &found.case,
            look: fitted_to(found.hashes.first().map_or("", |file| &file.name), &found.source),
            level: found.parameters.first().map_or(0.95, |parameter| parameter.level),
            measurements: &found.measurements,
            curve: &found.curve,
            scatter: &found.scatter,
        }
    }

    /// `None` of a case without measurements.
    pub fn recorded(case: &'a CaseRecord) -> Option<Self> {
        let CalibrationRecord { level, data, measurements, curve, scatter, .. } = case.calibration.as_ref()?;
        let look = fitted_to(data, case.source.as_deref().unwrap_or_default());
        Some(Self { case: &case.name, look, level: *level, measurements, curve, scatter })
    }

    /// The kinds of numbers that were measured, in the order of the table.
    pub fn targets(&self) -> Vec<Target> {
        distinct(self.measurements.iter().map(|measurement| measurement.quantity))
    }

    /// Those of one kind.
    pub fn members(&self, target: Target) -> Vec<&'a Measurement> {
        self.measurements.iter().filter(|m| m.quantity == target).collect()
    }
}
