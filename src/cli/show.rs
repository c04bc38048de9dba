//! `collisionbench show CASE`

use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::one_case::one_file;
use super::{print, print_as_it_is};
use crate::error::{Diagnostic, Error};
use crate::output;
use crate::report::html;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case: `collisionbench list cases` names them
    case: PathBuf,
    /// One of its scenes, counted from 1: computed, and written as a page
    #[arg(long, value_name = "N", requires = "html", value_parser = clap::value_parser!(u32).range(1..))]
    scene: Option<u32>,
    /// The file of the page, with set-up, force and energies; of the first scene unless another is named
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    computing: Computing,
}

/// Prints a case as it is written, or writes the page of one of its collisions.
pub(super) fn show(args: &Args) -> Result<(), Error> {
    match &args.html {
        Some(file) => page(args, file),
        None => print_as_it_is(&one_file(&args.case)?.1.text),
    }
}

fn page(args: &Args, file: &Path) -> Result<(), Error> {
    one_file(&args.case)?;
    output::replaceable(file, html::is_page, "a page of an earlier report", "--html")?;
    let number = args.scene.unwrap_or(1) as usize;
    let record = args.computing.scene(&args.case, number - 1, Path::new("reports/show.engines"))?;
    let case = &record.cases[0];
    let scene = case.scenes[0].name.clone();
    let Some(text) = html::collision_page(&record, case, &scene).map_err(|e| Error::write(file, e))? else {
        let why = case.checks.iter().find_map(|check| check.reason.as_deref()).unwrap_or("it is no impact");
        return Err(Diagnostic::new(format!("no trajectory of scene {number} ({scene}) was computed: {why}")).into());
    };
    output::replace(&[(file, text.as_bytes())])?;
    print(&format!("{}: scene {number} of {}, {scene}\n", file.display(), case.name))
}
