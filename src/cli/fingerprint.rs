//! `collisionbench fingerprint ENGINE`

use std::fmt::Write;
use std::path::PathBuf;

use super::compute::config;
use super::print;
use super::signals::listen;
use crate::bench::{NoTrial, trial};
use crate::codes::engine::{Engine, Engines, Folders, called};
use crate::codes::fingerprint::{Inference, WRONG_AT_MOST, ZOO, fingerprint, undeclared, verdict};
use crate::error::{Diagnostic, Error, Exit};
use crate::halt;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An engine, built in or declared
    engine: String,
    /// A version or a way to run it, where there are several
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

pub(super) fn fingerprint_of(args: &Args) -> Result<Exit, Error> {
    listen();
    let engines = Engines::new(config(args.engines.as_deref())?, Folders::temporary());
    let name = args.engine.as_str();
    if !engines.names().contains(&name) {
        return Err(Error::unknown(format!("there is no engine `{name}`"), name, &engines.names(), ""));
    }
    let found = engines.installations(name);
    if found.is_empty() {
        return Err(Error::Engine(engines.absent(name)));
    }
    let mut text = String::new();
    let mut any = false;
    for engine in found {
        let wanted = args.variant.as_deref();
        let way = wanted.and_then(|variant| engine.variant(variant));
        if way.is_none() && wanted.is_some_and(|variant| variant != engine.version()) {
            continue;
        }
        let engine = way.as_deref().unwrap_or(engine);
        any = true;
        if let Err(NoTrial::Failed(failure)) = trial(engine, &engines.folders, &halt::is_asked) {
            return Err(if halt::is_asked() { Error::Interrupted } else { Error::Engine(failure.to_string()) });
        }
        let findings = fingerprint(engine, &engines.folders, &halt::is_asked);
        if halt::is_asked() {
            if !text.is_empty() {
                print(&format!("PARTIAL: interrupted; these are finished\n{text}"))?;
            }
            return Err(Error::Interrupted);
        }
        text.push_str(&shown(engine, &findings));
    }
    if !any {
        let variant = args.variant.as_deref().unwrap_or_default();
        let mut problem = Diagnostic::new(format!("{name} has no version or variant `{variant}`"));
        for looked in engines.locations(name) {
            problem = match &looked.engine {
                Ok(engine) => problem.help(format!("{} is {}", looked.place.display(), called(engine.as_ref()))),
                Err(why) => problem.help(format!("{} does not answer: {why}", looked.place.display())),
            };
        }
        return Err(problem.into());
    }
    print(&text)?;
    Ok(if engines.folders.kept() { Exit::NoResult } else { Exit::AsExpected })
}

/// One line for each convention and place, its evidence below it; the verdict is last.
fn shown(engine: &dyn Engine, findings: &[Inference]) -> String {
    let mut text = format!("{}: conventions for small time steps, inferred from its impacts\n", called(engine));
    let _ = writeln!(
        text,
        "`certain` was wrong for 0 of {ZOO} test engines with one quirk each: below {:.1} % with 95 % confidence",
        100.0 * WRONG_AT_MOST(ZOO)
    );
    let width = findings.iter().map(|finding| finding.convention.len()).max().unwrap_or(0);
    for Inference { convention, place, strength, says, evidence } in findings {
        let _ = writeln!(text, "  {}", format!("{convention:width$}  {place}  {strength:11}  {says}").trim_end());
        if !evidence.is_empty() {
            let _ = writeln!(text, "  {:width$}  {evidence}", "");
        }
    }
    let against = undeclared(engine, findings);
    let against = if against.is_empty() { String::new() } else { format!("; not as declared: {}", against.join("; ")) };
    let _ = writeln!(text, "  {}{against}\n", verdict(findings));
    text
}
