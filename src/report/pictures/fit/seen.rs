//! What pictures of measurements are drawn from: a calibration, or the record a run keeps of one.

use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{CurvePoint, Measurement};
use crate::fit::observations::Target;
use crate::record::{CalibrationRecord, CaseRecord};

/// Measurements, and what the fit makes of them.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    /// Name of the case.
    pub case: &'a str,
    /// Probability of the bands.
    pub level: f64,
    pub measurements: &'a [Measurement],
    pub curve: &'a [CurvePoint],
    /// Standard deviation between drops of each kind of number.
    pub scatter: &'a [(Target, f64)],
}

impl<'a> Seen<'a> {
    pub fn of(found: &'a Calibrated) -> Self {
        Self {
            case: &found.case,
            level: found.parameters.first().map_or(0.95, |parameter| parameter.level),
            measurements: &found.measurements,
            curve: &found.curve,
            scatter: &found.scatter,
        }
    }

    /// `None` of a case without measurements.
    pub fn recorded(case: &'a CaseRecord) -> Option<Self> {
        let CalibrationRecord { level, measurements, curve, scatter, .. } = case.calibration.as_ref()?;
        Some(Self { case: &case.name, level: *level, measurements, curve, scatter })
    }

    /// The kinds of numbers that were measured, in the order of the table.
    pub fn targets(&self) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for measurement in self.measurements {
            if !targets.contains(&measurement.quantity) {
                targets.push(measurement.quantity);
            }
        }
        targets
    }

    /// Those of one kind.
    pub fn members(&self, target: Target) -> Vec<&'a Measurement> {
        self.measurements.iter().filter(|m| m.quantity == target).collect()
    }
}
