//! `collisionbench gate [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::{print, print_json, tolerance, width};
use crate::bench::record::{Accepted, GatedCase, Record, TUBE, accepted as baseline, gate as held, gate_exit, numbers};
use crate::bench::{self, MOST_COMPARED, PlannedCase};
use crate::data::Files;
use crate::error::{Error, Exit, cut};
use crate::report::{OutputFolder, gate as report};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases (default: all of ./cases, or else all shipped ones)
    cases: Vec<PathBuf>,
    /// Tolerance of the numbers, instead of that of each baseline: `0.1 %` or `1e-12`
    #[arg(long, value_name = "TOLERANCE")]
    within: Option<String>,
    /// Tolerance around an accepted curve, as a part of its duration and its largest force
    #[arg(long, value_name = "TOLERANCE")]
    tube: Option<String>,
    /// Folder of the accepted numbers
    #[arg(long, value_name = "DIR", default_value = "reference-data/baselines")]
    baselines: PathBuf,
    /// Output folder of the report; an earlier report in it is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports/gate")]
    out: PathBuf,
    /// Treat a missing engine as a failure
    #[arg(long)]
    no_skip: bool,
    /// Treat a number that was never accepted as a failure
    #[arg(long)]
    no_new: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    /// Write no report: print the comparison alone, as one JSON object
    #[arg(long, requires = "json", conflicts_with = "out")]
    no_report: bool,
    #[command(flatten)]
    computing: Computing,
}

pub(super) fn gate(args: &Args) -> Result<Exit, Error> {
    let place = OutputFolder::new(&args.out)?;
    let done = gated(args, &place);
    if args.no_report { done } else { done.inspect_err(|error| place.withdraw_after(error)) }
}

fn gated(args: &Args, place: &OutputFolder) -> Result<Exit, Error> {
    let of = |option, text: &Option<String>| text.as_deref().map(|text| tolerance(option, text)).transpose();
    let (allowed, tube) = (of("--within", &args.within)?, of("--tube", &args.tube)?.unwrap_or(TUBE));
    let mut found = bench::find(&args.cases, Path::new("."))?;
    // Nothing is computed that there is nothing to compare with.
    let mut known = names(&args.baselines)?;
    known.retain(|name| args.cases.is_empty() || args.cases.iter().any(|asked| bench::is_within(name, asked)));
    // Of the built-in cases those that were accepted here.
    if args.cases.is_empty() && !Path::new("cases").is_dir() {
        found.cases.retain(|(name, _)| known.contains(name));
        if found.cases.is_empty() && !known.is_empty() {
            let message = format!("the cases of these baselines were not found: {}", cut(&known.join(", "), 200));
            let help = format!("name their files:  collisionbench gate {}.toml", known[0]);
            return Err(Error::with_help(message, help));
        }
    }
    let earlier = found.cases.iter().map(|(name, _)| Ok((name.clone(), accepted(&args.baselines, name)?)));
    let earlier: BTreeMap<String, Option<Record>> = earlier.collect::<Result<_, Error>>()?;
    if known.is_empty() && earlier.values().all(Option::is_none) {
        let message =
            format!("nothing to compare with: none of these cases has a baseline in {}", args.baselines.display());
        let help = "inspect the numbers, then accept them:  collisionbench accept CASE --why \"...\"";
        return Err(Error::with_help(message, help));
    }
    if !args.no_report {
        place.check()?;
    }
    // Of a large case the scenes that were accepted.
    let every = |planned: &PlannedCase| {
        let accepted = earlier.get(&planned.case.name).and_then(Option::as_ref).and_then(as_accepted);
        Ok(accepted.map_or_else(|| planned.case.count().div_ceil(MOST_COMPARED), |accepted| accepted.every))
    };
    let computed = args.computing.numbers(found, Path::new("reports/gate.engines"), every)?;
    let mut cases: Vec<GatedCase> = Vec::new();
    for today in numbers(&computed.plan, &computed.run, &computed.record, "", None) {
        let earlier = earlier.get(&today.case().name).and_then(Option::as_ref);
        cases.push(held(&today, earlier, allowed, tube));
    }
    known.retain(|name| !cases.iter().any(|case| case.case == *name));
    for name in known {
        cases.extend(accepted(&args.baselines, &name)?.iter().flat_map(|record| &record.cases).map(GatedCase::gone));
    }
    cases.sort_by(|a, b| a.case.cmp(&b.case));
    let strict = report::Strict { skip: args.no_skip, new: args.no_new };
    let exit = gate_exit(&cases, args.no_skip, args.no_new);
    if !args.no_report {
        report::write(&computed.record.program, &cases, (strict, exit), place)?;
    }
    if args.json {
        print_json(&report::json(&cases, exit))?;
        return Ok(exit);
    }
    print(&report::terminal(&cases, exit, &args.out.join("index.html").display().to_string(), width()))?;
    Ok(exit)
}

/// With why and how far accepted numbers may drift.
pub(super) fn as_accepted(record: &Record) -> Option<&Accepted> {
    record.cases.first()?.accepted.as_ref()
}

/// What the name of a file of accepted numbers ends with.
pub(super) const ENDING: &str = ".jsonl";

/// The baseline of a case, where it has one.
pub(super) fn accepted(folder: &Path, case: &str) -> Result<Option<Record>, Error> {
    let name = format!("{case}{ENDING}");
    if !folder.join(&name).exists() {
        return Ok(None);
    }
    let mut file = Files::Folder(folder.to_path_buf()).text(&name, baseline::LARGEST)?;
    file.name = folder.join(&name).display().to_string();
    let record = baseline::read(&file)?;
    if let Some(other) = record.cases.iter().find(|other| other.name != case) {
        let message =
            format!("{} is the baseline of `{}`, not of `{case}`", folder.join(name).display(), cut(&other.name, 80));
        return Err(Error::with_help(message, "accept the case anew, or move the file back"));
    }
    Ok(Some(record))
}

/// Every case that has a baseline.
fn names(folder: &Path) -> Result<Vec<String>, Error> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let files = Files::Folder(folder.to_path_buf()).list("", ENDING)?;
    Ok(files.iter().map(|file| file.trim_end_matches(ENDING).to_string()).collect())
}
