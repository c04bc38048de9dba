//! The folder of a report, which is replaced in one step.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tempfile::{Builder, TempDir};

use super::{RANDOM, beside, manifest, place_of, unfinished};
use crate::error::{Error, Exit};

/// In a hidden folder: the file that the program which builds there holds a lock on, the report that is built, and the
/// earlier one where folders cannot be exchanged in one step.
const LOCK: &str = "lock";
const REPORT: &str = "report";
const EARLIER: &str = "earlier";

/// Number of attempts when another program changes the same folder meanwhile.
const TRIES: usize = 5;

const GATE: &str = "gate.md";

/// What CI reads of a report.
const OUTCOME: [&str; 3] = [GATE, "junit.xml", "summary.md"];

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
                let source = io::Error::new(ErrorKind::NotFound, why);
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
            _ => Err(wrong(io::Error::new(ErrorKind::InvalidInput, "this is not a folder for a report"))),
        }
    }

    /// Where an interrupted run leaves what it finished: `reports/latest.partial` for `reports/latest`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn partial(&self) -> Result<Self, Error> {
        let named = if self.shown.file_name().is_some() { &self.shown } else { &self.path };
        Self::new(&beside(named, ".partial"))
    }

    /// Removes what CI reads as the outcome from the report that is here: a request that was refused leaves no earlier green.
    /// The rest of the report, which is that of another run, stays, and its manifest lists what is there.
    pub fn withdraw_after(&self, error: &Error) {
        let Ok(Some(listed)) = manifest::read(&self.path) else { return };
        let is_there = |name: &&str| listed.iter().any(|known| known == name);
        // The page of a gate is its outcome; that of a run is the report itself.
        let page = OUTCOME.iter().find(|name| **name == GATE && is_there(name)).map(|_| "index.html");
        let withdrawn = OUTCOME.into_iter().chain(page).filter(is_there);
        for name in withdrawn.filter(|_| error.exit() == Exit::Wrong) {
            // What cannot be removed is reported by the next run, which writes here.
            let _ = manifest::unlist(&self.path, name).and_then(|()| fs::remove_file(self.path.join(name)));
        }
    }

    /// The path as its user named it.
    pub fn shown(&self) -> &Path {
        &self.shown
    }

    /// Removes what killed programs left beside the place and checks that a report can be placed here, before a long run.
    ///
    /// # Errors
    /// [`Error::Write`] when the place holds a file that is not ours, naming it, or cannot be written to.
    pub fn check(&self) -> Result<(), Error> {
        self.begin().map(drop)
    }

    /// Starts a new report in a hidden folder beside this one.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn begin(&self) -> Result<Building, Error> {
        let failed = |source| Error::write(&self.shown, source);
        fs::create_dir_all(&self.parent).and_then(|()| sweep(&self.parent)).map_err(failed)?;
        if let FolderState::Foreign(file) = inspect(&self.path).map_err(failed)? {
            let moved = if file.is_empty() { self.shown.display().to_string() } else { file.clone() };
            let advice = format!("nothing was deleted: move `{moved}` away, or choose another folder");
            return Err(self.refused(&file, advice));
        }
        Building::start(self).map_err(failed)
    }

    fn refused(&self, file: &str, advice: String) -> Error {
        let what = if file.is_empty() {
            "it is not a folder".to_string()
        } else {
            format!("it holds `{file}`, which is not part of a report")
        };
        Error::Write { path: self.shown.clone(), source: io::Error::new(ErrorKind::AlreadyExists, what), advice }
    }
}

/// A hidden folder in which a report is built. It is removed, with all that is in it, when it is dropped.
#[derive(Debug)]
pub struct Building {
    place: OutputFolder,
    hidden: TempDir,
    /// Held until nothing is left to do here.
    _lock: File,
}

