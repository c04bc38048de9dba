//! The contacts of an input script of LAMMPS or LIGGGHTS, as it is: laws, particles, time step.
//!
//! Text to words (`words`), words to commands (`script`, `variables`, `expression`), commands to particles (`sizes`) and
//! to laws in the code's own parameters (`lammps`, `liggghts`), which a case file takes (`case_text`). Nothing of a script
//! is run, and what it does not give is asked for.

mod case_text;
mod expression;
mod lammps;
mod liggghts;
mod script;
mod sizes;
mod touching;
mod units;
mod variables;
mod words;

use std::path::Path;

pub use case_text::{Expected, Motion, case_text};
pub use script::LARGEST;
pub use sizes::{Mass, Particle};
pub use touching::{Body, DeckContact, DeckLaw, Size, Value};
pub use units::{SYSTEMS, Units};

use crate::error::{Diagnostic, Error, Origin};
use script::{Command, Script};
use sizes::Sizes;
use touching::Touching;

/// Most problems that are named.
const MOST_PROBLEMS: usize = 40;

/// The codes whose scripts are read.
pub const CODES: [&str; 2] = ["lammps", "liggghts"];

/// What is given beside a script, SI; it goes before what the script has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given {
    /// Radius of every particle, m.
    pub radius: Option<f64>,
    /// kg/m3
    pub density: Option<f64>,
    /// s
    pub time_step: Option<f64>,
}

/// A value of a script, with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    /// What is printed: `units si`.
    pub text: String,
    pub origin: Option<Origin>,
    /// Line, counted from 1; 0 where there is none.
    pub line: usize,
}

/// A script, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Deck {
    /// `lammps` or `liggghts`
    pub code: &'static str,
    /// The code in whose parameters the contacts are: older styles of LIGGGHTS are those of LAMMPS.
    pub parameters_of: &'static str,
    pub units: Units,
    /// s; `None` where neither the script nor an option gives it.
    pub time_step: Option<f64>,
    /// What was read, in the order of the script.
    pub stated: Vec<Stated>,
    pub contacts: Vec<DeckContact>,
    /// What concerns the contacts and was not understood.
    pub problems: Vec<Diagnostic>,
}

/// Reads a script; the code is found from its commands unless it is named.
///
/// # Errors
/// A file that cannot be read, a script without a pair style or with one that is not read here, and whatever leaves no contact at
/// all.
pub fn read(path: &Path, code: Option<&str>, given: Given) -> Result<Deck, Error> {
    let script = script::read(path)?;
    let code = code.and_then(|code| CODES.into_iter().find(|known| *known == code)).unwrap_or_else(|| found(&script));
    let mut stated = Vec::new();
    let units = units(&script, &mut stated)?;
    let mut problems = script.conditional.clone();
    let time_step = time_step(&script, &units, given, &mut stated).map_err(Error::from)?;
    let mut sizes = Sizes::read(&script.commands, &units, code == "liggghts");
    let touching = match code {
        "liggghts" => liggghts::contacts(&script, &units, &sizes)?,
        _ => lammps::contacts(&script, &units, &sizes)?,
    };
    let Contacts { touching, mut said, problems: unread, parameters_of } = touching;
    stated.append(&mut said);
    problems.extend(unread);
    if let (Some(particle), true) = (sizes.every.take(), sizes.types.is_empty()) {
        let kinds = touching.iter().flat_map(|one| [Some(one.kind), one.other.as_ref().ok().copied()]).flatten();
        kinds.for_each(|kind| drop(sizes.types.insert(kind, vec![particle.clone()])));
    }
    stated.extend(particles(&sizes, given));
    stated.extend(script.commands.iter().filter(|command| command.name() == "newton").map(as_written));
    stated.sort_by_key(|one| one.origin.as_ref().map_or((usize::MAX, usize::MAX), |origin| (0, origin.span.start)));
    let (contacts, lacking) = touching::sized(&touching, &sizes.types, given);
    problems.extend(lacking);
    if given.radius.is_none() || given.density.is_none() {
        problems.append(&mut sizes.problems);
    }
    let more = problems.len().saturating_sub(MOST_PROBLEMS);
    problems.truncate(MOST_PROBLEMS);
    if more > 0 {
        problems.push(Diagnostic::new(format!("{more} more; mend these first")));
    }
    if contacts.is_empty() {
        if problems.is_empty() {
            problems.push(Diagnostic::new(format!("{} has no contact", path.display())));
        }
        return Err(Error::Wrong(problems));
    }
    Ok(Deck { code, parameters_of, units, time_step, stated, contacts, problems })
}

