//! `collisionbench shrink CASE`

use crate::cli::compute::{Threads, config};
use std::path::PathBuf;

use super::one_case::one_file;
use super::signals::listen;
use super::{print, print_as_it_is};
use crate::bench::Check;
use crate::case::Case;
use crate::codes::engine::protocol::Request;
use crate::codes::engine::{Batch, BatchPair, Folders};
use crate::collide::StepSize;
use crate::collide::collide;
use crate::collide::stepper::{self, undamped_duration};
use crate::error::{Error, Exit};
use crate::halt;
use crate::output;
use crate::shrink::{self, Shrunk};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file that fails, or the name of a shipped case
    case: PathBuf,
    /// The observable whose check is to be shrunk (default: the first that fails)
    #[arg(long, value_name = "OBSERVABLE")]
    observable: Option<String>,
    /// Output file of the small case (default: NAME-shrunk.toml). An existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Steps a contact where the small case has none.
const STEPS: f64 = 100.0;

pub(super) fn shrink(args: &Args) -> Result<Exit, Error> {
    listen();
    args.threads.pool()?.install(|| in_pool(args))
}

fn in_pool(args: &Args) -> Result<Exit, Error> {
    let (name, file, data) = one_file(&args.case)?;
    let out = args.out.clone().unwrap_or_else(|| {
        let stem = name.rsplit('/').next().unwrap_or(&name);
        PathBuf::from(format!("{stem}-shrunk.toml"))
    });
    if out.exists() {
        let message = format!("{} already exists", out.display());
        return Err(Error::with_help(message, "move it away, or name another file with --out FILE"));
    }
    let engines = out.with_extension("engines");
    let config = config(args.engines.as_deref())?;
    let shrunk = shrink::shrink(
        &file,
        &name,
        &data,
        &collide,
        config,
        Folders::below(engines.clone()),
        args.observable.as_deref(),
    )?;
    let request =
        request(&shrunk.case).map(|request| serde_json::to_string_pretty(&request).unwrap_or_default() + "\n");
    let beside = out.with_extension("scene.json");
    let mut files = vec![(out.as_path(), shrunk.text.as_bytes())];
    files.extend(request.as_ref().map(|text| (beside.as_path(), text.as_bytes())));
    output::replace(&files)?;
    let mut written: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    if engines.is_dir() {
        written.push(format!("{} (the input of the engine)", engines.display()));
    }
    let interrupted = halt::is_asked();
    let partial = if interrupted { "PARTIAL: interrupted, this is the smallest case so far\n" } else { "" };
    print(partial)?;
    print_as_it_is(&shrunk.text)?;
    print(&said(&name, &shrunk, &written))?;
    Ok(if interrupted { Exit::Interrupted } else { Exit::AsExpected })
}

fn said(name: &str, shrunk: &Shrunk, written: &[String]) -> String {
    let Shrunk { text, reason, before, after, trials, .. } = shrunk;
    let off = |deviation: f64, check: &Check| format!("{deviation:.3e} {}", check.deviation_unit);
    let off = match (before.deviation, after.deviation) {
        (Some(then), Some(now)) => format!("deviation {} in {name}, {} here", off(then, before), off(now, after)),
        _ => after.reason.as_deref().unwrap_or("no number").to_string(),
    };
    let (lines, written) = (text.lines().count(), written.join("\n  "));
    format!("\n  {reason}\n  {off}; {lines} lines, {trials} trials\n  {written}\n")
}

/// The protocol request for the remaining scene.
fn request(case: &Case) -> Option<Request> {
    let scene = case.scenes.first().filter(|scene| scene.path.is_none())?;
    let natural = undamped_duration(&scene.force?, scene.pair.m_star, scene.speed);
    let time_step = match case.runs.iter().find_map(|run| run.settings.ladder().first()).map(|rung| rung.step) {
        Some(StepSize::Time(dt)) => dt,
        Some(StepSize::PerContact(count) | StepSize::PerOwnContact(count)) => natural / count,
        None => natural / STEPS,
    };
    // Half as long again: a damped contact lasts longer than an undamped one.
    let steps = (1.5 * natural / time_step).ceil() as u64;
    let onset_phase = stepper::onset_phases(1).next().unwrap_or(0.5);
    let pairs = vec![BatchPair { scene, onset_phase }];
    Request::new(&Batch { case: &case.name, time_step, steps, trajectory: true, pairs }, None).ok()
}
