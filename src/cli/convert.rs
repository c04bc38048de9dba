//! `collisionbench convert --from A name=value ... --to B`

use std::fmt::Write;

use serde_json::{Value, json};

use super::bodies::{self, Bodies};
use super::columns::{columns, row};
use super::native_contact::tables;
use super::system_parameters::{OURS, parse_parameters, reading, reading_of, refused, system};
use super::{positive, print, print_json};
use crate::codes::convert::{ConvertedSide, Given, convert_side};
use crate::codes::restitution::achieved;
use crate::codes::{Code, Conversion, Parameters, Parsed, Preserve, Reading, convert as translate};
use crate::collide::{self, CollisionError};
use crate::error::Error;
use crate::law::card::Numbers;
use crate::law::contract::Difference;
use crate::law::{Contact, Contract, Pair, PowerForce};
use crate::number::{brief, exact, significant};
use crate::report;
use crate::units::Dimension;

#[derive(Debug, clap::Args)]
#[command(override_usage = "collisionbench convert --from <CODE> [NAME=VALUE]... --to <CODE>")]
pub(super) struct Args {
    /// The system of the given parameters; `ours`: the contact of the case given with --pair
    #[arg(long, value_name = "CODE")]
    from: String,
    /// Parameters of the code of --from, `en=0.5 "young=70 GPa"`: `collisionbench explain SYSTEM` lists them
    #[arg(value_name = "KEY=VALUE")]
    said: Vec<String>,
    /// The system to convert to; `ours`: the tables of a case file
    #[arg(long, value_name = "CODE")]
    to: String,
    /// What to keep where force and restitution cannot both be kept
    #[arg(long, value_enum, default_value_t = Kept::Force)]
    keep: Kept,
    /// The impact speed at which the restitution is kept and shown, where it depends on speed
    #[arg(long, value_name = "SPEED")]
    at_speed: Option<String>,
    /// How the documentation of --from is read, corrected or as-documented (default: as the code computes)
    #[arg(long, value_name = "READING")]
    reading_from: Option<String>,
    /// How the documentation of --to is read
    #[arg(long, value_name = "READING")]
    reading_to: Option<String>,
    #[command(flatten)]
    bodies: bodies::Args,
    /// Print one JSON object: both sides with their parameters, force and restitution, SI
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kept {
    /// The force at every overlap and rate
    Force,
    /// The restitution, at every speed or at --at-speed
    Restitution,
}

/// The speed restitutions are shown at unless one is named, m/s.
const SHOWN_AT: f64 = 1.0;

pub(super) fn convert(args: &Args) -> Result<(), Error> {
    let bodies = args.bodies.bodies()?;
    let at_speed = args.at_speed.as_deref().map(|text| positive("--at-speed", text, Dimension::Speed)).transpose()?;
    let keep = match args.keep {
        Kept::Force => Preserve::ForceLaw,
        Kept::Restitution => Preserve::Restitution { at_speed },
    };
    let shown = Shown { pair: &bodies.pair, speed: at_speed };
    let to = || {
        let to = system(&args.to)?;
        Ok::<_, Error>((to, reading(args.reading_to.as_deref(), to)?))
    };
    let (mut text, mut object) = if args.from == OURS {
        let (given, tables) = ours(args, &bodies)?;
        let to = to()?;
        let found = convert_side(given, to, &bodies.pair, keep).map_err(refused)?;
        let mut object = shown.conversion_object(&found);
        object["from"]["tables"] = json!(tables);
        (shown.conversion(&found, Err(tables), to.0), object)
    } else {
        let from = system(&args.from)?;
        let from = (from, reading(args.reading_from.as_deref(), from)?);
        let words = parse_parameters(&args.said, from.0.name(), from.0.keys)?;
        if args.to == OURS {
            shown.ours(from, words, args)?
        } else {
            let to = to()?;
            let found = translate(from, &words, to, &bodies.pair, keep).map_err(refused)?;
            (shown.conversion(&found, Ok(from.0), to.0), shown.conversion_object(&found))
        }
    };
    if args.json {
        object["pair"] = bodies.shown.into();
        return print_json(&object);
    }
    let _ = writeln!(text, "\nfor {}", bodies.shown);
    print(&text)
}

/// The contact of a case, where it is what is converted, and its tables; without where it cannot be expressed.
fn ours(args: &Args, bodies: &Bodies) -> Result<(Given, Vec<String>), Error> {
    if args.to == OURS {
        return Err(Error::wrong("`--from ours --to ours` has nothing to convert"));
    }
    let Some(scene) = bodies.case.as_ref().and_then(|case| case.scenes.first()) else {
        return Err(Error::with_help("`--from ours` takes its laws from a case", "name it:  --pair CASE"));
    };
    let reading = reading_of(args.reading_from.as_deref(), OURS, &[Reading::Corrected], Reading::Corrected)?;
    let params = parse_parameters(&args.said, OURS, &[])?;
    let parsed = Parsed {
        restitution_requested: scene.restitution_requested(),
        ..Parsed::new(scene.contact.clone(), scene.contract())
    };
    let formula = "F = K delta^alpha + C delta^beta v";
    let side = ConvertedSide::new((OURS, formula, reading), params, &parsed, &bodies.pair).map_err(refused)?;
    Ok(((side, parsed, None), tables(&scene.contact).unwrap_or_default()))
}

/// The pair and the speed for which numbers are shown.
struct Shown<'a> {
    pair: &'a Pair,
    /// m/s
    speed: Option<f64>,
}

