//! Errors of engine runs, one sentence each.

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
    #[error("it wrote {bytes} bytes or more, or over {files} files, to its folder and was ended")]
    TooMuch { bytes: u64, files: u64 },
    #[error("it ended with exit code 0 but wrote no {0}")]
    NoOutput(&'static str),
    #[error("{0} is older than scene.json: it is not of this run")]
    Older(&'static str),
    #[error("{file} is not text: line {line} is not UTF-8")]
    NotUtf8 { file: &'static str, line: u64 },
    #[error("{file}, line {line}: `{column}` of pair {pair} is {text}, not a number")]
    NotANumber { file: &'static str, line: u64, column: String, pair: String, text: String },
    #[error("{file} is cut off: {what}")]
    Truncated { file: &'static str, what: String },
    #[error("{file}, line {line}: {what}")]
    Unreadable { file: &'static str, line: u64, what: String },
    #[error("{file} has {got} pairs, but {wanted} were in the input{what}")]
    WrongPairs { file: &'static str, wanted: usize, got: usize, what: String },
    #[error("pair {pair} ends {what}")]
    NotACollision { pair: usize, what: &'static str },
    #[error("pair {pair}: {what}")]
    Impossible { pair: usize, what: String },
    #[error("{what} {}: {source}", .path.display())]
    File { what: &'static str, path: PathBuf, source: std::io::Error },
}

impl Cause {
    pub(crate) fn file<'a>(what: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> Self + 'a {
        move |source| Self::File { what, path: path.to_path_buf(), source }
    }
}

/// Why an installation of an engine does not work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NoAnswer {
    /// Whether there is a program at all.
    pub installed: bool,
    pub why: String,
    /// The end of what the program wrote, line by line.
    pub stderr: Vec<String>,
}

impl NoAnswer {
    /// There is no such program.
    pub(crate) fn no_program(program: &Path) -> Self {
        Self { installed: false, why: format!("there is no program `{}`", program.display()), stderr: Vec::new() }
    }

    /// The program exists but does not work, for this reason.
    pub(crate) fn because(why: impl Into<String>) -> Self {
        Self { installed: true, why: why.into(), stderr: Vec::new() }
    }

    /// A command in a folder failed.
    pub(crate) fn ended(cause: &Cause, folder: &Path) -> Self {
        let (start, last, stderr) = around(cause, folder);
        Self { installed: true, why: format!("{start}{cause}{last}"), stderr }
    }
}

/// Exit codes for a program that is not executable, or that was not found, or whose library was not found.
const NOT_STARTED: [i32; 2] = [126, 127];

/// Messages of loaders and interpreters about a missing part of a program.
const MISSING: [&str; 4] =
    ["error while loading shared libraries", "symbol lookup error", "ModuleNotFoundError", "ImportError"];

/// What a message has before and after a cause, and the end of the log in the folder.
fn around(cause: &Cause, folder: &Path) -> (&'static str, String, Vec<String>) {
    let stderr = last_lines(folder);
    let last = stderr.last().map(|line| format!("; last line: {line}")).unwrap_or_default();
    (if died_at_start(cause, &stderr) { "died at start: " } else { "" }, last, stderr)
}

/// Whether a program failed to start: the program, a library or a module is missing.
fn died_at_start(cause: &Cause, lines: &[String]) -> bool {
    let missing = || lines.iter().any(|line| MISSING.iter().any(|words| line.contains(words)));
    match cause {
        Cause::Start { .. } => true,
        Cause::Exit(code) => NOT_STARTED.contains(code) || missing(),
        _ => false,
    }
}

/// A failed engine run: the engine, the case, the reason, and the folder that is kept.
#[derive(Debug, thiserror::Error)]
#[error("{engine} in {case}: {start}{cause}{}{last}", kept(.folder))]
pub struct Failure {
    /// Name and version.
    pub engine: String,
    pub case: String,
    pub folder: PathBuf,
    pub cause: Cause,
    /// `died at start: ` for a program that did; otherwise empty.
    pub start: &'static str,
    /// The last line of its log, ready to be shown.
    pub last: String,
    /// The end of its log, line by line.
    pub stderr: Vec<String>,
}

impl Failure {
    /// A failure with the last lines of the engine's log.
    pub fn new(engine: String, case: &str, folder: PathBuf, cause: Cause) -> Self {
        let (start, last, stderr) = around(&cause, &folder);
        Self { engine, case: case.to_string(), folder, cause, start, last, stderr }
    }
}

/// Where the run can be looked at; nothing where no folder could be made.
fn kept(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { String::new() } else { format!("; its folder is kept: {}", folder.display()) }
}

/// Most lines that are kept of a log.
const LINES: usize = 12;

/// Logs of codes that are run without a screen.
const OWN_LOGS: [&str; 2] = ["log.lammps", "log.liggghts"];

/// The last lines of standard error that are not blank, or else of standard output, or else the errors in a code's own log.
fn last_lines(folder: &Path) -> Vec<String> {
    let last = |name: &str| {
        let text = tail(&folder.join(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.map(|line| cut(line, 160)).collect();
        lines[lines.len().saturating_sub(LINES)..].to_vec()
    };
    let errors = OWN_LOGS.into_iter().flat_map(last).filter(|line| line.starts_with("ERROR")).collect();
    let logs = [last(super::process::STDERR), last(super::process::STDOUT), errors];
    logs.into_iter().find(|lines| !lines.is_empty()).unwrap_or_default()
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
        25 => " (file too large)",
        _ => "",
    }
}
