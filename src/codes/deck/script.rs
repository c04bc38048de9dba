//! A script as the commands that a code would read: included files in their place, variables put in. Nothing is run.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::variables::Variables;
use super::words::{RawWord, commands};
use crate::data::Files;
use crate::error::{Diagnostic, Error, Origin, SourceFile, cut};

/// Most bytes of a script, with what it includes.
pub const LARGEST: usize = 1 << 20;
/// Most files that include each other.
const DEEPEST: usize = 20;

/// A word of a command.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub text: String,
    pub origin: Origin,
    /// Its line, counted from 1.
    pub line: usize,
    /// Why a variable in it has no value.
    pub unresolved: Option<String>,
}

impl Word {
    /// Its number, in the units of the script.
    pub fn number(&self) -> Result<f64, Diagnostic> {
        if let Some(why) = &self.unresolved {
            let message = format!("`{}` has no value here: {why}", cut(&self.text, 40));
            return Err(Diagnostic::new(message).at(&self.origin).help("write the number in its place"));
        }
        match self.text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(Diagnostic::new(format!("`{}` is not a number", cut(&self.text, 40))).at(&self.origin)),
        }
    }

    /// The same as a whole number from 1 on.
    pub fn count(&self) -> Result<usize, Diagnostic> {
        let number = self.number()?;
        if number.fract() == 0.0 && (1.0..=1e4).contains(&number) {
            return Ok(number as usize);
        }
        Err(Diagnostic::new(format!("`{}` is not a type, from 1 to 10000", cut(&self.text, 40))).at(&self.origin))
    }
}

/// A command, with at least one word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Command {
    pub words: Vec<Word>,
}

impl Command {
    pub fn name(&self) -> &str {
        self.text(0)
    }

    /// The text of a word; empty where there is none.
    pub fn text(&self, place: usize) -> &str {
        self.words.get(place).map_or("", |word| &word.text)
    }

    pub fn origin(&self) -> &Origin {
        &self.words[0].origin
    }

    /// Its line, counted from 1.
    pub fn line(&self) -> usize {
        self.words[0].line
    }

    /// `fix ID GROUP STYLE`
    pub fn fix_style(&self) -> Option<&str> {
        (self.name() == "fix").then(|| self.text(3))
    }
}

/// The commands of a script, and what in it depends on a run.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub commands: Vec<Command>,
    /// Commands about contact that are carried out or not as the script runs.
    pub conditional: Vec<Diagnostic>,
    variables: Variables,
    open: Vec<String>,
    bytes: usize,
}

/// Reads a script and what it includes from its folder.
///
/// # Errors
/// A file that is missing or too large, an include that leaves the folder or comes back to itself.
pub(super) fn read(path: &Path) -> Result<Script, Error> {
    let name = path.file_name().ok_or_else(|| Error::wrong(format!("{} is no file", path.display())))?;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut script = Script::default();
    script.file(folder, &name.to_string_lossy(), path.display().to_string(), None)?;
    Ok(script)
}

impl Script {
    fn file(&mut self, folder: &Path, name: &str, shown: String, from: Option<&Origin>) -> Result<(), Error> {
        let wrong = |message: String, help: &str| {
            let problem = Diagnostic::new(message).help(help);
            Error::from(from.map_or(problem.clone(), |origin| problem.at(origin)))
        };
        if self.open.iter().any(|open| open == name) {
            let chain = self.open.join(" -> ");
            return Err(wrong(format!("`{name}` includes itself: {chain} -> {name}"), "remove one of the includes"));
        }
        if self.open.len() >= DEEPEST {
            return Err(wrong(format!("more than {DEEPEST} files include each other"), "put them into one file"));
        }
        let mut bytes = Vec::new();
        let opened = Files::Folder(folder.to_path_buf()).open(name).map_err(|error| placed(error, from))?;
        let room = (LARGEST - self.bytes) as u64 + 1;
        opened.take(room).read_to_end(&mut bytes).map_err(|source| Error::Read { path: folder.join(name), source })?;
        self.bytes += bytes.len();
        if self.bytes > LARGEST {
            let help = "leave out what is not about contact, atoms and time step";
            return Err(wrong(format!("{shown} is larger than 1 MiB"), help));
        }
        // Comments are in any encoding.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let file = Arc::new(SourceFile { name: shown, text });
        self.open.push(name.to_string());
        for words in commands(&file) {
            self.command(folder, words)?;
        }
        self.open.pop();
        Ok(())
    }

