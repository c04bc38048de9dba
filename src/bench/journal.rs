//! The journal of a run: every finished part of it, in a file beside the report that is named by the hash of what it came from.
//!
//! A run that is interrupted or killed finds there what it had finished. A file is written under another name and renamed: it is there whole
//! or not at all. Its first line has the lengths of what follows: the record of the part, and of a block of a large case its rows of the tables
//! of the case, which a report copies, with their hash.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::Builder;

use crate::bench::plan::Plan;
use crate::bench::planned::PlannedCase;
use crate::bench::record::large::Block;
use crate::bench::record::{CaseRecord, PROGRAM, Record, file};
use crate::data::sha256;
use crate::error::Error;

/// A folder of finished parts.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    /// Shared by the runs that use the folder, which the last of them removes.
    lock: File,
}

/// The record of a finished part, and where the rows of its tables are.
#[derive(Debug)]
pub struct Kept {
    pub case: CaseRecord,
    /// Of a block of a large case.
    pub rows: Option<RowsFile>,
}

/// Rows of the tables of a large case, in the file of one of its blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsFile {
    pub path: PathBuf,
    /// Columns of the observables in the table of collisions.
    pub columns: Vec<String>,
    /// Bytes of the file.
    pub collisions: Range<u64>,
    pub checks: Range<u64>,
}

/// The first line of a file: bytes of each of its sections.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Lengths {
    record: u64,
    collisions: u64,
    checks: u64,
    /// SHA-256 of both tables; the record has one of its own.
    hash: String,
}

/// What the names of the files end with, and those of unfinished ones begin with.
const ENDING: &str = ".part";
const UNFINISHED: &str = ".part-";

/// What the runs that use the folder hold a lock on.
const LOCK: &str = "lock";

impl Journal {
    /// Opens the journal in a folder, which is made where it is not there.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn open(folder: PathBuf) -> Result<Self, Error> {
        let open = || {
            fs::create_dir_all(&folder)?;
            let lock = OpenOptions::new().append(true).create(true).open(folder.join(LOCK))?;
            // Where files cannot be locked the last run removes what is there.
            let _ = lock.lock_shared();
            Ok(lock)
        };
        let lock = open().map_err(|source: io::Error| Error::write(&folder, source))?;
        Ok(Self { folder, lock })
    }

    /// Whether a file of this name is one of a journal.
    pub fn is_own(name: &OsStr) -> bool {
        let name = name.to_string_lossy();
        name.ends_with(ENDING) || name.starts_with(UNFINISHED) || name == LOCK
    }

    /// Keeps a finished part.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn keep(&self, key: &str, part: Block) -> Result<Kept, Error> {
        let path = self.folder.join(format!("{key}{ENDING}"));
        let Block { case, collisions, checks } = part;
        let mut record = Record { cases: vec![case], ..Record::empty() };
        let write = || {
            let text = file::text(&record)?;
            let lengths = Lengths {
                record: text.len() as u64,
                collisions: collisions.len() as u64,
                checks: checks.len() as u64,
                hash: hash(collisions.as_bytes().chain(checks.as_bytes()))?,
            };
            let head = serde_json::to_string(&lengths)? + "\n";
            let mut new = Builder::new().prefix(UNFINISHED).tempfile_in(&self.folder)?;
            for bytes in [&head, &text, &collisions, &checks] {
                new.write_all(bytes.as_bytes())?;
            }
            new.persist(&path).map_err(|failed| failed.error)?;
            Ok((head.len() as u64, lengths))
        };
        let (head, lengths) = write().map_err(|source: io::Error| Error::write(&path, source))?;
        let case = record.cases.remove(0);
        Ok(Kept { rows: rows(&case, path, head, &lengths), case })
    }

    /// A part that was finished earlier; `None` where there is none, and where its file is not as it was written.
    pub fn find(&self, key: &str) -> Option<Kept> {
        let path = self.folder.join(format!("{key}{ENDING}"));
        let size = fs::metadata(&path).ok()?.len();
        let mut from = BufReader::new(File::open(&path).ok()?);
        let mut head = String::new();
        from.read_line(&mut head).ok()?;
        let lengths: Lengths = serde_json::from_str(&head).ok()?;
        let all = [lengths.record, lengths.collisions, lengths.checks].into_iter().try_fold(0u64, u64::checked_add)?;
        if all.checked_add(head.len() as u64)? != size {
            return None;
        }
        let mut record = file::read((&mut from).take(lengths.record), &path.display().to_string()).ok()?;
        if hash(from).ok()? != lengths.hash {
            return None;
        }
        let case = record.cases.pop().filter(|_| record.cases.is_empty())?;
        Some(Kept { rows: rows(&case, path, head.len() as u64, &lengths), case })
    }

    /// Removes the journal, unless another run uses it: its report is written.
    pub fn remove(self) {
        // A lock is made exclusive where nobody shares it.
        if self.lock.unlock().and_then(|()| self.lock.try_lock().map_err(io::Error::other)).is_err() {
            return;
        }
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            if Self::is_own(&entry.file_name()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        // What is not ours stays, and the folder with it.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Where the rows of a block of a large case are in its file.
fn rows(case: &CaseRecord, path: PathBuf, head: u64, lengths: &Lengths) -> Option<RowsFile> {
    let columns = case.large.as_ref()?.columns.clone();
    let first = head + lengths.record;
    let second = first + lengths.collisions;
    Some(RowsFile { path, columns, collisions: first..second, checks: second..second + lengths.checks })
}

/// SHA-256 of what can be read.
fn hash(mut from: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    io::copy(&mut from, &mut digest)?;
    Ok(format!("{:x}", digest.finalize()))
}

/// The hash of all that the numbers and verdicts of a part follow from: this program, the case, the files it reads, the engines it runs, and
/// its scenes.
pub fn key(plan: &Plan, planned: &PlannedCase, scenes: &Range<usize>) -> String {
    let mut engines: Vec<String> = Vec::new();
    for name in planned.engines() {
        let found = plan.engines.installations(&name);
        engines.extend(found.iter().map(|engine| format!("{name} {}", engine.full_version())));
    }
    let also = plan.also();
    let of =
        (program(), &planned.case.name, planned.read(), engines, (&also.engines, also.within), &planned.drawn, scenes);
    sha256(format!("{of:?}"))
}

/// This program: its version and commit, and the hash of what is executed.
pub fn program() -> &'static str {
    static IDENTITY: OnceLock<String> = OnceLock::new();
    IDENTITY.get_or_init(|| {
        let bytes = std::env::current_exe().and_then(fs::read).unwrap_or_default();
        let hash = sha256(&bytes);
        let commit = option_env!("COLLISIONBENCH_COMMIT").unwrap_or_default();
        format!("{PROGRAM} {commit} {}", &hash[..16])
    })
}
