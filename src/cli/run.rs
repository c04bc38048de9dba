//! `collisionbench run [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::compute::{Computing, engine_folders};
use super::differences;
use super::progress::Progress;
use super::shard::{self, Asked, Shard};
use super::{merge, print, print_as_it_is, print_json, tolerance, width};
use crate::bench::journal::{Journal, RowsFile};
use crate::bench::record::{NotRunRecord, PartialRecord, Record, verify};
use crate::bench::{self, ExtraEngines, Partition, Plan, Recorded, Store, Verdict};
use crate::codes;
use crate::codes::engine::Engines;
use crate::collide::collide;
use crate::distinct::distinct;
use crate::error::{Error, Exit};
use crate::halt;
use crate::output;
use crate::report::expectation::counts;
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
    /// Engines to run on every case with its own time steps, compared with its reference; in the engine's own conventions where those of
    /// the case are others
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
    /// Go on where an interrupted run of the same cases into the same folder stopped
    #[arg(long, conflicts_with = "no_report")]
    resume: bool,
    /// Compute the K-th of N partitions into the folder of --out, for `merge`; what is there already is kept
    #[arg(long, value_name = "K/N", conflicts_with_all = ["no_report", "resume", "pictures"])]
    partition: Option<Partition>,
    /// Partitions that are put together
    #[arg(skip)]
    merged: Vec<PathBuf>,
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

    /// What decides which cases it has, and what is checked.
    fn asked(&self) -> Asked {
        Asked {
            cases: self.cases.clone(),
            all: self.all,
            no_skip: self.no_skip,
            engines: self.computing.engines.clone(),
            engine: self.engine.clone(),
            within: self.within.clone(),
        }
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
    if let Some(partition) = args.partition {
        return args.computing.threads()?.install(|| self::partition(args, partition));
    }
    let place = OutputFolder::new(&args.out)?;
    let done = args.computing.threads()?.install(|| in_pool(args, &place, started));
    if args.no_report { done } else { done.inspect_err(|error| place.withdraw_after(error)) }
}

/// What a run has, and how many cases are left out of it, with the engines that they start.
fn planned(args: &Args) -> Result<(Plan, Option<NotRunRecord>), Error> {
    let engines = args.computing.engines(engine_folders(&output::beside(&args.out, ".engines")))?;
    let also = also(args, &engines)?;
    let mut plan = Plan::with(bench::find(&args.cases, Path::new("."))?, engines, &also)?;
    let left_out = args.is_plain().then(|| plan.leave_engines_out()).filter(|(cases, _)| *cases > 0);
    Ok((plan, left_out.map(|(cases, engines)| NotRunRecord { cases, engines })))
}

/// One partition, into a folder of its own. What its checks say is for `merge` to judge.
pub(super) fn partition(args: &Args, partition: Partition) -> Result<Exit, Error> {
    let progress = Progress::of_run();
    let (plan, _) = planned(args)?;
    shard::check(&args.out)?;
    let journals = [Journal::open(args.out.clone())?];
    let [journal] = &journals;
    shard::begin(&args.out);
    let store = Store { journal: Some(journal), earlier: &journals, partition: Some(partition), ..Store::default() };
    let Recorded { record, reached, found, .. } = bench::recorded(&plan, &collide, &progress, store)?;
    progress.done();
    if record.partial.is_some() {
        let _ = writeln!(anstream::stderr(), "what was finished is kept: the same command goes on from there");
        return Err(Error::Interrupted);
    }
    Shard::of(partition, args.asked(), &plan).write(&args.out)?;
    if args.json {
        let tally = record.tally();
        let checks: BTreeMap<&str, usize> = Verdict::ALL.map(|verdict| (verdict.word(), tally.count(verdict))).into();
        print_json(&serde_json::json!({
            "partition": partition.to_string(),
            "collisions": reached.planned,
            "collisions_of_the_run": plan.collisions(),
            "earlier": found,
            "checks": checks,
            "folder": args.out,
        }))?;
        return Ok(Exit::AsExpected);
    }
    let earlier = if found > 0 { format!(", {found} of them earlier") } else { String::new() };
    print(&format!(
        "partition {partition}: {} of {} collisions{earlier}; checks: {}\n  {} holds them; put all partitions together:  \
         collisionbench merge DIR...\n",
        reached.planned,
        plan.collisions(),
        counts(&record.tally()),
        args.out.display()
    ))?;
    Ok(Exit::AsExpected)
}

