//! `manifest.txt`: every file of a report with its hash. Nothing outside it is ever deleted.
//!
//! After the first line it is what `sha256sum --check` reads.

use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::data::checked;

/// The name of the file.
pub const NAME: &str = "manifest.txt";

/// First line, by which a folder is recognised as a report of this program.
pub const HEADER: &str = "# collisionbench report, format 1: every file with its SHA-256";

/// Hashes every file below `folder` that is named, and writes `manifest.txt`. Comes last; returns its name.
///
/// # Errors
/// When a file that was just written cannot be read, or the manifest cannot be written.
pub fn write(folder: &Path, names: &[String]) -> io::Result<String> {
    let mut names: Vec<&String> = names.iter().collect();
    names.sort();
    let mut text = format!("{HEADER}\n");
    for name in names {
        text.push_str(&format!("{}  {name}\n", hash(&folder.join(name))?));
    }
    fs::write(folder.join(NAME), text)?;
    Ok(NAME.to_string())
}

/// SHA-256 of a file, read piece by piece.
fn hash(path: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    io::copy(&mut fs::File::open(path)?, &mut digest)?;
    Ok(format!("{:x}", digest.finalize()))
}

/// The first file of a report that is missing or has another hash than in its manifest. `None` if all files agree, or
/// if there is no manifest.
///
/// # Errors
/// When the manifest or a file is there but cannot be read.
pub fn differs(folder: &Path) -> io::Result<Option<String>> {
    if read(folder)?.is_none() {
        return Ok(None);
    }
    for line in fs::read_to_string(folder.join(NAME))?.lines().skip(1) {
        let Some((stated, name)) = line.split_once("  ").filter(|(_, name)| checked(name).is_ok()) else {
            return Ok(Some(format!("{NAME} has a line without a file name and its hash")));
        };
        match hash(&folder.join(name)) {
            Ok(found) if found == stated => {}
            Ok(_) => return Ok(Some(format!("`{name}` differs from the file listed in {NAME}: another SHA-256"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(format!("`{name}` is listed in {NAME} but missing")));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Takes a file out of the manifest.
///
/// # Errors
/// When the manifest cannot be read or written.
pub fn unlist(folder: &Path, name: &str) -> io::Result<()> {
    let path = folder.join(NAME);
    let text = fs::read_to_string(&path)?;
    let kept = text.lines().filter(|line| line.split_once("  ").is_none_or(|(_, listed)| listed != name));
    fs::write(path, kept.map(|line| format!("{line}\n")).collect::<String>())
}

/// Files of a report that its manifest does not cover: the manifest itself, or files that it does not list. `None` where it lists
/// all that is there.
///
/// # Errors
/// When the folder cannot be read.
pub fn unlisted(folder: &Path) -> io::Result<Option<String>> {
    let Some(listed) = read(folder)? else {
        return Ok(Some(format!("there is no {NAME} beside the record")));
    };
    let mut others = Vec::new();
    inside(folder, "", &mut others)?;
    others.retain(|name| !listed.contains(name));
    others.sort();
    let more = if others.len() > 1 { format!(" and {} more", others.len() - 1) } else { String::new() };
    Ok(others.first().map(|first| format!("`{first}`{more} not listed in {NAME}")))
}

/// The files below a folder, by their paths in it; links are not followed.
fn inside(folder: &Path, below: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type()?.is_dir() { inside(folder, &name, names)? } else { names.push(name) }
    }
    Ok(())
}

/// The names a manifest lists, itself included; `None` when there is no manifest of ours.
///
/// # Errors
/// When the manifest is there but cannot be read.
pub fn read(folder: &Path) -> io::Result<Option<Vec<String>>> {
    let text = match fs::read_to_string(folder.join(NAME)) {
        Ok(text) => text,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => return Ok(None),
        Err(e) => return Err(e),
    };
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Ok(None);
    }
    // A name that leaves the folder was not written by us, and is not touched.
    let listed = lines.filter_map(|line| line.split_once("  ")).map(|(_, name)| name);
    let mut names: Vec<String> = listed.filter(|name| checked(name).is_ok()).map(str::to_string).collect();
    names.push(NAME.to_string());
    Ok(Some(names))
}
