//! Writing files under a report's folder, and nowhere else.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::{Diagnostic, Error, cut};

use super::place::journal;

/// Longest part of a path between two `/`, in bytes: file systems allow 255, and suffixes are added.
const LONGEST_PART: usize = 200;

/// The name, if it can be a path below the report's folder on any system: no part is empty, hidden or `..`.
///
/// # Errors
/// Says which name is wrong and why.
pub fn checked(name: &str) -> Result<&str, Error> {
    let why = name.split('/').find_map(|part| match part {
        "" => Some("has an empty part"),
        _ if part.starts_with('.') => Some("has a part that begins with a dot"),
        _ if part.len() > LONGEST_PART => Some("has a part longer than 200 bytes"),
        _ if part.chars().any(|c| c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')) => {
            Some("has a character that cannot stand in a file name")
        }
        _ => None,
    });
    match why {
        None => Ok(name),
        Some(why) => Err(Error::from(
            Diagnostic::new(format!("the name `{}` {why}, so no report folder can be made for it", cut(name, 80)))
                .help("rename the case file; letters, digits, `-`, `_` and `.` always work"),
        )),
    }
}

/// Writes a new file. A file of that name must not be there: two cases may not share one.
///
/// # Errors
/// [`Error::Wrong`] for a name that leaves the folder, [`Error::Write`] when the disk refuses.
pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<String, Error> {
    let path = folder.join(checked(name)?);
    let put = || -> io::Result<()> {
        journal::note(folder, name)?;
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(bytes)
    };
    put().map_err(|source| Error::write(&path, source))?;
    Ok(name.to_string())
}

/// Writes a new CSV file, as [`write()`]: the columns, then the rows.
///
/// # Errors
/// As [`write()`]; the CSV writer's own errors as those of the disk.
pub fn write_table(folder: &Path, name: &str, text: Result<Vec<u8>, csv::Error>) -> Result<Vec<String>, Error> {
    let bytes = text.map_err(|e| Error::write(&folder.join(name), io::Error::other(e)))?;
    Ok(vec![write(folder, name, &bytes)?])
}

/// A word turned into a file name: everything but letters, digits, `.`, `_` and `-` becomes `-`.
///
/// ```
/// assert_eq!(collisionbench::report::files::slug("lammps 29Sep2021/a"), "lammps-29Sep2021-a");
/// ```
pub fn slug(word: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
    let slug: String = word.chars().map(kept).take(LONGEST_PART / 2).collect();
    let slug = slug.trim_start_matches('.');
    if slug.is_empty() { "-".to_string() } else { slug.to_string() }
}

/// Every file below `folder`, relative to it, with `/`, sorted. Links are not followed.
///
/// # Errors
/// When a folder cannot be read.
pub fn below(folder: &Path) -> io::Result<Below> {
    let mut found = Below::default();
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

/// What stands below a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Below {
    pub files: Vec<String>,
    pub folders: Vec<String>,
}

fn text(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_never_leaves_the_folder() {
        for name in ["", "/etc/passwd", "a//b", "../a", "a/../b", "a/.hidden", "a\\b", "c:a", "a\nb", "a/"] {
            assert!(checked(name).is_err(), "{name:?}");
        }
        for name in ["a", "normal/glass-head-on", "größe/µ 2", "a..b"] {
            assert!(checked(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn a_slug_is_never_hidden_or_empty() {
        assert_eq!(slug("../x"), "-x");
        assert_eq!(slug(".."), "-");
        assert_eq!(slug("Chung & Ooi"), "Chung---Ooi");
    }
}
