//! Calibrates cases, one after the other.

use std::path::Path;

use crate::bench;
use crate::case::Case;
use crate::cli::compute::config;
use crate::cli::one_case::questioned;
use crate::cli::print;
use crate::cli::progress::Progress;
use crate::data::Files;
use crate::error::{Diagnostic, Error};
use crate::fit::calibrate::{Depth, Watch, calibrate};
use crate::fit::file::FitResult;
use crate::halt;
use crate::judge::{Check, Verdict};
use crate::report::OutputFolder;
use crate::report::fit::{FitContext, text, write};
use crate::report::quantity::{Scale, deviation};

use super::{Args, grouped, input_lines};

pub(super) fn fit(args: &Args) -> Result<(), Error> {
    args.computing.threads()?.install(|| in_pool(args))
}

fn in_pool(args: &Args) -> Result<(), Error> {
    let (cases, data) = asked(args)?;
    let mut places = Vec::new();
    for case in &cases {
        let place = OutputFolder::new(&place_of(&args.out, &case.name)?)?;
        // Before anything is computed, and after everything that was asked for is known to make sense.
        place.check()?;
        places.push(place);
    }
    let progress = Progress::of_fit();
    let command = command();
    let program = program();
    // One case that cannot be fitted is no reason to leave the others.
    let mut refused: Vec<Diagnostic> = Vec::new();
    for (finished, (case, place)) in cases.iter().zip(&places).enumerate() {
        let mut found = match calibrate(case, Depth::Full, &progress).map_err(|error| error.named(&case.name)) {
            Err(_) if halt::is_asked() => {
                if finished > 0 {
                    print(&format!("PARTIAL: interrupted; {finished} of {} cases are fitted\n", cases.len()))?;
                }
                return Err(Error::Interrupted);
            }
            Err(Error::Wrong(problems)) => {
                refused.extend(problems);
                continue;
            }
            found => found?,
        };
        let checks = bench::checks_of(case, &data, &found)?;
        // That readings scatter by more than is stated of them is no misfit of the law; the notes have it.
        let of_law = |check: &&Check| check.outcome == Verdict::Fail && check.observable != "birge_ratio";
        checks.iter().filter(of_law).for_each(|check| found.fails(&failed(check)));
        let stop = || progress.stop();
        let pictures = args.pictures;
        let result = &FitResult::of(case, &found, &program, &command)?;
        let context = FitContext { case, found: &found, result, pictures, stop: &stop };
        progress.begins("pictures", 0);
        write(&context, place)?;
        progress.done();
        let mut text = questioned(case) + &text::text(&found);
        for check in checks.iter().filter(|check| check.outcome == Verdict::Fail) {
            text.push_str(&format!("\n  FAIL, as `run` has it: {}\n", failed(check)));
        }
        text.push_str(&input_lines::of(case, result)?);
        text.push_str(&format!("\n  {}/index.html, fit.json, drops.csv\n\n", place.shown().display()));
        print(&text)?;
    }
    if refused.is_empty() { Ok(()) } else { Err(Error::Wrong(refused)) }
}

/// `hold-out, height=0.5 m, restitution: expected 0.9148, observed 0.9308, off 10 σ, allowed 3 σ`
fn failed(check: &Check) -> String {
    let shown =
        |value: Option<f64>| value.map_or("unknown".to_string(), |value| Scale::of(&check.unit, value).show(value, 5));
    let off = |value: Option<f64>| value.map_or("unknown".to_string(), |value| deviation(value, &check.deviation_unit));
    let place = if *check.scene == *"-" { String::new() } else { format!(", {}", check.scene) };
    format!(
        "{}{place}, {}: expected {}, observed {}, off {}, allowed {}",
        check.against,
        check.observable,
        shown(check.expected),
        shown(check.observed),
        off(check.deviation),
        off(check.allowed)
    )
}

/// The cases that can be fitted, and where their data are. One that was asked for by its own name and has nothing to fit is an error; a folder may
/// hold others.
fn asked(args: &Args) -> Result<(Vec<Case>, Files), Error> {
    let own = config(args.computing.engines.as_deref())?.names();
    let found = bench::find(&args.cases, Path::new("."))?;
    let mut files = Vec::new();
    for (name, file) in found.cases {
        match grouped::of(&name, &file, &found.data, &own)? {
            Some(groups) => files.extend(groups),
            None => files.push((name, file)),
        }
    }
    let cases = files.into_iter().map(|(name, file)| Case::read_with(file.into(), &name, &found.data, &own));
    let cases = Error::all(cases)?;
    let (fitted, others): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| case.calibration.is_some());
    if fitted.is_empty() {
        let name = others.first().map_or("", |case| case.name.as_str());
        let help = "a case to fit has an [experiment.*] table; `collisionbench list cases` names those that ship";
        return Err(Error::with_help(format!("the case `{name}` has no measurements to fit"), help));
    }
    Ok((fitted, found.data))
}

/// `reports/fit/golf-on-marble-heights`: the folder of a case, `calibration/` left out of its name.
fn place_of(out: &Path, name: &str) -> Result<std::path::PathBuf, Error> {
    let short = name.strip_prefix("calibration/").unwrap_or(name);
    Ok(out.join(crate::report::files::checked(short)?))
}

/// The command as it was typed, with the program's own name.
fn command() -> String {
    let words = std::env::args().skip(1).map(|word| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=,:".contains(c)) && !word.is_empty();
        if plain { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    });
    std::iter::once("collisionbench".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}

fn program() -> String {
    let version = concat!("collisionbench ", env!("CARGO_PKG_VERSION"));
    match option_env!("COLLISIONBENCH_COMMIT") {
        Some(commit) => format!("{version}, {commit}"),
        None => version.to_string(),
    }
}
