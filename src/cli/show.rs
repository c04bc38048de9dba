//! `collisionbench show CASE`

use std::path::{Path, PathBuf};

use super::print;
use crate::bench;
use crate::error::{Diagnostic, Error};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case: `collisionbench list cases` names them
    case: PathBuf,
}

/// Prints a case as it is written.
pub(super) fn show(args: &Args) -> Result<(), Error> {
    print(&text(&args.case)?)
}

/// The text of the one case that is asked for.
pub(super) fn text(asked: &Path) -> Result<String, Error> {
    let mut cases = bench::find(&[asked.to_path_buf()], Path::new("."))?.cases;
    match (cases.pop(), cases.pop()) {
        (Some((_, file)), None) => Ok(file.text),
        (last, _) => {
            let error = Diagnostic::new(format!("{} holds more than one case; which one is meant?", asked.display()));
            Err(error.help(format!("for example `{}`", last.map(|(name, _)| name).unwrap_or_default())).into())
        }
    }
}
