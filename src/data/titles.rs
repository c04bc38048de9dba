//! What every dataset is called, without reading its numbers.

use serde::Deserialize;

use super::Files;
use crate::error::Error;

/// Largest `source.toml` that is read.
const LARGEST: u64 = 1 << 20;

/// A dataset by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Titled {
    /// The last part of its folder, as figures and records name it.
    pub name: String,
    /// As a case names it: `reference-data/published/NAME`.
    pub folder: String,
    pub title: String,
    /// The original publication.
    pub cite: String,
}

#[derive(Deserialize)]
struct Head {
    title: String,
    cite: String,
}

/// Every dataset below `reference-data`, sorted by folder. One whose `source.toml` cannot be read is listed with its
/// folder for a title; the error is reported for a case that names it.
///
/// # Errors
/// When the folder cannot be read.
pub fn titles(files: &Files) -> Result<Vec<Titled>, Error> {
    let sources = files.list("reference-data", "source.toml")?;
    let titled = sources.into_iter().filter_map(|file| {
        let folder = file.strip_suffix("/source.toml")?.to_string();
        let name = folder.rsplit('/').next().unwrap_or(&folder).to_string();
        let head = files.text(&file, LARGEST).ok().and_then(|file| toml::from_str::<Head>(&file.text).ok());
        let head = head.unwrap_or_else(|| Head { title: folder.clone(), cite: String::new() });
        Some(Titled { name, folder, title: head.title, cite: head.cite })
    });
    Ok(titled.collect())
}
