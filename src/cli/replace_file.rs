//! Writes or replaces a file at a path given by the user.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::error::Error;
use crate::report::html;

/// How much of a file is read to see what it is: a head of HTML, or of a table.
const HEAD: u64 = 1 << 16;

/// Whether there is a file; refuses to replace one that, by its first bytes, this program did not write. `kind` is what it should be, and
/// `option` what names another.
pub(super) fn replaceable(
    path: &Path,
    is_ours: impl Fn(&[u8]) -> bool,
    kind: &str,
    option: &str,
) -> Result<bool, Error> {
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

/// Refuses to replace a file that is no page of a report, such as the case it is about.
pub(super) fn replaceable_page(path: &Path, option: &str) -> Result<(), Error> {
    replaceable(path, html::is_page, "a page of an earlier report", option).map(drop)
}

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
