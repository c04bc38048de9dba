//! The section about a calibration on the page of a case.

use minijinja::{Value, context};

use crate::bench::record::CalibrationRecord;
use crate::fit::calibrate::result::{IntervalMethod, Parameter};
use crate::number::percent;
use crate::report::fit_text::{birge, counts, heights, notes, scatter_between_drops, sentence, table};
use crate::report::quantity::{interval, with_uncertainty};

/// The section of a calibration; the first row of a table is its head.
pub(super) fn view(calibration: &CalibrationRecord) -> Value {
    let level = format!("{}, from the data alone", percent(calibration.level));
    let head = ["found", "value ± standard uncertainty of the data", level.as_str(), "by", "in the case"];
    let parameters = table(&head, calibration.parameters.iter().map(row));
    let bound = calibration.parameters.iter().filter(|parameter| parameter.at_bound);
    let (drops, unknowns) = (calibration.count.drops, calibration.parameters.len());
    // Drops alone have flights.
    let flies = calibration.measurements.iter().any(|measurement| measurement.rebound.is_some());
    let units = if flies { "drops" } else { "impacts" };
    let scatter = calibration.scatter.iter().map(|of| scatter_between_drops(drops, unknowns, units, of));
    let ratio = calibration.consistency.as_ref().map(|found| birge(&found.birge));
    let notes = notes(calibration.consistency.as_ref(), &calibration.notes);
    context! {
        counts => counts(calibration.count, units),
        parameters,
        // `restitution is at a bound`
        at_bound => bound.map(|parameter| &parameter.name).collect::<Value>(),
        heights => heights(&calibration.heights),
        scatter => scatter.chain(ratio).collect::<Value>(),
        verdict => sentence(&calibration.verdict),
        notes => notes.iter().map(|note| sentence(note)).collect::<Value>(),
    }
}

fn row(parameter: &Parameter) -> Vec<String> {
    let unit = parameter.unit.as_str();
    let ends = parameter.interval_data.map(|ends| interval(&ends, unit));
    vec![
        parameter.name.clone(),
        with_uncertainty(parameter.value, parameter.sigma_data, unit),
        ends.unwrap_or_else(|| "not given".to_string()),
        parameter.method.map_or("", IntervalMethod::word).to_string(),
        parameter.path.clone(),
    ]
}
