//! What a run fitted to the measurements of a case, as its page shows it.

use serde::Serialize;

use crate::fit::spread::Interval;
use crate::number::significant;
use crate::record::{CalibrationRecord, FittedRecord};
use crate::report::fit_words::{Count, birge_of, coarse, heights, interval, plus_minus, sentence};
use crate::report::quantity::Scale;

/// The section of a calibration; the first row of a table is its head.
#[derive(Serialize)]
pub(super) struct Fitted {
    counts: String,
    parameters: Vec<Vec<String>>,
    /// `restitution is at a bound`
    at_bound: Vec<String>,
    heights: Vec<Vec<String>>,
    scatter: Vec<String>,
    verdict: String,
    notes: Vec<String>,
}

impl Fitted {
    pub(super) fn new(calibration: &CalibrationRecord) -> Self {
        let CalibrationRecord { used, held_out, left_out, drops, .. } = *calibration;
        let level = format!("{:.0} %, from the data alone", 100.0 * calibration.level);
        let head = ["found", "value ± standard uncertainty of the data", level.as_str(), "by", "in the case"];
        let mut parameters = vec![head.map(str::to_string).to_vec()];
        parameters.extend(calibration.parameters.iter().map(row));
        let bound = calibration.parameters.iter().filter(|parameter| parameter.at_bound);
        let mut scatter: Vec<String> = calibration
            .scatter
            .iter()
            .map(|(target, s)| {
                let shown = Scale::of(target.dimension().si(), *s).show(*s, 2);
                format!("Scatter between drops ({}): {shown}.", target.word().replace('_', " "))
            })
            .collect();
        scatter.extend(calibration.consistency.as_ref().map(|found| {
            let (ratio, limit) = (significant(found.birge.ratio, 3), significant(found.birge.limit, 3));
            format!("Birge ratio {}: {ratio}, by chance below {limit} in 99 of 100.", birge_of(&found.birge))
        }));
        let notes = coarse(calibration.consistency.as_ref()).into_iter().chain(calibration.notes.iter().cloned());
        Self {
            counts: Count { drops, used, held_out, left_out }.words(),
            parameters,
            at_bound: bound.map(|parameter| parameter.name.clone()).collect(),
            heights: heights(&calibration.heights),
            scatter,
            verdict: sentence(&calibration.verdict),
            notes: notes.map(|note| sentence(&note)).collect(),
        }
    }
}

fn row(parameter: &FittedRecord) -> Vec<String> {
    let unit = parameter.unit.as_str();
    let ends = parameter.interval.map(|[low, high]| interval(&Interval { low, high }, unit));
    vec![
        parameter.name.clone(),
        plus_minus(parameter.value, parameter.uncertainty, unit),
        ends.unwrap_or_else(|| "not given".to_string()),
        parameter.method.clone().unwrap_or_default(),
        parameter.path.clone(),
    ]
}
