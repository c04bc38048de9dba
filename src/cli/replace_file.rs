//! Writes or replaces a file at a path given by the user.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// Writes a temporary file next to the path, then renames it.
pub(super) fn replace_file(path: &Path, bytes: &[u8]) -> Result<String, Error> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    let done = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if done.is_err() {
        // What could not be put in place is not left beside it.
        let _ = fs::remove_file(&part);
    }
    done.map(|()| path.display().to_string()).map_err(|source| Error::write(path, source))
}