    fn command(&mut self, folder: &Path, words: Vec<RawWord>) -> Result<(), Error> {
        let Some(first) = words.first() else { return Ok(()) };
        let line = first.line;
        match first.text.as_str() {
            "variable" => self.variables.define(&words, line),
            "if" => self.condition(&words, line),
            "next" => {
                words[1..].iter().for_each(|word| self.variables.forget(&word.text, &format!("`next` in line {line}")));
            }
            "include" => return self.include(folder, &words),
            _ => self.keep(words),
        }
        Ok(())
    }

    fn include(&mut self, folder: &Path, words: &[RawWord]) -> Result<(), Error> {
        let Some(word) = words.get(1) else { return Ok(()) };
        let name = self.variables.substituted(word).map_err(|why| {
            Error::from(Diagnostic::new(format!("the file to include has no name here: {why}")).at(&word.origin))
        })?;
        let outside =
            Path::new(&name).is_absolute() || Path::new(&name).components().any(|part| part.as_os_str() == "..");
        if outside {
            let message = format!("`{}` is not in the folder of the script", cut(&name, 80));
            return Err(Diagnostic::new(message)
                .at(&word.origin)
                .help("copy it there, and include it by its name")
                .into());
        }
        let shown = folder.join(&name).display().to_string();
        let shown = shown.strip_prefix("./").map_or(shown.clone(), String::from);
        self.file(folder, &name, shown, Some(&word.origin))
    }

    /// What an `if` sets is not known; a contact in it is named.
    fn condition(&mut self, words: &[RawWord], line: usize) {
        for word in words.iter().filter(|word| word.quoted) {
            let inside: Vec<&str> = word.text.split_whitespace().collect();
            match inside[..] {
                ["variable", name, ..] => self.variables.forget(name, &format!("`if` in line {line}")),
                [first, ..] if about_contact(first, inside.get(3).copied().unwrap_or_default()) => {
                    let message = format!("`{first}` is a part of an `if`: it is not read");
                    let help = "write the command on a line of its own, as it is carried out";
                    self.conditional.push(Diagnostic::new(message).at(&word.origin).help(help));
                }
                _ => {}
            }
        }
    }

    fn keep(&mut self, words: Vec<RawWord>) {
        let mut kept = Vec::new();
        for word in words {
            match self.variables.substituted(&word) {
                Ok(text) if word.quoted || text == word.text => {
                    kept.push(Word { text, origin: word.origin, line: word.line, unresolved: None });
                }
                Ok(text) => kept.extend(text.split_whitespace().map(|part| Word {
                    text: part.to_string(),
                    origin: word.origin.clone(),
                    line: word.line,
                    unresolved: None,
                })),
                Err(why) => {
                    kept.push(Word { text: word.text, origin: word.origin, line: word.line, unresolved: Some(why) })
                }
            }
        }
        if kept.is_empty() {
            return;
        }
        let command = Command { words: kept };
        if command.name() == "timestep" {
            self.variables.time_step = command.words.get(1).and_then(|word| word.number().ok());
        }
        self.commands.push(command);
    }
}

/// Whether a command decides about contacts, or about what is in contact.
fn about_contact(command: &str, style: &str) -> bool {
    match command {
        "pair_style" | "pair_coeff" | "timestep" | "units" | "include" => true,
        "fix" => style.starts_with("wall/gran") || style.starts_with("property/global"),
        _ => false,
    }
}

/// A file that cannot be read, at the line that asks for it.
fn placed(error: Error, from: Option<&Origin>) -> Error {
    match (error, from) {
        (Error::Wrong(problems), Some(origin)) => {
            Error::Wrong(problems.into_iter().map(|problem| problem.at(origin)).collect())
        }
        (Error::Read { path, source }, Some(origin)) => {
            Diagnostic::new(format!("failed to read {}: {source}", path.display())).at(origin).into()
        }
        (error, _) => error,
    }
}
