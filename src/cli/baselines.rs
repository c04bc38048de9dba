//! Writes baseline files, and upgrades those of an older format.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::bench;
use crate::case::canonical;
use crate::data::{Dataset, Files, sha256};
use crate::error::{Error, SourceFile};
use crate::judge::baseline::{self, Baseline, CASE, PHYSICS};

/// Rewrites every baseline below `folder` of an earlier format, and every one that belongs to the text of its case or of a
/// dataset and not to its physics, where the text is still the same; no accepted number changes. Says what was done.
///
/// # Errors
/// When one of them cannot be read: nothing is written then.
pub(super) fn upgrade(folder: &Path) -> Result<String, Error> {
    if !folder.is_dir() {
        let message = format!("there is no folder of accepted numbers at {}", folder.display());
        return Err(Error::with_help(message, "name it with --baselines DIR"));
    }
    let names = Files::Folder(folder.to_path_buf()).list("", ".toml")?;
    let (mut files, mut text) = (Vec::new(), String::new());
    let found = bench::find(&[], Path::new("."))?;
    for name in &names {
        let mut file = Files::Folder(folder.to_path_buf()).text(name, baseline::LARGEST_BASELINE)?;
        file.name = folder.join(name).display().to_string();
        let earlier = baseline::earlier(SourceFile { name: file.name.clone(), text: file.text.clone() })?;
        let is_current = earlier.is_none();
        let mut older = earlier.map_or_else(|| baseline::read(file), Ok)?;
        if !physics(&mut older, &found) && is_current {
            continue;
        }
        let (numbers, curves) = (older.values.len(), older.curves.len());
        let _ = writeln!(text, "  upgraded   {}   {numbers} numbers, {curves} curves", older.case);
        files.push((folder.join(name), baseline::text(&older)));
    }
    write_all(folder, &files)?;
    let _ = writeln!(text, "  {} of {} baselines upgraded to format {}", files.len(), names.len(), baseline::FORMAT);
    Ok(text)
}

/// An input stored as the hash of a text, and the hash of its physics that replaces it.
struct Replaced {
    texts: Vec<(String, String)>,
    name: String,
    hash: String,
}

/// Puts the hash of physics in the place of that of a text, for the case and its datasets; false where that is done, or
/// no text is the accepted one.
fn physics(baseline: &mut Baseline, found: &bench::CaseFiles) -> bool {
    let mut known: Vec<Replaced> = Vec::new();
    if let Some((_, file)) = found.cases.iter().find(|(name, _)| *name == baseline.case) {
        let texts = vec![(CASE.into(), sha256(&file.text))];
        known.push(Replaced { texts, name: PHYSICS.into(), hash: sha256(&canonical(&file.text)) });
    }
    let datasets = baseline.inputs.keys().filter_map(|name| name.strip_suffix("/data.csv"));
    for dataset in datasets.filter_map(|path| Dataset::read(&found.data, path).ok()) {
        let files = ["data.csv", "source.toml"].iter().zip(dataset.hashes);
        let texts = files.map(|(file, hash)| (format!("{}/{file}", dataset.path), hash)).collect();
        known.push(Replaced { texts, name: dataset.path, hash: dataset.physics });
    }
    known.retain(|new| new.texts.iter().all(|(name, hash)| baseline.inputs.get(name) == Some(hash)));
    for Replaced { texts, name, hash } in &known {
        texts.iter().for_each(|(name, _)| drop(baseline.inputs.remove(name)));
        baseline.inputs.insert(name.clone(), hash.clone());
    }
    !known.is_empty()
}

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
