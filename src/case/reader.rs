//! A TOML file that is read: its tables with the places of their keys and values, its values, and the list of its errors.
//!
//! Read by hand over [`DeTable`], because it keeps the span of every key and value: a message can point at the
//! misspelt word itself, and one pass reports everything that is wrong.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Word;
use super::distribution::Sampled;
use crate::codes;
use crate::data::Files;
use crate::error::{Diagnostic, Error, Origin, SourceFile, cut, disguises, nearest};
use crate::keys::Spec;
use crate::law::scene::ParameterValue;

/// Most problems that are reported of one file; the rest is counted.
const MOST_PROBLEMS: usize = 20;

/// State while a file is read: its values, and its errors.
pub(crate) struct Reader<'a> {
    pub file: &'a Arc<SourceFile>,
    pub files: &'a Files,
    /// Every value of the case, in the order they were read.
    pub(super) entries: Vec<Entry>,
    problems: Vec<Diagnostic>,
    /// Place and text of each problem: many scenes may have the same one.
    seen: BTreeSet<(usize, String)>,
    /// Problems without a message.
    more: usize,
}

impl<'a> Reader<'a> {
    pub fn new(file: &'a Arc<SourceFile>, files: &'a Files) -> Self {
        Self { file, files, entries: Vec::new(), problems: Vec::new(), seen: BTreeSet::new(), more: 0 }
    }

    pub fn origin(&self, span: Range<usize>) -> Origin {
        Origin::new(self.file, span)
    }

    /// Text of the file.
    pub fn raw(&self, span: Range<usize>) -> &'a str {
        self.file.text.get(span).unwrap_or_default()
    }

    pub fn report(&mut self, problem: Diagnostic) {
        let place = problem.origin.as_ref().map_or(usize::MAX, |origin| origin.span.start);
        if self.seen.insert((place, problem.message.clone())) {
            self.problems.push(problem);
        }
    }

    /// Reports a problem with its place.
    pub fn wrong(&mut self, span: &Range<usize>, message: impl Into<String>, help: &[&str]) {
        let mut problem = Diagnostic::new(message).at(&self.origin(span.clone()));
        problem.help.extend(help.iter().map(ToString::to_string));
        self.report(problem);
    }

    /// Reports a problem and returns `None`.
    pub fn refuse<T>(&mut self, span: &Range<usize>, message: impl Into<String>, help: &[&str]) -> Option<T> {
        self.wrong(span, message, help);
        None
    }

    /// The folder of the case, as path and as files, if it is on disk and has a file of this name.
    pub fn beside(&self, name: &str) -> Option<(&'a Path, Files)> {
        let folder = Path::new(&self.file.name).parent()?;
        let root = match self.files {
            Files::Folder(root) | Files::Over(root) => root.join(folder),
            Files::Embedded => Path::new(".").join(folder),
        };
        root.join(name).exists().then_some((folder, Files::Folder(root)))
    }

    /// Reports why a file that the case names at `span` cannot be read; its own problems have places of their own.
    pub fn unread(&mut self, error: Error, span: Range<usize>, what: &str, help: &[&str]) {
        match error {
            Error::Wrong(problems) => {
                for problem in problems {
                    let placed = problem.origin.is_some();
                    let problem = if placed { problem } else { problem.at(&self.origin(span.clone())) };
                    self.report(problem);
                }
            }
            Error::Read { source, .. } => self.wrong(&span, format!("{what} not found: {source}"), help),
            other => self.wrong(&span, shown(&other.to_string()), &[]),
        }
    }

    /// Reports something that is missing from the file as a whole.
    pub fn absent(&mut self, message: &str, help: &[&str]) {
        // What is missing at the top belongs to the file's first line.
        self.wrong(&(0..0), message, help);
    }

    /// Whether a problem that begins with this message is already reported.
    pub fn has_reported(&self, message: &str) -> bool {
        self.problems.iter().any(|problem| problem.message.starts_with(message))
    }

    /// Number of problems so far, to see whether a step added some.
    pub fn count(&self) -> usize {
        self.problems.len()
    }

    /// Whether more problems would not be shown any more.
    pub fn is_full(&self) -> bool {
        self.problems.len() >= MOST_PROBLEMS
    }

    /// Stores a word that is not a value in the file, such as the name of a law.
    pub fn word(&mut self, path: String, word: &str, span: Range<usize>) {
        self.keep(path, ParameterValue::Word(word.to_string()), word, span);
    }

    /// Stores a value that is not read from a value in the file; returns its index.
    pub fn keep(&mut self, path: String, value: ParameterValue, text: &str, span: Range<usize>) -> usize {
        let origin = self.origin(span);
        let choice = Choice { value, text: text.to_string(), origin: origin.clone(), row: None };
        self.entries.push(Entry { path, origin, spec: None, choices: vec![choice], sweep: None, free: None });
        self.entries.len() - 1
    }

    /// All problems in the order of the file; those of the file as a whole come last.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.problems.is_empty() {
            return Ok(());
        }
        self.problems.sort_by_key(|p| p.origin.as_ref().map_or(usize::MAX, |o| o.span.start));
        let more = self.more + self.problems.len().saturating_sub(MOST_PROBLEMS);
        self.problems.truncate(MOST_PROBLEMS);
        if more > 0 {
            let text = format!("{}: {more} more errors; fix these first", self.file.name);
            self.problems.push(Diagnostic::new(text));
        }
        Err(Error::Wrong(self.problems))
    }

    /// Counts problems that are not worth a message of their own.
    pub fn count_only(&mut self, problems: usize) {
        self.more += problems;
    }
}

