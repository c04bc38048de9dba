//! `collisionbench mutants [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::gate::accepted;
use super::print;
use super::progress::Progress;
use crate::bench::{self, ExtraEngines, Plan};
use crate::error::{Diagnostic, Error};
use crate::mutants::{self, Matrix, Mutant, MutantOutcome};
use crate::report::{self, OutputFolder, files};
use crate::solve::SOLVERS;
use crate::system::engine::Folders;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases (default: all of ./cases, or else all shipped ones)
    cases: Vec<PathBuf>,
    /// One mutant only; may be given several times
    #[arg(long, value_name = "MUTANT")]
    only: Vec<String>,
    /// Show which mutants would no longer be caught without this case
    #[arg(long, value_name = "CASE")]
    without: Vec<String>,
    /// Folder of the accepted numbers, with which mistakes in fits are compared too
    #[arg(long, value_name = "DIR", default_value = "reference-data/baselines")]
    baselines: PathBuf,
    /// Output folder of mutants.html and mutants.csv; an earlier matrix in it is replaced
    #[arg(long, value_name = "DIR", default_value = "reports/mutants")]
    reports: PathBuf,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// 0 when every mutant is caught, 1 when one is missed, 3 when none is and one was not reached.
pub(super) fn mutants(args: &Args) -> Result<u8, Error> {
    let chosen = chosen(&args.only)?;
    let place = OutputFolder::new(&args.reports)?;
    place.check()?;
    let folders = Folders::below(PathBuf::from("reports/mutants.engines"));
    let engines = Computing::with(args.engines.clone()).engines(folders)?;
    let plan = Plan::with(bench::find(&args.cases, Path::new("."))?, engines, &ExtraEngines::default())?;
    let progress = Progress::of_run();
    let mut known = BTreeMap::new();
    for planned in plan.cases.iter().filter(|planned| planned.case.calibration.is_some()) {
        let name = &planned.case.name;
        known.extend(accepted(&args.baselines, name)?.map(|baseline| (name.clone(), baseline)));
    }
    let matrix = Matrix::new(&plan, SOLVERS, &chosen, &known, &progress)?;
    progress.done();
    // A case that is not there is an error before anything is written.
    let lost = args.without.iter().map(|case| matrix.without(case)).collect::<Result<Vec<_>, _>>()?;
    write(&matrix, &place)?;
    let mut text = report::mutants::terminal(&matrix);
    for lost in lost {
        text.push_str(&format!("  without {}: {}\n", lost.case, lost.sentence()));
    }
    text.push_str(&format!("  {}\n", args.reports.join("mutants.html").display()));
    text.push_str(&format!("  {}\n", matrix.summary()));
    print(&text)?;
    Ok(match (matrix.count(MutantOutcome::Missed), matrix.count(MutantOutcome::NotReached)) {
        (0, 0) => 0,
        (0, _) => 3,
        _ => 1,
    })
}

fn chosen(only: &[String]) -> Result<Vec<&'static Mutant>, Error> {
    let all = mutants::mutants();
    for wanted in only {
        if mutants::find(wanted).is_none() {
            return Err(Diagnostic::new(format!("there is no mutant `{wanted}`"))
                .meant(wanted, all.iter().map(|mutant| mutant.name), "`collisionbench list mutants` names them")
                .into());
        }
    }
    let wanted = |mutant: &&Mutant| only.is_empty() || only.iter().any(|name| name == mutant.name);
    Ok(all.into_iter().filter(wanted).collect())
}

fn write(matrix: &Matrix, place: &OutputFolder) -> Result<(), Error> {
    let building = place.begin()?;
    let folder = &building.folder();
    let page = report::mutants::page(matrix, concat!("collisionbench ", env!("CARGO_PKG_VERSION")))
        .map_err(|e| Error::write(&folder.join("mutants.html"), e))?;
    let names = vec![
        report::mutants::csv(matrix).write(folder, "mutants.csv", false)?,
        files::write(folder, "mutants.html", page.as_bytes())?,
    ];
    building.put(names).map(|_| ())
}
