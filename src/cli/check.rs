//! `collisionbench check DECK`

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::compute::Threads;
use super::signals::listen;
use super::{positive, print, print_json, tolerance, width};
use crate::bench::deck::{CheckedContact, CheckedSize, Impact, Limits, check_deck, radii};
use crate::codes::deck::{self, CODES, Deck, Given};
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error, Exit, cut};
use crate::number::{exact, significant};
use crate::output;
use crate::quantity::shown;
use crate::report::block::{Block, terminal};
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

/// What a script does: what is printed, and the object of `--json`. SI units.
#[derive(Debug, Serialize)]
struct Checked {
    deck: String,
    code: &'static str,
    units: &'static str,
    time_step: Option<f64>,
    /// What was read, with its line.
    read: Vec<String>,
    /// What was not understood.
    not_read: Vec<String>,
    contacts: Vec<CheckedContact>,
    /// The limits that are broken.
    broken: Vec<String>,
    /// What could not be held against a limit.
    not_judged: Vec<String>,
    /// Cases that were written.
    cases: Vec<PathBuf>,
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
    let deck = deck::read(&args.deck, args.code.as_deref(), given)?;
    let contacts = check_deck(&deck, &limits);
    let cases = match &args.write {
        Some(folder) => write(folder, &contacts)?,
        None => Vec::new(),
    };
    let checked = Checked::new(args, &deck, contacts, cases);
    if args.json {
        print_json(&checked)?;
    } else {
        print(&terminal(&checked.blocks(&deck), width()))?;
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

impl Checked {
    fn new(args: &Args, deck: &Deck, contacts: Vec<CheckedContact>, cases: Vec<PathBuf>) -> Self {
        let place = |one: &deck::Stated| match &one.origin {
            Some(origin) => format!("{}:{}: {}", origin.file.name, one.line, one.text),
            None => one.text.clone(),
        };
        let each = contacts.iter().flat_map(|contact| {
            let worst = contact.worst().into_iter();
            worst.map(move |(size, broken)| format!("{}, {}: {}", contact.name, radii(size), broken.text))
        });
        let unjudged = contacts.iter().flat_map(|contact| {
            let of = move |size: &CheckedSize, why: &String| format!("{}, {}: {why}", contact.name, radii(size));
            contact.sizes.iter().flat_map(move |size| {
                size.refused.iter().chain(&size.unjudged).map(move |why| of(size, why)).collect::<Vec<_>>()
            })
        });
        Self {
            not_judged: unjudged.collect(),
            deck: args.deck.display().to_string(),
            code: deck.code,
            units: deck.units.name,
            time_step: deck.time_step,
            read: deck.stated.iter().map(place).collect(),
            not_read: deck.problems.iter().map(Diagnostic::to_string).collect(),
            broken: each.collect(),
            contacts,
            cases,
        }
    }

    fn blocks(&self, deck: &Deck) -> Vec<Block> {
        let mut blocks = vec![Block::heading(1, format!("{}: {}, units {}", self.deck, self.code, self.units))];
        blocks.push(Block::heading(2, "read"));
        let rows = deck.stated.iter().map(|one| {
            let line = one
                .origin
                .as_ref()
                .map_or("-".to_string(), |origin| format!("{}:{}", file_name(&origin.file.name), one.line));
            vec![line, one.text.clone()]
        });
        blocks.extend(Block::table("", &["", ""], rows.collect()));
        if deck.time_step.is_none() {
            blocks.push(Block::text(
                "no time step: give it with --step \"1 us\" for steps per contact and the errors they make",
            ));
        }
        if !deck.problems.is_empty() {
            blocks.push(Block::heading(2, "not read"));
            blocks.extend(deck.problems.iter().map(|problem| Block::Code { text: problem.to_string() }));
        }
        for contact in &self.contacts {
            blocks.push(Block::heading(2, &contact.name));
            blocks.push(Block::text(contact.read_from.join("; ")));
            blocks.extend(contact_blocks(contact));
        }
        if !self.broken.is_empty() {
            blocks.push(Block::heading(2, "limits broken"));
            blocks.push(Block::List { lines: self.broken.clone() });
        }
        if !self.not_judged.is_empty() {
            blocks.push(Block::heading(2, "not judged"));
            blocks.push(Block::List { lines: self.not_judged.clone() });
        }
        if let Some(first) = self.cases.first() {
            let folder = first.parent().unwrap_or(first).display();
            blocks.push(Block::text(format!("{} cases are in {folder}", self.cases.len())));
            blocks.push(Block::Code { text: format!("collisionbench run {folder}") });
        }
        blocks
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn contact_blocks(contact: &CheckedContact) -> Vec<Block> {
    let mut blocks = Vec::new();
    let Some(first) = contact.sizes.first() else { return blocks };
    if let Some(law) = first.law.as_ref() {
        blocks.push(Block::text(law.parameters.join(", ")));
        let stiffness = law
            .stiffness
            .map(|[K, n]| vec!["stiffness".to_string(), format!("{} N/m^{}", significant(K, 5), exact(n))]);
        let asked = first.restitution_requested.map_or("none asked: the law has coefficients".to_string(), exact);
        let mut rows = vec![vec!["restitution asked".to_string(), asked]];
        rows.extend(stiffness);
        rows.extend(law.friction.map(|mu| vec!["friction".to_string(), exact(mu)]));
        let shares =
            first.rayleigh_share.map(|share| format!("{} % of the Rayleigh time", significant(100.0 * share, 3)));
        rows.extend(shares.map(|share| vec!["time step".to_string(), share]));
        let skipped = ["signs", "memory", "rotation of the spring"];
        rows.extend(
            law.conventions
                .iter()
                .filter(|(title, _)| !skipped.contains(&title.as_str()))
                .map(|(title, text)| vec![title.clone(), text.clone()]),
        );
        blocks.extend(Block::table("", &["", ""], rows));
    }
    for size in &contact.sizes {
        blocks.push(Block::heading(3, radii(size)));
        blocks.extend(size_blocks(size));
    }
    let errata = contact.sizes.iter().flat_map(|size| size.law.iter().flat_map(|law| &law.errata));
    let notes = contact.sizes.iter().flat_map(|size| &size.notes);
    let lines: Vec<String> = distinct(errata.chain(notes).cloned());
    if !lines.is_empty() {
        blocks.push(Block::heading(3, "notes"));
        blocks.push(Block::List { lines });
    }
    let changes: Vec<String> = contact.worst().into_iter().flat_map(|(_, broken)| broken.change.clone()).collect();
    if !changes.is_empty() {
        blocks.push(Block::heading(3, "to change"));
        blocks.push(Block::List { lines: changes });
    }
    blocks
}

fn size_blocks(size: &CheckedSize) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(why) = &size.refused {
        blocks.push(Block::text(format!("not computed: {why}")));
        return blocks;
    }
    let head = ["speed", "e", "e at the step (worst)", "steps", "duration", "a/R*", "overlap/r", "pull"];
    blocks.extend(Block::table("", &head, size.impacts.iter().map(row).collect()));
    match (size.sticks_below, size.impacts.last()) {
        (Some(speed), _) => blocks.push(Block::text(format!("sticks below {}", shown(speed, "m/s", 3)))),
        (None, Some(last)) if last.sticks => {
            blocks.push(Block::text(format!("sticks at {} m/s, and at any lower speed", exact(last.speed))));
        }
        _ => {}
    }
    let mut reasons: Vec<&String> = size.impacts.iter().filter_map(|impact| impact.why.as_ref()).collect();
    reasons.dedup();
    blocks.extend(reasons.into_iter().map(Block::text));
    if !size.oblique.is_empty() {
        let head = ["angle", "e_t", "e_t at the step", "energy created"];
        let number = |value: Option<f64>| value.map_or("-".to_string(), |value| significant(value, 4));
        let rows = size.oblique.iter().map(|oblique| {
            let created = oblique.energy_created.map_or("-".to_string(), |part| {
                if part.abs() < 1e-9 { "0".to_string() } else { format!("{} %", significant(100.0 * part, 2)) }
            });
            let step = number(oblique.tangential_restitution_at_step);
            vec![format!("{}°", exact(oblique.degrees)), number(oblique.tangential_restitution), step, created]
        });
        blocks.push(Block::text(format!(
            "oblique impacts at {} m/s, by the angle from the normal",
            exact(size.oblique[0].speed)
        )));
        blocks.extend(Block::table("", &head, rows.collect()));
    }
    if let Some(why) = &size.head_on_alone {
        blocks.push(Block::text(format!("no oblique impacts: {why}")));
    }
    blocks
}

fn row(impact: &Impact) -> Vec<String> {
    let number = |value: Option<f64>, digits: usize| value.map_or("-".to_string(), |value| significant(value, digits));
    let restitution = if impact.sticks { "0: sticks".to_string() } else { number(impact.restitution, 4) };
    let step = match (impact.restitution_at_step, impact.restitution_at_step_worst) {
        (Some(mean), Some(worst)) => format!("{} ({})", significant(mean, 4), significant(worst, 4)),
        (Some(mean), None) => significant(mean, 4),
        _ => "-".to_string(),
    };
    let steps = impact.steps_per_contact.map_or("-".to_string(), |steps| significant(steps, 3));
    let radius = match (impact.contact_radius_over_r_star, impact.contact_radius_light) {
        (Some(ratio), Some(light)) => format!("{} {light}", significant(ratio, 2)),
        (Some(ratio), None) => significant(ratio, 2),
        _ => "-".to_string(),
    };
    let pull =
        impact.pull.map_or("-".to_string(), |pull| if pull == 0.0 { "none".to_string() } else { shown(pull, "N", 2) });
    vec![
        format!("{} m/s", exact(impact.speed)),
        restitution,
        step,
        steps,
        impact.duration.map_or("-".to_string(), |duration| shown(duration, "s", 3)),
        radius,
        number(impact.overlap_over_radius, 2),
        pull,
    ]
}