impl Shown<'_> {
    /// Both sides of a conversion, from a code or the tables of a case file.
    fn conversion(&self, found: &Conversion, from: Result<&Code, Vec<String>>, to: &Code) -> String {
        let mut text = String::new();
        match from {
            Ok(from) => side(&mut text, "from", from, &found.from),
            Err(lines) => {
                text.push_str("from  ours, as in a case file\n");
                write_indented(&mut text, &lines);
            }
        }
        side(&mut text, "to", to, &found.to);
        let (one, other) = (&found.from, &found.to);
        let asked = |spot: &ConvertedSide| spot.restitution_requested.map_or("-".to_string(), exact);
        let mut rows =
            vec![row(["", one.system, other.system]), row(["requested restitution", &asked(one), &asked(other)])];
        match one.force.as_ref().zip(other.force.as_ref()) {
            Some((a, b)) => {
                rows.push(row(["restitution achieved", &self.restitution(a), &self.restitution(b)]));
                rows.extend(force_rows(a, Some(b)));
            }
            None => rows.extend(law_rows(&[&one.contact, &other.contact])),
        }
        let _ = write!(text, "\n{}", columns(&rows));
        text.push_str(&match found.deviation {
            0.0 => "the force laws of these parameters are identical, to the last bit\n".to_string(),
            deviation if deviation.is_infinite() => "the two force laws differ in shape\n".to_string(),
            deviation => format!("  deviation of stiffness or coefficient: {}\n", brief(deviation)),
        });
        if !found.differences.is_empty() {
            text.push_str("\nconventions that differ\n");
            for difference in &found.differences {
                let _ = writeln!(text, "  {}", difference.convention);
                let sides = [row([one.system, &difference.one]), row([other.system, &difference.other])];
                text.push_str(&report::columns::columns(&sides, "    "));
            }
        }
        notes(&mut text, &found.warnings);
        text
    }

    /// Both sides of a conversion as one object, SI.
    fn conversion_object(&self, found: &Conversion) -> Value {
        let convention = |of: &Difference| json!({ "convention": of.convention, "from": of.one, "to": of.other });
        json!({
            "from": self.side_object(&found.from),
            "to": self.side_object(&found.to),
            "deviation": found.deviation.is_finite().then_some(found.deviation),
            "restitution_holds_between": found.holds_between,
            "conventions": found.differences.iter().map(convention).collect::<Vec<_>>(),
            "warnings": found.warnings,
        })
    }

    fn side_object(&self, side: &ConvertedSide) -> Value {
        let of = |numbers: &Numbers| -> serde_json::Map<String, Value> {
            let words = numbers.words().iter().map(|(key, word)| (key.to_string(), json!(word)));
            numbers.numbers().iter().map(|(key, value)| (key.to_string(), json!(value))).chain(words).collect()
        };
        let force = side.force.as_ref().map(|force| {
            let damped = force.C != 0.0;
            json!({
                "stiffness": force.K, "stiffness_exponent": force.alpha,
                "damping": force.C, "damping_exponent": damped.then_some(force.beta),
            })
        });
        let achieved = side.force.as_ref().map(|force| self.achieved(force));
        json!({
            "code": side.system,
            "reading": side.reading.word(),
            "parameters": of(&side.params.numbers),
            "force": force,
            "law": { "name": side.contact.normal.card().name, "parameters": of(&side.contact.normal.numbers()) },
            "restitution_requested": side.restitution_requested,
            "restitution": achieved.as_ref().and_then(|(e, _)| e.as_ref().ok()),
            "at_speed": achieved.as_ref().and_then(|(_, speed)| *speed),
        })
    }

    /// The parameters of a code as tables of a case file.
    fn ours(&self, from: (&Code, Reading), words: Parameters, args: &Args) -> Result<(String, Value), Error> {
        if args.reading_to.is_some() {
            return Err(Error::wrong("--reading-to has no effect with `--to ours`: remove it"));
        }
        let (converted, spoken) = ConvertedSide::of(from, words, self.pair).map_err(refused)?;
        let lines = tables(&spoken.contact).map_err(refused)?;
        let mut text = String::new();
        let name = converted.system;
        side(&mut text, "from", from.0, &converted);
        text.push_str("to    ours, as in a case file\n");
        write_indented(&mut text, &lines);
        let mut rows = Vec::new();
        rows.extend(spoken.restitution_requested.map(|e| row(["requested restitution", &exact(e)])));
        if let Some(force) = &converted.force {
            rows.push(row(["restitution achieved", &self.restitution(force)]));
            rows.extend(force_rows(force, None));
        } else {
            rows.extend(law_rows(&[&spoken.contact]));
        }
        rows.extend(spoken.derived.iter().map(|d| {
            let value = format!("{} {}", significant(d.value, 7), d.unit);
            vec![format!("{name}'s {}", d.name), value.trim_end().to_string()]
        }));
        let _ = write!(text, "\n{}", columns(&rows));
        let mut differences = spoken.contract.differences(&Contract::ours(&spoken.contact));
        // The others have keys, and the tables above hold them.
        differences
            .retain(|d| ["effective radius", "mass at walls", "modulus at walls", "signs"].contains(&d.convention));
        if !differences.is_empty() {
            let _ = writeln!(text, "\nconventions of {name} that the tables cannot express");
            text.push_str(&columns(&differences.iter().map(|d| row([d.convention, &d.one])).collect::<Vec<_>>()));
        }
        let warnings: Vec<String> = spoken.notes.iter().chain(spoken.departures()).cloned().collect();
        notes(&mut text, &warnings);
        let derived = spoken.derived.iter().map(|d| json!({ "name": d.name, "value": d.value, "unit": d.unit }));
        let derived: Vec<Value> = derived.collect();
        let object = json!({
            "from": self.side_object(&converted),
            "to": { "code": OURS, "tables": lines },
            "derived": derived,
            "conventions": differences.iter().map(|of| json!({ "convention": of.convention, "from": of.one })).collect::<Vec<_>>(),
            "warnings": warnings,
        });
        Ok((text, object))
    }

    /// The restitution of a force, and at which speed, m/s, where it depends on that.
    fn achieved(&self, force: &PowerForce) -> (Result<f64, CollisionError>, Option<f64>) {
        if let Some(e) = achieved(force, self.pair.m_star) {
            return (Ok(e), None);
        }
        let speed = self.speed.unwrap_or(SHOWN_AT);
        (collide::restitution(force, self.pair.m_star, speed, 1e-12), Some(speed))
    }

    fn restitution(&self, force: &PowerForce) -> String {
        let (e, speed) = self.achieved(force);
        let at = speed.map_or(String::new(), |speed| format!(" at {} m/s", exact(speed)));
        match e {
            Ok(e) => format!("{}{at}", significant(e, 6)),
            Err(error) => format!("unknown{at}: {error}"),
        }
    }
}

