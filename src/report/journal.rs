//! `.building`: the marker of a folder in which a report is being built, beside the `report` itself.
//!
//! It lists the files before they are written, so that a run that was killed can be cleaned up without touching
//! anything else. The process that builds holds a lock on it: a lock that can be taken means that process is dead,
//! which a process number, used again or from another container, does not.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use crate::data::checked;

/// The name of the file.
pub const NAME: &str = ".building";

/// The folder beside the marker that becomes the report. What is put in place carries no marker at any moment.
pub const REPORT: &str = "report";

const HEADER: &str = "# collisionbench is building a report here";

/// Marks a folder. The lock lasts as long as the file stays open.
///
/// # Errors
/// When the file is there already, or someone else has taken it.
pub fn start(folder: &Path) -> io::Result<File> {
    let path = folder.join(NAME);
    let mut file = OpenOptions::new().append(true).create_new(true).open(&path)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists));
    }
    writeln!(file, "{HEADER}")?;
    // Another run may have swept the folder away between the two steps above.
    path.symlink_metadata()?;
    Ok(file)
}

/// Notes a file about to be written into the report of this folder. Folders without a marker beside them need none.
///
/// # Errors
/// When the marker cannot be written.
pub fn note(report: &Path, name: &str) -> io::Result<()> {
    match OpenOptions::new().append(true).open(report.with_file_name(NAME)) {
        Ok(mut file) => file.write_all(format!("{name}\n").as_bytes()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(e),
    }
}

/// The files noted, relative to the folder, the marker included; `None` when there is no marker of ours.
pub fn noted(folder: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(folder.join(NAME)).ok()?;
    let mut names = vec![NAME.to_string()];
    if text.is_empty() {
        return Some(names); // killed between making it and writing its first line
    }
    let mut lines = text.lines();
    (lines.next() == Some(HEADER)).then_some(())?;
    names.extend(lines.filter(|name| checked(name).is_ok()).map(|name| format!("{REPORT}/{name}")));
    Some(names)
}

/// Locks a folder whose process has died, so that nothing is written there. `None` if it is in use or locks do not
/// work.
pub fn abandoned_lock(folder: &Path) -> Option<File> {
    let file = OpenOptions::new().append(true).open(folder.join(NAME)).ok()?;
    file.try_lock().is_ok().then_some(file)
}
