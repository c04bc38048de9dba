//! Why a run of an engine gave nothing, one sentence each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::cut;

/// What went wrong in a run of an engine.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    #[error("`{program}` cannot be started: {source}")]
    Start { program: String, source: std::io::Error },
    #[error("it did not finish within {:.3} s and was ended, with everything it had started", .0.as_secs_f64())]
    TimeLimit(Duration),
    #[error("it was ended because the run was interrupted")]
    Stopped,
    #[error("it ended with exit code {0}")]
    Exit(i32),
    #[error("it was ended by signal {0}{name}", name = signal_name(*.0))]
    Signal(i32),
    #[error("it wrote more than {0} bytes of log and was ended")]
    LogTooLong(u64),
    #[error("it ended well but left no {0}")]
    NoOutput(&'static str),
    #[error("{file} is not text: line {line} is not UTF-8")]
    NotUtf8 { file: &'static str, line: u64 },
    #[error("{file}, line {line}: `{column}` of pair {pair} is {text}, not a number")]
    NotANumber { file: &'static str, line: u64, column: String, pair: String, text: String },
    #[error("{file} is cut off: {what}")]
    Truncated { file: &'static str, what: String },
    #[error("{file}, line {line}: {what}")]
    Unreadable { file: &'static str, line: u64, what: String },
    #[error("{file} has {got} pairs where {wanted} were handed over{what}")]
    WrongPairs { file: &'static str, wanted: usize, got: usize, what: String },
    #[error("pair {pair} ends {what}")]
    NotACollision { pair: usize, what: &'static str },
    #[error("{what} {}: {source}", .path.display())]
    File { what: &'static str, path: PathBuf, source: std::io::Error },
}

impl Cause {
    pub(super) fn file<'a>(what: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> Self + 'a {
        move |source| Self::File { what, path: path.to_path_buf(), source }
    }
}

/// A run of an engine that gave nothing: which engine, in which case, why, and where its folder is kept.
#[derive(Debug, thiserror::Error)]
#[error("{engine} in {case}: {cause}; its folder is kept: {}{said}", .folder.display())]
pub struct Failure {
    /// Name and version.
    pub engine: String,
    pub case: String,
    pub folder: PathBuf,
    pub cause: Cause,
    /// The last line of its log, ready to be shown.
    pub said: String,
}

impl Failure {
    /// With the last words of the engine's own log.
    pub fn new(engine: String, case: &str, folder: PathBuf, cause: Cause) -> Self {
        let said = last_words(&folder).map(|line| format!("; it last said: {line}")).unwrap_or_default();
        Self { engine, case: case.to_string(), folder, cause, said }
    }
}

/// The last line of standard error, or else of standard output, that is not blank.
fn last_words(folder: &Path) -> Option<String> {
    let last = |name: &str| {
        let text = tail(&folder.join(name))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        text.lines().rev().find(|line| !line.trim().is_empty()).map(|line| cut(line.trim(), 160))
    };
    last(super::process::STDERR).or_else(|| last(super::process::STDOUT))
}

/// The last 4 KiB of a file.
fn tail(path: &Path) -> Option<Vec<u8>> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = std::fs::File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4096))).ok()?;
    let mut text = Vec::new();
    file.take(4096).read_to_end(&mut text).ok()?;
    Some(text)
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        1 => " (hangup)",
        2 => " (interrupt)",
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (kill)",
        11 => " (segmentation fault)",
        15 => " (termination)",
        _ => "",
    }
}
