//! Reads and writes records, line by line: `run.jsonl` of a report, and the accepted numbers of a case.
//!
//! Every line is one JSON object with one key. `run` comes first, then each case: a line `case`, and its scenes, collisions,
//! checks and curves in lines of several each. `end` has the SHA-256 of all bytes before it, which finds what was edited by
//! hand, cut off or merged. Who edits the digest as well is found only by computing the numbers again.
//!
//! ```json
//! {"run":{"format":5,"program":"collisionbench 0.1.0"}}
//! {"case":{"name":"normal/elastic/glass-head-on","accepted":{"why":"agrees with Hertz","drift":1e-12},"inputs":{"physics":"1f0c..."}}}
//! {"collisions":[{"scene":"-","by":"reference","numbers":[{"observable":"max_force","value":10696.889,"uncertainty":1.1e-9,"unit":"N"}]}]}
//! {"end":{"sha256":"9d3a..."}}
//! ```

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::builder::shared;
use super::{CaseRecord, Check, CollisionRecord, Curve, FORMAT, Record, SceneRecord};
use crate::error::{Diagnostic, Error, cut};

/// Scenes, collisions or checks in one line of a run.
const BLOCK: usize = 64;

/// One line as it is read.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Line {
    Run(Box<Record>),
    Case(Box<CaseRecord>),
    Scenes(Vec<SceneRecord>),
    Collisions(Vec<CollisionRecord>),
    Checks(Vec<Check>),
    Curves(Vec<Curve>),
    End(End),
}

/// The last line.
#[derive(Serialize, Deserialize, JsonSchema)]
struct End {
    /// Of all bytes before this line.
    sha256: String,
}

/// The first line, as far as another format has it too.
#[derive(Deserialize)]
struct First {
    run: Format,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// Writes lines, and hashes what it writes.
struct Lines<W> {
    out: W,
    digest: Sha256,
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Lines<W> {
    fn line(&mut self, key: &str, content: &impl Serialize) -> io::Result<()> {
        write!(self, "{{\"{key}\":")?;
        serde_json::to_writer(&mut *self, content)?;
        self.write_all(b"}\n")
    }

    /// So many to a line.
    fn lines(&mut self, key: &str, all: &[impl Serialize], block: usize) -> io::Result<()> {
        all.chunks(block).try_for_each(|these| self.line(key, &these))
    }
}

/// Writes a record, line by line. Numbers read back to the same bits. Accepted numbers have one collision a line, for people who
/// compare two versions of the file.
///
/// # Errors
/// Those of `out`.
pub fn write(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = Lines { out: BufWriter::new(out), digest: Sha256::new() };
    lines.line("run", record)?;
    for case in &record.cases {
        let block = if case.accepted.is_some() { 1 } else { BLOCK };
        lines.line("case", case)?;
        lines.lines("scenes", &case.scenes, block)?;
        lines.lines("collisions", &case.collisions, block)?;
        lines.lines("checks", &case.checks, block)?;
        lines.lines("curves", &case.curves, 1)?;
    }
    let sha256 = format!("{:x}", lines.digest.clone().finalize());
    lines.line("end", &End { sha256 })?;
    lines.flush()
}

/// The record as text.
///
/// # Errors
/// None that a record can cause; the serialiser's own type asks for one.
pub fn text(record: &Record) -> io::Result<String> {
    let mut bytes = Vec::new();
    write(record, &mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Reads a record, line by line; `name` is that of its file.
///
/// # Errors
/// With its line, for a file that is not a record, a record of another format, one that is cut off, and one whose digest is not
/// that of what it holds.
pub fn read(from: impl Read, name: &str) -> Result<Record, Error> {
    read_lines(&mut BufReader::new(from), name)
}

/// What reads a record is long: it is compiled once, not for each kind of file.
fn read_lines(from: &mut dyn BufRead, name: &str) -> Result<Record, Error> {
    let refused = |at: usize, what: String, help: &str| -> Error {
        Diagnostic::new(format!("{name}:{at}: {what}")).help(help).into()
    };
    let mut record: Option<Record> = None;
    let mut digest = Sha256::new();
    let mut text = String::new();
    for at in 1.. {
        text.clear();
        let bytes = from.read_line(&mut text);
        let line = text.trim_end_matches(['\n', '\r']);
        let read = match bytes {
            Ok(0) if at == 1 => Err("it is empty".to_string()),
            Ok(0) => return Err(refused(at, "the record is cut off: its last line is missing".to_string(), WHOLE)),
            Ok(_) => serde_json::from_str(line).map_err(|error| cut(&error.to_string(), 200).to_string()),
            Err(error) => Err(error.to_string()),
        };
        if at == 1
            && let Ok(First { run: Format { format } }) = serde_json::from_str(line)
            && format != FORMAT
        {
            let what = format!("record format {format} is not supported; this version reads format {FORMAT}");
            return Err(refused(at, what, "run its cases again with this version:  collisionbench run CASE"));
        }
        let read = read.map_err(|why| refused(at, format!("not the record of a run: {why}"), GIVE))?;
        match (read, record.as_mut()) {
            (Line::Run(run), None) => record = Some(*run),
            (Line::Case(case), Some(record)) => record.cases.push(*case),
            (Line::End(End { sha256 }), Some(_)) => {
                if format!("{:x}", digest.finalize()) != sha256 {
                    let what = "it was changed after it was written: its SHA-256 is not the stated one".to_string();
                    return Err(refused(at, what, WHOLE));
                }
                break;
            }
            (line, Some(Record { cases, .. })) => match cases.last_mut().map(|case| (line, case)) {
                Some((Line::Scenes(scenes), case)) => enter(&mut case.scenes, scenes),
                Some((Line::Collisions(collisions), case)) => case.collisions.extend(collisions),
                Some((Line::Checks(checks), case)) => case.checks.extend(checks),
                Some((Line::Curves(curves), case)) => case.curves.extend(curves),
                _ => return Err(refused(at, "not the record of a run: this line has no case".to_string(), GIVE)),
            },
            _ => return Err(refused(at, "not the record of a run: its first line is not `run`".to_string(), GIVE)),
        }
        digest.update(line.as_bytes());
        digest.update(b"\n");
    }
    record.ok_or_else(|| refused(1, "not the record of a run".to_string(), GIVE))
}

const GIVE: &str = "give it the run.jsonl of a report";

const WHOLE: &str = "take the file as it was written, or compute its numbers again:  collisionbench run CASE  or  accept CASE --why \"...\"";

/// Adds scenes, which share what does not change from one to the next.
fn enter(known: &mut Vec<SceneRecord>, scenes: Vec<SceneRecord>) {
    for mut scene in scenes {
        if let Some(before) = known.last() {
            let own = |all: Vec<Arc<_>>| all.into_iter().map(Arc::unwrap_or_clone);
            scene.parameters = shared(own(std::mem::take(&mut scene.parameters)), &before.parameters);
            let own = |all: Vec<Arc<_>>| all.into_iter().map(Arc::unwrap_or_clone);
            scene.validity = shared(own(std::mem::take(&mut scene.validity)), &before.validity);
        }
        known.push(scene);
    }
}

/// The JSON schema of a line.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(Line)
}