/// A table of the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table<'a> {
    /// `body.left`; empty for the file as a whole.
    pub path: String,
    /// Its header, or its braces.
    pub span: Range<usize>,
    pub map: DeTable<'a>,
}

/// A key with its value.
#[derive(Debug, Clone)]
pub(crate) struct Node<'t, 'a> {
    pub key: &'t str,
    pub key_span: Range<usize>,
    pub value: &'t Spanned<DeValue<'a>>,
    /// `body.left.radius`
    pub path: String,
}

impl<'t, 'a> Node<'t, 'a> {
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// Reports a problem at the value and returns `None`.
    pub fn refuse<T>(&self, reader: &mut Reader, message: impl Into<String>, help: &[&str]) -> Option<T> {
        reader.refuse(&self.span(), message, help)
    }

    /// Reports a problem at the key and returns `None`.
    pub fn refuse_key<T>(&self, reader: &mut Reader, message: impl Into<String>, help: &[&str]) -> Option<T> {
        reader.refuse(&self.key_span, message, help)
    }

    /// Reports that the value is not what it should be.
    pub fn should_be<T>(&self, reader: &mut Reader, what: &str, help: &[&str]) -> Option<T> {
        let message = format!("{} should be {what}, not {}", quoted(self.key), kind(self.value.get_ref()));
        self.refuse(reader, message, help)
    }

    /// One of the items of a list under the same key.
    pub fn item(&self, value: &'t Spanned<DeValue<'a>>) -> Self {
        Self { value, ..self.clone() }
    }

