//! The command line: one verb a file.

mod accept;
pub mod advise;
mod bodies;
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
mod installation;
mod list;
mod native_contact;
mod new;
mod one_case;
mod progress;
mod run;
mod set;
mod show;
mod shrink;
mod signals;
mod system_parameters;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::collide::schemes::{self, Scheme};
use crate::error::{Error, Exit, cut};
use crate::units::{self, Dimension};

/// A verification and calibration test bench for DEM contact models.
#[derive(Debug, Parser)]
#[command(name = "collisionbench", version, about, arg_required_else_help = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run cases and check the results; writes reports/latest
    Run(run::Args),
    /// List cases, laws, DEM codes, schemes, theories, solvers, engines, observables, reports, known gaps
    List(list::Args),
    /// The numbers of one collision of a case: restitution, time, force, angle, spin, energies
    Show(show::Args),
    /// Compare two DEM codes or cases on one pair of bodies, and what makes the difference
    Compare(compare::Args),
    /// Write one figure for a paper: PDF, SVG or PNG, with its numbers, a caption and citations
    Figure(figure::Args),
    /// Formula, symbols, units and source of a law, a system, a scheme, a theory or an observable
    Explain(explain::Args),
    /// Convert parameters between DEM codes, and compare the restitution both achieve
    Convert(convert::Args),
    /// The conventions of a DEM code or a case, one line each
    Contract(contract::Args),
    /// Largest time step for a given error, and the effect of a lower stiffness
    Advise(advise::Args),
    /// Fit parameters, with uncertainty, to measurements, or find the coefficient for a given restitution
    Fit(Box<fit::Args>),
    /// Number of drops, heights and ruler accuracy needed for a given uncertainty of a restitution
    Design(design::Args),
    /// Write engine input for the contact of a case or a fit
    Export(export::Args),
    /// Infer the conventions of an engine from a dozen batches of two-body runs
    Fingerprint(fingerprint::Args),
    /// Reduce a failing case to the smallest one that fails for the same reason
    Shrink(shrink::Args),
    /// Run cases and compare with the accepted numbers, for CI; writes reports/gate
    Gate(gate::Args),
    /// Accept the current results of a case as its baseline
    Accept(accept::Args),
    /// Recompute a record and list the differences
    Verify(verify::Args),
    /// Differences between two reports
    Diff(differences::Args),
    /// Test the installed engines and show their versions
    Doctor(doctor::Args),
    /// Write a commented case to start from
    New(new::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
}

/// Parses the command line, runs the verb and turns its outcome into an exit code.
pub fn main() -> ExitCode {
    crate::codes::engine::adopt();
    let done = |()| Exit::AsExpected;
    let outcome = match Cli::parse().verb {
        Verb::Run(args) => run::run(&args),
        Verb::List(args) => list::list(&args).map(done),
        Verb::Show(args) => show::show(&args).map(done),
        Verb::Compare(args) => compare::compare(&args).map(done),
        Verb::Figure(args) => figure::figure(&args).map(done),
        Verb::Explain(args) => explain::explain(&args).map(done),
        Verb::Convert(args) => convert::convert(&args).map(done),
        Verb::Contract(args) => contract::contract(&args).map(done),
        Verb::Advise(args) => advise::advise(&args).map(done),
        Verb::Fit(args) => fit::fit(&args).map(done),
        Verb::Design(args) => design::design(&args).map(done),
        Verb::Export(args) => export::export(&args).map(done),
        Verb::Fingerprint(args) => fingerprint::fingerprint_of(&args),
        Verb::Shrink(args) => shrink::shrink(&args),
        Verb::Gate(args) => gate::gate(&args),
        Verb::Accept(args) => accept::accept(&args),
        Verb::Verify(args) => verify::verify(&args),
        Verb::Diff(args) => differences::diff(&args),
        Verb::Doctor(args) => doctor::doctor(&args),
        Verb::New(args) => new::new(&args).map(done),
        Verb::Completions(args) => completions::completions(&args, &mut Cli::command()).map(done),
    };
    ExitCode::from(outcome.unwrap_or_else(|error| {
        let _ = writeln!(anstream::stderr(), "collisionbench: {error}");
        error.exit()
    }))
}

/// `1 %`, or `0.01 relative`, as a part of one.
fn share(text: &str) -> Option<f64> {
    let (number, unit) = units::split(text.trim());
    let value: f64 = number.parse().ok()?;
    match unit {
        "%" => Some(value / 100.0),
        "relative" => Some(value),
        _ => None,
    }
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

/// Characters that a line of output may have: as wide as the terminal, from 60 to 120, and 80 where there is none.
fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).clamp(60, 120))
}

/// Prints to standard output; a reader that has gone away is not an error.
fn print(text: &str) -> Result<(), Error> {
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
