//! Writes baseline files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Writes all files under temporary names and renames them when all are complete. Locks the folder, and removes
/// leftovers of killed programs.
pub(super) fn write_all(folder: &Path, files: &[(PathBuf, String)]) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
    // The lock ends with this function, and with the process. Where folders cannot be locked, names keep programs apart.
    let lock = fs::File::open(folder).ok().filter(|folder| folder.lock().is_ok());
    let mut beside: Vec<(PathBuf, &Path)> = Vec::new();
    let written = files.iter().try_for_each(|(path, text)| {
        let failed = |source| Error::write(path, source);
        if path.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_stem().unwrap_or_default());
        name.push(format!("{UNFINISHED}{}", std::process::id()));
        let new = path.with_file_name(name);
        beside.push((new.clone(), path));
        let mut file = fs::File::create(&new).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map_err(failed)
    });
    let renamed = written.and_then(|()| {
        beside.iter().try_for_each(|(new, path)| fs::rename(new, path).map_err(|source| Error::write(path, source)))
    });
    for (new, _) in &beside {
        // Renamed, it is not there any more.
        let _ = fs::remove_file(new);
    }
    if lock.is_some() {
        let parents: BTreeSet<&Path> = files.iter().filter_map(|(path, _)| path.parent()).collect();
        parents.into_iter().for_each(clear);
    }
    renamed
}

/// Between the name of a file and the number of the process that writes it.
const UNFINISHED: &str = ".toml.new-";

/// Deletes what killed programs left in a folder. No other program writes there while the lock is held.
fn clear(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let number = name.strip_prefix('.').and_then(|name| name.split_once(UNFINISHED)).map(|(_, number)| number);
        if number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