    /// The value as a table; anything else is reported, with how the table is written.
    pub fn table(&self, reader: &mut Reader, how: &str) -> Option<Table<'a>> {
        if let DeValue::Table(map) = self.value.get_ref() {
            // A table that is only implied by a longer header has no place of its own: its first mention stands for it.
            return Some(Table { path: self.path.clone(), span: self.span(), map: map.clone() });
        }
        self.should_be(reader, "a table", &[&format!("write:  {how}")])
    }

    /// The value as one line of text; anything else is reported.
    pub fn text(&self, reader: &mut Reader, example: &str) -> Option<String> {
        let help = format!("write:  {} = {example}", cut(self.key, 40));
        let DeValue::String(text) = self.value.get_ref() else {
            return self.should_be(reader, "a text", &[&help]);
        };
        let text = text.trim();
        if text.is_empty() {
            return self.refuse(reader, format!("{} is empty", quoted(self.key)), &[&help]);
        }
        if text.chars().any(char::is_control) || text.chars().count() > 500 {
            let message = format!("{} should be one line of at most 500 characters", quoted(self.key));
            return self.refuse(reader, message, &[]);
        }
        if let Some(c) = text.chars().find(|c| disguises(*c)) {
            let message =
                format!("{} has the character U+{:04X}, which turns or hides text", quoted(self.key), u32::from(c));
            return self.refuse(reader, message, &["take it out"]);
        }
        Some(text.to_string())
    }

    /// The same with its place.
    pub fn word(&self, reader: &mut Reader, example: &str) -> Option<Word> {
        Some(Word { text: self.text(reader, example)?, origin: reader.origin(self.span()) })
    }

    /// The value as an array of tables; anything else is reported, with how one is written.
    pub fn tables(&self, reader: &mut Reader, how: &str) -> Option<Vec<Table<'a>>> {
        if let DeValue::Array(items) = self.value.get_ref() {
            return Some(items.iter().filter_map(|value| self.item(value).table(reader, how)).collect());
        }
        let message = format!("{} must be an array of tables: {how}", quoted(self.key));
        reader.refuse(&self.key_span, message, &[&format!("write:  {how}")])
    }

    pub fn boolean(&self, reader: &mut Reader) -> bool {
        match self.value.get_ref() {
            DeValue::Boolean(value) => *value,
            _ => self.should_be(reader, "true or false", &[]).unwrap_or_default(),
        }
    }
}

impl<'a> Table<'a> {
    pub fn get<'t>(&'t self, key: &str) -> Option<Node<'t, 'a>> {
        self.map.get_key_value(key).map(|(key, value)| self.node(key, value))
    }

    pub fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    /// Whether a key stands here that is nearly `key`: it is reported as unknown, and `key` is not missing then.
    pub fn misspells(&self, key: &str) -> bool {
        !self.has(key) && self.map.keys().any(|other| !suggestion(other.get_ref(), [key]).is_empty())
    }

    /// Keys and values in the order of the file.
    pub fn nodes<'t>(&'t self) -> Vec<Node<'t, 'a>> {
        let mut nodes: Vec<_> = self.map.iter().map(|(key, value)| self.node(key, value)).collect();
        nodes.sort_by_key(|node| node.key_span.start);
        nodes
    }

    fn node<'t>(
        &'t self,
        key: &'t Spanned<std::borrow::Cow<'a, str>>,
        value: &'t Spanned<DeValue<'a>>,
    ) -> Node<'t, 'a> {
        let name = key.get_ref().as_ref();
        let path = if self.path.is_empty() { name.to_string() } else { format!("{}.{name}", self.path) };
        Node { key: name, key_span: key.span(), value, path }
    }

    /// A key that must be there.
    pub fn require<'t>(&'t self, reader: &mut Reader, key: &str, example: &str) -> Option<Node<'t, 'a>> {
        let node = self.get(key);
        if node.is_none() && !self.misspells(key) {
            let message = format!("`{}{key}` is missing", self.prefix());
            let help = format!("add:  {key} = {example}");
            if self.path.is_empty() {
                reader.absent(&format!("`{key}` is missing"), &[&help]);
            } else {
                reader.wrong(&self.span, message, &[&help]);
            }
        }
        node
    }

    /// Reports a key that is not allowed in this table.
    pub fn bars(&self, reader: &mut Reader, key: &str, message: impl Into<String>, help: &[&str]) {
        if let Some(node) = self.get(key) {
            reader.wrong(&node.key_span, message, help);
        }
    }

    /// Reports every key that is not in `known`; a key of a later version gets a message of its own.
    pub fn only(&self, reader: &mut Reader, known: &[&str]) {
        for node in self.nodes() {
            if !known.contains(&node.key) {
                self.unknown(reader, &node, known);
            }
        }
    }

    /// Reports a key that does not belong here.
    pub fn unknown(&self, reader: &mut Reader, node: &Node, known: &[&str]) {
        let what = format!("{}{}", self.prefix(), node.key);
        if not_yet(reader, (&self.path, node.key), node.key_span.clone(), &what) {
            return;
        }
        let whose = if self.path.is_empty() { "a case".to_string() } else { format!("`{}`", cut(&self.path, 80)) };
        let guess = suggestion(node.key, known.iter().copied());
        let help = in_lines(format!("known in {whose}: "), known);
        let help: Vec<&str> = help.iter().map(String::as_str).collect();
        reader.wrong(&node.key_span, format!("unknown key {}{guess}", quoted(node.key)), &help);
    }

    fn prefix(&self) -> String {
        if self.path.is_empty() { String::new() } else { format!("{}.", cut(&self.path, 80)) }
    }
}

