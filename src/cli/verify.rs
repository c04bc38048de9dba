//! `collisionbench verify run.json`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::print;
use crate::bench::{self, Found};
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile, cut};
use crate::record::{FORMAT, Likeness, Record, Verified, verify as held};

/// The most that is read of a record, bytes.
const LARGEST_RECORD: u64 = 1 << 30;

/// Differences that are shown of each kind.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The record of a run: `reports/latest/run.json`
    record: PathBuf,
    #[command(flatten)]
    computing: Computing,
}

pub(super) fn verify(args: &Args) -> Result<u8, Error> {
    let then = read(&args.record)?;
    let data = bench::datasets(Path::new("."));
    let text = |case: &crate::record::CaseRecord| SourceFile { name: case.file.clone(), text: case.text.clone() };
    let cases = then.cases.iter().map(|case| (case.name.clone(), text(case))).collect();
    let found = Found { from: then.cases_from.clone(), cases, data };
    let now = args.computing.found(found, Path::new("reports/verify.engines"))?.record;
    let verified = held(&then, &now);
    let mut out = String::new();
    if then.program != now.program {
        let _ = writeln!(out, "  the record is of {}, this is {}", then.program, now.program);
    }
    for likeness in [Likeness::Different, Likeness::Within] {
        told(&mut out, &verified, likeness);
    }
    let _ = writeln!(
        out,
        "  {}: {} of {} numbers, verdicts and courses of {} cases differ",
        verified.likeness().word(),
        verified.differences.len(),
        verified.compared,
        then.cases.len()
    );
    print(&out)?;
    Ok(u8::from(verified.likeness() == Likeness::Different))
}

fn told(out: &mut String, verified: &Verified, likeness: Likeness) {
    let these: Vec<_> = verified.differences.iter().filter(|d| d.likeness == likeness).collect();
    for difference in these.iter().take(SHOWN) {
        let (word, d) = (likeness.word(), difference);
        let _ = writeln!(
            out,
            "  {word}   {}   {} [{}]   {}: {} then, {} now",
            d.case, d.by, d.scene, d.what, d.then, d.now
        );
    }
    if these.len() > SHOWN {
        let _ = writeln!(out, "             and {} more {}", these.len() - SHOWN, likeness.word());
    }
}

fn read(path: &Path) -> Result<Record, Error> {
    let shown = path.display().to_string();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf();
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let file = Files::Folder(folder).text(&name, LARGEST_RECORD)?;
    let record: Record = serde_json::from_str(&file.text).map_err(|error| {
        Diagnostic::new(format!("{shown}: not the record of a run: {}", cut(&error.to_string(), 200)))
            .help("give it the run.json of a report")
    })?;
    if record.format != FORMAT {
        return Err(Diagnostic::new(format!("{shown} has the format {}, and {FORMAT} is read", record.format))
            .help("run its cases again with this version")
            .into());
    }
    Ok(record)
}
