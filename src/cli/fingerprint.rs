//! `collisionbench fingerprint ENGINE`

use std::path::PathBuf;

use serde::Serialize;

use super::compute::config;
use super::signals::listen;
use super::{print, print_json, width};
use crate::bench::{NoTrial, trial};
use crate::codes::engine::{Engine, Engines, Folders, called};
use crate::codes::fingerprint::{Inference, WRONG_AT_MOST, ZOO, fingerprint, undeclared, verdict};
use crate::error::{Diagnostic, Error, Exit};
use crate::halt;
use crate::report::block::{self, Block};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An engine, built in or declared
    engine: String,
    /// A version or a way to run it, where there are several
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Print the numbers behind each line
    #[arg(short, long)]
    verbose: bool,
    /// Print one JSON object, for programs
    #[arg(long, conflicts_with = "verbose")]
    json: bool,
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
    let mut fingerprints = Vec::new();
    let text = |found: &[Fingerprint]| {
        let blocks: Vec<Block> = found.iter().flat_map(|found| found.blocks(args.verbose)).collect();
        block::terminal(&blocks, width())
    };
    for engine in found {
        let wanted = args.variant.as_deref();
        let way = wanted.and_then(|variant| engine.variant(variant));
        if way.is_none() && wanted.is_some_and(|variant| variant != engine.version()) {
            continue;
        }
        let engine = way.as_deref().unwrap_or(engine);
        if let Err(NoTrial::Failed(failure)) = trial(engine, &engines.folders, &halt::is_asked) {
            return Err(if halt::is_asked() { Error::Interrupted } else { Error::Engine(failure.to_string()) });
        }
        let findings = fingerprint(engine, &engines.folders, &halt::is_asked);
        if halt::is_asked() {
            if !fingerprints.is_empty() {
                print(&format!("PARTIAL: interrupted; these are finished\n{}", text(&fingerprints)))?;
            }
            return Err(Error::Interrupted);
        }
        fingerprints.push(Fingerprint::of(engine, findings));
    }
    if fingerprints.is_empty() {
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
    if args.json {
        print_json(&Fingerprints { engines: fingerprints })?;
    } else {
        print(&text(&fingerprints))?;
    }
    Ok(if engines.folders.kept() { Exit::NoResult } else { Exit::AsExpected })
}

/// Every version or way to run it that was asked for.
#[derive(Debug, Serialize)]
struct Fingerprints {
    engines: Vec<Fingerprint>,
}

/// The conventions of an engine: what is printed, and the object of `--json`.
#[derive(Debug, Serialize)]
struct Fingerprint {
    engine: String,
    version: String,
    verdict: String,
    /// Where it is not as its declaration has it.
    not_as_declared: Vec<String>,
    conventions: Vec<Convention>,
    /// Bound (95 %) of the share of engines of which a line is `certain` and wrong.
    certain_and_wrong_at_most: f64,
}

/// One convention, for pairs of spheres or for walls.
#[derive(Debug, Serialize)]
struct Convention {
    convention: &'static str,
    place: &'static str,
    strength: &'static str,
    found: String,
    evidence: String,
}

impl Fingerprint {
    fn of(engine: &dyn Engine, findings: Vec<Inference>) -> Self {
        Self {
            engine: engine.name().to_string(),
            version: engine.version().to_string(),
            verdict: verdict(&findings),
            not_as_declared: undeclared(engine, &findings),
            certain_and_wrong_at_most: WRONG_AT_MOST(ZOO),
            conventions: findings
                .into_iter()
                .map(|Inference { convention, place, strength, says, evidence }| Convention {
                    convention,
                    place: place.word(),
                    strength: strength.word(),
                    found: says,
                    evidence,
                })
                .collect(),
        }
    }

    /// The verdict, then a line for each convention and place; the evidence of what was not found, or of all.
    fn blocks(&self, all: bool) -> Vec<Block> {
        let title = format!("{} {}", self.engine, self.version);
        let mut blocks = vec![Block::heading(1, title.trim_end()), Block::text(&self.verdict)];
        if !self.not_as_declared.is_empty() {
            blocks.push(Block::text(format!("not as declared: {}", self.not_as_declared.join("; "))));
        }
        let rows = self.conventions.iter().map(|line| {
            let evidence = if all || line.found.is_empty() { line.evidence.as_str() } else { "" };
            let found = [line.found.as_str(), evidence].join("\n");
            vec![line.convention.to_string(), line.place.into(), line.strength.into(), found.trim().to_string()]
        });
        blocks.push(Block::heading(2, "conventions for small time steps, inferred from its impacts"));
        blocks.extend(Block::table("", &["convention", "of", "", "found"], rows.collect()));
        if !all {
            blocks.push(Block::text("-v adds the numbers behind each line"));
        }
        blocks.push(Block::text(format!(
            "`certain` was wrong for 0 of {ZOO} test engines with one quirk each: below {:.1} % with 95 % confidence",
            100.0 * self.certain_and_wrong_at_most
        )));
        blocks
    }
}