/// The parameters of friction of a code, without which its contact is head-on alone.
pub fn friction_keys(code: &str) -> &'static [&'static str] {
    if code == "liggghts" { &liggghts::FRICTION } else { &lammps::FRICTION }
}

/// The contacts of a script before it is known how large the particles are.
struct Contacts {
    touching: Vec<Touching>,
    said: Vec<Stated>,
    problems: Vec<Diagnostic>,
    parameters_of: &'static str,
}

/// The code whose commands these are.
fn found(script: &Script) -> &'static str {
    let own = |command: &Command| match command.name() {
        "pair_style" => command.text(1) == "gran",
        "fix" => {
            let style = command.text(3);
            style.starts_with("property/global")
                || style.starts_with("particletemplate/")
                || style.starts_with("mesh/surface")
        }
        "communicate" | "hard_particles" | "soft_particles" => true,
        _ => false,
    };
    if script.commands.iter().any(own) { "liggghts" } else { "lammps" }
}

/// A command as it stands there.
fn as_written(command: &Command) -> Stated {
    let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
    Stated { text: words.join(" "), origin: Some(command.origin().clone()), line: command.line() }
}

fn units(script: &Script, stated: &mut Vec<Stated>) -> Result<Units, Error> {
    let Some(command) = script.commands.iter().rfind(|command| command.name() == "units") else {
        let text = "units lj, the default of the code: the numbers are taken as they are, as if they were SI";
        stated.push(Stated { text: text.to_string(), origin: None, line: 0 });
        return Ok(SYSTEMS[SYSTEMS.len() - 1]);
    };
    let name = command.text(1);
    let Some(units) = Units::find(name) else {
        let known = SYSTEMS.map(|system| system.name).join(", ");
        let problem = Diagnostic::new(format!("`units {name}` is not read here")).at(command.origin());
        return Err(problem.help(format!("units that are read: {known}")).into());
    };
    let also = if name == "lj" { ": the numbers are taken as they are, as if they were SI" } else { "" };
    stated.push(Stated {
        text: format!("units {name}{also}"),
        origin: Some(command.origin().clone()),
        line: command.line(),
    });
    Ok(units)
}

fn time_step(
    script: &Script,
    units: &Units,
    given: Given,
    stated: &mut Vec<Stated>,
) -> Result<Option<f64>, Diagnostic> {
    let shown = |step: f64| format!("time step {}", crate::quantity::shown(step, "s", 6));
    if let Some(step) = given.time_step {
        stated.push(Stated { text: format!("{}, given with --step", shown(step)), origin: None, line: 0 });
        return Ok(Some(step));
    }
    let all: Vec<&Command> = script.commands.iter().filter(|command| command.name() == "timestep").collect();
    let Some(last) = all.last() else { return Ok(None) };
    let Some(word) = last.words.get(1) else { return Ok(None) };
    let step = word.number()? * units.time;
    if step <= 0.0 {
        return Err(Diagnostic::new("a time step is greater than zero").at(&word.origin));
    }
    let several = if all.len() > 1 { ", the last of several" } else { "" };
    stated.push(Stated {
        text: format!("{}{several}", shown(step)),
        origin: Some(last.origin().clone()),
        line: last.line(),
    });
    Ok(Some(step))
}

/// Lines about the particles.
fn particles(sizes: &Sizes, given: Given) -> Vec<Stated> {
    use crate::quantity::shown;
    let mut lines = Vec::new();
    if let Some(radius) = given.radius {
        lines.push(Stated {
            text: format!("radius {}, given with --radius", shown(radius, "m", 6)),
            origin: None,
            line: 0,
        });
    }
    if let Some(density) = given.density {
        lines.push(Stated {
            text: format!("density {}, given with --density", shown(density, "kg/m3", 6)),
            origin: None,
            line: 0,
        });
    }
    for (kind, particles) in &sizes.types {
        for particle in particles {
            let mass = match particle.mass {
                Mass::Density(density) => format!("density {}", shown(density, "kg/m3", 6)),
                Mass::Mass(mass) => format!("mass {}", shown(mass, "kg", 6)),
            };
            let by_default = particle.by_default.map_or(String::new(), |what| format!(" ({what})"));
            let text = format!("type {kind}: radius {}, {mass}{by_default}", shown(particle.radius, "m", 6));
            lines.push(Stated { text, origin: Some(particle.origin.clone()), line: particle.origin.line() });
        }
    }
    lines
}
