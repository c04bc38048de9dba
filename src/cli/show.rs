//! `collisionbench show CASE`

use std::path::PathBuf;

use super::one_case::one_file;
use super::print;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case: `collisionbench list cases` names them
    case: PathBuf,
}

/// Prints a case as it is written.
pub(super) fn show(args: &Args) -> Result<(), Error> {
    print(&one_file(&args.case)?.1.text)
}
