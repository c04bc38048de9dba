//! `collisionbench accept CASE... --why TEXT`

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::gate::{ENDING, accepted, as_accepted};
use super::{print, tolerance, width};
use crate::bench::record::{BaselineStatus, Changes, Record, TUBE, accepted as baseline, file, gate, numbers};
use crate::bench::{self, PlannedCase};
use crate::error::{Error, Exit, cut};
use crate::number::counted;
use crate::output;
use crate::report::block;
use crate::report::environment::utc;
use crate::report::files::checked;
use crate::report::run::{RunView, not_met};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases
    #[arg(required = true)]
    cases: Vec<PathBuf>,
    /// Why these numbers are right; stored with them
    #[arg(long, value_name = "TEXT")]
    why: String,
    /// Tolerance of the numbers from then on: `0.1 %` or `1e-12`; for an engine that prints six digits, 1e-5
    #[arg(long, value_name = "TOLERANCE")]
    within: Option<String>,
    /// Accept every N-th scene of a case only, for large maps (default: as accepted earlier, or all scenes)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Folder of the accepted numbers
    #[arg(long, value_name = "DIR", default_value = "reference-data/baselines")]
    baselines: PathBuf,
    /// Accept numbers of cases whose checks fail
    #[arg(long)]
    failing: bool,
    #[command(flatten)]
    computing: Computing,
}

pub(super) fn accept(args: &Args) -> Result<Exit, Error> {
    let why = args.why.trim();
    if why.is_empty() {
        return Err(Error::with_help("--why is empty", "give the reason why these numbers are right"));
    }
    let drift = args.within.as_deref().map(|text| tolerance("--within", text)).transpose()?;
    let date = date(std::env::var("SOURCE_DATE_EPOCH").ok().as_deref())?;
    let found = bench::find(&args.cases, Path::new("."))?;
    // An earlier file that cannot be read is known before anything is computed.
    let of = |(name, _): &(String, _)| Ok((name.clone(), accepted(&args.baselines, name)?));
    let earlier: BTreeMap<String, Option<Record>> = found.cases.iter().map(of).collect::<Result<_, Error>>()?;
    let every = |case: &str| {
        let asked = args.every.and_then(|every| usize::try_from(every).ok());
        asked.or(earlier.get(case).and_then(|earlier| Some(as_accepted(earlier.as_ref()?)?.every))).unwrap_or(1)
    };
    let fits = |planned: &PlannedCase| {
        let every = every(&planned.case.name);
        readable(planned, every)?;
        Ok(every)
    };
    let computed = args.computing.numbers(found, Path::new("reports/accept.engines"), fits)?;
    let mut todays = numbers(&computed.plan, &computed.run, &computed.record, why, date.as_deref());
    let mut files = Vec::new();
    let tally = computed.record.tally();
    let mut failures = block::terminal(&not_met(&computed.record, &RunView::default(), false), width());
    if !failures.is_empty() {
        failures.push('\n');
    }
    let mut done = String::new();
    for today in &mut todays {
        let name = checked(&today.case().name)?.to_string();
        if let Some(lost) = today.absent.first() {
            let message = format!("`{name}` cannot be accepted: {} has no result for {}", lost.by, lost.scene);
            return Err(Error::Engine(format!("{message}\n  {}", cut(&lost.why, 400))));
        }
        if today.case().collisions.is_empty() {
            let _ = writeln!(failures, "nothing    {name}   it has no computed numbers");
            continue;
        }
        let earlier = earlier.get(&name).and_then(Option::as_ref);
        today.record = today.sampled(every(&name));
        let stated = drift.or(earlier.and_then(as_accepted).map(|accepted| accepted.drift));
        let cases = today.record.cases.iter_mut().filter_map(|case| case.accepted.as_mut());
        cases.for_each(|accepted| accepted.drift = stated.unwrap_or(accepted.drift));
        let gated = gate(today, earlier, None, TUBE);
        let n = Changes::of([&gated]);
        let _ = match gated.standing {
            BaselineStatus::NeverAccepted => writeln!(done, "  accepted   {name}   {} numbers, first baseline", n.new),
            _ => writeln!(done, "  accepted   {name}   {n}"),
        };
        let text = file::text(&today.record).map_err(|error| Error::wrong(error.to_string()))?;
        if text.len() as u64 > baseline::LARGEST {
            let least = text.len() as u64 / baseline::LARGEST + 1;
            return Err(too_large(&name, every(&name) as u64 * least));
        }
        files.push((args.baselines.join(format!("{name}{ENDING}")), text));
    }
    if files.is_empty() {
        return Err(Error::wrong("nothing to accept: these cases have no computed numbers"));
    }
    if tally.fail + tally.error > 0 && !args.failing {
        print(&failures)?;
        let message =
            format!("nothing was accepted: {} of these cases fail", counted(tally.fail + tally.error, "check"));
        let _ = writeln!(anstream::stderr(), "collisionbench: {message}\n  to accept them anyway:  --failing");
        return Ok(Exit::Failing);
    }
    let unchecked: Vec<&str> =
        todays.iter().filter(|today| today.nothing_checked).map(|today| today.case().name.as_str()).collect();
    if let (Some(case), false) = (unchecked.first(), args.failing) {
        let message = format!(
            "nothing was accepted: none of the checks of `{case}` was made, so that nobody has checked its numbers"
        );
        let _ = writeln!(anstream::stderr(), "collisionbench: {message}\n  to accept them anyway:  --failing");
        return Ok(Exit::NoResult);
    }
    output::replace(&files.iter().map(|(path, text)| (path.as_path(), text.as_bytes())).collect::<Vec<_>>())?;
    print(&format!("{failures}{done}"))?;
    Ok(Exit::AsExpected)
}

/// Refuses a case whose accepted numbers would be more than `gate` reads.
fn readable(planned: &PlannedCase, every: usize) -> Result<(), Error> {
    let variants: usize = planned.case.runs.iter().map(|run| run.settings.ladder().len().max(1)).sum();
    match baseline::sampling(planned.case.count() * variants, every) {
        Some(least) => Err(too_large(&planned.case.name, least as u64)),
        None => Ok(()),
    }
}

fn too_large(case: &str, least: u64) -> Error {
    let most = baseline::LARGEST >> 20;
    let message = format!("the numbers of `{case}` are more than the {most} MB of a file that `gate` reads");
    Error::with_help(message, format!("accept some of its scenes:  --every {least}"))
}

/// The date that the caller passes in, in seconds since 1970, as reproducible builds do; no clock is read.
fn date(seconds: Option<&str>) -> Result<Option<String>, Error> {
    let Some(text) = seconds.filter(|text| !text.is_empty()) else { return Ok(None) };
    let date = text.parse().ok().and_then(utc);
    let wrong = || Error::wrong(format!("SOURCE_DATE_EPOCH is `{}`, not seconds since 1970", cut(text, 40)));
    date.map(Some).ok_or_else(wrong)
}
