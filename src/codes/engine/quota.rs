//! Limits the disk usage of an engine in its folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Batch, Cause};

/// Bytes allowed for any program: input, logs and its own files.
const ANY: u64 = 128 << 20;

/// Bytes allowed per row of numbers: 20 columns of 17 digits take 500.
const ROW: u64 = 1 << 10;

/// Most files and folders.
const FILES: u64 = 10_000;

/// Largest disk usage of a program, which is ended if it exceeds this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub bytes: u64,
    /// Files and folders.
    pub files: u64,
}

impl Default for Quota {
    fn default() -> Self {
        Self { bytes: ANY, files: FILES }
    }
}

impl Quota {
    /// The limit for the requested output of a batch: one row per pair and step, or one row per pair.
    pub(super) fn of(batch: &Batch<'_>) -> Self {
        let steps = if batch.trajectory { batch.steps.saturating_add(2) } else { 2 };
        let rows = steps.saturating_mul(batch.pairs.len() as u64);
        Self { bytes: ANY.saturating_add(rows.saturating_mul(ROW)), ..Self::default() }
    }

    /// Whether a folder keeps within it. What vanishes while it is looked at counts for nothing; links are not followed.
    ///
    /// # Errors
    /// [`Cause::TooMuch`].
    pub(super) fn check(self, folder: &Path) -> Result<(), Cause> {
        let (mut bytes, mut files) = (0u64, 0u64);
        let mut open: Vec<PathBuf> = vec![folder.to_path_buf()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(next).into_iter().flatten().flatten() {
                let Ok(about) = entry.metadata() else { continue };
                files += 1;
                bytes = bytes.saturating_add(about.len());
                // A file is cut off at the limit, so that one that reaches it would have been longer.
                if bytes >= self.bytes || files > self.files {
                    return Err(Cause::TooMuch { bytes: self.bytes, files: self.files });
                }
                if about.is_dir() {
                    open.push(entry.path());
                }
            }
        }
        Ok(())
    }
}
