//! `collisionbench diff A B`, and the printing of differences between two reports.

use std::fmt::Write;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::print;
use crate::bench::record::{Change, DRIFT, Differences, Record, file, verify};
use crate::data::Files;
use crate::error::{Error, Exit};
use crate::number::counted;
use crate::report::files;

/// Largest record that is read, bytes.
pub(super) const LARGEST_RECORD: u64 = 1 << 30;

/// First bytes of a compressed file.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// The largest record of an earlier run that a run reads to say what moved, bytes.
const LARGEST_BEFORE: u64 = 1 << 26;

/// Differences that are shown of each kind.
pub(super) const SHOWN: usize = 20;
/// Cases of one record alone that are named.
const NAMED: usize = 3;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A report, `reports/a`, or its run.jsonl
    then: PathBuf,
    /// The newer report
    now: PathBuf,
    /// Only the cases whose text is the same in both
    #[arg(long)]
    same_cases: bool,
}

/// What differs between two reports; 1 when a number, a verdict or a curve differs by more than its uncertainty.
pub(super) fn diff(args: &Args) -> Result<Exit, Error> {
    let (then, now) = (read(&args.then)?, read(&args.now)?);
    let programs = [&then.program, &now.program].map(String::clone);
    let compared = verify(&then, &now, args.same_cases);
    if compared.cases == 0 {
        let message = "nothing to compare: no case is the same in both reports";
        return Err(Error::with_help(message, "without --same-cases the cases of one name are compared"));
    }
    let mut out = String::new();
    if programs[0] != programs[1] {
        let _ = writeln!(out, "  then {}, now {}", programs[0], programs[1]);
    }
    write(&mut out, &compared);
    out.push_str(&summary(compared.word(), &compared));
    print(&out)?;
    Ok(Exit::worst([(compared.differ(), Exit::Failing)]))
}

/// The last line: how alike two records of so many cases are, and what may be between two numbers that are.
pub(super) fn summary(word: &str, compared: &Differences) -> String {
    format!(
        "  {word}: {} of {} numbers, verdicts, scenes and curves of {} differ; a number may by its uncertainties, or by {DRIFT:e} of itself\n",
        compared.differing(),
        compared.compared,
        counted(compared.cases, "case")
    )
}

/// The record of the previous run in this folder, if it is complete and readable.
pub(super) fn before(reports: &Path) -> Option<Record> {
    let path = as_written(reports.join("run.jsonl"));
    let small = std::fs::metadata(&path).is_ok_and(|file| file.len() <= LARGEST_BEFORE);
    let record = small.then(|| read(&path).ok()).flatten()?;
    record.partial.is_none().then_some(record)
}

/// Writes the first differences of each kind, and how many more there are.
pub(super) fn write(out: &mut String, found: &Differences) {
    for change in Change::REPORTED {
        let these = found.described.iter().filter(|(of, _)| *of == change);
        for (_, difference) in these.take(SHOWN) {
            let _ = writeln!(out, "  {}   {difference}", change.word());
        }
        let alone = match change {
            Change::Gone => found.alone[0].len(),
            Change::New => found.alone[1].len(),
            _ => 0,
        };
        let count = found.count(change) - alone;
        if count > SHOWN {
            let _ = writeln!(out, "             and {} more {}", count - SHOWN, change.word());
        }
    }
    for (alone, which) in found.alone.iter().zip(["first", "second"]).filter(|(alone, _)| !alone.is_empty()) {
        let named: Vec<&str> = alone.iter().take(NAMED).map(String::as_str).collect();
        let more = if alone.len() > NAMED { format!(", and {} more", alone.len() - NAMED) } else { String::new() };
        let cases = counted(alone.len(), "case");
        let _ = writeln!(out, "  in the {which} record alone: {cases}, {}{more}", named.join(", "));
    }
}

/// Reads the record of a report, or a file.
pub(super) fn read(path: &Path) -> Result<Record, Error> {
    let path = if path.is_dir() { path.join("run.jsonl") } else { path.to_path_buf() };
    file::read(open(&path)?, &path.display().to_string())
}

pub(super) fn folder(path: &Path) -> PathBuf {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf()
}

/// A record as a run writes it: a large one is compressed, and is meant by its plain name too.
pub(super) fn as_written(path: PathBuf) -> PathBuf {
    let mut packed = path.clone().into_os_string();
    packed.push(files::COMPRESSED);
    let packed = PathBuf::from(packed);
    if !path.exists() && packed.exists() { packed } else { path }
}

pub(super) fn open(path: &Path) -> Result<impl Read + use<>, Error> {
    let path = &as_written(path.to_path_buf());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut file = BufReader::new(Files::Folder(folder(path)).open(&name)?);
    let packed = file.fill_buf().is_ok_and(|start| start.starts_with(&PACKED));
    let record: Box<dyn Read> = if packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(record.take(LARGEST_RECORD))
}