/// Most characters of a line of help.
const WIDEST: usize = 180;

/// A list of words behind `head`, in as many lines as it takes.
fn in_lines(head: String, words: &[&str]) -> Vec<String> {
    let mut lines = vec![head];
    for (place, word) in words.iter().enumerate() {
        let word = if place + 1 < words.len() { format!("{word}, ") } else { (*word).to_string() };
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() <= WIDEST => line.push_str(&word),
            _ => lines.push(format!("  {word}")),
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

/// Reports `what` if it is a word that this version does not support under `path`, with its replacement; whether it is one.
pub(super) fn not_yet(reader: &mut Reader, (path, key): (&str, &str), span: Range<usize>, what: &str) -> bool {
    let instead = later(path, key);
    if let Some(instead) = instead {
        reader.wrong(&span, format!("`{what}` is not supported by this version"), &[instead]);
    }
    instead.is_some()
}

/// A word of a file, cut to what fits in a message.
pub(crate) fn shown(word: &str) -> String {
    cut(&word.replace('\n', " "), 80)
}

/// A word of a file in quotes, cut to what fits in a message.
pub(crate) fn quoted(word: &str) -> String {
    format!("`{}`", shown(word))
}

/// `, did you mean ...?`, or nothing when no word is near.
pub(crate) fn suggestion<'w>(word: &str, candidates: impl IntoIterator<Item = &'w str>) -> String {
    // Every word is near a very long one.
    if word.chars().count() > 40 {
        return String::new();
    }
    nearest(word, candidates).map(|near| format!(", did you mean `{near}`?")).unwrap_or_default()
}

/// The type of a value in words.
pub(crate) fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A value of the case under its path, with all the values that a sweep gives it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub path: String,
    /// Place of the value in the file.
    pub origin: Origin,
    /// What it may be; `None` of a word that names something.
    pub spec: Option<Spec>,
    /// One for each value of a sweep; just one when nothing is swept.
    pub choices: Vec<Choice>,
    pub sweep: Option<Sweep>,
    /// Role in a calibration; the only choice is the start value of an unknown or the value of an uncertain input.
    pub free: Option<FitRole>,
}

/// How a sweep is combined with others.
#[derive(Debug, Clone, Default)]
pub(super) struct Sweep {
    /// Sweeps of one name advance together.
    pub together: Option<Word>,
    /// The dataset the values come from.
    pub dataset: Option<String>,
    /// What the values are drawn from, in place of a list.
    pub sampled: Option<Sampled>,
}

/// One value of an entry.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub value: ParameterValue,
    /// As written.
    pub text: String,
    pub origin: Origin,
    /// Row of the dataset that it comes from, counted from 0.
    pub row: Option<usize>,
}

impl Choice {
    pub fn number(&self) -> Option<f64> {
        match self.value {
            ParameterValue::Number(value, _) => Some(value),
            ParameterValue::Word(_) => None,
        }
    }
}

/// Role of a value in a calibration.
#[derive(Debug, Clone, Copy)]
pub(super) enum FitRole {
    /// A fitted value, with the bounds of the search, SI.
    Unknown { low: f64, high: f64 },
    /// An uncertain input, with its standard deviation, SI.
    Sigma(f64),
}

/// Longest table header that is recognised as one, in bytes.
const LONGEST_HEADER: usize = 200;

