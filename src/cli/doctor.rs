//! `collisionbench doctor [ENGINE...]`

use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;

use super::compute::config;
use super::print;
use super::signals::listen;
use crate::bench::{NoTrial, trial};
use crate::codes::driver;
use crate::codes::engine::installed::on_path;
use crate::codes::engine::{Engine, EngineLocation, Engines, Folders};
use crate::error::{Error, Exit, cut};
use crate::halt;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Engines to test (default: all)
    #[arg(value_name = "ENGINE")]
    named: Vec<String>,
    /// A file that declares your own programs as engines; each of them has to answer (default: engines.toml in the
    /// configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// One line about an installation, with details below it.
struct Found {
    answers: bool,
    /// Name, version, driver, answer and place.
    columns: [String; 5],
    /// The end of what the program wrote.
    below: Vec<String>,
}

/// Asks every engine for its version and has it compute one small collision, all at once.
pub(super) fn doctor(args: &Args) -> Result<Exit, Error> {
    let began = Instant::now();
    let config = config(args.engines.as_deref())?;
    let declared: Vec<String> = if args.engines.is_some() {
        let places = config.installed.iter().map(|(name, _)| name.clone());
        config.names().into_iter().chain(places).collect()
    } else {
        Vec::new()
    };
    let engines = Engines::new(config, Folders::temporary());
    let names = asked(&engines, &args.named)?;
    listen();
    // More threads than processors: a program that does not answer is only waited for.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(names.len().max(1))
        .build()
        .map_err(|error| Error::wrong(format!("failed to start threads: {error}")))?;
    let found: Vec<(bool, Vec<Found>)> = pool.install(|| {
        let each = names.par_iter().map(|name| {
            let named = args.named.iter().chain(&declared).any(|other| other == name);
            (named, of(&engines, name, &halt::is_asked))
        });
        each.collect()
    });
    if halt::is_asked() {
        return Err(Error::Interrupted);
    }
    let rows: Vec<&Found> = found.iter().flat_map(|(_, rows)| rows).collect();
    let mut text = shown(&rows);
    text.push_str(&format!("\ntested in {:.1} s\n", began.elapsed().as_secs_f64()));
    print(&text)?;
    let missing = found.iter().any(|(named, rows)| *named && rows.iter().any(|row| !row.answers));
    Ok(if missing { Exit::NoResult } else { Exit::AsExpected })
}

/// The engines that are asked.
fn asked<'a>(engines: &'a Engines, named: &'a [String]) -> Result<Vec<&'a str>, Error> {
    let names = engines.names();
    for wanted in named {
        if !names.contains(&wanted.as_str()) {
            return Err(Error::unknown(format!("there is no engine `{wanted}`"), wanted, &names, ""));
        }
    }
    Ok(names.into_iter().filter(|name| named.is_empty() || named.iter().any(|other| other == name)).collect())
}

/// The lines about one engine, one for each location.
fn of(engines: &Engines, name: &str, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Found> {
    let looked = engines.locations(name);
    if looked.is_empty() {
        let how = driver(name).map_or_else(String::new, |driver| format!("available from: {}", driver.get));
        let columns = [name.into(), String::new(), String::new(), "not installed".into(), how];
        return vec![Found { answers: false, columns, below: Vec::new() }];
    }
    let row = |EngineLocation { place, engine }: &EngineLocation| {
        let place = on_path(place).unwrap_or_else(|| place.clone()).display().to_string();
        match engine {
            Ok(engine) => tried(engines, engine.as_ref(), place, stop),
            Err(why) => {
                let word = if why.installed { "does not answer" } else { "not installed" };
                let said = format!("{word}: {}", cut(&why.why, 240));
                let columns = [name.into(), String::new(), String::new(), said, place];
                Found { answers: false, columns, below: why.stderr.clone() }
            }
        }
    };
    looked.par_iter().map(row).collect()
}

/// The line about an installation with a known version, which also has to compute a collision.
fn tried(engines: &Engines, engine: &dyn Engine, place: String, stop: &dyn Fn() -> bool) -> Found {
    let (answers, said, below) = match trial(engine, &engines.folders, stop) {
        Ok(restitution) => {
            let single = if engine.epsilon() > f64::EPSILON { " in single precision" } else { "" };
            (true, format!("computed a collision{single}, restitution {restitution:.4}"), Vec::new())
        }
        Err(NoTrial::NotCovered(_)) if engine.has_own_laws_only() => {
            (true, "is there; not tried, for every normal law it covers is its own".to_string(), Vec::new())
        }
        Err(NoTrial::NotCovered(why)) => {
            (false, format!("does not answer: no collision to try it with, {why}"), Vec::new())
        }
        Err(NoTrial::Failed(failure)) => {
            (false, format!("does not answer: {}{}", failure.start, failure.cause), failure.stderr)
        }
    };
    let version = match (engine.version(), engine.full_version()) {
        (_, "") => "version unknown".to_string(),
        (counts, full) if counts == full => full.to_string(),
        ("", full) => format!("{full} (all versions count as one)"),
        (counts, full) => format!("{full} (counts as {counts})"),
    };
    let driver = match engine.installation().driver.as_str() {
        "" => String::new(),
        driver => format!("driver {driver}"),
    };
    Found { answers, columns: [engine.name().to_string(), version, driver, said, place], below }
}

/// What it answers, its version, and below them where it is, or how to get it, and the end of what it wrote.
fn shown(rows: &[&Found]) -> String {
    let mut text = String::from("engines (run.NAME, or run --engine NAME)\n");
    let wide = rows.iter().map(|row| row.columns[0].chars().count()).max().unwrap_or(0);
    for Found { columns: [name, version, driver, said, place], below, .. } in rows {
        let parts: Vec<&str> =
            [said, version, driver].into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        text.push_str(&format!("  {name:wide$}  {}\n", parts.join("; ")));
        for line in std::iter::once(place.clone()).chain(below.iter().map(|line| format!("| {line}"))) {
            text.push_str(format!("  {:wide$}  {line}", "").trim_end());
            text.push('\n');
        }
    }
    text
}
