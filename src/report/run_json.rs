//! `run.json`: the record itself, with its counts and its digest.

use std::io::{self, BufReader, BufWriter, Read, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Diagnostic, Error, cut};
use crate::findings::{FindingRow, Findings};
use crate::record::{CaseRecord, CriterionRecord, FORMAT, NotRunRecord, PartialRecord, Record};
use crate::system::engine::Installation;

use super::{Reporter, files};

mod layout;

/// Writes `run.json`.
pub const RUN_JSON: Reporter = Reporter {
    name: "run.json",
    about: "the whole record: settings, observations, outcomes, curves as drawn",
    write: |context, folder| Ok(vec![files::stream_packed(folder, "run.json", |out| write(context.record, out))?]),
};

/// What a file holds, so that what was cut out of it is missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCounts {
    pub cases: usize,
    pub scenes: usize,
    pub observations: usize,
    pub checks: usize,
    pub curves: usize,
}

impl FileCounts {
    pub fn of(record: &Record) -> Self {
        let sum = |of: fn(&CaseRecord) -> usize| record.cases.iter().map(of).sum();
        Self {
            cases: record.cases.len(),
            scenes: sum(|case| case.scenes.len()),
            observations: sum(|case| case.observations.len()),
            checks: sum(|case| case.checks.len()),
            curves: sum(|case| case.curves.len()),
        }
    }
}

/// `run.json` as it is written.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    record: &'a Record,
    counts: FileCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<&'a [FindingRow]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

/// `run.json` as it is read.
#[derive(Deserialize, JsonSchema)]
struct File {
    format: u32,
    /// `collisionbench 0.1.0`
    program: String,
    /// `./cases`, `embedded`, or as named on the command line.
    cases_from: String,
    /// Why it is not whole; absent where everything was computed and written.
    #[serde(default)]
    partial: Option<PartialRecord>,
    /// The assumptions that the validity sheets judge, in their order.
    criteria: Vec<CriterionRecord>,
    /// The engines that were looked for and answer.
    #[serde(default)]
    engines: Vec<Installation>,
    /// Cases that were left out because they start a DEM code; absent where none was.
    #[serde(default)]
    not_run: Option<NotRunRecord>,
    cases: Vec<CaseRecord>,
    counts: FileCounts,
    /// What the run found, by subject: made from `cases`. Absent in records of earlier versions.
    #[serde(default)]
    findings: Option<Vec<FindingRow>>,
    /// SHA-256 of all the other fields, as JSON without spaces.
    sha256: String,
}

/// The format number only, read from a file of another format.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

fn digest(written: &Written<'_>) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut out = BufWriter::new(&mut digest as &mut dyn Write);
    serde_json::to_writer(&mut out, written)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(format!("{:x}", digest.finalize()))
}

/// Writes the record as JSON, piece by piece. Numbers read back to the same bits.
///
/// # Errors
/// Those of `out`.
pub fn write(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let findings: Vec<FindingRow> = Findings::of(record).all.iter().map(FindingRow::new).collect();
    let mut written = Written { record, counts: FileCounts::of(record), findings: Some(&findings), sha256: None };
    written.sha256 = Some(digest(&written)?);
    written.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, layout::Layout::default()))?;
    out.write_all(b"\n")
}

/// The record as JSON.
///
/// # Errors
/// None that a record can cause; the serialiser's own type asks for one.
pub fn text(record: &Record) -> io::Result<String> {
    let mut bytes = Vec::new();
    write(record, &mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Reads a record, piece by piece.
///
/// # Errors
/// For a file that is not a record, a record of another format, and one whose counts or digest are not those of what it holds.
pub fn read(mut from: impl Read) -> Result<Record, Error> {
    read_record(&mut from)
}

/// What reads a record is long: it is compiled once, not for each kind of file.
fn read_record(from: &mut dyn Read) -> Result<Record, Error> {
    let mut sealed = Sealed { from, digest: Sha256::new(), last: Vec::new(), quoted: false, escaped: false };
    let file: Result<File, serde_json::Error> = serde_json::from_reader(BufReader::new(&mut sealed));
    let File { format, program, cases_from, partial, criteria, engines, not_run, cases, counts, findings, sha256 } =
        file.map_err(|error| not_a_record(&error))?;
    if format != FORMAT {
        return Err(other_format(format));
    }
    let record = Record { format, program, cases_from, partial, criteria, engines, not_run, cases };
    let found = FileCounts::of(&record);
    if counts != found {
        let list = |n: FileCounts| {
            let FileCounts { cases, scenes, observations, checks, curves } = n;
            format!("{cases} cases, {scenes} scenes, {observations} observations, {checks} checks and {curves} curves")
        };
        return Err(changed(format!("the record states {}, and holds {}", list(counts), list(found))));
    }
    // A tool may have written the same record with other spaces, order or digits.
    let written = Written { record: &record, counts, findings: findings.as_deref(), sha256: None };
    let rewritten = || digest(&written).map_err(|error| Error::wrong(error.to_string()));
    if sealed.digest().as_ref() != Some(&sha256) && rewritten()? != sha256 {
        return Err(changed("the record was changed after the run: its SHA-256 is not the stated one".to_string()));
    }
    Ok(record)
}

/// A record while it is read: the digest is that of its text without the spaces between its words, up to the key `sha256`, which is
/// its last. So a record of an earlier version, which lacks a key that has a default today, is not a changed one.
struct Sealed<'a> {
    from: &'a mut dyn Read,
    digest: Sha256,
    /// What has been read last: as long as the key and its value.
    last: Vec<u8>,
    quoted: bool,
    escaped: bool,
}

/// Before and after the 64 digits of the digest.
const SEAL: [&[u8]; 2] = [b",\"sha256\":\"", b"\"}"];

impl Read for Sealed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(into)?;
        for &byte in into.iter().take(count).filter(|byte| **byte >= b' ') {
            if byte != b' ' || self.quoted {
                self.last.push(byte);
            }
            self.quoted ^= byte == b'"' && !self.escaped;
            self.escaped = self.quoted && byte == b'\\' && !self.escaped;
        }
        let older = self.last.len().saturating_sub(SEAL[0].len() + 64 + SEAL[1].len());
        self.digest.update(self.last.drain(..older).as_slice());
        Ok(count)
    }
}

impl Sealed<'_> {
    /// Of the whole record without the key; `None` where the key is not its last.
    fn digest(self) -> Option<String> {
        self.last.strip_prefix(SEAL[0])?.strip_suffix(SEAL[1])?;
        Some(format!("{:x}", self.digest.chain_update(b"}").finalize()))
    }
}

fn not_a_record(error: &serde_json::Error) -> Error {
    Diagnostic::new(format!("not the record of a run: {}", cut(&error.to_string(), 200)))
        .help("give it the run.json of a report")
        .into()
}

fn changed(message: String) -> Error {
    Diagnostic::new(message).help("take the file as the run wrote it, or run its cases again").into()
}

fn other_format(format: u32) -> Error {
    Diagnostic::new(format!("record format {format} is not supported; this version reads format {FORMAT}"))
        .help("run its cases again with this version:  collisionbench run CASE")
        .into()
}

/// The error of a file that [`read`] cannot read because it has another format; `None` where the format is today's, or
/// the file is not a record.
pub fn refusal_of_format(from: impl Read) -> Option<Error> {
    let Format { format } = serde_json::from_reader(BufReader::new(from)).ok()?;
    (format != FORMAT).then(|| other_format(format))
}

/// The JSON schema of `run.json`.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(File)
}
