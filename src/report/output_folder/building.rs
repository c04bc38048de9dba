//! A report while it is being built.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::error::Error;

use super::super::journal;
use super::super::manifest;
use super::inspect::{FolderState, inspect, remove_listed};
use super::{OutputFolder, swap};

/// Number of attempts when another process changes the folder meanwhile.
const TRIES: usize = 5;

/// A hidden folder next to the output folder, in which a report is built. It is deleted when dropped.
#[derive(Debug)]
pub struct Building {
    place: OutputFolder,
    outer: PathBuf,
    /// In it, what becomes the report.
    folder: PathBuf,
    /// Open, and with that locked, until nothing is left to do here.
    _marker: File,
}

/// A report in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedReport {
    /// The files of the report, relative to its folder.
    pub files: Vec<String>,
    /// Path of the earlier report, if a foreign file appeared in it at the last moment.
    pub kept: Option<PathBuf>,
}

impl Building {
    /// Makes the folder and its marker. A second report of this process gets a number.
    pub(super) fn start(place: &OutputFolder) -> Result<Self, Error> {
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for attempt in 0..100 {
            let mut name = place.prefix("building");
            name.push(std::process::id().to_string());
            if attempt > 0 {
                name.push(format!("-{attempt}"));
            }
            let outer = place.parent.join(name);
            let folder = outer.join(journal::REPORT);
            let made = fs::create_dir(&outer).and_then(|()| journal::start(&outer));
            match made.and_then(|marker| fs::create_dir(&folder).map(|()| marker)) {
                Ok(_marker) => return Ok(Self { place: place.clone(), outer, folder, _marker }),
                Err(e) if matches!(e.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => last = e,
                Err(e) => {
                    let _ = fs::remove_file(outer.join(journal::NAME));
                    let _ = fs::remove_dir(&outer);
                    return Err(Error::write(&place.shown, e));
                }
            }
        }
        Err(Error::write(&place.shown, last))
    }

    /// Where the files go.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the manifest of these files, puts the report in its place, whole, and deletes the earlier one.
    ///
    /// # Errors
    /// [`Error::Write`]. When a file that is not ours has appeared in the place, the new report is kept beside it and
    /// the error says where.
    pub fn put(self, mut files: Vec<String>) -> Result<PlacedReport, Error> {
        manifest::write(&self.folder, &files)?;
        files.push(manifest::NAME.to_string());
        let failed = |place: &OutputFolder, source| Error::write(&place.shown, source);
        sync(&self.folder, &files).map_err(|e| failed(&self.place, e))?;
        for _ in 0..TRIES {
            let moved = match inspect(&self.place.path).map_err(|e| failed(&self.place, e))? {
                FolderState::Foreign(file) => return Err(self.keep(&file)),
                FolderState::Free => fs::rename(&self.folder, &self.place.path).map(|()| None),
                FolderState::Ours => swap::swap(&self.place, &self.folder).map(Some),
            };
            match moved {
                Ok(old) => {
                    sync_folder(&self.place.parent);
                    let kept = old.and_then(|old| self.clear(&old));
                    return Ok(PlacedReport { files, kept });
                }
                // Someone put something there between the look and the step: look again.
                Err(e) if is_changed(&e) => {}
                Err(e) => return Err(failed(&self.place, e)),
            }
        }
        Err(failed(&self.place, io::Error::other("another run keeps changing this folder")))
    }

    /// Deletes the earlier report by its own manifest; says where the rest is, if there is one.
    fn clear(&self, old: &Path) -> Option<PathBuf> {
        let listed = manifest::read(old).ok().flatten().unwrap_or_default();
        let _ = remove_listed(old, &listed);
        if !old.is_dir() {
            return None;
        }
        let visible = self.place.free("kept");
        Some(fs::rename(old, &visible).map_or_else(|_| old.to_path_buf(), |()| visible))
    }

    /// Moves the finished report to a visible name, because its place is taken.
    fn keep(&self, file: &str) -> Error {
        let visible = self.place.free("new");
        let kept = fs::rename(&self.folder, &visible).map_or_else(
            |_| {
                // Without a marker nothing here is taken for the remains of a dead run.
                let _ = fs::remove_file(self.outer.join(journal::NAME));
                self.folder.clone()
            },
            |()| visible,
        );
        self.place.refused(file, format!("it appeared during the run; the new report is in {}", kept.display()))
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        if let Some(noted) = journal::noted(&self.outer) {
            let _ = remove_listed(&self.outer, &noted);
        }
    }
}

/// Whether a rename failed because the place is not what it was.
fn is_changed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::DirectoryNotEmpty
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
    )
}

/// Flushes the files to disk before the rename, so that a power cut leaves no empty files.
fn sync(folder: &Path, files: &[String]) -> io::Result<()> {
    files.par_iter().try_for_each(|file| File::open(folder.join(file))?.sync_data())?;
    let mut inner: Vec<&Path> = files.iter().filter_map(|file| Path::new(file).parent()).collect();
    inner.sort();
    inner.dedup();
    inner.into_par_iter().for_each(|path| sync_folder(&folder.join(path)));
    Ok(())
}

/// Not every system can do this, and none needs it to be correct while it runs.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|f| f.sync_all());
}