fn side(text: &mut String, word: &str, dialect: &Code, spot: &ConvertedSide) {
    let reading = if dialect.readings.len() > 1 { format!(", {}", spot.reading.word()) } else { String::new() };
    let _ = writeln!(text, "{word:<4}  {}{reading}", spot.system);
    for line in spot.formula.lines() {
        let _ = writeln!(text, "    {}", line.trim_start());
    }
    let said = spot.params.lines(dialect.keys);
    let _ = writeln!(text, "{}", if said.is_empty() { "    no parameters given: its defaults" } else { "    with" });
    for line in said {
        let _ = writeln!(text, "      {line}");
    }
}

/// `K delta^n + C delta^b v` of one or both sides.
fn force_rows(one: &PowerForce, other: Option<&PowerForce>) -> Vec<Vec<String>> {
    let line = |name: String, value: fn(&PowerForce) -> f64| {
        let mut cells = vec![name, significant(value(one), 7)];
        cells.extend(other.map(|force| significant(value(force), 7)));
        cells
    };
    let mut rows = vec![line(format!("stiffness, N/m^{}", one.alpha), |force| force.K)];
    if one.C != 0.0 || other.is_some_and(|force| force.C != 0.0) {
        let exponent = |force: &PowerForce| if force.C == 0.0 { "-".to_string() } else { exact(force.beta) };
        rows.push(line("damping coefficient, SI".to_string(), |force| force.C));
        let mut cells = vec!["overlap exponent of the damping".to_string(), exponent(one)];
        cells.extend(other.map(exponent));
        rows.push(cells);
    }
    rows
}

/// A law with branches of one or both sides: its name, its words and its numbers.
fn law_rows(contacts: &[&Contact]) -> Vec<Vec<String>> {
    let Some(first) = contacts.first() else { return Vec::new() };
    let line = |name: String, cell: &dyn Fn(&Contact) -> String| {
        std::iter::once(name).chain(contacts.iter().map(|contact| cell(contact))).collect()
    };
    let mut rows = vec![line("law".to_string(), &|contact| contact.normal.card().name.to_string())];
    let numbers = first.normal.numbers();
    for key in first.normal.keys() {
        if numbers.word(key.name).is_some() {
            rows.push(line(key.name.to_string(), &|c| c.normal.numbers().word(key.name).unwrap_or("-").to_string()));
        } else if numbers.get(key.name).is_some() {
            let value = |c: &Contact| c.normal.numbers().get(key.name).map_or("-".to_string(), |x| significant(x, 7));
            let unit = key.unit();
            let title = if unit.is_empty() { key.name.to_string() } else { format!("{}, {unit}", key.name) };
            rows.push(line(title, &value));
        }
    }
    rows
}

fn notes(text: &mut String, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    text.push_str("\nwarnings\n");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

fn write_indented(text: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
}
