//! Where files come from: a folder on disk, or what is built into the program.

use std::path::PathBuf;

use crate::error::{Error, SourceFile};

/// A tree of files under one root. Names use `/` and never leave the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Files {
    /// Files under a folder.
    Folder(PathBuf),
    /// The cases and datasets the program was built with.
    Embedded,
}

impl Files {
    /// The text of a file. Case files over `limit` bytes and texts that are not UTF-8 are refused.
    ///
    /// # Errors
    /// When the file is missing, a folder, too large or not UTF-8, or when the name leaves the root.
    pub fn text(&self, name: &str, limit: u64) -> Result<SourceFile, Error> {
        let _ = (name, limit);
        todo!()
    }

    /// The names of all files under `folder` that end in `suffix`, sorted.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self, folder: &str, suffix: &str) -> Result<Vec<String>, Error> {
        let _ = (folder, suffix);
        todo!()
    }
}
