//! `collisionbench contract A [B]`

use std::fmt::Write;
use std::path::Path;

use super::columns::{columns, row};
use super::one_case::one_case;
use super::print;
use crate::case::Case;
use crate::dialect::{self, Contract, DIALECTS};
use crate::error::{Diagnostic, Error, nearest};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A system, or a case
    one: String,
    /// Another: the two are compared line by line
    other: Option<String>,
    /// As a paragraph, for a methods section
    #[arg(long)]
    paragraph: bool,
}

pub(super) fn contract(args: &Args) -> Result<(), Error> {
    let one = Named::find(&args.one)?;
    let other = args.other.as_deref().map(Named::find).transpose()?;
    let mut text = match (&other, args.paragraph) {
        (None, false) => one.lines(),
        (None, true) => format!("{}\n", one.contract.paragraph()),
        (Some(other), true) => format!("{}\n\n{}\n", one.contract.paragraph(), other.contract.paragraph()),
        (Some(other), false) => compared(&one, other),
    };
    for named in [Some(&one), other.as_ref()].into_iter().flatten() {
        if let Some(note) = &named.note {
            let _ = writeln!(text, "\n{note}");
        }
    }
    print(&text)
}

/// A contract and what it is called.
struct Named {
    name: String,
    contract: Contract,
    /// Where other scenes of a case have other conventions.
    note: Option<String>,
}

impl Named {
    fn find(name: &str) -> Result<Self, Error> {
        if let Some(dialect) = dialect::find(name) {
            return Ok(Self { name: name.to_string(), contract: dialect.contract(), note: None });
        }
        let looks_like_a_case = name.contains(['/', '.']) || Path::new(name).exists();
        match one_case(Path::new(name)) {
            Ok(case) => Self::of(&case),
            Err(error) if looks_like_a_case => Err(error),
            Err(_) => {
                let names = || DIALECTS.iter().map(|dialect| dialect.card().name);
                let error = Diagnostic::new(format!("there is no system and no case called `{name}`"));
                Err(match nearest(name, names()) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(format!(
                        "use one of {}, or a case as `collisionbench list cases` names it",
                        names().collect::<Vec<_>>().join(", ")
                    )),
                }
                .into())
            }
        }
    }

    fn of(case: &Case) -> Result<Self, Error> {
        let Some(first) = case.scenes.first() else {
            return Err(Error::wrong(format!("the case `{}` has no scene", case.name)));
        };
        let contract = first.contract();
        let mut parts: Vec<&str> = Vec::new();
        for scene in &case.scenes[1..] {
            for difference in contract.differences(&scene.contract()) {
                if !parts.contains(&difference.convention) {
                    parts.push(difference.convention);
                }
            }
        }
        let note = (!parts.is_empty())
            .then(|| format!("{}: that of the scene {}; others differ in {}", case.name, first.name, parts.join(", ")));
        Ok(Self { name: case.name.clone(), contract, note })
    }

    fn lines(&self) -> String {
        let rows: Vec<Vec<String>> =
            self.contract.lines().into_iter().map(|(title, text)| row([title, text])).collect();
        let system =
            if dialect::find(&self.name).is_some() { String::new() } else { format!(", {}", self.contract.system) };
        format!("{}{system}\n{}", self.name, columns(&rows))
    }
}

/// Every line of both; where they part, one above the other.
fn compared(one: &Named, other: &Named) -> String {
    let (lines, others) = (one.contract.lines(), other.contract.lines());
    let parted = one.contract.differences(&other.contract).len();
    let mut text = match parted {
        0 => format!("{} and {} share all {} conventions\n", one.name, other.name, lines.len()),
        _ => format!("{} and {} part in {parted} of {} conventions\n", one.name, other.name, lines.len()),
    };
    let mut rows = Vec::new();
    for ((title, here), (_, there)) in lines.into_iter().zip(others) {
        if here == there {
            rows.push(row([title, "both", here]));
        } else {
            rows.push(row([title, &one.name, here]));
            rows.push(row(["", &other.name, there]));
        }
    }
    text.push_str(&columns(&rows));
    text
}
