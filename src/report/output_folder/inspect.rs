//! Determines whether the files in a folder belong to a report of this program.

use std::fs;
use std::io;
use std::path::Path;

use super::super::journal;
use super::super::{files, manifest};

/// The contents of an output folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FolderState {
    /// Nothing, or it is not there.
    Free,
    /// A report of ours and nothing else.
    Ours,
    /// Something that no manifest of ours lists: its name, empty when the place itself is not a folder.
    Foreign(String),
}

/// Determines the contents of a folder without changing it.
///
/// # Errors
/// When the folder cannot be read.
pub fn inspect(path: &Path) -> io::Result<FolderState> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(FolderState::Free),
        Err(e) => return Err(e),
        Ok(found) if !found.is_dir() => return Ok(FolderState::Foreign(String::new())),
        Ok(_) => {}
    }
    let below = files::below(path)?;
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
    if let Some(folder) = below.folders.iter().find(|folder| !needed(folder)) {
        return Ok(FolderState::Foreign(folder.clone()));
    }
    Ok(FolderState::Ours)
}

/// Deletes the files that are listed and there, then the folders this leaves empty. Links are not followed, and
/// whatever is not listed stays.
///
/// # Errors
/// When the folder cannot be read. A file that is gone already, or cannot be deleted, stops nothing; the list stays for
/// the next run then.
pub fn remove_listed(folder: &Path, listed: &[String]) -> io::Result<()> {
    let mut all_gone = true;
    for name in in_order(folder, listed)? {
        let path = folder.join(&name);
        if path.is_dir() && !path.is_symlink() {
            let _ = fs::remove_dir(&path); // empty ones only
        } else if !is_list(&name) || all_gone {
            let gone =
                fs::remove_file(&path).or_else(|e| if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(e) });
            all_gone &= gone.is_ok();
        }
    }
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// What [`remove_listed`] deletes, one after the other: files, folders, and the list last of all. Killed anywhere between,
/// the next run can still tell what is ours.
pub fn in_order(folder: &Path, listed: &[String]) -> io::Result<Vec<String>> {
    let files::FolderContents { files, folders } = files::below(folder)?;
    let (lists, others): (Vec<String>, Vec<String>) =
        files.into_iter().filter(|file| listed.contains(file)).partition(|file| is_list(file));
    // Sorted names put a folder before what is in it.
    Ok(others.into_iter().chain(folders.into_iter().rev()).chain(lists).collect())
}

fn is_list(name: &str) -> bool {
    [manifest::NAME, journal::NAME].contains(&name)
}
