//! What a run says of a case whose parameters are fitted: its claims are resolved, and skipped aloud.

use crate::case::{Calibration, Expect, Tolerance, Wanted};
use crate::data::{Dataset, Files};
use crate::error::{Diagnostic, Error, nearest};
use crate::judge::{Check, Comparison, Verdict};
use crate::observe::Observable;
use crate::oracle;

/// What stands for the drops that are kept from the fit.
const HOLD_OUT: &str = "hold-out";

/// Refuses what no fit can be held against, and observables nobody knows.
pub(super) fn check(calibration: &Calibration, data: &Files) -> Result<(), Error> {
    let mut wrong = Vec::new();
    for expect in &calibration.expects {
        let against = expect.against.text.trim_end_matches('/');
        if against.contains('/') {
            match Dataset::read(data, against) {
                Ok(_) => {}
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
    if wrong.is_empty() { Ok(()) } else { Err(Error::Wrong(wrong)) }
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

/// The claims of a calibration, each skipped with the reason.
pub(super) fn skipped(calibration: &Calibration) -> Vec<Check> {
    let row = |expect: &Expect, wanted: &Wanted| Check {
        scene: "-".to_string(),
        who: expect.that.text.clone(),
        variant: String::new(),
        against: expect.against.text.clone(),
        comparison: if expect.against.text.contains('/') { Comparison::Validation } else { Comparison::Verification },
        observable: wanted.observable.text.clone(),
        unit: String::new(),
        expected: None,
        expected_uncertainty: None,
        observed: None,
        observed_uncertainty: None,
        deviation: None,
        allowed: match wanted.tolerance {
            Tolerance::Relative(part) => Some(part),
            Tolerance::Sigma(sigmas) => Some(sigmas),
            _ => None,
        },
        deviation_unit: match wanted.tolerance {
            Tolerance::Sigma(_) => "sigma".to_string(),
            Tolerance::Absolute { ref unit, .. } => unit.clone(),
            _ => "relative".to_string(),
        },
        outcome: Verdict::Skip,
        reason: Some("its parameters are fitted to measurements, which `run` does not do".to_string()),
        line: expect.origin.line(),
    };
    calibration.expects.iter().flat_map(|expect| expect.wanted.iter().map(|wanted| row(expect, wanted))).collect()
}
