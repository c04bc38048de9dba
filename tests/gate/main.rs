//! Accepted numbers: what moves is named, what only rounds differently passes, and what gates by less is caught.

mod ci;
mod docs;
mod files;
#[cfg(unix)]
mod kills;
mod shipped;
mod verify;

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// How a command ended.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in `folder`.
pub fn say(folder: &Path, words: &[&str]) -> Said {
    say_with(folder, words, &[])
}

/// The same with more in its environment.
pub fn say_with(folder: &Path, words: &[&str], environment: &[(&str, &str)]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collisionbench"));
    command.current_dir(folder).env_remove("CLICOLOR_FORCE").env_remove("SOURCE_DATE_EPOCH");
    let output = command.env("NO_COLOR", "1").envs(environment.iter().copied()).args(words).output().unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
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
