//! `collisionbench fit CASE...` and `collisionbench fit --restitution E --law LAW --ends ENDS`

mod parts;
mod table;
mod target;

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;

use super::compute::{Computing, config};
use super::export::{comments_within, mark_examples};
use super::one_case::questioned;
use super::progress::Progress;
use super::{print, print_as_it_is, print_json, width};
use crate::bench::{Check, Verdict};
use crate::case::Case;
use crate::codes::export::export;
use crate::codes::{Code, find};
use crate::data::Files;
use crate::error::{Diagnostic, Error};
use crate::fit::calibrate::{Calibrated, Depth, Watch, calibrate};
use crate::fit::file::FitResult;
use crate::law::Ends;
use crate::law::scene::Scene;
use crate::number::counted;
use crate::report::fit::{FitContext, text, write};
use crate::report::quantity::{Scale, deviation};
use crate::report::run::in_shell;
use crate::report::{OutputFolder, Pictures};
use crate::{bench, halt};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Cases with measurements: files, folders of them, or names of shipped cases. Or one table, track, recording (.wav),
    /// workbook (.xlsx, .ods, .xls) or zip of phyphox: what is in it is shown, and a case for it is written
    #[arg(required_unless_present = "restitution", conflicts_with = "restitution")]
    cases: Vec<PathBuf>,
    /// Output folder, a subfolder for each case, whose earlier results are replaced (default: reports/fit). Of a table: the case
    /// that is written, never overwritten (default: beside the table, with its name)
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Print everything that was found, and the input lines of the codes that the case names
    #[arg(short, long, help_heading = "Fit to measurements")]
    verbose: bool,
    /// Print one JSON object, for programs: the fit.json of every case
    #[arg(long, conflicts_with = "verbose", help_heading = "Fit to measurements")]
    json: bool,
    /// Write no folder of results: print the fits alone, as one JSON object
    #[arg(long, requires = "json", conflicts_with_all = ["out", "pictures"], help_heading = "Fit to measurements")]
    no_report: bool,
    /// How many pictures to draw
    #[arg(long, value_enum, default_value_t = Pictures::Default, help_heading = "Fit to measurements")]
    pictures: Pictures,
    #[command(flatten, next_help_heading = "Fit to measurements")]
    computing: Computing,
    /// What a column of the table is: 'drop=Fallhöhe (mm)'; as often as needed
    #[arg(long, value_name = "WORD=HEADER", help_heading = "A table without a case")]
    columns: Vec<String>,
    /// The unit of a column whose header has none: 'Fallhöhe=mm'
    #[arg(long, value_name = "HEADER=UNIT", help_heading = "A table without a case")]
    units: Vec<String>,
    /// Only the rows that have this text in a column: 'ball=golf'
    #[arg(long = "where", value_name = "HEADER=TEXT", help_heading = "A table without a case")]
    rows: Vec<String>,
    /// The one sheet of a workbook that is read
    #[arg(long, value_name = "NAME", help_heading = "A table without a case")]
    sheet: Option<String>,
    /// Several columns of rebounds in one row: repeated drops, successive bounces of one drop, or balls (a case each)
    #[arg(long, value_name = "WHAT", help_heading = "A table without a case", value_parser = PossibleValuesParser::new(["repeats", "bounces", "balls"]))]
    wide: Option<String>,
    /// A case for each text of this column
    #[arg(long, value_name = "HEADER", help_heading = "A table without a case")]
    group_by: Option<String>,
    /// Frames in a second, of a track
    #[arg(long, value_name = "N", help_heading = "A table without a case")]
    frame_rate: Option<f64>,
    /// Length of a pixel, of a track: "0.4 mm"
    #[arg(long, value_name = "LENGTH", help_heading = "A table without a case")]
    pixel_size: Option<String>,
    /// Another value in the case that is written, `body.ball.radius="20 mm"`; as often as needed
    #[arg(long, value_name = "KEY=VALUE", help_heading = "A table without a case")]
    set: Vec<String>,
    /// The restitution to reach, above 0 and at most 1
    #[arg(long, value_name = "E", requires_all = ["law", "ends"], help_heading = "Fit to a target restitution")]
    restitution: Option<f64>,
    /// The damping law, as `list` names it
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution")]
    law: Option<String>,
    /// End of contact: zero-overlap, force-clamped or zero-force
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution", value_parser = PossibleValuesParser::new(Ends::ALL.map(Ends::word)))]
    ends: Option<String>,
    /// The elastic law; hooke beside linear-dashpot, or else hertz
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution", value_parser = PossibleValuesParser::new(["hertz", "hooke"]))]
    normal: Option<String>,
    /// The impact speed of the restitution, "1 m/s", for laws whose restitution depends on speed
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution")]
    speed: Option<String>,
    /// The undamped duration of the contact at that speed, "20 us", for a coefficient that is a time
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution")]
    duration: Option<String>,
    /// The words of the command line.
    #[arg(skip)]
    pub(super) typed: Vec<String>,
}

