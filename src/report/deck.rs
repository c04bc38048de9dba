//! The report of `collisionbench check`: a script with the contacts that were computed, as blocks, as one JSON object, and as a page with a
//! picture of each contact.

use std::path::PathBuf;

use serde::Serialize;

use super::block::Block;
use super::files::{self, slug};
use super::html;
use super::pictures::{deck as picture, put_with_png};
use crate::bench::deck::{CheckedContact, CheckedSize, Impact, Measured, radii};
use crate::codes::deck::{Deck, Stated};
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error};
use crate::number::{exact, significant};
use crate::output::OutputFolder;
use crate::quantity::shown;

/// What a script does: what is printed, and the object of `--json`. SI units.
#[derive(Debug, Serialize)]
pub struct Checked {
    pub deck: String,
    pub code: &'static str,
    pub units: &'static str,
    pub time_step: Option<f64>,
    /// What was read, with its line.
    pub read: Vec<String>,
    /// What was not understood.
    pub not_read: Vec<String>,
    pub contacts: Vec<CheckedContact>,
    /// The limits that are broken.
    pub broken: Vec<String>,
    /// What could not be held against a limit.
    pub not_judged: Vec<String>,
    /// Cases that were written.
    pub cases: Vec<PathBuf>,
}

impl Checked {
    /// What was computed of a script of this name, and the cases that were written.
    pub fn new(name: String, deck: &Deck, contacts: Vec<CheckedContact>, cases: Vec<PathBuf>) -> Self {
        let place = |one: &Stated| match &one.origin {
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
            deck: name,
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

    /// What is said of it.
    pub fn blocks(&self, deck: &Deck) -> Vec<Block> {
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

/// Writes the page, the cases that were read, and the pictures of every contact, beside their place, and puts them there whole.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours.
pub fn write(checked: &Checked, deck: &Deck, place: &OutputFolder) -> Result<(), Error> {
    let building = place.begin()?;
    let folder = &building.folder();
    let mut names = Vec::new();
    let mut blocks = Vec::new();
    // A picture stands below the head of its contact.
    for block in checked.blocks(deck) {
        let of = match &block {
            Block::Heading { level: 2, text } => checked.contacts.iter().find(|contact| contact.name == *text),
            _ => None,
        };
        blocks.push(block);
        for size in of.into_iter().flat_map(|contact| &contact.sizes) {
            let Some((file, _)) = size.cases.first() else { continue };
            let title = format!("{}, {}", of.map_or("", |contact| &contact.name), radii(size));
            let Some(drawn) = picture::draw(&title, checked.code, size) else { continue };
            let stem = slug(file);
            names.extend(put_with_png(&drawn, &stem, folder)?);
            blocks.push(Block::Figure { name: stem, title });
        }
    }
    for (name, text) in checked.contacts.iter().flat_map(|contact| &contact.sizes).flat_map(|size| &size.cases) {
        names.push(files::write(folder, &format!("cases/{}.toml", slug(name)), text.as_bytes())?);
    }
    let json = serde_json::to_string_pretty(checked)
        .map_err(|error| Error::write(&folder.join("check.json"), std::io::Error::other(error)))?;
    names.push(files::write(folder, "check.json", json.as_bytes())?);
    let page = html::document(PROGRAM, "check", &blocks, folder);
    let page = page.map_err(|error| Error::write(&folder.join("index.html"), error))?;
    names.push(files::write(folder, "index.html", page.as_bytes())?);
    building.put(names).map(drop)
}

/// What the page says of who wrote it.
const PROGRAM: &str = concat!("collisionbench ", env!("CARGO_PKG_VERSION"));

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
        let named = |name: &str, text: String| vec![name.to_string(), text];
        let rayleigh = contact.sizes.iter().filter_map(|size| size.rayleigh_share).reduce(f64::max);
        rows.extend(
            rayleigh.map(|share| named("step / Rayleigh time", format!("{} %", significant(100.0 * share, 3)))),
        );
        rows.push(named("numbers", by(contact)));
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

/// Whether the numbers are read alone, or measured as well, and by what.
fn by(contact: &CheckedContact) -> String {
    let first = |of: &dyn Fn(&CheckedSize) -> Option<&String>| contact.sizes.iter().find_map(of).cloned();
    let by = first(&|size| size.measured_by.as_ref());
    let why = first(&|size| size.not_measured.as_ref());
    match (by, why) {
        (Some(by), None) => format!("read; \"measured\" by {by}, which ran the same impacts at the time step"),
        (Some(by), Some(why)) => format!("read; \"measured\" by {by}, which ran the same impacts; without some: {why}"),
        (None, Some(why)) => format!("read, none measured: {why}"),
        (None, None) => "read, none measured".to_string(),
    }
}

/// Column heads and rows, without the columns that have nothing in them.
fn filled(head: &[&str], rows: Vec<Vec<String>>) -> Option<Block> {
    let has = |place: &usize| rows.iter().any(|row| row[*place] != "-");
    let kept: Vec<usize> = (0..head.len()).filter(has).collect();
    let head: Vec<&str> = kept.iter().map(|place| head[*place]).collect();
    Block::table("", &head, rows.iter().map(|row| kept.iter().map(|place| row[*place].clone()).collect()).collect())
}

/// `0.3341`, with the range of the phases where it shows; `sticks`.
fn measured_text(measured: Option<Measured>) -> String {
    match measured {
        Some(Measured { sticks: true, .. }) => "0: sticks".to_string(),
        Some(measured) => significant(measured.restitution, 4),
        None => "-".to_string(),
    }
}

fn size_blocks(size: &CheckedSize) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(why) = &size.refused {
        blocks.push(Block::text(format!("not computed: {why}")));
        return blocks;
    }
    let head = [
        "v, m/s",
        "e",
        "e at the step (worst)",
        "measured",
        "steps",
        "duration",
        "measured",
        "2/omega",
        "a/R*",
        "overlap/r",
        "pull",
    ];
    blocks.extend(filled(&head, size.impacts.iter().map(row).collect()));
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
        let head = ["angle", "e_t", "e_t at the step", "measured", "energy created"];
        let number = |value: Option<f64>| value.map_or("-".to_string(), |value| significant(value, 4));
        let rows = size.oblique.iter().map(|oblique| {
            let created = oblique.energy_created.map_or("-".to_string(), |part| {
                if part.abs() < 1e-9 { "0".to_string() } else { format!("{} %", significant(100.0 * part, 2)) }
            });
            let step = number(oblique.tangential_restitution_at_step);
            let own = oblique.measured.and_then(|own| own.tangential_restitution);
            let angle = format!("{}°", exact(oblique.degrees));
            vec![angle, number(oblique.tangential_restitution), step, number(own), created]
        });
        blocks.push(Block::text(format!(
            "oblique impacts at {} m/s, by the angle from the normal",
            exact(size.oblique[0].speed)
        )));
        blocks.extend(filled(&head, rows.collect()));
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
    let time = |value: Option<f64>| value.map_or("-".to_string(), |value| shown(value, "s", 3));
    // The stiffer of both springs decides.
    let two_over_omega =
        [impact.two_over_omega, impact.two_over_omega_tangential].into_iter().flatten().reduce(f64::min);
    let steps = impact.steps_per_contact.map_or("-".to_string(), |steps| significant(steps, 3));
    let radius = match (impact.contact_radius_over_r_star, impact.contact_radius_light) {
        (Some(ratio), Some(light)) => format!("{} {light}", significant(ratio, 2)),
        (Some(ratio), None) => significant(ratio, 2),
        _ => "-".to_string(),
    };
    let pull =
        impact.pull.map_or("-".to_string(), |pull| if pull == 0.0 { "none".to_string() } else { shown(pull, "N", 2) });
    vec![
        exact(impact.speed),
        restitution,
        step,
        measured_text(impact.measured),
        steps,
        time(impact.duration),
        time(impact.measured.and_then(|measured| measured.duration)),
        time(two_over_omega),
        radius,
        number(impact.overlap_over_radius, 2),
        pull,
    ]
}
