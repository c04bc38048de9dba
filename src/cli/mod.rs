//! The command line: one verb a file.

mod accept;
pub mod advise;
mod bodies;
mod captured;
mod check;
pub mod check_law;
mod columns;
mod compare;
mod completions;
mod compute;
mod contract;
mod convert;
mod deck;
mod design;
mod differences;
mod doctor;
mod explain;
mod export;
pub mod figure;
mod fingerprint;
mod fit;
mod gate;
mod help;
mod init;
mod installation;
mod list;
mod merge;
mod native_contact;
mod new;
mod one_case;
mod progress;
mod run;
mod set;
mod shard;
mod show;
mod shrink;
mod signals;
mod suite;
mod system_parameters;
mod verify;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

pub use captured::{Answer, answer};
use clap::{FromArgMatches, Parser, Subcommand};

use crate::collide::schemes::{self, Scheme};
use crate::error::{Error, Exit, cut};
use crate::report::columns::within;
use crate::units::{self, Dimension};

/// A verification and calibration test bench for DEM contact models.
#[derive(Debug, Parser)]
#[command(name = "collisionbench", version, about, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Write a commented case to start from
    New(new::Args),
    /// Set up a code of your own: engine, case, baselines, CI
    Init(init::Args),
    /// Run cases and check the results; writes reports/latest
    Run(run::Args),
    /// Put the partitions of a run together, into the report of the whole
    Merge(merge::Args),
    /// The numbers of one collision of a case
    Show(show::Args),
    /// Meaning, formula and source of any word
    Explain(explain::Args),
    /// Cases, laws, DEM codes, schemes, theories, known gaps
    List(list::Args),
    /// Two codes or cases on one pair of bodies
    Compare(compare::Args),
    /// Conventions of a code or a case
    Contract(contract::Args),
    /// Parameters of one DEM code in those of another
    Convert(convert::Args),
    /// Input of a DEM code for the contact of a case or a fit
    Export(export::Args),
    /// Write cases as plain files for a test suite of your own
    Suite(suite::Args),
    /// Test the installed engines and show their versions
    Doctor(doctor::Args),
    /// Find the conventions of an engine from its collisions
    Fingerprint(fingerprint::Args),
    /// What the contacts of an input script do
    Check(check::Args),
    /// Judge a contact law of your own, a function in a shared library
    CheckLaw(check_law::Args),
    /// Compare with the accepted numbers, for CI
    Gate(gate::Args),
    /// Accept the numbers of today as the baseline
    Accept(accept::Args),
    /// Reduce a failing case to the smallest that fails so
    Shrink(shrink::Args),
    /// Recompute a record and list the differences
    Verify(verify::Args),
    /// Differences between two reports
    Diff(differences::Args),
    /// Drops and ruler for a wanted uncertainty
    Design(design::Args),
    /// Parameters, with uncertainty, from measurements
    Fit(Box<fit::Args>),
    /// Largest time step for a wanted accuracy
    Advise(advise::Args),
    /// A figure for a paper, with numbers, caption, citations
    Figure(figure::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
}

impl Verb {
    /// The verb of a command line, whose first word is the name of the program.
    fn of(words: &[OsString]) -> Result<Self, clap::Error> {
        let typed = || words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let Cli { mut verb } = Cli::from_arg_matches(&help::matches(words)?)?;
        match &mut verb {
            Self::Fit(args) => args.typed = typed(),
            Self::Figure(args) => args.typed = typed(),
            _ => {}
        }
        Ok(verb)
    }

    fn run(self) -> Result<Exit, Error> {
        let done = |()| Exit::AsExpected;
        match self {
            Self::Run(args) => run::run(&args),
            Self::Merge(args) => run::merge(&args),
            Self::List(args) => list::list(&args).map(done),
            Self::Show(args) => show::show(&args).map(done),
            Self::Compare(args) => compare::compare(&args).map(done),
            Self::Figure(args) => figure::figure(&args).map(done),
            Self::Explain(args) => explain::explain(&args).map(done),
            Self::Convert(args) => convert::convert(&args).map(done),
            Self::Contract(args) => contract::contract(&args).map(done),
            Self::Advise(args) => advise::advise(&args).map(done),
            Self::Fit(args) => fit::fit(&args).map(done),
            Self::Design(args) => design::design(&args).map(done),
            Self::Export(args) => export::export(&args).map(done),
            Self::Suite(args) => suite::suite(&args).map(done),
            Self::Fingerprint(args) => fingerprint::fingerprint_of(&args),
            Self::Check(args) => check::check(&args),
            Self::CheckLaw(args) => check_law::check_law(&args),
            Self::Shrink(args) => shrink::shrink(&args),
            Self::Gate(args) => gate::gate(&args),
            Self::Accept(args) => accept::accept(&args),
            Self::Verify(args) => verify::verify(&args),
            Self::Diff(args) => differences::diff(&args),
            Self::Doctor(args) => doctor::doctor(&args),
            Self::New(args) => new::new(&args).map(done),
            Self::Init(args) => init::init(&args).map(done),
            Self::Completions(args) => completions::completions(&args, &mut help::command()).map(done),
        }
    }
}

