//! Everything that can stop a run, worded for its reader.
//!
//! A wrong file is reported as a list of [`Diagnostic`]s: the place it was found in, what is wrong,
//! and what to write instead. Every name and value read from a file keeps its [`Origin`], because
//! many names are resolved long after the reader has gone on.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Longest source line that is echoed in a diagnostic, in characters.
const WIDEST_LINE: usize = 160;

/// A text file, read whole, under the name its reader knows it by.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// Where a name or a value stands in a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Origin {
    pub file: Arc<SourceFile>,
    /// Byte range in the file's text.
    pub span: Range<usize>,
}

impl Origin {
    pub fn new(file: &Arc<SourceFile>, span: Range<usize>) -> Self {
        Self { file: Arc::clone(file), span }
    }

    /// Line, counted from 1.
    pub fn line(&self) -> usize {
        1 + self.before().bytes().filter(|&b| b == b'\n').count()
    }

    /// Column in characters, counted from 1.
    pub fn column(&self) -> usize {
        let before = self.before();
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        1 + before[start..].chars().count()
    }

    fn before(&self) -> &str {
        let mut end = self.span.start.min(self.file.text.len());
        while !self.file.text.is_char_boundary(end) {
            end -= 1;
        }
        &self.file.text[..end]
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file.name, self.line(), self.column())
    }
}

/// One thing that is wrong with a file or a request, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub origin: Option<Origin>,
    /// What is wrong, one line, a lowercase fragment.
    pub message: String,
    /// What was expected and what to write, one line each.
    pub help: Vec<String>,
}

impl Diagnostic {
    pub fn new(message: impl Into<String>) -> Self {
        Self { origin: None, message: message.into(), help: Vec::new() }
    }

    pub fn at(mut self, origin: &Origin) -> Self {
        self.origin = Some(origin.clone());
        self
    }

    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// Names the candidate that is nearly the word, or else what there is.
    pub fn meant<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
        otherwise: impl Into<String>,
    ) -> Self {
        match nearest(word, candidates) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self.help(otherwise),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(origin) = &self.origin {
            write!(f, "{}:{}:{}: ", origin.file.name, origin.line(), origin.column())?;
        }
        write!(f, "{}", cut(&self.message, 4 * WIDEST_LINE))?;
        if let Some(origin) = &self.origin {
            write_excerpt(f, origin)?;
        }
        for line in &self.help {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

/// The line of the file with a caret under the span; a long line is cut around it.
fn write_excerpt(f: &mut fmt::Formatter<'_>, origin: &Origin) -> fmt::Result {
    let text = &origin.file.text;
    let number = origin.line();
    let column = origin.column() - 1;
    let Some(line) = text.lines().nth(number - 1) else { return Ok(()) };
    let from = column.saturating_sub(WIDEST_LINE / 2);
    let shown: String = line.chars().skip(from).take(WIDEST_LINE).map(visible).collect();
    let length = text.get(origin.span.clone()).map_or(1, |s| s.lines().next().map_or(0, |l| l.chars().count()));
    let room = shown.chars().count().saturating_sub(column - from).max(1);
    let carets = "^".repeat(length.clamp(1, room));
    let gutter = number.to_string();
    let indent = " ".repeat(column - from);
    let blank = " ".repeat(gutter.len());
    write!(f, "\n{gutter} | {shown}\n{blank} | {indent}{carets}")
}

/// Whether a character moves, turns round or hides the text about it: control characters, line and paragraph separators, marks of
/// direction, tags. A line of such is not what its reader sees (Unicode Technical Report 36, section 3).
pub fn disguises(c: char) -> bool {
    let marks = ['\u{200e}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2066}'..='\u{2069}', '\u{e0000}'..='\u{e007f}'];
    c.is_control() || c == '\u{feff}' || marks.iter().any(|of| of.contains(&c))
}

/// Such characters are shown as a dot, so that a file cannot drive the terminal.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if disguises(c) => '·',
        c => c,
    }
}

/// At most `width` characters of a text, with an ellipsis where it was cut.
pub fn cut(text: &str, width: usize) -> String {
    let mut shown: String = text.chars().map(|c| if c == '\n' { c } else { visible(c) }).take(width).collect();
    if text.chars().nth(width).is_some() {
        shown.push('…');
    }
    shown
}

