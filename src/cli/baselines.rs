//! Upgrades baselines of an older format.

use std::fmt::Write as _;
use std::path::Path;

use crate::bench;
use crate::case::canonical;
use crate::data::{Dataset, Files, sha256};
use crate::error::{Error, SourceFile};
use crate::judge::baseline::{self, Baseline, CASE, PHYSICS};
use crate::output;

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
    output::replace(&files.iter().map(|(path, text)| (path.as_path(), text.as_bytes())).collect::<Vec<_>>())?;
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
