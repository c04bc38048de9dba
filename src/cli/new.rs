//! `collisionbench new NAME`

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::one_case::{self, one_file};
use super::set::set;
use super::{print, print_as_it_is};
use crate::bench::record::file as record_file;
use crate::case::{self, FitTemplate, Template, TemplateEngine};
use crate::data::Files;
use crate::data::measure::{Mapping, gather};
use crate::error::Error;
use crate::fit::file as fit_file;
use crate::output;
use crate::report::run::in_shell;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Name of the case; `NAME.toml` is written, never overwritten
    #[arg(required_unless_present = "schema")]
    name: Option<PathBuf>,
    /// Start from a copy of this case, a file or the name of a shipped one
    #[arg(long, value_name = "CASE", group = "start")]
    from: Option<PathBuf>,
    /// An oblique impact with friction
    #[arg(long, group = "start")]
    oblique: bool,
    /// A DEM code beside the reference; `init` sets up a code of your own
    #[arg(long, group = "start", value_name = "CODE", num_args = 0..=1, require_equals = true, default_missing_value = "lammps")]
    engine: Option<TemplateEngine>,
    /// A calibration with a table to fill in: of the restitution from drop heights, or of what is named
    #[arg(long, group = "start", value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "heights")]
    fit: Option<FitTemplate>,
    /// The measurements of the calibration, instead of the example table
    #[arg(long, value_name = "FILE", requires = "fit")]
    data: Option<PathBuf>,
    /// Another value in the case, `body.ball.radius="20 mm"`; as often as needed
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print the JSON schema of case files instead, for an editor; or that of a line of a run's `run.jsonl`, or of a fit's `fit.json`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "start"], num_args = 0..=1, default_missing_value = "case")]
    schema: Option<SchemaOf>,
}

/// What a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SchemaOf {
    Case,
    Run,
    Fit,
}

pub(super) fn new(args: &Args) -> Result<(), Error> {
    let Some(name) = &args.name else {
        return match args.schema.unwrap_or(SchemaOf::Case) {
            SchemaOf::Case => print_as_it_is(&format!("{:#}\n", case::schema())),
            SchemaOf::Run => print_as_it_is(&format!("{:#}\n", record_file::schema().as_value())),
            SchemaOf::Fit => print_as_it_is(&format!("{:#}\n", fit_file::schema().as_value())),
        };
    };
    let path = if name.extension().is_some_and(|e| e == "toml") { name.clone() } else { with(name, ".toml") };
    let title = path.file_stem().map(|s| s.to_string_lossy().replace(['-', '_'], " ")).unwrap_or_default();
    let about = match args {
        Args { oblique: true, .. } => Template::Oblique,
        Args { engine: Some(code), .. } => Template::Engine(*code),
        Args { fit: Some(of), .. } => Template::Fit(*of),
        _ => Template::Impact,
    };
    let typed = in_command(&path);
    if let Template::Fit(fitting) = about {
        let own = match &args.data {
            Some(data) if data.is_file() => Some(data.display().to_string()),
            Some(data) => return Err(Error::wrong(format!("--data: there is no file {}", data.display()))),
            None => None,
        };
        let table = path.with_extension("csv");
        let named = table.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = case::template(about, &title, own.as_ref().unwrap_or(&named));
        // What is wrong with a table is said by whoever reads the case.
        let found = own.as_ref().and_then(|own| gather(&Files::Folder(".".into()), own, &Mapping::default()).ok());
        let text = set(&found.map_or(text.clone(), |found| case::suited(&text, &found)), &args.set)?;
        let beside: &[(&Path, &str)] = if own.is_some() { &[] } else { &[(&table, fitting.table())] };
        let names = create(args, (&path, &text), beside)?;
        return print(&format!("wrote {names}; fit it:\n  collisionbench fit {typed}\n"));
    }
    let text = match &args.from {
        Some(from) => one_file(from)?.1.text,
        None => case::template(about, &title, ""),
    };
    let text = set(&text, &args.set)?;
    let names = create(args, (&path, &text), &[])?;
    print(&format!("wrote {names}; run it:\n  collisionbench run {typed}\n"))
}

/// A path as it is typed into a shell.
fn in_command(path: &Path) -> String {
    in_shell(&path.display().to_string()).into_owned()
}

/// Writes all of these new files, or none; says which. A case with values or a table of the user is one that the next command reads.
fn create(args: &Args, case: (&Path, &str), beside: &[(&Path, &str)]) -> Result<String, Error> {
    fn bytes<'t>((path, text): &(&'t Path, &'t str)) -> (&'t Path, &'t [u8]) {
        (*path, text.as_bytes())
    }
    let (case, beside) = ([bytes(&case)], beside.iter().map(bytes).collect::<Vec<_>>());
    match args.set.is_empty() && args.data.is_none() {
        true => output::create(&[&case[..], &beside].concat())?,
        false => print(&one_case::create(&case, &beside, None)?)?,
    }
    let all = case.iter().chain(&beside);
    Ok(all.map(|(path, _)| path.display().to_string()).collect::<Vec<_>>().join(", "))
}

fn with(name: &Path, extension: &str) -> PathBuf {
    let mut file = name.as_os_str().to_os_string();
    file.push(extension);
    file.into()
}
