//! Replaces the old report by the new one in a single step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::OutputFolder;

/// Exchanges the two and returns where the earlier report is now.
///
/// A file system that cannot exchange gets two renames. Between them the place is empty, and a run killed there is
/// put right by the next one (see [`sweep`](super::sweep)).
///
/// # Errors
/// When neither works; the earlier report is in its place then.
pub fn swap(place: &OutputFolder, built: &Path) -> io::Result<PathBuf> {
    match exchange(built, &place.path) {
        Ok(()) => Ok(built.to_path_buf()),
        Err(e) if is_unsupported(&e) => step_by_step(place, built),
        Err(e) => Err(e),
    }
}

/// Two renames: the old report aside, the new one in; the old one back if that fails.
pub fn step_by_step(place: &OutputFolder, built: &Path) -> io::Result<PathBuf> {
    let mut name = place.prefix("old");
    name.push(std::process::id().to_string());
    let aside = place.parent.join(name);
    fs::rename(&place.path, &aside)?;
    match fs::rename(built, &place.path) {
        Ok(()) => Ok(aside),
        Err(e) => {
            fs::rename(&aside, &place.path)?;
            Err(e)
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Old kernels say "no such call", some file systems "invalid argument".
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}
