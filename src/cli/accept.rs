//! `collisionbench accept CASE... --why TEXT`

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::gate::{accepted, drift};
use super::print;
use crate::error::{Diagnostic, Error, cut};
use crate::judge::baseline;
use crate::record::{Changes, Standing, baselines, gate};
use crate::report::environment::utc;
use crate::report::files::checked;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases
    #[arg(required = true)]
    cases: Vec<PathBuf>,
    /// Why these numbers are right, for whoever asks later
    #[arg(long, value_name = "TEXT")]
    why: String,
    /// How far the numbers may drift: `1e-12 relative` or `0.1 %`; for an engine that prints six digits, 1e-5
    #[arg(long, value_name = "DRIFT")]
    drift: Option<String>,
    /// Of so many scenes of a case keep the first alone, where a map has too many; all of them unless given here or earlier
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Where accepted numbers are kept
    #[arg(long, value_name = "DIR", default_value = "reference-data/baselines")]
    baselines: PathBuf,
    #[command(flatten)]
    computing: Computing,
}

pub(super) fn accept(args: &Args) -> Result<(), Error> {
    let why = args.why.trim();
    if why.is_empty() {
        return Err(Diagnostic::new("--why is empty").help("say why these numbers are right").into());
    }
    let drift = args.drift.as_deref().map(drift).transpose()?;
    let date = date(std::env::var("SOURCE_DATE_EPOCH").ok().as_deref())?;
    let computed = args.computing.cases(&args.cases, Path::new("reports/accept.engines"))?;
    let mut todays = baselines(&computed.plan, &computed.run, &computed.record, why, date.as_deref());
    let mut files = Vec::new();
    let mut told = String::new();
    for today in &mut todays {
        let name = checked(&today.baseline.case)?.to_string();
        if let Some(lost) = today.absent.first() {
            let message = format!("`{name}` cannot be accepted: {} gave nothing for {}", lost.by, lost.scene);
            return Err(Diagnostic::new(message).help(cut(&lost.why, 400)).into());
        }
        if today.baseline.values.is_empty() {
            // A fit is judged by its measurements alone.
            let _ = writeln!(told, "  nothing    {name}   no solver computes anything in it");
            continue;
        }
        let earlier = accepted(&args.baselines, &name)?;
        let every = args.every.and_then(|every| usize::try_from(every).ok()).or(earlier.as_ref().map(|b| b.every));
        today.baseline = today.sampled(every.unwrap_or(1));
        today.baseline.drift = drift.or(earlier.as_ref().map(|b| b.drift)).unwrap_or(baseline::DRIFT);
        let gated = gate(today, earlier.as_ref(), None, baseline::TUBE);
        let n = Changes::of([&gated]);
        let _ = match gated.standing {
            Standing::NeverAccepted => writeln!(told, "  accepted   {name}   {} numbers, the first", n.new),
            _ => writeln!(
                told,
                "  accepted   {name}   {} moved, {} unchanged, {} new, {} gone",
                n.moved, n.unchanged, n.new, n.gone
            ),
        };
        files.push((args.baselines.join(format!("{name}.toml")), baseline::text(&today.baseline)));
    }
    if files.is_empty() {
        return Err(Error::wrong("there is nothing to accept: no solver computes anything in these cases"));
    }
    put(&files)?;
    print(&told)
}

/// The date that the caller passes in, in seconds since 1970, as reproducible builds do; no clock is read.
fn date(seconds: Option<&str>) -> Result<Option<String>, Error> {
    let Some(text) = seconds.filter(|text| !text.is_empty()) else { return Ok(None) };
    let date = text.parse().ok().and_then(utc);
    let wrong = || Error::wrong(format!("SOURCE_DATE_EPOCH is `{}`, not seconds since 1970", cut(text, 40)));
    date.map(Some).ok_or_else(wrong)
}

/// Writes every file beside its place first, and renames them when all are whole.
fn put(files: &[(PathBuf, String)]) -> Result<(), Error> {
    let mut beside: Vec<(PathBuf, &Path)> = Vec::new();
    let written = files.iter().try_for_each(|(path, text)| {
        let failed = |source| Error::write(path, source);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".new-{}", std::process::id()));
        let new = path.with_file_name(name);
        beside.push((new.clone(), path));
        let mut file = fs::File::create(&new).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map_err(failed)
    });
    let renamed = written.and_then(|()| {
        beside.iter().try_for_each(|(new, path)| fs::rename(new, path).map_err(|source| Error::write(path, source)))
    });
    if renamed.is_err() {
        for (new, _) in &beside {
            let _ = fs::remove_file(new);
        }
    }
    renamed
}
