//! Messages about measurements without a stated uncertainty.

use crate::case::{Experiment, ExperimentKind};
use crate::error::Diagnostic;
use crate::fit::observations::Target;

pub(super) fn no_errors(experiment: &Experiment, target: Target, drops: usize) -> Diagnostic {
    let what = target.word().replace('_', " ");
    let message = format!(
        "the uncertainty of these numbers is not given ({what}): no standard deviation is stated, and {drops} \
         drop{} show no scatter",
        if drops == 1 { "" } else { "s" }
    );
    let column = format!("or add a column of them to the table:  {what} sigma");
    let help = match experiment.kind {
        ExperimentKind::DropHeight => {
            "add to the experiment:  height_sigma = \"1 mm\"      one standard deviation of a reading"
        }
        ExperimentKind::BounceTimes | ExperimentKind::Phyphox => {
            "add to the experiment:  time_sigma = \"1 ms\"      one standard deviation of an interval"
        }
        _ => return Diagnostic::new(message).help(column).at(&experiment.origin),
    };
    Diagnostic::new(message).help(help).at(&experiment.origin)
}

pub(super) fn beside_speeds(experiment: &Experiment, target: Target) -> Diagnostic {
    let what = target.word().replace('_', " ");
    let problem = format!("the speeds have a standard deviation, and the numbers at these speeds ({what}) have none");
    let help = format!(
        "add a column `{what} sigma`: one standard deviation of a {what} at one speed, differences between impacts included"
    );
    Diagnostic::new(problem).help(help).at(&experiment.origin)
}

pub(super) fn unknown_errors(target: Target, count: usize, typical: Option<f64>) -> String {
    let what = target.word().replace('_', " ");
    match typical {
        Some(_) => format!(
            "numbers ({what}) without a standard deviation, since one of their readings has none: {count}; such a number gets \
             the median of the others, and the scatter between drops adds to it"
        ),
        None => format!(
            "no standard deviation is known of the {count} numbers ({what}): all of it is taken from how they scatter"
        ),
    }
}
