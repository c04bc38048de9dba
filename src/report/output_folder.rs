//! The folder of a report, which is replaced in one step.
//!
//! A report is built in a hidden folder beside its place, `.latest.building-4711`, and put there in one step: renamed
//! when the place is empty, exchanged with `renameat2(RENAME_EXCHANGE)` when it holds an earlier report. A run that is
//! killed at any moment leaves the old report or the new one. A file that no manifest of ours lists is never deleted.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::manifest;
use crate::error::Error;

pub mod building;
pub mod inspect;
pub mod swap;
pub mod sweep;

pub use building::{Building, PlacedReport};
use inspect::{FolderState, inspect};

/// Exit code of a request that is wrong.
const REFUSED: u8 = 2;

/// What CI reads of a report.
const OUTCOME: [&str; 3] = ["gate.md", "junit.xml", "summary.md"];

/// The folder in which a report is to be placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFolder {
    /// The path as the user gave it, for messages.
    shown: PathBuf,
    /// Absolute, links resolved.
    path: PathBuf,
    parent: PathBuf,
    name: OsString,
}

impl OutputFolder {
    /// # Errors
    /// When the path names no folder that could be replaced: `/`, or one that ends in `..` and is not there.
    pub fn new(path: &Path) -> Result<Self, Error> {
        let wrong = |source| Error::write(path, source);
        // A link is resolved, so that the folder it leads to is replaced and not the link.
        let full = match fs::canonicalize(path) {
            Ok(full) => full,
            Err(_) if path.is_symlink() => {
                let to = fs::read_link(path).unwrap_or_default();
                let why = format!("it is a link to {}, which does not exist", to.display());
                let advice = "create that folder, or remove the link".to_string();
                let source = io::Error::new(io::ErrorKind::NotFound, why);
                return Err(Error::Write { path: path.to_path_buf(), source, advice });
            }
            Err(_) => std::path::absolute(path).map_err(wrong)?,
        };
        match (full.parent(), full.file_name()) {
            (Some(parent), Some(name)) => Ok(Self {
                shown: path.to_path_buf(),
                parent: parent.to_path_buf(),
                name: name.to_os_string(),
                path: full,
            }),
            _ => Err(wrong(io::Error::new(io::ErrorKind::InvalidInput, "this is not a folder for a report"))),
        }
    }

    /// The path as its user named it.
    pub fn shown(&self) -> &Path {
        &self.shown
    }

    /// Removes leftovers of killed runs and checks that a report can be placed here, before a long run.
    ///
    /// # Errors
    /// [`Error::Write`] when the place holds a file that is not ours, naming it, or cannot be written to.
    pub fn check(&self) -> Result<(), Error> {
        drop(self.begin()?);
        Ok(())
    }

    /// Removes what CI reads as the outcome from the report that is here: a request that was refused leaves no earlier green.
    /// The rest of the report, which is that of another run, stays, and its manifest lists what is there.
    pub fn withdraw_after(&self, error: &Error) {
        if error.exit_code() != REFUSED {
            return;
        }
        let Ok(Some(listed)) = manifest::read(&self.path) else { return };
        for name in OUTCOME.into_iter().filter(|name| listed.iter().any(|known| known == name)) {
            // What cannot be removed is reported by the next run, which writes here.
            let _ = manifest::unlist(&self.path, name).and_then(|()| fs::remove_file(self.path.join(name)));
        }
    }

    /// Starts a new report in a hidden folder next to this one.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn begin(&self) -> Result<Building, Error> {
        let failed = |source| Error::write(&self.shown, source);
        fs::create_dir_all(&self.parent).map_err(failed)?;
        sweep::sweep(self).map_err(failed)?;
        if let FolderState::Foreign(file) = inspect(&self.path).map_err(failed)? {
            let moved = if file.is_empty() { self.shown.display().to_string() } else { file.clone() };
            return Err(self.refused(
                &file,
                format!("nothing was deleted: move `{moved}` away, or choose another folder with --reports DIR"),
            ));
        }
        Building::start(self)
    }

    fn refused(&self, file: &str, advice: String) -> Error {
        let what = if file.is_empty() {
            "it is not a folder".to_string()
        } else {
            format!("it holds `{file}`, which is not part of a report")
        };
        Error::Write { path: self.shown.clone(), source: io::Error::new(io::ErrorKind::AlreadyExists, what), advice }
    }

    /// `.latest.building-`: prefix of a hidden sibling's name.
    fn prefix(&self, kind: &str) -> OsString {
        let mut prefix = OsString::from(".");
        prefix.push(&self.name);
        prefix.push(format!(".{kind}-"));
        prefix
    }

    /// An unused sibling name: `latest.new`, `latest.new-2`, ...
    fn free(&self, kind: &str) -> PathBuf {
        let mut number = 1;
        loop {
            let mut name = self.name.clone();
            name.push(if number == 1 { format!(".{kind}") } else { format!(".{kind}-{number}") });
            let path = self.parent.join(name);
            if path.symlink_metadata().is_err() {
                return path;
            }
            number += 1;
        }
    }
}
