//! `run.json`: the record itself, with its findings and its digest.

use std::io::{self, BufReader, BufWriter, Read, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::codes::engine::Installation;
use crate::error::{Diagnostic, Error, cut};
use crate::findings::{FindingRow, Findings};
use crate::record::{CaseRecord, CriterionRecord, FORMAT, NotRunRecord, PartialRecord, Record};

use super::{Reporter, files};

mod layout;

/// Writes `run.json`.
pub const RUN_JSON: Reporter = Reporter {
    name: "run.json",
    about: "the whole record: settings, observations, outcomes, curves as drawn",
    write: |context, folder| Ok(vec![files::stream_packed(folder, "run.json", |out| write(context.record, out))?]),
};

/// `run.json` as it is written.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    record: &'a Record,
    findings: &'a [FindingRow],
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
    /// How far the run came; absent where everything was computed and written.
    partial: Option<PartialRecord>,
    /// The assumptions that the validity sheets judge, in their order.
    criteria: Vec<CriterionRecord>,
    /// The engines that were looked for and answer.
    #[serde(default)]
    engines: Vec<Installation>,
    /// Cases that were left out because they start a DEM code; absent where none was.
    not_run: Option<NotRunRecord>,
    cases: Vec<CaseRecord>,
    /// What the run found, by subject: made from `cases`.
    findings: Vec<FindingRow>,
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
    let mut written = Written { record, findings: &findings, sha256: None };
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
/// For a file that is not a record, a record of another format, and one whose digest is not that of what it holds.
pub fn read(mut from: impl Read) -> Result<Record, Error> {
    read_record(&mut from)
}

/// What reads a record is long: it is compiled once, not for each kind of file.
fn read_record(from: &mut dyn Read) -> Result<Record, Error> {
    let file: File = serde_json::from_reader(BufReader::new(from)).map_err(|error| not_a_record(&error))?;
    let File { format, program, cases_from, partial, criteria, engines, not_run, cases, findings, sha256 } = file;
    if format != FORMAT {
        return Err(other_format(format));
    }
    let record = Record { format, program, cases_from, partial, criteria, engines, not_run, cases };
    // A tool may have written the same record with other spaces, order or digits.
    let written = Written { record: &record, findings: &findings, sha256: None };
    if digest(&written).map_err(|error| Error::wrong(error.to_string()))? != sha256 {
        let message = "the record was changed after the run: its SHA-256 is not the stated one";
        return Err(Error::with_help(message, "take the file as the run wrote it, or run its cases again"));
    }
    Ok(record)
}

fn not_a_record(error: &serde_json::Error) -> Error {
    Diagnostic::new(format!("not the record of a run: {}", cut(&error.to_string(), 200)))
        .help("give it the run.json of a report")
        .into()
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
