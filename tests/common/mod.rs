//! The program as tests start it, and the files they put beside it.
#![allow(dead_code, reason = "no test needs all of it")]

pub mod fit_json;
pub mod fitted;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How a command ended.
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// All that was printed.
    pub fn text(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// All of this must stand on standard output.
    #[track_caller]
    pub fn prints(&self, words: impl IntoIterator<Item = impl AsRef<str>>) {
        for words in words {
            assert!(self.out.contains(words.as_ref()), "{}: {}", words.as_ref(), self.text());
        }
    }

    /// All of this must stand on standard error.
    #[track_caller]
    pub fn complains(&self, words: impl IntoIterator<Item = impl AsRef<str>>) {
        for words in words {
            assert!(self.err.contains(words.as_ref()), "{}: {}", words.as_ref(), self.text());
        }
    }

    /// It must have ended with this code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        self
    }

    /// It must have ended well, with nothing on standard error.
    #[track_caller]
    pub fn well(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self
    }

    /// It must have ended with this code, with nothing on standard output.
    #[track_caller]
    pub fn refused(self, code: i32) -> Self {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        self
    }
}

/// The program under test: the one that was built with the tests, unless `COLLISIONBENCH_PROGRAM` names another.
fn tested() -> std::ffi::OsString {
    std::env::var_os("COLLISIONBENCH_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_collisionbench").into())
}

/// The program in a folder. Nothing of the caller's own settings changes what it prints.
pub fn process(folder: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(tested());
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder).env("NO_COLOR", "1").env("COLUMNS", "4000");
    command.env_remove("CLICOLOR_FORCE").env_remove("SOURCE_DATE_EPOCH");
    command
}

/// The same, to be run to its end.
pub fn program(folder: &Path) -> assert_cmd::Command {
    assert_cmd::Command::from_std(process(folder))
}

/// Runs the program in a folder.
pub fn run(folder: &Path, words: &[&str]) -> Ended {
    run_with(folder, words, &[])
}

/// The same with more in its environment.
pub fn run_with(folder: &Path, words: &[&str], environment: &[(&str, &str)]) -> Ended {
    let output = program(folder).envs(environment.iter().copied()).args(words).output().unwrap();
    Ended {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Writes a file into a folder, with the folders above it.
pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A program that is some lines of shell.
#[cfg(unix)]
pub fn script(folder: &Path, name: &str, lines: &str) {
    use std::os::unix::fs::PermissionsExt;
    write(folder, name, format!("#!/bin/sh\n{lines}\n"));
    fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let there = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &there);
        } else {
            fs::copy(entry.path(), there).unwrap();
        }
    }
}

/// The folder of this package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// With single blanks and no line breaks, as words are looked for.
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers of a report's `observations.csv`, each with whose it is: `case`, `scene`, `by`, `variant`, `observable`,
/// `value`, `unit`, `uncertainty`.
pub fn observations(table: &[u8]) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers().unwrap().clone();
    let mut all = Vec::new();
    for row in reader.records().map(Result::unwrap) {
        for at in (4..header.len()).step_by(2) {
            let (observable, unit) = match header[at].split_once(" (") {
                Some((word, unit)) => (word, unit.strip_suffix(')').unwrap()),
                None => (&header[at], ""),
            };
            let beside = &header[at + 1];
            assert!(beside.starts_with(&format!("{observable} uncertainty")) && beside.contains(unit), "{beside}");
            if !row[at].is_empty() {
                let words = [&row[0], &row[1], &row[2], &row[3], observable, &row[at], unit, &row[at + 1]];
                let keys = ["case", "scene", "by", "variant", "observable", "value", "unit", "uncertainty"];
                all.push(keys.into_iter().zip(words).map(|(key, word)| (key.into(), word.into())).collect());
            }
        }
    }
    all
}
