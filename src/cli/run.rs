//! `collisionbench run [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::compute::Computing;
use super::differences;
use super::progress::Progress;
use super::replace_file::{replace_file, replaceable_page};
use super::{print, share};
use crate::bench::exit::{Status, Verb, code};
use crate::bench::{self, CaseRun, ExtraEngines, Plan};
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error, cut};
use crate::halt;
use crate::judge::Verdict;
use crate::memory;
use crate::record::{NotRunRecord, PartialRecord, Record, moved};
use crate::report::html;
use crate::report::terminal::{self, Shown, Terminal};
use crate::report::{Context, Environment, OutputFolder, Pictures, PlacedReport, compose, environment};
use crate::solve::SOLVERS;
use crate::system;
use crate::system::engine::{Engines, Folders};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases (default: all of ./cases, or else all shipped ones)
    cases: Vec<PathBuf>,
    /// Output folder of the report; an earlier report in it is replaced
    #[arg(long, value_name = "DIR", default_value = "reports/latest")]
    reports: PathBuf,
    /// Run the cases that need an engine as well, and draw every picture
    #[arg(long, conflicts_with = "cases")]
    all: bool,
    /// Which figures to draw (default: with --all every one)
    #[arg(long, value_enum)]
    pictures: Option<Pictures>,
    /// Write the front page and the pages of codes, laws and data into one HTML file as well, for mail
    #[arg(long, value_name = "FILE")]
    single_file: Option<PathBuf>,
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

pub(super) fn run(args: &Args) -> Result<u8, Error> {
    let started = SystemTime::now();
    let place = OutputFolder::new(&args.reports)?;
    let done = args.computing.threads()?.install(|| in_pool(args, &place, started));
    done.inspect_err(|error| place.withdraw_after(error))
}

fn in_pool(args: &Args, place: &OutputFolder, started: SystemTime) -> Result<u8, Error> {
    let progress = Progress::of_run();
    let mut clock = Clock::start();

    let engines = args.computing.engines(Folders::below(folders(&args.reports)))?;
    let also = also(args, &engines)?;
    let mut plan = Plan::with(bench::find(&args.cases, Path::new("."))?, engines, &also)?;
    let left_out = args.is_plain().then(|| plan.leave_engines_out()).filter(|(cases, _)| *cases > 0);
    // Before anything is computed, and after everything that was asked for is known to make sense.
    place.check()?;
    args.single_file.iter().try_for_each(|file| replaceable_page(file, "--single-file"))?;
    clock.lap("plan");
    let mut run = bench::execute(&plan, SOLVERS, &progress)?;
    clock.lap("collisions");
    let counts = (run.cases.iter().map(CaseRun::finished).sum(), plan.collisions());
    plan.forget_judged();
    let mut record = Record::new(&plan, &mut run);
    record.not_run = left_out.map(|(cases, engines)| NotRunRecord { cases, engines });
    clock.lap("record");
    let ended = run.partial;
    if let Some(cause) = ended.filter(|_| record.cases.is_empty()) {
        return Err(cause.into());
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
    memory::give_back();
    let pictures = if ended.is_some() { Pictures::None } else { args.drawn() };
    let before = differences::before(&args.reports);
    let (put, refused) = write(&mut record, (&environment, pictures, args.no_skip), place, counts)?;
    if let (Some(file), None) = (&args.single_file, &refused) {
        let text = html::single_file(&record, pictures, &args.reports).map_err(|e| Error::write(file, e))?;
        replace_file(file, text.as_bytes())?;
    }
    progress.done();

    let shown = args.reports.display().to_string();
    let before = before.map(|before| moved(&before, &record));
    let how = Terminal {
        colour: std::io::stdout().is_terminal(),
        place: Some(&shown),
        seconds: Some(clock.total()),
        pictures,
        width: width(),
        shown: args.shown(),
        before: before.as_ref(),
    };
    if args.json {
        print(&terminal::json(&record, &how))?;
        return ending(args, &record, refused.or(ended.map(Error::from)), &shown);
    }
    let mut text = terminal::render(&record, &how);
    if let Some(kept) = put.kept {
        text.push_str(&format!("  files of other programs in the earlier report are kept in {}\n", kept.display()));
    }
    let tally = record.tally();
    if record.partial.is_none() && tally.skip == tally.total() {
        text.push_str("  every check was skipped: nothing was tested\n");
    }
    for name in idle(args, &record) {
        text.push_str(&format!("  {name} of --engine: every check of it was skipped, it was not tested\n"));
    }
    print(&text)?;
    ending(args, &record, refused.or(ended.map(Error::from)), &shown)
}

/// The exit code; prints on standard error why the run is incomplete.
fn ending(args: &Args, record: &Record, error: Option<Error>, shown: &str) -> Result<u8, Error> {
    let Some(error) = error else {
        let nothing = record.cases.iter().any(|case| case.nothing_checked) || !idle(args, record).is_empty();
        return Ok(if nothing {
            code(Verb::Run, Status::NothingChecked, false)
        } else {
            bench::exit_code(&record.tally(), args.no_skip)
        });
    };
    let _ = writeln!(anstream::stderr(), "collisionbench: {error}\n  what was finished is in {shown}, marked partial");
    Ok(error.exit_code())
}

/// The engines of `--engine` of which nothing was checked.
fn idle<'a>(args: &'a Args, record: &Record) -> Vec<&'a str> {
    let checks = || record.cases.iter().flat_map(|case| &case.checks);
    let is_idle = |name: &&String| !checks().any(|check| check.who == **name && check.outcome != Verdict::Skip);
    args.engine.iter().filter(|_| record.partial.is_none()).filter(is_idle).map(String::as_str).collect()
}