impl Building {
    fn start(place: &OutputFolder) -> io::Result<Self> {
        let prefix = unfinished(&place.name);
        for _ in 0..TRIES {
            let hidden = Builder::new().prefix(&prefix).rand_bytes(RANDOM).tempdir_in(&place.parent)?;
            let lock = hidden.path().join(LOCK);
            match OpenOptions::new().append(true).create_new(true).open(&lock) {
                // Between these two steps it looks like that of a dead program, and may be swept away.
                Ok(file) if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && lock.exists() => {
                    fs::create_dir(hidden.path().join(REPORT))?;
                    return Ok(Self { place: place.clone(), hidden, _lock: file });
                }
                Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        Err(io::Error::other("other runs keep removing the folder in which the report is built"))
    }

    /// Where the files go.
    pub fn folder(&self) -> PathBuf {
        self.hidden.path().join(REPORT)
    }

    /// Writes the manifest of these files, puts the report in its place, whole, and deletes the earlier one. Returns all
    /// files of the report.
    ///
    /// # Errors
    /// [`Error::Write`]. When a file that is not ours has appeared in the place, the new report is kept beside it and
    /// the error says where.
    pub fn put(self, mut files: Vec<String>) -> Result<Vec<String>, Error> {
        let failed = |source| Error::write(&self.place.shown, source);
        let (built, path) = (self.folder(), &self.place.path);
        files.push(manifest::write(&built, &files).map_err(failed)?);
        sync(&built, &files).map_err(failed)?;
        for _ in 0..TRIES {
            let moved = match inspect(path).map_err(failed)? {
                FolderState::Foreign(file) => return Err(self.keep(&file)),
                FolderState::Free => fs::rename(&built, path),
                FolderState::Ours => self.swap(),
            };
            match moved {
                Ok(()) => {
                    sync_folder(&self.place.parent);
                    return Ok(files);
                }
                // Someone put something there between the look and the step: look again.
                Err(e) if is_changed(&e) => {}
                Err(e) => return Err(failed(e)),
            }
        }
        Err(failed(io::Error::other("another run keeps changing this folder")))
    }

    /// Puts a folder without a manifest in its place, which is empty: such a folder is never replaced.
    ///
    /// # Errors
    /// [`Error::Write`], also when something is there by now.
    pub fn put_new(self) -> Result<(), Error> {
        fs::rename(self.folder(), &self.place.path).map_err(|source| Error::write(&self.place.shown, source))
    }

    /// Exchanges the new report with the earlier one; both go back if a foreign file appeared in that at the last moment.
    fn swap(&self) -> io::Result<()> {
        let (built, aside) = (self.folder(), self.hidden.path().join(EARLIER));
        let exchange = || exchange(&built, &self.place.path, &aside);
        exchange()?;
        match inspect(&built)? {
            FolderState::Foreign(_) => exchange().and(Err(ErrorKind::DirectoryNotEmpty.into())),
            _ => Ok(()),
        }
    }

    /// Moves the finished report to a visible name, `latest.new`, because its place is taken.
    fn keep(&self, file: &str) -> Error {
        let named = |number: usize| {
            let mut name = self.place.name.clone();
            name.push(if number == 1 { ".new".to_string() } else { format!(".new-{number}") });
            self.place.parent.join(name)
        };
        let visible = (1..).map(named).find(|path| path.symlink_metadata().is_err()).unwrap_or_default();
        match fs::rename(self.folder(), &visible) {
            Ok(()) => {
                let kept = format!("it appeared during the run; the new report is in {}", visible.display());
                self.place.refused(file, kept)
            }
            Err(source) => Error::write(&visible, source),
        }
    }
}

/// Exchanges two folders; `aside` is free, and free again afterwards.
///
/// A file system that cannot do it in one step gets three renames. Between them nothing is at `b`, and a program killed
/// there is put right by the next one, see [`sweep`].
fn exchange(a: &Path, b: &Path, aside: &Path) -> io::Result<()> {
    match exchange_at_once(a, b) {
        // Old kernels say "no such call", some file systems "invalid argument".
        Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => {
            exchange_by_renames(a, b, aside)
        }
        done => done,
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange_at_once(a: &Path, b: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange_at_once(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Three renames; `b` is as it was if `a` cannot take its place.
///
/// # Errors
/// When one of them fails.
pub fn exchange_by_renames(a: &Path, b: &Path, aside: &Path) -> io::Result<()> {
    fs::rename(b, aside)?;
    if let Err(e) = fs::rename(a, b) {
        fs::rename(aside, b)?;
        return Err(e);
    }
    fs::rename(aside, a)
}

/// Whether a rename failed because the place is not what it was.
fn is_changed(error: &io::Error) -> bool {
    use ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory, NotFound};
    matches!(error.kind(), DirectoryNotEmpty | AlreadyExists | NotFound | NotADirectory)
}

/// Flushes the files to disk before the rename, so that a power cut leaves no empty files.
fn sync(folder: &Path, files: &[String]) -> io::Result<()> {
    files.par_iter().try_for_each(|file| File::open(folder.join(file))?.sync_data())?;
    let inner: BTreeSet<&Path> = files.iter().filter_map(|file| Path::new(file).parent()).collect();
    inner.into_par_iter().for_each(|path| sync_folder(&folder.join(path)));
    Ok(())
}

/// Not every system can do this, and none needs it to be correct while it runs.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|f| f.sync_all());
}

/// Removes the hidden folders that killed programs left in this one. An earlier report that was set aside when its program
/// was killed goes back to its place.
fn sweep(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let Some(place) = place_of(&entry.file_name()) else { continue };
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let hidden = entry.path();
        let Ok(found) = fs::read_dir(&hidden) else { continue };
        let names: BTreeSet<OsString> = found.flatten().map(|inner| inner.file_name()).collect();
        // Made before anything else and locked by the program that builds; here until the folder is gone.
        let lock = names.contains(OsStr::new(LOCK)).then(|| OpenOptions::new().append(true).open(hidden.join(LOCK)));
        let is_dead = lock.as_ref().is_none_or(|lock| lock.as_ref().is_ok_and(|file| file.try_lock().is_ok()));
        if !is_dead || !names.iter().all(|name| [LOCK, REPORT, EARLIER].iter().any(|known| name == known)) {
            continue;
        }
        let (earlier, place) = (hidden.join(EARLIER), parent.join(place));
        if earlier.is_dir() && place.symlink_metadata().is_err() {
            let _ = fs::rename(&earlier, &place);
        }
        // A foreign file in a report that was exchanged stays; an unfinished report has no manifest.
        let holds_foreign = |inner: &Path| {
            manifest::read(inner).is_ok_and(|listed| listed.is_some())
                && !inspect(inner).is_ok_and(|state| state == FolderState::Ours)
        };
        let _ = match names.is_empty() {
            true => fs::remove_dir(&hidden),
            false if holds_foreign(&hidden.join(REPORT)) || holds_foreign(&earlier) => Ok(()),
            false => fs::remove_dir_all(&hidden),
        };
    }
    Ok(())
}

/// The contents of an output folder.
#[derive(Debug, PartialEq, Eq)]
enum FolderState {
    /// Nothing, or it is not there.
    Free,
    /// A report of ours and nothing else.
    Ours,
    /// Something that no manifest of ours lists: its name, empty when the place itself is not a folder.
    Foreign(String),
}

/// The contents of a folder. One that another program exchanges meanwhile is looked at again.
fn inspect(path: &Path) -> io::Result<FolderState> {
    let mut state = look(path);
    for _ in 0..TRIES {
        if matches!(state, Ok(FolderState::Free | FolderState::Ours)) {
            break;
        }
        state = look(path);
    }
    state
}

fn look(path: &Path) -> io::Result<FolderState> {
    match fs::metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(FolderState::Free),
        Err(e) => return Err(e),
        Ok(found) if !found.is_dir() => return Ok(FolderState::Foreign(String::new())),
        Ok(_) => {}
    }
    let below = below(path)?;
    if below.files.is_empty() && below.folders.is_empty() {
        return Ok(FolderState::Free);
    }
    let listed = manifest::read(path)?.unwrap_or_default();
    if let Some(file) = below.files.iter().find(|file| !listed.contains(file)) {
        return Ok(FolderState::Foreign(file.clone()));
    }
    // A report has no folders without files.
    let needed = |folder: &String| {
        listed.iter().any(|file| file.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    let other = below.folders.into_iter().find(|folder| !needed(folder));
    Ok(other.map_or(FolderState::Ours, FolderState::Foreign))
}

/// The contents of a folder and of all folders in it: relative to it, with `/`, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderContents {
    pub files: Vec<String>,
    pub folders: Vec<String>,
}

/// Everything below `folder`. Links are not followed.
///
/// # Errors
/// When a folder cannot be read.
pub fn below(folder: &Path) -> io::Result<FolderContents> {
    let text = |path: &Path| {
        let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    };
    let mut found = FolderContents::default();
    let mut open = vec![PathBuf::new()];
    while let Some(relative) = open.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                found.folders.push(text(&path));
                open.push(path);
            } else {
                found.files.push(text(&path));
            }
        }
    }
    found.files.sort();
    found.folders.sort();
    Ok(found)
}
