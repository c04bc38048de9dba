//! `collisionbench list`, `collisionbench list --gaps [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::columns::columns;
use super::compute::config;
use super::explain::{Explanation, known};
use super::print;
use crate::bench;
use crate::case::{Case, RECORDED, RECORDED_TITLE};
use crate::collide::schemes::SCHEMES;
use crate::collide::solvers;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to list (default: everything)
    what: Option<What>,
    /// Known gaps instead, with their reasons: of case files, folders of them, or names of shipped cases (default: all of
    /// ./cases, or else all shipped ones)
    #[arg(long, value_name = "CASE", num_args = 0.., conflicts_with = "what")]
    gaps: Option<Vec<PathBuf>>,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Cases,
    Laws,
    #[value(name = "codes")]
    Dialects,
    Schemes,
    Ends,
    Limits,
    Levers,
    #[value(name = "theories")]
    Oracles,
    Solvers,
    Engines,
    Observables,
    Datasets,
    Reports,
}

/// Word and one line about it.
type Row = (String, String);

pub(super) fn list(args: &Args) -> Result<(), Error> {
    let own = config(args.engines.as_deref())?.names();
    if let Some(cases) = &args.gaps {
        return print(&gaps(cases, &own)?);
    }
    let mut text = String::new();
    for &what in What::value_variants() {
        if args.what.is_none_or(|wanted| wanted == what) {
            let (heading, rows) = section(what, &own)?;
            let rows: Vec<Vec<String>> = rows.into_iter().map(|(word, about)| vec![word, about]).collect();
            text.push_str(&format!("{heading}\n{}\n", columns(&rows)));
        }
    }
    text.push_str("`collisionbench explain NAME` describes any of these.\n");
    print(&text)
}

fn section(what: What, own: &[String]) -> Result<(String, Vec<Row>), Error> {
    let all = known();
    let of = |kind: &str| -> Vec<Row> {
        all.iter().filter(|entry| entry.kind == kind).map(|entry| (entry.name.to_string(), entry.title())).collect()
    };
    let (heading, rows) = match what {
        What::Cases => return cases(own),
        What::Laws => {
            let laws = all.iter().filter(|entry| matches!(entry.about, Explanation::Law(..)));
            ("laws", laws.map(|law| (law.path(), law.title())).collect())
        }
        What::Dialects => ("DEM codes (contact.NAME)", of("contact")),
        What::Schemes => {
            let schemes = SCHEMES.iter().map(|scheme| (scheme.name().into(), scheme.card().title.into()));
            ("schemes of production codes (run.NAME)", schemes.collect())
        }
        What::Ends => ("ends of contact (contact.ends)", of("contact.ends")),
        What::Limits => ("Coulomb limits (contact.friction_limit)", of("contact.friction_limit")),
        What::Levers => ("lever arms (contact.lever)", of("contact.lever")),
        What::Oracles => ("theories (agrees_with)", of("theory")),
        What::Solvers => {
            let own = solvers().map(|(name, title)| (name.into(), title.into()));
            ("solvers (run.NAME)", own.chain([(RECORDED.into(), RECORDED_TITLE.into())]).collect())
        }
        What::Engines => {
            let own = own.iter().map(|name| (name.clone(), "declared".into()));
            let heading = "engines (run.NAME, or run --engine NAME; `doctor` shows which are installed)";
            (heading, of("engine").into_iter().chain(own).collect())
        }
        What::Observables => ("observables", of("observable")),
        What::Datasets => {
            let sets = crate::data::titles(&bench::datasets(Path::new(".")))?;
            let rows = sets.into_iter().map(|set| (set.name, set.title)).collect();
            ("datasets and experiments (reference-data)", rows)
        }
        What::Reports => ("reports", of("report")),
    };
    Ok((heading.to_string(), rows))
}

fn cases(own: &[String]) -> Result<(String, Vec<Row>), Error> {
    let found = bench::find(&[], Path::new("."))?;
    let heading = format!("cases ({})", found.from);
    let rows = found.cases.into_iter().map(|(name, file)| {
        // A case that cannot be read is still there; `run` says what is wrong with it.
        let title = Case::read_with(file.into(), &name, &found.data, own)
            .map_or_else(|_| "cannot be read".into(), |case| case.title);
        (name, title)
    });
    Ok((heading, rows.collect()))
}

/// Every reason why an expectation is known not to hold, with the cases that give it.
fn gaps(cases: &[PathBuf], own: &[String]) -> Result<String, Error> {
    let found = bench::find(cases, Path::new("."))?;
    // Reason to: which expectation of which case.
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, file) in found.cases {
        let case = Case::read_with(file.into(), &name, &found.data, own)?;
        let fitted = case.calibration.iter().flat_map(|calibration| &calibration.expects);
        for expect in case.expects.iter().chain(fitted) {
            let Some(gap) = &expect.known_gap else { continue };
            let line = expect.origin.line();
            let engine = gap.engine.as_ref().map(|engine| format!(", {engine} only")).unwrap_or_default();
            let seen: Vec<String> = gap.seen.iter().map(|seen| format!("{} {}", seen.observable, seen.text)).collect();
            let (that, against, seen) = (&expect.that.text, &expect.against.text, seen.join(", "));
            let place = format!("{}:{line}  {that} = {against}{engine}: {seen}", case.file.name);
            reasons.entry(gap.reason.clone()).or_default().push(place);
        }
    }
    let mut text = String::new();
    for (reason, places) in &reasons {
        text.push_str(&format!("{reason}\n"));
        for place in places {
            text.push_str(&format!("    {place}\n"));
        }
    }
    let expectations: usize = reasons.values().map(Vec::len).sum();
    text.push_str(&format!(
        "{expectations} expectations are known not to hold, for {} reasons; a run fails when one of them holds\n",
        reasons.len()
    ));
    Ok(text)
}