/// The candidate nearest to a misspelt word by insertions, deletions, substitutions and swaps of neighbours, if it is near enough
/// to be meant. Of as many parts, each is: `DYNAMIC_FRICTION` is no misspelt `STATIC_FRICTION`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let start = |text: &str| text.chars().take(64).collect::<String>();
    let away = |one: &str, other: &str, least: usize| {
        let distance = strsim::osa_distance(one, other);
        (distance <= (one.chars().count() / 3).max(least)).then_some(distance)
    };
    let word = start(word);
    let near = |candidate: &&'a str| {
        let (candidate, [one, other]) = (start(candidate), [parts(&word), parts(&start(candidate))]);
        let each = one.iter().zip(&other).all(|(one, other)| away(one, other, PART).is_some());
        away(&word, &candidate, 1).filter(|_| one.len() != other.len() || each)
    };
    let near = candidates.into_iter().filter_map(|candidate| Some((near(&candidate)?, candidate)));
    near.min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

/// So many letters of a part may be others.
const PART: usize = 3;

/// The parts of a name: `static friction` of `STATIC_FRICTION`, `static-friction` and `StaticFriction`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (small && c.is_uppercase()) {
            parts.push(String::new());
        }
        small = c.is_lowercase();
        if let Some(part) = parts.last_mut().filter(|_| c.is_alphanumeric()) {
            part.push(c);
        }
    }
    parts
}

/// How a command ended: its exit code. Of several outcomes the most serious counts, the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Every check passes and no accepted number has moved.
    AsExpected = 0,
    /// A check fails, a number has moved, or a known gap has closed.
    Failing = 1,
    /// A file or the request is wrong.
    Wrong = 2,
    /// An engine gave no result, or nothing was checked.
    NoResult = 3,
    /// A file could not be written.
    Unwritable = 5,
    Interrupted = 130,
}

impl Exit {
    /// The most serious of those outcomes that are there.
    pub fn worst(outcomes: impl IntoIterator<Item = (bool, Self)>) -> Self {
        let there = outcomes.into_iter().filter(|(there, _)| *there).map(|(_, exit)| exit);
        there.max().unwrap_or(Self::AsExpected)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// What stops a program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// One or more things in files or on the command line are wrong.
    #[error("{}", render(.0))]
    Wrong(Vec<Diagnostic>),
    /// A file or folder could not be read.
    #[error("failed to read {}: {source}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    /// A file or folder could not be written.
    #[error("failed to write {}: {source}\n  {advice}", .path.display())]
    Write { path: PathBuf, source: io::Error, advice: String },
    /// An engine that is needed is not there, or gave nothing.
    #[error("{0}")]
    Engine(String),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(vec![Diagnostic::new(message)])
    }

    /// One thing that is wrong, and what to do about it.
    pub fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Wrong(vec![Diagnostic::new(message).help(help)])
    }

    /// A word that is none of those known: the one it nearly is, or all of them, and what else may be written.
    pub fn unknown(message: impl Into<String>, word: &str, known: &[&str], or: &str) -> Self {
        let all = format!("use one of {}{or}", known.join(", "));
        Diagnostic::new(message).meant(word, known.iter().copied(), all).into()
    }

    /// Every result, where all went right.
    ///
    /// # Errors
    /// All that is wrong with any of them; or the first that failed in another way.
    pub fn all<T>(results: impl IntoIterator<Item = Result<T, Self>>) -> Result<Vec<T>, Self> {
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(one) => right.push(one),
                Err(Self::Wrong(problems)) => wrong.extend(problems),
                Err(other) => return Err(other),
            }
        }
        if wrong.is_empty() { Ok(right) } else { Err(Self::Wrong(wrong)) }
    }

    /// The error with the name of a file or a case before each of its problems.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        if let Self::Wrong(problems) = &mut self {
            problems.iter_mut().for_each(|problem| problem.message = format!("{name}: {}", problem.message));
        }
        self
    }

    pub fn write(path: &Path, source: io::Error) -> Self {
        let advice = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "the disk is full: free some room, or write elsewhere"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "choose a folder you may write to",
            _ => "what was there before is untouched",
        };
        Self::Write { path: path.to_path_buf(), source, advice: advice.to_string() }
    }

    pub fn exit(&self) -> Exit {
        match self {
            Self::Wrong(_) | Self::Read { .. } => Exit::Wrong,
            Self::Engine(_) => Exit::NoResult,
            Self::Write { .. } => Exit::Unwritable,
            Self::Interrupted => Exit::Interrupted,
        }
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Wrong(vec![diagnostic])
    }
}

fn render(diagnostics: &[Diagnostic]) -> String {
    let texts: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    texts.join("\n\n")
}
