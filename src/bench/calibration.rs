//! Claims about a fit are resolved before anything is fitted.

use std::sync::Arc;

use crate::case::{Calibration, Expect, Wanted};
use crate::data::{Dataset, Files};
use crate::error::{Diagnostic, Error, nearest};
use crate::observe::Observable;
use crate::oracle;

/// What stands for the drops that are kept from the fit.
pub(super) const HOLD_OUT: &str = "hold-out";

/// Refuses what no fit can be held against, and observables nobody knows; the datasets it is held against.
pub(super) fn check(calibration: &Calibration, data: &Files) -> Result<Vec<Arc<Dataset>>, Error> {
    let mut wrong = Vec::new();
    let mut datasets = Vec::new();
    for expect in &calibration.expects {
        let against = expect.against.text.trim_end_matches('/');
        if against.contains('/') {
            match Dataset::read(data, against) {
                Ok(dataset) => datasets.push(Arc::new(dataset)),
                Err(Error::Wrong(problems)) => wrong.extend(problems),
                Err(error) => {
                    let message = format!("there is no dataset `{against}`: {error}");
                    wrong.push(Diagnostic::new(message).at(&expect.against.origin));
                }
            }
        } else if against != HOLD_OUT && oracle::find(against).is_none() {
            wrong.push(unknown(expect));
        }
        wrong.extend(expect.wanted.iter().filter_map(|wanted| unobserved(calibration, wanted)));
    }
    if wrong.is_empty() { Ok(datasets) } else { Err(Error::Wrong(wrong)) }
}

fn unknown(expect: &Expect) -> Diagnostic {
    let word = &expect.against;
    let known = || oracle::ORACLES.iter().map(|oracle| oracle.card().name).chain([HOLD_OUT]);
    let error = Diagnostic::new(format!("there is no theory `{}`", word.text)).at(&word.origin);
    match nearest(&word.text, known()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("a fit agrees with \"hold-out\", a dataset (\"reference-data/...\") or a theory"),
    }
}

fn unobserved(calibration: &Calibration, wanted: &Wanted) -> Option<Diagnostic> {
    let word = wanted.observable.text.as_str();
    let unknowns = || calibration.unknowns.iter().flat_map(|unknown| [unknown.name.as_str(), unknown.path.as_str()]);
    let observed = || Observable::ALL.iter().map(|observable| observable.word());
    if unknowns().chain(observed()).any(|known| known == word) {
        return None;
    }
    let error = Diagnostic::new(format!("`{word}` is neither fitted here nor observed")).at(&wanted.observable.origin);
    Some(match nearest(word, unknowns().chain(observed())) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("fitted here: {}", unknowns().collect::<Vec<_>>().join(", "))),
    })
}