/// Parses the command line of this process, runs the verb and turns its outcome into an exit code.
pub fn main() -> ExitCode {
    main_with(std::env::args_os()).into()
}

/// The same with these words, the name of the program first: for a process that is started by other means and is the program all the same. It
/// takes the signals of the process, and the processes that its engines leave behind.
pub fn main_with(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    if let Some(ended) = check_law::host(&words) {
        return ended;
    }
    crate::codes::engine::adopt();
    signals::of_the_program();
    let verb = match Verb::of(&words) {
        Ok(verb) => verb,
        Err(error) => {
            // Where nobody reads it there is nothing left to do.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(Exit::Wrong as u8);
        }
    };
    let exit = verb.run().unwrap_or_else(|error| {
        let text = format!("collisionbench: {error}");
        // A log, or a search, has a message in one piece; a line of a file stays above its carets.
        let shown = |line: &str| match std::io::stderr().is_terminal() && !line.contains(" | ") {
            true => within(line, width()),
            false => line.to_string(),
        };
        let lines: Vec<String> = text.lines().map(shown).collect();
        let _ = writeln!(anstream::stderr(), "{}", lines.join("\n"));
        error.exit()
    });
    exit as u8
}

/// A relative tolerance, as every verb takes it: `1 %`, `0.01 relative` or `0.01`; above zero and below one.
fn tolerance(option: &str, text: &str) -> Result<f64, Error> {
    let (number, unit) = units::split(text.trim());
    let part = match (number.parse::<f64>(), unit) {
        (Ok(value), "%") => Some(value / 100.0),
        (Ok(value), "relative" | "") => Some(value),
        _ => None,
    };
    part.filter(|part| *part > 0.0 && *part < 1.0).ok_or_else(|| {
        let message = format!("{option}: `{}` is not a tolerance above 0 and below 1", cut(text, 40));
        Error::with_help(message, "write \"1 %\", or as a part of one 0.01")
    })
}

/// The value of an option, SI.
fn quantity(option: &str, text: &str, dimension: Dimension) -> Result<f64, Error> {
    units::parse(text, dimension).map_err(|error| Error::wrong(format!("{option}: {error}")))
}

/// The same, greater than zero.
fn positive(option: &str, text: &str, dimension: Dimension) -> Result<f64, Error> {
    let value = quantity(option, text, dimension)?;
    let zero = || Error::wrong(format!("{option} must be greater than zero, not {}", cut(text, 40)));
    if value > 0.0 { Ok(value) } else { Err(zero()) }
}

/// The scheme of that name.
fn scheme(name: &str) -> Result<&'static dyn Scheme, Error> {
    schemes::find(name)
        .ok_or_else(|| Error::unknown(format!("there is no scheme `{name}`"), name, &schemes::names(), ""))
}

/// Columns of a line: those of the terminal, at most [`WIDEST`]; 80 where there is none. `COLUMNS` in the environment decides for both.
fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    if !std::io::stdout().is_terminal() {
        return asked.unwrap_or(NO_TERMINAL);
    }
    let columns = asked.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)));
    columns.unwrap_or(NO_TERMINAL).clamp(NARROWEST, WIDEST)
}

const NO_TERMINAL: usize = 80;
const NARROWEST: usize = 40;
const WIDEST: usize = 120;

/// Prints to standard output in lines of the [`width`]; commands are not broken.
fn print(text: &str) -> Result<(), Error> {
    print_as_it_is(&within(text, width()))
}

/// Prints what a program reads, or what is copied; a reader that has gone away is not an error.
fn print_as_it_is(text: &str) -> Result<(), Error> {
    if captured::keep(text) {
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Error::Write {
            path: "standard output".into(),
            source: error,
            advice: "what was to be printed is lost; files that were written are whole".into(),
        }),
        _ => Ok(()),
    }
}

/// A value as one JSON object.
fn print_json(value: &impl serde::Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Error::wrong(error.to_string()))?;
    print_as_it_is(&(text + "\n"))
}
