//! Reads an output file of an engine line by line. The contents are not trusted.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::Cause;

/// Longest line of numbers, bytes.
const LONGEST: u64 = 16 << 10;

pub(super) struct Lines {
    source: BufReader<File>,
    path: PathBuf,
    /// Its name in messages.
    file: &'static str,
    bytes: Vec<u8>,
    /// Counted from 1.
    pub line: u64,
}

impl Lines {
    pub(super) fn open(path: &Path, file: &'static str) -> Result<Self, Cause> {
        let opened = File::open(path).map_err(Cause::file("failed to read", path))?;
        let source = BufReader::with_capacity(1 << 18, opened);
        Ok(Self { source, path: path.to_path_buf(), file, bytes: Vec::new(), line: 0 })
    }

    /// Reads the next line; whether there is one.
    pub(super) fn next(&mut self) -> Result<bool, Cause> {
        self.bytes.clear();
        self.line += 1;
        let mut source = self.source.by_ref().take(LONGEST);
        let read = source.read_until(b'\n', &mut self.bytes).map_err(Cause::file("failed to read", &self.path))?;
        if read as u64 == LONGEST && !self.bytes.ends_with(b"\n") {
            return Err(self.wrong(format!("longer than {LONGEST} bytes")));
        }
        if read > 0 && self.bytes.pop() != Some(b'\n') {
            return Err(Cause::Truncated { file: self.file, what: format!("line {} does not end", self.line) });
        }
        Ok(read > 0)
    }

    /// The line without its end.
    pub(super) fn text(&self) -> Result<&str, Cause> {
        let text = std::str::from_utf8(&self.bytes).map_err(|_| Cause::NotUtf8 { file: self.file, line: self.line })?;
        Ok(text.trim_end_matches('\r'))
    }

    /// An error at the current line.
    pub(super) fn wrong(&self, what: String) -> Cause {
        Cause::Unreadable { file: self.file, line: self.line, what }
    }
}
