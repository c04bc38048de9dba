//! `collisionbench verify run.jsonl`

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::compute::{Computed, Computing};
use super::differences::{self, LARGEST_RECORD, SHOWN, as_written, folder};
use super::print;
use crate::bench::record::{CaseRecord, MissingCollision, Record, absent, verify as compare};
use crate::bench::{self, CaseFiles};
use crate::error::{Error, Exit, SourceFile, cut};
use crate::output::manifest;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The record of a run: `reports/latest/run.jsonl`
    record: PathBuf,
    #[command(flatten)]
    computing: Computing,
}

pub(super) fn verify(args: &Args) -> Result<Exit, Error> {
    let (from, cases) = {
        let then = read(&args.record)?;
        (then.cases_from.clone(), then.cases.iter().map(text).collect())
    };
    let data = bench::datasets(Path::new("."));
    let found = CaseFiles { from, cases, data, judged: true };
    let computed = args.computing.numbers(found, Path::new("reports/verify.engines"), |_| Ok(1))?;
    let (absent, now) = today(computed);
    // Read again: beside a run of a hundred thousand scenes there is no room for the record of another.
    let then = differences::read(&args.record)?;
    let ran = |was: &CaseRecord| now.cases.iter().find(|is| is.name == was.name).is_none_or(|is| is.text == was.text);
    if !then.cases.iter().all(ran) {
        let message = format!("{} was replaced while its cases were run", args.record.display());
        return Err(Error::with_help(message, "verify a copy of the record"));
    }
    let lost = lost(&then, absent);
    let found = compare(&then, &now, false);
    let mut out = String::new();
    for (case, lost) in lost.iter().take(SHOWN) {
        let _ = writeln!(
            out,
            "  not computed   {case}   {}{}: its numbers are on record, and {}",
            lost.by,
            if *lost.scene == *"-" { String::new() } else { format!(" [{}]", lost.scene) },
            cut(&lost.why, 400)
        );
    }
    if then.program != now.program {
        let _ = writeln!(out, "  the record is of {}, this is {}", then.program, now.program);
    }
    differences::write(&mut out, &found);
    let word = if lost.is_empty() { found.word() } else { "not verified" };
    out.push_str(&differences::summary(word, &found));
    let folder = folder(&args.record);
    let read = |source| Error::Read { path: folder.clone(), source };
    if let Some(what) = manifest::unlisted(&folder).map_err(read)? {
        let _ = writeln!(out, "  the other files of the report were not checked: {what}");
    }
    print(&out)?;
    Ok(Exit::worst([(!lost.is_empty(), Exit::NoResult), (found.differ(), Exit::Failing)]))
}

/// Name and text of a recorded case, to be run again.
fn text(case: &CaseRecord) -> (String, SourceFile) {
    (case.name.clone(), SourceFile { name: case.file.clone(), text: case.text.clone() })
}

/// The results of the new run, and its collisions without numbers, by case.
fn today(computed: Computed) -> (Vec<(String, Vec<MissingCollision>)>, Record) {
    let Computed { plan, run, record } = computed;
    let each = plan.cases.iter().zip(&run.cases);
    let absent = each.map(|(planned, run)| (planned.case.name.clone(), absent(planned, run, None))).collect();
    (absent, record)
}

/// The recorded collisions that could not be computed now, because an engine is missing or failed.
fn lost(then: &Record, absent: Vec<(String, Vec<MissingCollision>)>) -> Vec<(String, MissingCollision)> {
    let mut lost = Vec::new();
    for (name, absent) in absent.into_iter().filter(|(_, absent)| !absent.is_empty()) {
        let Some(case) = then.cases.iter().find(|case| case.name == name) else { continue };
        let known: BTreeSet<(&str, &str)> = case.collisions.iter().map(|seen| (&*seen.scene, &*seen.by)).collect();
        let of = absent.into_iter().filter(|lost| known.contains(&(&lost.scene, &lost.by)));
        lost.extend(of.map(|lost| (name.clone(), lost)));
    }
    lost
}

/// Reads a record of a size that fits into memory.
pub(super) fn recorded(path: &Path, instead: &str) -> Result<Record, Error> {
    let path = &as_written(path.to_path_buf());
    let shown = path.display().to_string();
    let read = |source| Error::Read { path: path.clone(), source };
    let size = std::fs::metadata(path).map_err(read)?.len();
    if size > LARGEST_RECORD {
        let message = format!("{shown} has {size} bytes; at most {LARGEST_RECORD} are read");
        return Err(Error::with_help(message, format!("run fewer cases at a time, and {instead}")));
    }
    differences::read(path)
}

/// Reads a record and checks that it has results.
fn read(path: &Path) -> Result<Record, Error> {
    let path = &as_written(path.to_path_buf());
    let shown = path.display().to_string();
    let folder = folder(path);
    let read = |source| Error::Read { path: path.clone(), source };
    if let Some(what) = manifest::differs(&folder).map_err(read)? {
        let message = format!("{shown} is part of a report that was changed after the run: {what}");
        let help = "run its cases again, or verify a copy of the record that lies outside the report";
        return Err(Error::with_help(message, help));
    }
    let record = recorded(path, "verify each record")?;
    if let Some(partial) = &record.partial {
        let message = format!("{shown} is not the record of a whole run: {}", partial.line());
        return Err(Error::with_help(message, "part of a run cannot be verified: run its cases again to the end"));
    }
    let empty = |case: &&CaseRecord| case.collisions.is_empty() && case.checks.is_empty();
    let vacuous: Vec<&str> = record.cases.iter().filter(empty).map(|case| case.name.as_str()).collect();
    if record.cases.is_empty() || !vacuous.is_empty() {
        let message = match vacuous.first() {
            Some(case) => format!("{shown} holds no number and no verdict of `{case}`: there is nothing to verify"),
            None => format!("{shown} holds no case: there is nothing to verify"),
        };
        return Err(Error::with_help(message, "give it the record of a run that computed something"));
    }
    Ok(record)
}
