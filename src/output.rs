//! Everything that is written for a user, whole or not at all.
//!
//! A file is written under a temporary name beside its place and renamed. A folder is built in a hidden folder beside its
//! place, `.latest.collisionbench-x7Kq2a`, and exchanged with the report that is there. A program that is killed at any
//! moment leaves the old or the new one, whole; what it left beside is removed by the next one that writes there. Nothing
//! that this program did not write is replaced or deleted.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::Error;

pub mod folder;
pub mod manifest;

pub use folder::{Building, OutputFolder};

/// Between the name of a file or folder and six random characters: the name it has before it is in its place.
const UNFINISHED: &str = ".collisionbench-";
const RANDOM: usize = 6;

/// Bytes that are read of a file to see what it is: a head of HTML, or of a table.
const HEAD: u64 = 1 << 16;

/// The name of what is written for a place before it is there, without its random characters.
fn unfinished(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(UNFINISHED);
    prefix
}

/// The place beside another whose name ends with this: `reports/latest.journal` for `reports/latest`.
pub fn beside(place: &Path, ending: &str) -> PathBuf {
    let mut name = place.file_name().unwrap_or("report".as_ref()).to_os_string();
    name.push(ending);
    place.with_file_name(name)
}

/// The name of the place that an unfinished file or folder is for; `None` for any other name.
fn place_of(name: &OsStr) -> Option<String> {
    let (place, random) = name.to_str()?.strip_prefix('.')?.rsplit_once(UNFINISHED)?;
    (random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())).then(|| place.to_string())
}

/// Writes files in place of those that are there, if any, and the folders they are in. Each is the old or the new one,
/// whole; none is replaced before all are written. Programs that write to the same folders at the same time do so one
/// after the other.
///
/// # Errors
/// [`Error::Write`], with the file.
pub fn replace(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    for (path, _) in files {
        fs::create_dir_all(folder_of(path)).map_err(|source| Error::write(path, source))?;
    }
    place_all(files, |new, path| new.persist(path).map(drop).map_err(|failed| failed.error))
}

/// Writes new files, all or none, into folders that are there.
///
/// # Errors
/// When one of them is there already, and [`Error::Write`].
pub fn create(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    files.iter().try_for_each(|(path, _)| free(path))?;
    let mut made: Vec<&Path> = Vec::new();
    place_all(files, |new, path| {
        new.persist_noclobber(path).map_err(|failed| failed.error)?;
        made.push(path);
        Ok(())
    })
    .inspect_err(|_| made.iter().for_each(|path| drop(fs::remove_file(path))))
}

/// Refuses a path at which there is something.
fn free(path: &Path) -> Result<(), Error> {
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let help = "edit it, delete it, or choose another name (`fit`: --out FILE)";
    Err(Error::with_help(format!("{} already exists", path.display()), help))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes all files under temporary names, then moves each to its place.
fn place_all<'a>(
    files: &[(&'a Path, &[u8])],
    mut place: impl FnMut(NamedTempFile, &'a Path) -> io::Result<()>,
) -> Result<(), Error> {
    let mut folders = BTreeSet::new();
    for (path, _) in files {
        folders.insert(fs::canonicalize(folder_of(path)).map_err(|source| Error::write(path, source))?);
    }
    // Unlocked when this function ends, and when the program does. In this order no two programs wait for each other.
    let _locks: Vec<File> = folders.iter().filter_map(|folder| lock(folder)).collect();
    let write = |(path, bytes): &(&'a Path, &[u8])| {
        new_beside(path, bytes).map(|new| (new, *path)).map_err(|source| Error::write(path, source))
    };
    let new = files.iter().map(write).collect::<Result<Vec<_>, _>>()?;
    new.into_iter().try_for_each(|(new, path)| place(new, path).map_err(|source| Error::write(path, source)))
}

/// Locks a folder and removes the unfinished files of programs that were killed there: no other program is writing any.
/// `None` where folders cannot be locked.
fn lock(folder: &Path) -> Option<File> {
    let lock = File::open(folder).ok()?;
    lock.lock().ok()?;
    for entry in fs::read_dir(folder).ok()?.flatten() {
        if place_of(&entry.file_name()).is_some() && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Some(lock)
}

/// A file under a temporary name, flushed to disk. It is removed when it is dropped.
fn new_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let prefix = unfinished(name);
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        // As any file of the user, not as a secret one.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    Ok(file)
}

/// Whether there is a file; refuses one that, by its first bytes, this program did not write. `kind` is what it should be,
/// and `option` names the file on the command line.
///
/// # Errors
/// When there is a file of another kind, or something that is no file.
pub fn replaceable(path: &Path, is_ours: impl Fn(&[u8]) -> bool, kind: &str, option: &str) -> Result<bool, Error> {
    let refused = |why: String| {
        let help = format!("move it away, or name another file with {option} FILE");
        Err(Error::with_help(format!("{} {why}", path.display()), help))
    };
    match fs::symlink_metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(Error::write(path, e)),
        Ok(about) if !about.is_file() => return refused("is not a plain file".to_string()),
        Ok(_) => {}
    }
    let mut head = Vec::new();
    match File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head)) {
        Ok(_) if is_ours(&head) => Ok(true),
        _ => refused(format!("already exists, and is not {kind}")),
    }
}