/// Characters in a line of the terminal; 120 where there is none.
fn width() -> usize {
    terminal_size::terminal_size().map_or(120, |(width, _)| usize::from(width.0).clamp(60, 200))
}

/// Writes the report, or what fits of it, which is then marked partial: with it comes what kept it from being whole.
fn write(
    record: &mut Record,
    (environment, pictures, no_skip): (&Environment, Pictures, bool),
    place: &OutputFolder,
    (computed, planned): (usize, usize),
) -> Result<(PlacedReport, Option<Error>), Error> {
    // What was ended already is written all the same; a second Ctrl-C ends the program at once.
    let whole = record.partial.is_none();
    let stop = || whole && halt::is_asked();
    let error =
        match compose::write(&Context { stop: &stop, no_skip, ..Context::new(record, environment, pictures) }, place) {
            Ok(put) => return Ok((put, None)),
            Err(Error::Interrupted) => halt::asked().map_or(Error::Interrupted, Error::from),
            Err(error) => error,
        };
    let Some(why) = compose::partial_reason(&error) else { return Err(error) };
    record.partial = Some(PartialRecord { why, computed, planned });
    match compose::write_what_fits(&Context::new(record, environment, Pictures::None), place) {
        Ok(put) => Ok((put, Some(error))),
        Err(_) => Err(error),
    }
}

/// Where engines run: beside the report, `reports/latest.engines`.
pub(super) fn folders(reports: &Path) -> PathBuf {
    let mut name = reports.file_name().unwrap_or("report".as_ref()).to_os_string();
    name.push(".engines");
    reports.with_file_name(name)
}

/// The engines of `--engine`.
fn also(args: &Args, engines: &Engines) -> Result<ExtraEngines, Error> {
    let names = distinct(engines.names().into_iter().chain(system::drivers().map(|(name, _)| name)));
    for wanted in &args.engine {
        if !names.contains(&wanted.as_str()) {
            let or = ", or declare your own in a file for --engines";
            return Err(Error::unknown(format!("there is no engine `{wanted}`"), wanted, &names, or));
        }
    }
    let within = share(&args.within).filter(|value| value.is_finite() && *value > 0.0).ok_or_else(|| {
        Diagnostic::new(format!("--within {}: not a tolerance", cut(&args.within, 40)))
            .help("write \"1 %\" or \"1e-3 relative\"")
    })?;
    Ok(ExtraEngines { engines: args.engine.clone(), within })
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