/// The partitions in these folders as the run that they are part of.
///
/// # Errors
/// Partitions that are not those of one run, whole; and as any run.
pub(super) fn merge(merge: &merge::Args) -> Result<Exit, Error> {
    let (shard, _) = shard::all(&merge.folders)?;
    let asked = shard.asked;
    let computing = Computing::of(merge.threads.clone(), asked.engines);
    run(&Args {
        cases: asked.cases,
        out: merge.out.clone(),
        all: asked.all,
        pictures: merge.pictures,
        computing,
        no_skip: asked.no_skip,
        engine: asked.engine,
        within: asked.within,
        quiet: merge.quiet,
        verbose: merge.verbose,
        failed: merge.failed,
        json: merge.json,
        no_report: false,
        resume: false,
        partition: None,
        merged: merge.folders.clone(),
    })
}

fn in_pool(args: &Args, place: &OutputFolder, started: SystemTime) -> Result<Exit, Error> {
    let progress = Progress::of_run();
    let mut clock = Clock::start();

    let (plan, left_out) = planned(args)?;
    // Before anything is computed, and after everything that was asked for is known to make sense.
    if !args.no_report {
        place.check()?;
    }
    clock.lap("plan");
    let merges = !args.merged.is_empty();
    let journals = match merges {
        true => {
            let (shard, journals) = shard::all(&args.merged)?;
            shard::same(&shard, &plan)?;
            journals
        }
        false if args.no_report => Vec::new(),
        false => vec![Journal::open(output::beside(place.shown(), ".journal"))?],
    };
    let journal = journals.first().filter(|_| !merges);
    let earlier = if merges || args.resume { &journals[..] } else { &[] };
    let store = Store { journal, earlier, partition: None, is_complete: merges };
    let Recorded { mut record, rows, reached, found } = bench::recorded(&plan, &collide, &progress, store)?;
    record.not_run = left_out;
    clock.lap("collisions");
    if args.resume {
        say_found(found, &reached);
    }
    if record.partial.is_some() && (args.no_report || record.cases.is_empty()) {
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
    drop(plan);
    let before = differences::before(&args.out);
    let (pictures, place) = write(&mut record, &rows, (&environment, args.drawn(), args.no_skip), place, reached)?;
    if !merges && record.partial.is_none() {
        journals.into_iter().for_each(Journal::remove);
    }
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

/// Prints on standard error how much of a run was there.
fn say_found(found: usize, reached: &PartialRecord) {
    let planned = reached.planned;
    let text = match found {
        0 => "nothing of this run was finished earlier, by this program and with these inputs".to_string(),
        found => format!("{found} of {planned} collisions were computed by an earlier run"),
    };
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The exit code; prints on standard error where the results of an interrupted run are.
fn ending(args: &Args, record: &Record, shown: &str) -> Exit {
    if record.partial.is_none() {
        let nothing = record.cases.iter().any(|case| case.nothing_checked) || !idle(args, record).is_empty();
        return if nothing { Exit::NoResult } else { record.tally().exit(args.no_skip) };
    }
    let untouched = if args.out.exists() { format!("; {} is as it was", args.out.display()) } else { String::new() };
    let error = Error::Interrupted;
    let _ = writeln!(
        anstream::stderr(),
        "collisionbench: {error}\n  what was finished is in {shown}{untouched}\n  to go on:  the same command with --resume"
    );
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
    rows: &BTreeMap<String, Vec<RowsFile>>,
    (environment, pictures, no_skip): (&Environment, Pictures, bool),
    place: &OutputFolder,
    reached: PartialRecord,
) -> Result<(Pictures, OutputFolder), Error> {
    if record.partial.is_none() {
        let context = Context { stop: &halt::is_asked, no_skip, rows, ..Context::new(record, environment, pictures) };
        match compose::write(&context, place) {
            Err(Error::Interrupted) => record.partial = Some(reached),
            written => return written.map(|_| (pictures, place.clone())),
        }
    }
    // A second Ctrl-C ends the program at once.
    let place = place.partial()?;
    compose::write(&Context { rows, ..Context::new(record, environment, Pictures::None) }, &place)?;
    Ok((Pictures::None, place))
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