pub(super) fn fit(args: &Args) -> Result<(), Error> {
    match args.restitution {
        Some(restitution) => print(&target::text(args, restitution)?),
        None if table::is_one(args) => table::fit(args),
        None => table::known(args).and_then(|()| args.computing.threads()?.install(|| in_pool(args))),
    }
}

fn in_pool(args: &Args) -> Result<(), Error> {
    let (cases, data) = asked(args)?;
    let mut places = Vec::new();
    for case in &cases {
        let out = args.out.as_deref().unwrap_or(Path::new("reports/fit"));
        let place = OutputFolder::new(&place_of(out, &case.name)?)?;
        // Before anything is computed, and after everything that was asked for is known to make sense.
        if !args.no_report {
            place.check()?;
        }
        places.push(place);
    }
    let progress = Progress::of_fit();
    let command = command(&args.typed);
    let program = program();
    // One case that cannot be fitted is no reason to leave the others.
    let mut refused: Vec<Diagnostic> = Vec::new();
    let mut fitted = Vec::new();
    for (finished, (case, place)) in cases.iter().zip(&places).enumerate() {
        let mut found = match calibrate(case, Depth::Full, &progress).map_err(|error| error.named(&case.name)) {
            Err(_) if halt::is_asked() => {
                if finished > 0 {
                    print(&format!("PARTIAL: interrupted; {finished} of {} cases are fitted\n", cases.len()))?;
                    report(args, &fitted)?;
                }
                return Err(Error::Interrupted);
            }
            Err(Error::Wrong(problems)) => {
                refused.extend(problems);
                continue;
            }
            found => found?,
        };
        let checks = bench::checks_of(case, &data, &found)?;
        // That readings scatter by more than is stated of them is no misfit of the law; the notes have it.
        let of_law = |check: &&Check| check.outcome == Verdict::Fail && check.observable != "birge_ratio";
        checks.iter().filter(of_law).for_each(|check| found.fails(&failed(check)));
        let stop = || progress.stop();
        let pictures = args.pictures;
        let result = FitResult::of(case, &found, &program, &command)?;
        let context = FitContext { case, found: &found, result: &result, pictures, stop: &stop };
        if !args.no_report {
            progress.begins("pictures", 0);
            write(&context, place)?;
        }
        progress.done();
        fitted.push(Fitted { case, found, result, failed: failures(&checks), place });
    }
    report(args, &fitted)?;
    if refused.is_empty() { Ok(()) } else { Err(Error::Wrong(refused)) }
}

/// A case that was fitted.
struct Fitted<'a> {
    case: &'a Case,
    found: Calibrated,
    result: FitResult,
    /// Its checks that fail, in words.
    failed: Vec<String>,
    place: &'a OutputFolder,
}

/// The object of `--json`.
#[derive(serde::Serialize)]
struct Fits<'a> {
    fits: Vec<&'a FitResult>,
}

/// Prints what was found: of one case in some ten lines, of several a table, of each everything with -v.
fn report(args: &Args, fitted: &[Fitted]) -> Result<(), Error> {
    if args.json {
        return print_json(&Fits { fits: fitted.iter().map(|of| &of.result).collect() });
    }
    for of in fitted.iter().filter(|_| args.verbose || fitted.len() == 1) {
        print(&of.text(args.verbose)?)?;
        if args.verbose {
            print_as_it_is(&comments_within(&input_lines(of.case, &of.result)?, width()))?;
        }
        print(&of.last())?;
    }
    if fitted.len() > 1 {
        let questions: String = fitted.iter().map(|of| questioned(of.case)).collect();
        let all: Vec<&Calibrated> = fitted.iter().map(|of| &of.found).collect();
        let failed = |of: &Fitted| {
            of.failed.iter().map(|failed| format!("  FAIL  {}: {failed}\n", of.case.name)).collect::<String>()
        };
        let failed: String = fitted.iter().map(failed).collect();
        let folder = fitted[0].place.shown();
        let folder = folder.parent().unwrap_or(Path::new("."));
        print(&format!(
            "{questions}{}{failed}\n  {}: a page, fit.json and drops.csv of each; -v prints all of it\n",
            text::table(&all, width()),
            folder.display()
        ))?;
    }
    Ok(())
}

