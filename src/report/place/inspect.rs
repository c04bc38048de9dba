//! Whose files are in a folder.

use std::fs;
use std::io;
use std::path::Path;

use super::super::{files, manifest};
use super::journal;

/// What a folder holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    Absent,
    Empty,
    /// A report of ours and nothing else.
    Ours,
    /// Something that no manifest of ours lists: its name, empty when the place itself is not a folder.
    Foreign(String),
}

/// Looks, and changes nothing.
///
/// # Errors
/// When the folder cannot be read.
pub fn inspect(path: &Path) -> io::Result<State> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(State::Absent),
        Err(e) => return Err(e),
        Ok(found) if !found.is_dir() => return Ok(State::Foreign(String::new())),
        Ok(_) => {}
    }
    let below = files::below(path)?;
    if below.files.is_empty() && below.folders.is_empty() {
        return Ok(State::Empty);
    }
    let listed = manifest::read(path)?.unwrap_or_default();
    if let Some(file) = below.files.iter().find(|file| !listed.contains(file)) {
        return Ok(State::Foreign(file.clone()));
    }
    // A report has no folders without files.
    let needed = |folder: &String| {
        listed.iter().any(|file| file.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    if let Some(folder) = below.folders.iter().find(|folder| !needed(folder)) {
        return Ok(State::Foreign(folder.clone()));
    }
    Ok(State::Ours)
}

/// Deletes the files that are listed and there, then the folders this leaves empty. Links are not followed, and
/// whatever is not listed stays.
///
/// # Errors
/// When the folder cannot be read. A file that is gone already, or cannot be deleted, stops nothing.
pub fn remove_listed(folder: &Path, listed: &[String]) -> io::Result<()> {
    let below = files::below(folder)?;
    // The list itself goes last: killed half-way, the next run can still tell what is ours.
    let is_list = |file: &&String| [manifest::NAME, journal::NAME].contains(&file.as_str());
    let (lists, others): (Vec<&String>, Vec<&String>) =
        below.files.iter().filter(|file| listed.contains(file)).partition(is_list);
    for file in others.into_iter().chain(lists) {
        let _ = fs::remove_file(folder.join(file));
    }
    // Sorted names put a folder before what is in it. Only empty ones go.
    for inner in below.folders.iter().rev() {
        let _ = fs::remove_dir(folder.join(inner));
    }
    let _ = fs::remove_dir(folder);
    Ok(())
}
