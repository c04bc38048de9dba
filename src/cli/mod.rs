//! The command line: one verb a file.

mod accept;
mod advise;
mod baselines;
mod bodies;
mod budget;
mod columns;
mod completions;
mod compute;
mod contract;
mod convert;
mod deck;
mod design;
mod differences;
mod doctor;
mod ends;
mod explain;
mod export;
mod figure;
mod fingerprint;
mod fit;
mod gaps;
mod gate;
mod installation;
mod list;
mod man;
mod mutants;
mod new;
mod one_case;
mod ours;
mod progress;
mod put;
mod run;
mod said;
mod set;
mod show;
mod shrink;
mod signals;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::error::Error;

/// A verification and calibration test bench for DEM contact models.
#[derive(Debug, Parser)]
#[command(name = "collisionbench", version, about, arg_required_else_help = true, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run cases and judge them; writes reports/latest
    Run(run::Args),
    /// Name what there is: cases, laws, dialects, schemes, oracles, solvers, engines, observables, reports
    List(list::Args),
    /// Print a case as it is written, or write the page of one of its collisions
    Show(show::Args),
    /// Write one figure for a paper: PDF, SVG or PNG, with its numbers, a caption and citations
    Figure(figure::Args),
    /// Formula, symbols, units and source of a law, a system, a scheme, a theory or an observable
    Explain(explain::Args),
    /// One system's parameters in another's words, with the restitution both give
    Convert(convert::Args),
    /// The conventions of a system or a case, or of two, line by line
    Contract(contract::Args),
    /// The largest time step for a wanted error, and what softening would do
    Advise(advise::Args),
    /// Parameters and their uncertainty from measurements, or the coefficient that reaches a wanted restitution
    Fit(fit::Args),
    /// How many drops, from which heights and with which ruler, determine a restitution as well as is wanted
    Design(design::Args),
    /// The lines of an engine's input for the contact of a case or a fit
    Export(export::Args),
    /// The conventions of an engine, inferred from a dozen batches of two-body runs
    Fingerprint(fingerprint::Args),
    /// Broken twins: which case catches which mistake, and what would be missed without it
    Mutants(mutants::Args),
    /// The smallest case that still fails for the same reason
    Shrink(shrink::Args),
    /// What one wrong restitution is made of
    Budget(budget::Args),
    /// Run cases and compare with the accepted numbers, for CI; writes reports/gate
    Gate(gate::Args),
    /// Make today's numbers of a case the accepted ones
    Accept(accept::Args),
    /// Run a record again: identical, within uncertainty, or different, and where
    Verify(verify::Args),
    /// Differences between two reports
    Diff(differences::Args),
    /// Known gaps, with their reasons
    Gaps(gaps::Args),
    /// Which engines are here, which versions, and do they answer
    Doctor(doctor::Args),
    /// Write a commented case to start from
    New(new::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write the manual pages into a folder
    #[command(hide = true)]
    Man(man::Args),
}

/// Parses the command line, runs the verb and turns its outcome into an exit code.
pub fn main() -> ExitCode {
    signals::keep_file_size_limit_an_error();
    crate::system::engine::adopt();
    let outcome = match Cli::parse().verb {
        Verb::Run(args) => run::run(&args),
        Verb::List(args) => list::list(&args).map(|()| 0),
        Verb::Show(args) => show::show(&args).map(|()| 0),
        Verb::Figure(args) => figure::figure(&args).map(|()| 0),
        Verb::Explain(args) => explain::explain(&args).map(|()| 0),
        Verb::Convert(args) => convert::convert(&args).map(|()| 0),
        Verb::Contract(args) => contract::contract(&args).map(|()| 0),
        Verb::Advise(args) => advise::advise(&args),
        Verb::Fit(args) => fit::fit(&args).map(|()| 0),
        Verb::Design(args) => design::design(&args).map(|()| 0),
        Verb::Export(args) => export::export(&args).map(|()| 0),
        Verb::Fingerprint(args) => fingerprint::fingerprint_of(&args),
        Verb::Mutants(args) => mutants::mutants(&args),
        Verb::Shrink(args) => shrink::shrink(&args),
        Verb::Budget(args) => budget::budget(&args).map(|()| 0),
        Verb::Gate(args) => gate::gate(&args),
        Verb::Accept(args) => accept::accept(&args),
        Verb::Verify(args) => verify::verify(&args),
        Verb::Diff(args) => differences::diff(&args),
        Verb::Gaps(args) => gaps::gaps(&args).map(|()| 0),
        Verb::Doctor(args) => doctor::doctor(&args),
        Verb::New(args) => new::new(&args).map(|()| 0),
        Verb::Completions(args) => completions::completions(&args, &mut Cli::command()).map(|()| 0),
        Verb::Man(args) => man::man(&args, Cli::command()).map(|()| 0),
    };
    ExitCode::from(outcome.unwrap_or_else(|error| {
        let _ = writeln!(anstream::stderr(), "collisionbench: {error}");
        error.exit_code()
    }))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
