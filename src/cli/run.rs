//! `collisionbench run [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::compute::{Computing, engine_folders};
use super::differences;
use super::progress::Progress;
use super::{print_as_it_is, tolerance, width};
use crate::bench::Verdict;
use crate::bench::record::{NotRunRecord, PartialRecord, Record, verify};
use crate::bench::{self, ExtraEngines, Plan};
use crate::codes;
use crate::codes::engine::Engines;
use crate::collide::collide;
use crate::distinct::distinct;
use crate::error::{Error, Exit};
use crate::halt;
use crate::report::run::{self, RunView, Shown};
use crate::report::{Context, Environment, OutputFolder, Pictures, block, compose, environment};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases (default: all of ./cases, or else all shipped ones)
    cases: Vec<PathBuf>,
    /// Output folder of the report; an earlier report in it is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports/latest")]
    out: PathBuf,
    /// Run the cases that need an engine as well, and draw every picture
    #[arg(long, conflicts_with = "cases")]
    all: bool,
    /// Which figures to draw (default: with --all every one)
    #[arg(long, value_enum)]
    pictures: Option<Pictures>,
    #[command(flatten)]
    computing: Computing,
    /// Treat a skipped check as a failure; runs the cases that need an engine as well
    #[arg(long)]
    no_skip: bool,
    /// Engines to run on every case with its own time steps, compared with its reference
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    engine: Vec<String>,
    /// Tolerance for the engines given with --engine
    #[arg(long, value_name = "TOLERANCE", default_value = "1 %", requires = "engine")]
    within: String,
    /// Print only the counts
    #[arg(short, long, group = "amount")]
    quiet: bool,
    /// Print every case
    #[arg(short, long, group = "amount")]
    verbose: bool,
    /// Print only the failures, in full
    #[arg(long, group = "amount")]
    failed: bool,
    /// Print one JSON object, for programs
    #[arg(long, group = "amount")]
    json: bool,
    /// Write no report: print the results alone
    #[arg(long, conflicts_with_all = ["out", "pictures"])]
    no_report: bool,
}

impl Args {
    /// Whether the run was started without selecting cases or engines, and leaves out cases that need an engine.
    fn is_plain(&self) -> bool {
        let asked = self.all || self.no_skip || !self.engine.is_empty() || self.computing.engines.is_some();
        self.cases.is_empty() && !asked
    }

    fn drawn(&self) -> Pictures {
        self.pictures.unwrap_or(if self.all { Pictures::All } else { Pictures::Default })
    }

