//! What a case may expect of a fit: other measurements, drops that are held out, its residuals.

use std::sync::Arc;

use crate::case::{Calibration, Expect, ObservableTolerance, RESIDUALS};
use crate::collide::observe::Observable;
use crate::data::{Dataset, Files};
use crate::error::{Diagnostic, Error};

/// The word in `agrees_with` for the drops that are held out of the fit.
pub(super) const HOLD_OUT: &str = "hold-out";

/// The observables of `agrees_with = "residuals"`.
const OF_RESIDUALS: [&str; 2] = ["runs", "birge_ratio"];

/// Reads the datasets that a fit is compared with. Refuses unknown references and observables, and expectations that
/// no measurement could fail.
pub(super) fn check_calibration(calibration: &Calibration, data: &Files) -> Result<Vec<Arc<Dataset>>, Error> {
    let mut wrong = Vec::new();
    let mut datasets = Vec::new();
    for expect in &calibration.expects {
        let against = expect.against.text.trim_end_matches('/');
        if against.contains('/') {
            match Dataset::read(data, against) {
                Ok(dataset) => {
                    wrong.extend(vacuous(calibration, expect, &dataset));
                    datasets.push(Arc::new(dataset));
                }
                Err(Error::Wrong(problems)) => wrong.extend(problems),
                Err(error) => {
                    let message = format!("dataset `{against}` not found: {error}");
                    wrong.push(Diagnostic::new(message).at(&expect.against.origin));
                }
            }
        }
        wrong.extend(expect.wanted.iter().filter_map(|wanted| unobserved(calibration, expect, wanted)));
    }
    if wrong.is_empty() { Ok(datasets) } else { Err(Error::Wrong(wrong)) }
}

/// Refuses a dataset of the fitted numbers with no more rows than unknowns: a fit passes through each of them.
fn vacuous(calibration: &Calibration, expect: &Expect, dataset: &Dataset) -> Option<Diagnostic> {
    let own = dataset.hashes.first()?;
    let fitted = || calibration.experiments().map(|experiment| &experiment.measured);
    let same = fitted().any(|measured| measured.hashes.iter().any(|(_, hash)| hash == own));
    let (unknowns, rows) =
        (calibration.unknowns.len(), fitted().map(|measured| measured.tally.measured as usize).sum::<usize>());
    if !same || rows > unknowns {
        return None;
    }
    let message = format!(
        "vacuous: the fit is compared with the data it was fitted to, and a fit with as many unknowns as rows ({rows} row{}) always passes",
        if rows == 1 { "" } else { "s" }
    );
    let help = "compare with data that were not fitted (\"hold-out\" or another dataset), or measure more";
    Some(Diagnostic::new(message).at(&expect.against.origin).help(help))
}

fn unobserved(calibration: &Calibration, expect: &Expect, wanted: &ObservableTolerance) -> Option<Diagnostic> {
    let word = wanted.observable.text.as_str();
    if expect.against.text == RESIDUALS {
        let help =
            "write:  runs = { within_sigma = 3 }      along each abscissa, or  birge_ratio = { within_sigma = 3 }";
        let error = Diagnostic::new(format!("`{word}` is not valid for the residuals of a fit")).help(help);
        return (!OF_RESIDUALS.contains(&word)).then(|| error.at(&wanted.observable.origin));
    }
    let unknowns = || calibration.unknowns.iter().flat_map(|unknown| [unknown.name.as_str(), unknown.path.as_str()]);
    let observed = || Observable::ALL.iter().map(|observable| observable.word());
    if unknowns().chain(observed()).any(|known| known == word) {
        return None;
    }
    Some(
        Diagnostic::new(format!("`{word}` is neither a fitted parameter nor an observable"))
            .at(&wanted.observable.origin)
            .meant(
                word,
                unknowns().chain(observed()),
                format!("fitted here: {}", unknowns().collect::<Vec<_>>().join(", ")),
            ),
    )
}