impl Fitted<'_> {
    fn text(&self, verbose: bool) -> Result<String, Error> {
        let text = if verbose { text::text(&self.found, width()) } else { text::short(&self.found, width()) };
        let mut text = questioned(self.case) + &text;
        for failed in &self.failed {
            text.push_str(&format!("\n  FAIL, as `run` has it: {failed}\n"));
        }
        Ok(text)
    }

    /// Where everything is, and what comes next.
    fn last(&self) -> String {
        let place = self.place.shown();
        let codes: Vec<&str> =
            self.case.calibration.iter().flat_map(|of| &of.export).map(|code| code.text.as_str()).collect();
        let codes = if codes.is_empty() { "lammps".to_string() } else { codes.join(",") };
        let json = place.join("fit.json").display().to_string();
        let notes = self.found.notes.len();
        let notes = if notes > 0 { format!("{} and ", counted(notes, "note")) } else { String::new() };
        let next = match self.result.parameters.iter().find(|parameter| parameter.at_bound) {
            Some(bound) => format!("  no export: the fit is at a bound of {}\n", bound.name),
            None => format!("  collisionbench export {} --to {codes}\n", in_shell(&json)),
        };
        format!("\n  {}/index.html, fit.json, drops.csv; -v: {notes}the evidence\n{next}", place.display())
    }
}

/// Its checks that fail, in words.
fn failures(checks: &[Check]) -> Vec<String> {
    checks.iter().filter(|check| check.outcome == Verdict::Fail).map(failed).collect()
}

/// `hold-out, height=0.5 m, restitution: expected 0.9148, observed 0.9308, off 10 σ, allowed 3 σ`
fn failed(check: &Check) -> String {
    let shown =
        |value: Option<f64>| value.map_or("unknown".to_string(), |value| Scale::of(&check.unit, value).show(value, 5));
    let off = |value: Option<f64>| value.map_or("unknown".to_string(), |value| deviation(value, &check.deviation_unit));
    let place = if *check.scene == *"-" { String::new() } else { format!(", {}", check.scene) };
    format!(
        "{}{place}, {}: expected {}, observed {}, off {}, allowed {}",
        check.against,
        check.observable,
        shown(check.expected),
        shown(check.observed),
        off(check.deviation),
        off(check.allowed)
    )
}

/// The cases that can be fitted, and where their data are. One that was asked for by its own name and has nothing to fit is an error; a folder may
/// hold others.
fn asked(args: &Args) -> Result<(Vec<Case>, Files), Error> {
    let own = config(args.computing.engines.as_deref())?.names();
    let found = bench::find(&args.cases, Path::new("."))?;
    let mut files = Vec::new();
    for (name, file) in found.cases {
        match parts::grouped(&name, &file, &found.data, &own)? {
            Some(groups) => files.extend(groups),
            None => files.push((name, file)),
        }
    }
    let cases = files.into_iter().map(|(name, file)| Case::read_with(file.into(), &name, &found.data, &own));
    let cases = Error::all(cases)?;
    let (fitted, others): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| case.calibration.is_some());
    if fitted.is_empty() {
        let name = others.first().map_or("", |case| case.name.as_str());
        let help = "a case to fit has an [experiment.*] table; `collisionbench list cases` names those that ship";
        return Err(Error::with_help(format!("the case `{name}` has no measurements to fit"), help));
    }
    Ok((fitted, found.data))
}

/// `reports/fit/golf-on-marble-heights`: the folder of a case, `calibration/` left out of its name.
fn place_of(out: &Path, name: &str) -> Result<std::path::PathBuf, Error> {
    let short = name.strip_prefix("calibration/").unwrap_or(name);
    Ok(out.join(crate::report::files::checked(short)?))
}

/// The command as it was typed, with the program's own name.
fn command(typed: &[String]) -> String {
    let words = typed.iter().map(|word| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=,:".contains(c)) && !word.is_empty();
        if plain { word.clone() } else { format!("'{}'", word.replace('\'', "'\\''")) }
    });
    std::iter::once("collisionbench".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}

fn program() -> String {
    let version = concat!("collisionbench ", env!("CARGO_PKG_VERSION"));
    match option_env!("COLLISIONBENCH_COMMIT") {
        Some(commit) => format!("{version}, {commit}"),
        None => version.to_string(),
    }
}

/// How far a restitution may go from that of the case before the range of speeds ends that is named.
const WITHIN: f64 = 0.01;

/// The lines of the input of each code that `[export]` names, with the fitted value, as `export` writes them.
///
/// # Errors
/// When the fitted contact is none.
fn input_lines(case: &Case, found: &FitResult) -> Result<String, Error> {
    let Some(calibration) = &case.calibration else { return Ok(String::new()) };
    let writers: Vec<&Code> = calibration.export.iter().filter_map(|code| find(&code.text)).collect();
    if writers.is_empty() {
        return Ok(String::new());
    }
    if found.parameters.iter().any(|parameter| parameter.at_bound) {
        return Ok(String::new());
    }
    let (scene, examples) = (found.scene()?, found.examples(&[]));
    let lines = writers.into_iter().map(|writer| match export(&scene, writer, WITHIN) {
        Ok(mut found) => {
            mark_examples(&mut found, &examples, |scene: &Scene| export(scene, writer, WITHIN).ok());
            format!("\n{}", found.text(&case.name, false))
        }
        Err(why) => format!("\n  no lines for {}: {}\n", writer.name(), why.message),
    });
    Ok(lines.collect())
}
