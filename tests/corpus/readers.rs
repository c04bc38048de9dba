//! The three readers of strangers' files, each from raw bytes: what is fuzzed, and what is replayed.

use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::{Dataset, Files, measure};
use collisionbench::error::SourceFile;

/// Between `source.toml` and `data.csv` in one input of the dataset reader.
pub const BETWEEN: &str = "\n=====\n";

fn text(name: &str, bytes: &[u8]) -> Option<SourceFile> {
    Some(SourceFile { name: name.to_string(), text: String::from_utf8(bytes.to_vec()).ok()? })
}

/// A case file, read until its scenes are unrolled. `true` when it is one.
pub fn case(bytes: &[u8]) -> bool {
    let Some(file) = text("case.toml", bytes) else { return false };
    told(Case::read(Arc::new(file), "case", &Files::Embedded))
}

/// A `source.toml` and its `data.csv`.
pub fn dataset(bytes: &[u8]) -> bool {
    let between = BETWEEN.as_bytes();
    let at = bytes.windows(between.len()).position(|window| window == between);
    let (about, numbers) = at.map_or((bytes, &b""[..]), |at| (&bytes[..at], &bytes[at + between.len()..]));
    let (Some(about), Some(numbers)) = (text("source.toml", about), text("data.csv", numbers)) else { return false };
    told(Dataset::parse("dataset", about, numbers))
}

/// A table of measurements, or the zip a phone exports.
pub fn measurements(bytes: &[u8]) -> bool {
    let mut kept = Vec::new();
    let read = measure::read("table.csv", bytes, &mut |measured| {
        kept.push(measured);
        Ok(())
    });
    told(read)
}

/// Whether something was read. What is wrong is said: its words are made here too, as they are for a user.
fn told<T>(read: Result<T, collisionbench::error::Error>) -> bool {
    match read {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
