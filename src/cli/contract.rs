//! `collisionbench contract A [B]`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::columns::{columns, row};
use super::one_case::one_case;
use super::print;
use crate::case::Case;
use crate::codes::fingerprint::explain::{Explained, REQUESTED, SEEN, explain};
use crate::codes::{self, Code};
use crate::distinct::distinct;
use crate::error::Error;
use crate::law::contract::{Contract, Convention};
use crate::law::scene::Scene;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A system, or a case
    one: String,
    /// A second system or case: the two are compared line by line
    other: Option<String>,
    /// Print a paragraph for a methods section
    #[arg(long)]
    paragraph: bool,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

pub(super) fn contract(args: &Args) -> Result<(), Error> {
    let mut one = Named::find(&args.one, args.engines.as_deref())?;
    let mut other = args.other.as_deref().map(|name| Named::find(name, args.engines.as_deref())).transpose()?;
    if let Some(other) = &mut other {
        if one.name == other.name {
            one.name.clone_from(&args.one);
            other.name = args.other.clone().unwrap_or_default();
        }
        one.of_contact(other.scene.as_ref());
        other.of_contact(one.scene.as_ref());
        let shears = [&one.scene, &other.scene].into_iter().flatten().map(|scene| scene.shear);
        let constant = shears.clone().all(|shear| shear.is_some_and(|law| law.is_constant())) && shears.count() > 0;
        let histories = [&mut one.contract.history, &mut other.contract.history];
        let spring = |line: &Convention| matches!(line, Convention::Spring { form, .. } if form.is_spring());
        if constant && histories[0] != histories[1] && histories.iter().all(|line| spring(line)) {
            let same = "F_t changes by k_t ds; k_t is constant: total, incremental and rescaled are one law";
            histories.into_iter().for_each(|line| *line = same.into());
        }
    }
    let mut text = match (&other, args.paragraph) {
        (None, false) => one.lines(),
        (None, true) => format!("{}\n", one.contract.paragraph()),
        (Some(other), true) => format!("{}\n\n{}\n", one.contract.paragraph(), other.contract.paragraph()),
        (Some(other), false) => {
            let gap = match [one.system, other.system] {
                [Some(a), Some(b)] => format!("\n{}", explained([&one.name, &other.name], explain(a, b))),
                _ => String::new(),
            };
            compared(&one, other) + &gap
        }
    };
    for named in [Some(&one), other.as_ref()].into_iter().flatten() {
        if let Some(note) = &named.note {
            let _ = writeln!(text, "\n{note}");
        }
    }
    print(&text)
}

/// A contract with its name.
struct Named {
    name: String,
    /// Where no case is named: a case may be called like a system.
    system: Option<&'static Code>,
    contract: Contract,
    /// The first scene of a case.
    scene: Option<Scene>,
    /// What the conventions hold for, where that is not all.
    note: Option<String>,
}

impl Named {
    fn find(name: &str, engines: Option<&Path>) -> Result<Self, Error> {
        if let Some(dialect) = codes::find(name) {
            let contract = dialect.contract();
            return Ok(Self { name: name.to_string(), system: Some(dialect), contract, scene: None, note: None });
        }
        let looks_like_a_case = name.contains(['/', '.']) || Path::new(name).exists();
        match one_case(Path::new(name), engines) {
            Ok(case) => Self::of(&case),
            Err(error) if looks_like_a_case => Err(error),
            Err(_) => {
                let (names, or) =
                    (codes::names().collect::<Vec<_>>(), ", or a case as `collisionbench list cases` names it");
                Err(Error::unknown(format!("there is no system and no case called `{name}`"), name, &names, or))
            }
        }
    }

