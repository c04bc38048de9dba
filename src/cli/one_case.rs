//! Reads the case of a verb that takes a single case.

use std::f64::consts::PI;
use std::path::Path;

use super::compute::config;
use crate::bench;
use crate::case::Case;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::fit::calibrate::result::Order;
use crate::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate, drag_alone};
use crate::law::scene::{Body, Scene};
use crate::number::rounded;
use crate::output;

/// Reads the one case that is asked for, a file or the name of a shipped case; it may name the engines of a file, or else
/// of the user's own configuration.
pub(super) fn one_case(asked: &Path, engines: Option<&Path>) -> Result<Case, Error> {
    let own = config(engines)?.names();
    let (name, file, data) = one_file(asked)?;
    Case::read_unjudged(file.into(), &name, &data, &own)
}

/// The scene of that name, or of that number, counted from 1.
pub(super) fn scene<'a>(case: &'a Case, name: &str) -> Result<&'a Scene, Error> {
    let numbered = || case.scenes.get(name.parse::<usize>().ok()?.checked_sub(1)?);
    case.scenes.iter().find(|scene| scene.name == name).or_else(numbered).ok_or_else(|| {
        let names = case.scenes.iter().map(|scene| scene.name.as_str());
        let example = names.clone().next().map_or(String::new(), |first| format!("for example --scene \"{first}\""));
        Diagnostic::new(format!("the case `{}` has no scene `{name}`", case.name)).meant(name, names, example).into()
    })
}

/// Name and text of the one case that is asked for, and where its datasets are.
pub(super) fn one_file(asked: &Path) -> Result<(String, SourceFile, Files), Error> {
    let found = bench::find(&[asked.to_path_buf()], Path::new("."))?;
    let mut cases = found.cases.into_iter();
    match (cases.next(), cases.next()) {
        (Some((name, file)), None) => Ok((name, file, found.data)),
        (one, two) => {
            let mut error = Diagnostic::new(format!("{} contains several cases: name one of them", asked.display()));
            error.help.extend([one, two].into_iter().flatten().map(|(name, _)| format!("for example `{name}`")));
            Err(error.into())
        }
    }
}

/// Densities of solids, kg/m3: lighter than any foam, denser than osmium.
const DENSITIES: std::ops::Range<f64> = 1.0..25_000.0;

/// A question about each sphere whose mass and radius do not belong together, and what drag does to one that is light and has no air.
pub(super) fn questioned(case: &Case) -> String {
    let scene = case.calibration.as_ref().map(|calibration| &calibration.nominal).or(case.scenes.first());
    let bodies = scene.into_iter().flat_map(|scene| &scene.bodies).filter(|body| !body.is_wall() && !body.held);
    let of = |body: &Body| {
        let density = body.mass / (4.0 / 3.0 * PI * body.radius().powi(3));
        (!DENSITIES.contains(&density)).then(|| {
            let [mass, radius, density] = [1e3 * body.mass, 1e3 * body.radius(), density].map(|x| rounded(x, 3));
            format!(
                "  question  {}: {mass} g in a radius of {radius} mm are {density} kg/m3; the densest metal has 22600: check mass and radius\n",
                body.name
            )
        })
    };
    let drag = case
        .calibration
        .iter()
        .flat_map(|calibration| drag_alone(calibration))
        .map(|drag| format!("  question  {drag}\n"));
    bodies.filter_map(of).chain(drag).collect()
}

/// The text of a calibration with a check of its residuals that these data allow; `None` where they allow none.
///
/// # Errors
/// Where it cannot be fitted.
fn checkable(case: &Case) -> Result<Option<String>, Error> {
    match &case.calibration {
        Some(_) => Ok(check(case, &calibrate(case, Depth::Quick, &Unwatched)?)),
        None => Ok(None),
    }
}

fn check(case: &Case, found: &Calibrated) -> Option<String> {
    let lines: Vec<&str> = case.file.text.lines().collect();
    let at = lines.iter().position(|line| *line == "agrees_with = \"residuals\"")?;
    let testable = |order: &Order| {
        let (mean, sigma) = order.runs.expected();
        mean - 2.0 > 4.0 * sigma
    };
    let allowed = match (found.consistency.is_some(), found.orders.iter().any(testable)) {
        (true, _) => "birge_ratio = { within_sigma = 3 }",
        (_, true) => "runs        = { within_sigma = 4 }",
        _ => return None,
    };
    let kept = lines[..=at].iter().copied().chain([allowed]).chain(lines[at + 2..].iter().copied());
    Some(kept.collect::<Vec<_>>().join("\n") + "\n")
}

/// Writes new cases and what they need beside them, all or none: one that the next command would refuse is not left behind. Returns what is
/// questioned in them.
pub(super) fn create(
    cases: &[(&Path, &[u8])],
    beside: &[(&Path, &[u8])],
    engines: Option<&Path>,
) -> Result<String, Error> {
    let files = [cases, beside].concat();
    output::create(&files)?;
    let read = Error::all(cases.iter().map(|(path, _)| {
        let case = one_case(path, engines)?;
        if let Some(text) = checkable(&case)? {
            output::replace(&[(path, text.as_bytes())])?;
        }
        Ok(questioned(&case))
    }));
    read.map(|questions| questions.concat()).map_err(|error| {
        for (path, _) in files {
            let _ = std::fs::remove_file(path);
        }
        let Error::Wrong(mut problems) = error else { return error };
        if let Some(last) = problems.pop() {
            problems.push(last.help("no case is written: repeat the command with other values,  --set KEY=VALUE"));
        }
        Error::Wrong(problems)
    })
}