/// The tables of the file.
///
/// `None` when it is not TOML; every syntax error is reported then, and nothing else is looked for: what a broken line
/// was meant to say is a guess.
pub(crate) fn parse<'a>(reader: &mut Reader<'a>) -> Option<Table<'a>> {
    let (root, errors) = DeTable::parse_recoverable(&reader.file.text);
    // Only message and span: the library's own rendering repeats the whole line, however long it is.
    let mut errors: Vec<(Range<usize>, &str)> =
        errors.iter().map(|error| (error.span().unwrap_or_default(), error.message())).collect();
    errors.sort_by_key(|(span, _)| span.start);
    let mut doubled_header: Option<usize> = None;
    for (place, (span, message)) in errors.iter().enumerate() {
        if reader.is_full() {
            reader.count_only(errors.len() - place);
            break;
        }
        let problem = if *message == "duplicate key" {
            // Under a header that is there twice the keys are there twice too: the header says it all.
            if let Some(end) = doubled_header
                && !reader.raw(end..span.start).contains("\n[")
            {
                doubled_header = Some(span.end);
                continue;
            }
            doubled_header = in_header(reader, span).then_some(span.end);
            let key = reader.raw(span.clone());
            // A key that is not there at all is reported as that.
            if key.is_empty() {
                continue;
            }
            Diagnostic::new(format!("duplicate key {}", quoted(key))).help("remove one of them, or rename the second")
        } else {
            let problem = Diagnostic::new(format!("this is not TOML: {}", shown(message)));
            match decimal_comma(&reader.file.text, span.start) {
                Some(number) => problem.help(format!("write the number with a point:  {number}")),
                None => problem,
            }
        };
        let origin = reader.origin(span.clone());
        reader.report(problem.at(&origin));
    }
    errors.is_empty().then(|| Table { path: String::new(), span: root.span(), map: root.into_inner() })
}

/// `0.5` where the file has `0,5` at this place.
fn decimal_comma(text: &str, at: usize) -> Option<String> {
    let (before, after) = (text.get(..at)?, text.get(at..)?.strip_prefix(',')?);
    let whole = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    let part = &after[..after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len())];
    (!whole.is_empty() && !part.is_empty()).then(|| format!("{whole}.{part}"))
}

/// Whether a key stands in a table header.
fn in_header(reader: &Reader, span: &Range<usize>) -> bool {
    let before = &reader.file.text.as_bytes()[..span.start];
    let near = &before[before.len().saturating_sub(LONGEST_HEADER)..];
    let line = near.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    line.trim_ascii_start().starts_with(b"[")
}

/// Codes that this bench does not know yet.
const OTHERS: &[&str] = &["pysph"];

/// Fixed-step schemes of production codes that are not run.
const STEPPERS: &[&str] = &["beeman", "gear", "runge-kutta", "taylor", "adams-bashforth"];

/// The replacement for the unsupported keyword `key` in the table at `path`.
pub fn later(path: &str, key: &str) -> Option<&'static str> {
    let top = path.split('.').next().unwrap_or_default();
    let depth = if path.is_empty() { 0 } else { 1 + path.matches('.').count() };
    Some(match (depth, top, key) {
        (2, "body", "friction") => {
            "use instead: the friction of the contact, [contact.tangential.mindlin] with `friction`"
        }
        (1, "contact", "lever_of_slip") => {
            "use instead: lever = { slip = \"radius\", torque = \"radius\" }; `lever_of_slip` is a field of scene.json, which `slip` gives"
        }
        (2, "contact", "DYNAMIC_FRICTION" | "FRICTION_DECAY") => {
            "use STATIC_FRICTION alone for a code whose friction is the same at rest and sliding: the input is then \
             written with DYNAMIC_FRICTION equal to it; Kratos with two coefficients is another contact"
        }
        (1, "contact", key) if OTHERS.contains(&key) => {
            "use instead: [contact.normal.*] with [contact.damping.*], or the parameters of a supported code, [contact.yade]"
        }
        (1, "run", "symplectic-euler" | "semi-implicit-euler") => {
            "use instead: [run.leapfrog], the same scheme under another name"
        }
        (1, "run", key) if not_run(key) => {
            "use instead: [run.reference] (adaptive, to rounding), a scheme such as [run.velocity-verlet], \
             an engine such as [run.lammps], or your own program with --engines FILE"
        }
        (1, "expect", "variant") => "use instead: `agrees_with` with a tolerance, { within = \"1 %\" }",
        _ => return None,
    })
}

fn not_run(key: &str) -> bool {
    let cannot = codes::find(key).is_some_and(|system| system.driver.is_none());
    cannot || OTHERS.contains(&key) || STEPPERS.contains(&key)
}