    fn of(case: &Case) -> Result<Self, Error> {
        let Some(first) = case.scenes.first() else {
            return Err(Error::wrong(format!("the case `{}` has no scene", case.name)));
        };
        let contract = first.contract();
        let others = case.scenes[1..].iter().flat_map(|scene| contract.differences(&scene.contract()));
        let parts = distinct(others.map(|difference| difference.convention));
        let note = (!parts.is_empty())
            .then(|| format!("{}: that of the scene {}; others differ in {}", case.name, first.name, parts.join(", ")));
        Ok(Self { name: case.name.clone(), system: None, contract, scene: Some(first.clone()), note })
    }

    /// The conventions of a system for the contact and the bodies of a scene, where it has that contact.
    fn of_contact(&mut self, scene: Option<&Scene>) {
        let Some((system, scene)) = self.system.zip(scene) else { return };
        let (reading, pair) = (system.in_use, &scene.pair);
        let params = match system.case_parameters(scene) {
            Some(given) => Ok(given),
            None => system.render(&scene.contact, reading, pair).map(|rendered| rendered.params),
        };
        self.note = match params.and_then(|params| system.contact(&params, reading, pair)) {
            Ok(parsed) => {
                self.contract = parsed.contract;
                Some(format!("{}: for this contact between these bodies", self.name))
            }
            Err(error) => Some(format!("{}: of all its contacts; not of this one: {}", self.name, error.message)),
        };
    }

    fn lines(&self) -> String {
        let rows: Vec<Vec<String>> = self.contract.lines().iter().map(|(title, text)| row([title, text])).collect();
        let system = if self.system.is_some() { String::new() } else { format!(", {}", self.contract.system) };
        format!("{}{system}\n{}", self.name, columns(&rows))
    }
}

/// The lines in which two codes differ, with the contribution of each to their difference.
fn explained(names: [&str; 2], explained: Explained) -> String {
    let Explained { one: a, other: b, shares, unresolved } = explained;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "contribution of each line to their difference (requested restitution {REQUESTED}; friction 0.4)"
    );
    let cells = |numbers: &[f64], sign: bool| -> Vec<String> {
        numbers.iter().map(|x| if sign { signed(*x) } else { format!("{x:.4}") }).collect()
    };
    let line = |title: &str, numbers: Vec<String>| std::iter::once(title.to_string()).chain(numbers).collect();
    let gap: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
    let mut rows: Vec<Vec<String>> = vec![
        line("", SEEN.map(String::from).to_vec()),
        line(names[0], cells(&a, false)),
        line(names[1], cells(&b, false)),
        line("gap", cells(&gap, true)),
    ];
    rows.extend(shares.iter().map(|share| line(share.convention, cells(&share.numbers, true))));
    text.push_str(&columns(&rows));
    if !unresolved.is_empty() {
        let _ = writeln!(text, "\nnot in these numbers, so taken as equal: {}", unresolved.join(", "));
    }
    text
}

/// Every line of both; where they differ, one above the other.
fn compared(one: &Named, other: &Named) -> String {
    let (lines, others) = (one.contract.lines(), other.contract.lines());
    let parted = one.contract.differences(&other.contract).len();
    let text = match parted {
        0 => format!("{} and {} share all {} conventions\n", one.name, other.name, lines.len()),
        _ => format!("{} and {} differ in {parted} of {} conventions\n", one.name, other.name, lines.len()),
    };
    let lines = lines.iter().zip(&others).map(|((title, here), (_, there))| (*title, [here.as_str(), there]));
    text + &beside([&one.name, &other.name], lines)
}

/// Lines of two, one above the other where they differ.
fn beside<'a>(names: [&str; 2], lines: impl Iterator<Item = (&'a str, [&'a str; 2])>) -> String {
    let mut rows = Vec::new();
    for (title, [here, there]) in lines {
        if here == there {
            rows.push(row([title, "both", here]));
        } else {
            rows.extend([row([title, names[0], here]), row(["", names[1], there])]);
        }
    }
    columns(&rows)
}

/// With its sign; what rounds to nothing has a plus.
fn signed(x: f64) -> String {
    let text = format!("{x:+.4}");
    if text == "-0.0000" { "+0.0000".to_string() } else { text }
}
