//! `collisionbench show CASE`

use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::one_case::one_file;
use super::set::set;
use super::{print, print_as_it_is, print_json, width};
use crate::bench;
use crate::bench::record::{CaseRecord, Record, SceneRecord};
use crate::error::{Diagnostic, Error};
use crate::output;
use crate::report::block::{Block, terminal};
use crate::report::{html, numbers};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case: `collisionbench list cases` names them
    case: PathBuf,
    /// One of its scenes, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    scene: u32,
    /// Another value in the case, `impact.speed="3 m/s"`; as often as needed
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print one JSON object: values as written, numbers of every solver in SI, validity
    #[arg(long, conflicts_with = "out")]
    json: bool,
    /// Write the page of the collision, with set-up, forces and energies
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the case as it is written
    #[arg(long, conflicts_with_all = ["scene", "json", "out"])]
    text: bool,
    #[command(flatten)]
    computing: Computing,
}

/// Prints the numbers of a collision, its page, or the case as it is written.
pub(super) fn show(args: &Args) -> Result<(), Error> {
    if args.text {
        return print_as_it_is(&set(&one_file(&args.case)?.1.text, &args.set)?);
    }
    if let Some(file) = &args.out {
        output::replaceable(file, html::is_page, "a page of an earlier report", "--out")?;
    }
    let (record, scenes) = computed(args)?;
    let case = &record.cases[0];
    let Some(scene) = case.scenes.first() else {
        let help = format!("fit it:  collisionbench fit {}", args.case.display());
        return Err(Error::with_help(format!("{} is a calibration: it has no scene to show", case.name), help));
    };
    if let Some(why) = failed(case) {
        return Err(Diagnostic::new(format!("scene {} ({}) was not computed: {why}", args.scene, scene.name)).into());
    }
    match &args.out {
        Some(file) => page(args, file, &record, case),
        None if args.json => print_json(&numbers::json(case, scene)),
        None => print(&terminal(&blocks(args, &record, scene, scenes), width())),
    }
}

/// The record of the one scene, and how many the case has.
fn computed(args: &Args) -> Result<(Record, usize), Error> {
    one_file(&args.case)?;
    let mut found = bench::find(std::slice::from_ref(&args.case), Path::new("."))?;
    for (_, file) in &mut found.cases {
        file.text = set(&file.text, &args.set)?;
    }
    args.computing.scene(found, args.scene as usize - 1, Path::new("reports/show.engines"))
}

/// Why nothing was computed.
fn failed(case: &CaseRecord) -> Option<&str> {
    let nothing = case.collisions.is_empty();
    let why = || case.checks.iter().find_map(|check| check.reason.as_deref());
    nothing.then(|| why().unwrap_or("no solver gave a number"))
}

fn blocks(args: &Args, record: &Record, scene: &SceneRecord, scenes: usize) -> Vec<Block> {
    let case = &record.cases[0];
    let of = if scenes == 1 { "its only scene".to_string() } else { format!("scene {} of {scenes}", args.scene) };
    let name = if scene.name == "-" { impact(scene) } else { scene.name.clone() };
    let mut blocks =
        vec![Block::heading(1, format!("{}: {}", case.name, case.title)), Block::text(format!("{of}: {name}"))];
    blocks.extend(numbers::blocks(record, case, scene));
    blocks
}

/// `speed 2 m/s, angle 45 deg`, as the case has it.
fn impact(scene: &SceneRecord) -> String {
    let of = |parameter: &&std::sync::Arc<crate::bench::record::ParameterRecord>| {
        parameter.path.starts_with("impact.") || parameter.path.starts_with("path.")
    };
    let impact = scene.parameters.iter().filter(of);
    let impact =
        impact.map(|parameter| format!("{} {}", parameter.path.rsplit('.').next().unwrap_or_default(), parameter.text));
    impact.collect::<Vec<_>>().join(", ")
}

fn page(args: &Args, file: &Path, record: &Record, case: &CaseRecord) -> Result<(), Error> {
    let (number, scene) = (args.scene, &case.scenes[0].name);
    let Some(text) = html::collision_page(record, case, scene).map_err(|e| Error::write(file, e))? else {
        return Err(Diagnostic::new(format!("scene {number} ({scene}) has no trajectory: it is no impact")).into());
    };
    output::replace(&[(file, text.as_bytes())])?;
    print(&format!("{}: scene {number} of {}, {scene}\n", file.display(), case.name))
}
