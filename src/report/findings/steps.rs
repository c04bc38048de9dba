//! The number of steps per contact that a scheme or an engine needs for a given error.

use crate::bench::record::{ConvergenceRecord, Record};

/// The error of one observable against the time step, and the steps needed for a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct StepsFor<'a> {
    pub case: &'a str,
    pub found: &'a ConvergenceRecord,
    /// The largest time step that was computed: steps per contact and largest relative error.
    pub coarsest: [f64; 2],
    pub finest: [f64; 2],
    /// Steps per contact at which the fitted error `c n^-p` is the limit.
    pub needed: Option<f64>,
    /// Whether that is beyond the steps that were computed.
    pub extrapolated: bool,
}

/// The steps that a scheme or an engine needs for errors below `limit`, in the order of the record.
pub fn steps_for<'a>(record: &'a Record, who: &str, limit: f64) -> Vec<StepsFor<'a>> {
    let mut listed = Vec::new();
    for case in &record.cases {
        for found in case.convergences.iter().filter(|found| found.who == who) {
            let known = found.steps.iter().zip(&found.worst);
            let computed: Vec<[f64; 2]> = known.filter_map(|(n, error)| Some([*n, (*error)?])).collect();
            let (Some(&coarsest), Some(&finest)) = (computed.first(), computed.last()) else { continue };
            let fitted = found.order.zip(found.constant).filter(|(order, constant)| *order > 0.0 && *constant > 0.0);
            let needed = fitted.map(|(order, constant)| libm::pow(constant / limit, 1.0 / order));
            let extrapolated = needed.is_some_and(|n| n < coarsest[0] || n > finest[0]);
            listed.push(StepsFor { case: &case.name, found, coarsest, finest, needed, extrapolated });
        }
    }
    listed
}
