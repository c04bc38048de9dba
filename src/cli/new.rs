//! `collisionbench new NAME`

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::print;
use crate::case;
use crate::error::{Diagnostic, Error};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Name of the case; `NAME.toml` is written, never overwritten
    #[arg(required_unless_present = "schema")]
    name: Option<PathBuf>,
    /// Print the JSON schema of case files instead, for an editor
    #[arg(long, conflicts_with = "name")]
    schema: bool,
}

pub(super) fn new(args: &Args) -> Result<(), Error> {
    let Some(name) = &args.name else { return print(&format!("{:#}\n", case::schema())) };
    let path = if name.extension().is_some_and(|e| e == "toml") { name.clone() } else { with_toml(name) };
    let title = path.file_stem().map(|s| s.to_string_lossy().replace(['-', '_'], " ")).unwrap_or_default();
    create(&path, &case::template(&title))?;
    print(&format!("{} is written; try it:\n  collisionbench run {}\n", path.display(), path.display()))
}

/// Writes a new file whole, or nothing.
fn create(path: &Path, text: &str) -> Result<(), Error> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Diagnostic::new(format!("{} is there already", path.display())).help("choose another name").into()
        }
        _ => Error::write(path, error),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| {
        let _ = std::fs::remove_file(path);
        Error::write(path, error)
    })
}

fn with_toml(name: &Path) -> PathBuf {
    let mut file = name.as_os_str().to_os_string();
    file.push(".toml");
    file.into()
}
