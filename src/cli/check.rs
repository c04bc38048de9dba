//! `collisionbench check DECK`

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::compute::{Threads, config};
use super::signals::listen;
use super::{positive, print, print_json, tolerance, width};
use crate::bench::deck::{CheckedContact, Limits, check_deck};
use crate::codes::deck::{self, CODES, Given};
use crate::codes::engine::{Engines, Folders};
use crate::error::{Error, Exit, cut};
use crate::halt;
use crate::output::{self, OutputFolder};
use crate::report;
use crate::report::block::terminal;
use crate::report::deck::Checked;
use crate::units::Dimension;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An input script of LAMMPS or LIGGGHTS
    deck: PathBuf,
    /// Whose script it is (default: found from its commands)
    #[arg(long, value_name = "CODE", value_parser = CODES)]
    code: Option<String>,
    /// Impact speeds: `"0.01..10 m/s"`, one, or several, `"0.5 5 m/s"`
    #[arg(long, value_name = "SPEEDS", default_value = "0.01..10 m/s")]
    speed: String,
    /// Radius of all particles, where the script does not give it, or instead of it
    #[arg(long, value_name = "LENGTH")]
    radius: Option<String>,
    /// Density of all particles, likewise
    #[arg(long, value_name = "DENSITY")]
    density: Option<String>,
    /// Time step, likewise
    #[arg(long, value_name = "TIME")]
    step: Option<String>,
    /// Exit with 1 where a limit is broken: restitution, contact radius, time step
    #[arg(long)]
    gate: bool,
    /// Limit of the restitution: against the one asked for, and at the time step against the reference
    #[arg(long, value_name = "TOLERANCE", default_value = "1 %")]
    within: String,
    /// Limit of the time step: fewest steps in a contact
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    min_steps: f64,
    /// Write the contacts as cases into this folder, for `run`, `gate` and `export`; cases that are there stay
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// Write a page with the tables and a picture of each contact into this folder, with their numbers and the cases
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Longest time for runs of the code itself, where it is installed; 0 for none
    #[arg(long, value_name = "TIME", default_value = "3 s")]
    measure: String,
    /// A file that names installations of the codes (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn check(args: &Args) -> Result<Exit, Error> {
    listen();
    args.threads.pool()?.install(|| in_pool(args))
}

fn in_pool(args: &Args) -> Result<Exit, Error> {
    let of = |option: &str, text: &Option<String>, dimension| {
        text.as_deref().map(|text| positive(option, text, dimension)).transpose()
    };
    let given = Given {
        radius: of("--radius", &args.radius, Dimension::Length)?,
        density: of("--density", &args.density, Dimension::Density)?,
        time_step: of("--step", &args.step, Dimension::Time)?,
    };
    let limits = Limits {
        speeds: speeds(&args.speed)?,
        within: tolerance("--within", &args.within)?,
        steps: if args.min_steps >= 0.0 {
            args.min_steps
        } else {
            return Err(Error::wrong("--min-steps is a number from 0 on"));
        },
    };
    // Counted from the first run on.
    let began = OnceLock::new();
    let place = args.out.as_deref().map(OutputFolder::new).transpose()?;
    let longest = match args.measure.trim() {
        "0" | "0 s" => None,
        text => {
            Some(Duration::try_from_secs_f64(positive("--measure", text, Dimension::Time)?).unwrap_or(Duration::MAX))
        }
    };
    let deck = deck::read(&args.deck, args.code.as_deref(), given)?;
    let engines = match longest {
        Some(_) => Some(Engines::new(config(args.engines.as_deref())?, Folders::temporary())),
        None => None,
    };
    let stop =
        || halt::is_asked() || longest.is_some_and(|longest| began.get_or_init(Instant::now).elapsed() >= longest);
    let contacts = check_deck(&deck, &limits, engines.as_ref(), &stop);
    if halt::is_asked() {
        return Err(Error::Interrupted);
    }
    let cases = match &args.write {
        Some(folder) => write(folder, &contacts)?,
        None => Vec::new(),
    };
    let checked = Checked::new(args.deck.display().to_string(), &deck, contacts, cases);
    if let Some(place) = &place {
        report::deck::write(&checked, &deck, place)?;
    }
    if args.json {
        print_json(&checked)?;
    } else {
        print(&terminal(&checked.blocks(&deck), width()))?;
        if let Some(folder) = &args.out {
            print(&format!("\n{}\n", folder.join("index.html").display()))?;
        }
    }
    let computed = checked.contacts.iter().flat_map(|contact| &contact.sizes).any(|size| !size.impacts.is_empty());
    // What was not looked at does not pass a gate.
    let unseen = args.gate && !(checked.not_judged.is_empty() && checked.not_read.is_empty());
    let broken = args.gate && !checked.broken.is_empty();
    Ok(Exit::worst([(!computed || unseen, Exit::NoResult), (broken, Exit::Failing)]))
}

/// `0.01..10 m/s`, `1 m/s`, `0.5 5 m/s`, `0.5, 5 m/s`: in m/s, ascending.
fn speeds(text: &str) -> Result<Vec<f64>, Error> {
    let unit = text.trim().split_once(' ').map_or("", |_| text.trim().rsplit(' ').next().unwrap_or_default());
    let one = |number: &str| {
        let number = number.trim();
        let whole = if number.contains(' ') { number.to_string() } else { format!("{number} {unit}") };
        positive("--speed", &whole, Dimension::Speed)
    };
    let mut speeds = match text.split_once("..") {
        Some((low, high)) => {
            let (low, high) = (one(low)?, one(high)?);
            if low >= high {
                return Err(Error::with_help(
                    format!("--speed: `{}` is no range", cut(text, 40)),
                    "write the lower speed first: 0.01..10 m/s",
                ));
            }
            let parts = libm::round(libm::log10(high / low)).clamp(1.0, 8.0) as usize;
            let ratio = libm::log(high / low) / parts as f64;
            (0..=parts).map(|part| crate::number::rounded(low * libm::exp(ratio * part as f64), 4)).collect()
        }
        None if text.contains(',') => text.split(',').map(one).collect::<Result<Vec<f64>, Error>>()?,
        // As a sweep is written.
        None => {
            let numbers = text.trim().strip_suffix(unit).unwrap_or(text).split_whitespace();
            numbers.map(one).collect::<Result<Vec<f64>, Error>>()?
        }
    };
    if speeds.is_empty() {
        speeds.push(one(text)?);
    }
    speeds.sort_by(f64::total_cmp);
    speeds.dedup();
    if speeds.len() > MOST_SPEEDS {
        return Err(Error::wrong(format!("--speed: at most {MOST_SPEEDS} speeds, not {}", speeds.len())));
    }
    Ok(speeds)
}

const MOST_SPEEDS: usize = 20;

/// Writes the cases, all or none; none that is there is replaced.
fn write(folder: &Path, contacts: &[CheckedContact]) -> Result<Vec<PathBuf>, Error> {
    let cases = contacts.iter().flat_map(|contact| contact.sizes.iter().flat_map(|size| &size.cases));
    let files: Vec<(PathBuf, &str)> =
        cases.map(|(name, text)| (folder.join(format!("{name}.toml")), text.as_str())).collect();
    std::fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
    output::create(&files.iter().map(|(path, text)| (path.as_path(), text.as_bytes())).collect::<Vec<_>>())?;
    Ok(files.into_iter().map(|(path, _)| path).collect())
}