    fn shown(&self) -> Shown {
        match self {
            Self { quiet: true, .. } => Shown::Counts,
            Self { verbose: true, .. } => Shown::Cases,
            Self { failed: true, .. } => Shown::Failures,
            _ => Shown::Summary,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Error> {
    let started = SystemTime::now();
    let place = OutputFolder::new(&args.out)?;
    let done = args.computing.threads()?.install(|| in_pool(args, &place, started));
    if args.no_report { done } else { done.inspect_err(|error| place.withdraw_after(error)) }
}

fn in_pool(args: &Args, place: &OutputFolder, started: SystemTime) -> Result<Exit, Error> {
    let progress = Progress::of_run();
    let mut clock = Clock::start();

    let engines = args.computing.engines(engine_folders(&folders(&args.out)))?;
    let also = also(args, &engines)?;
    let mut plan = Plan::with(bench::find(&args.cases, Path::new("."))?, engines, &also)?;
    let left_out = args.is_plain().then(|| plan.leave_engines_out()).filter(|(cases, _)| *cases > 0);
    // Before anything is computed, and after everything that was asked for is known to make sense.
    if !args.no_report {
        place.check()?;
    }
    clock.lap("plan");
    let mut run = bench::execute(&plan, &collide, &progress)?;
    clock.lap("collisions");
    let reached = PartialRecord::of(&plan, &run);
    plan.forget_judged();
    let mut record = Record::new(&plan, &mut run);
    record.not_run = left_out.map(|(cases, engines)| NotRunRecord { cases, engines });
    clock.lap("record");
    if run.interrupted && (args.no_report || record.cases.is_empty()) {
        return Err(Error::Interrupted);
    }
    if args.no_report {
        progress.done();
        let view = RunView {
            shown: args.shown(),
            seconds: Some(clock.total()),
            idle: &idle(args, &record),
            ..RunView::default()
        };
        print_results(args, &record, &view)?;
        return Ok(ending(args, &record, ""));
    }

    progress.say("pictures");
    let environment = Environment {
        program: record.program.clone(),
        commit: option_env!("COLLISIONBENCH_COMMIT").map(String::from),
        compiler: option_env!("COLLISIONBENCH_COMPILER").map(String::from),
        processor: processor(),
        system: Some(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        threads: rayon::current_num_threads(),
        started: started.duration_since(UNIX_EPOCH).ok().and_then(|since| environment::utc(since.as_secs())),
        durations: clock.laps.clone(),
        engines: plan.engines.answering(),
        inputs: plan.inputs.clone(),
    };
    // From here on the record is all that is needed.
    drop(run);
    drop(plan);
    let before = differences::before(&args.out);
    let (pictures, place) = write(&mut record, (&environment, args.drawn(), args.no_skip), place, reached)?;
    progress.done();

    let shown = place.shown().display().to_string();
    let before = before.map(|before| verify(&before, &record, true));
    let view = RunView {
        shown: args.shown(),
        place: Some(&shown),
        seconds: Some(clock.total()),
        pictures,
        before: before.as_ref(),
        idle: &idle(args, &record),
    };
    print_results(args, &record, &view)?;
    Ok(ending(args, &record, &shown))
}

fn print_results(args: &Args, record: &Record, view: &RunView) -> Result<(), Error> {
    print_as_it_is(&match args.json {
        true => run::json(record, view),
        false => block::coloured(&run::blocks(record, view), width(), std::io::stdout().is_terminal()),
    })
}

/// The exit code; prints on standard error where the results of an interrupted run are.
fn ending(args: &Args, record: &Record, shown: &str) -> Exit {
    if record.partial.is_none() {
        let nothing = record.cases.iter().any(|case| case.nothing_checked) || !idle(args, record).is_empty();
        return if nothing { Exit::NoResult } else { record.tally().exit(args.no_skip) };
    }
    let untouched = if args.out.exists() { format!("; {} is as it was", args.out.display()) } else { String::new() };
    let error = Error::Interrupted;
    let _ = writeln!(anstream::stderr(), "collisionbench: {error}\n  what was finished is in {shown}{untouched}");
    error.exit()
}

/// The engines of `--engine` of which nothing was checked.
fn idle<'a>(args: &'a Args, record: &Record) -> Vec<&'a str> {
    let checks = || record.cases.iter().flat_map(|case| &case.checks);
    let is_idle = |name: &&String| !checks().any(|check| *check.who == **name && check.outcome != Verdict::Skip);
    args.engine.iter().filter(|_| record.partial.is_none()).filter(is_idle).map(String::as_str).collect()
}

/// Writes the report; that of an interrupted run beside it, marked partial and without pictures. Says which pictures were
/// drawn, and where it is.
fn write(
    record: &mut Record,
    (environment, pictures, no_skip): (&Environment, Pictures, bool),
    place: &OutputFolder,
    reached: PartialRecord,
) -> Result<(Pictures, OutputFolder), Error> {
    if record.partial.is_none() {
        let context = Context { stop: &halt::is_asked, no_skip, ..Context::new(record, environment, pictures) };
        match compose::write(&context, place) {
            Err(Error::Interrupted) => record.partial = Some(reached),
            written => return written.map(|_| (pictures, place.clone())),
        }
    }
    // A second Ctrl-C ends the program at once.
    let place = place.partial()?;
    compose::write(&Context::new(record, environment, Pictures::None), &place)?;
    Ok((Pictures::None, place))
}

/// Where engines run: beside the report, `reports/latest.engines`.
pub(super) fn folders(reports: &Path) -> PathBuf {
    let mut name = reports.file_name().unwrap_or("report".as_ref()).to_os_string();
    name.push(".engines");
    reports.with_file_name(name)
}

/// The engines of `--engine`.
fn also(args: &Args, engines: &Engines) -> Result<ExtraEngines, Error> {
    let names = distinct(engines.names().into_iter().chain(codes::drivers().map(|(name, _)| name)));
    for wanted in &args.engine {
        if !names.contains(&wanted.as_str()) {
            let or = ", or declare your own in a file for --engines";
            return Err(Error::unknown(format!("there is no engine `{wanted}`"), wanted, &names, or));
        }
    }
    Ok(ExtraEngines { engines: args.engine.clone(), within: tolerance("--within", &args.within)? })
}

/// Seconds spent, by what they were spent on.
struct Clock {
    began: Instant,
    last: Instant,
    laps: BTreeMap<String, f64>,
}

impl Clock {
    fn start() -> Self {
        let now = Instant::now();
        Self { began: now, last: now, laps: BTreeMap::new() }
    }

    fn lap(&mut self, what: &str) {
        self.laps.insert(what.to_string(), self.last.elapsed().as_secs_f64());
        self.last = Instant::now();
    }

    fn total(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}

/// The processor's own name, where the system tells it.
fn processor() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}
