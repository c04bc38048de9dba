//! `collisionbench contract A`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::columns::row;
use super::one_case::one_case;
use super::{print, width};
use crate::case::Case;
use crate::codes;
use crate::distinct::distinct;
use crate::error::Error;
use crate::law::contract::Contract;
use crate::report::columns::columns_within;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A system, or a case
    one: String,
    /// Print a paragraph for a methods section
    #[arg(long)]
    paragraph: bool,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Prints the conventions.
pub(super) fn contract(args: &Args) -> Result<(), Error> {
    let Named { name, contract, system, note } = Named::find(&args.one, args.engines.as_deref())?;
    let mut text = if args.paragraph {
        format!("{}\n", contract.paragraph())
    } else {
        let rows: Vec<Vec<String>> = contract.lines().iter().map(|(title, text)| row([title, text])).collect();
        let whose = if system { String::new() } else { format!(", {}", contract.system) };
        format!("{name}{whose}\n{}", columns_within(&rows, "  ", width()))
    };
    if let Some(note) = &note {
        let _ = writeln!(text, "\n{note}");
    }
    print(&text)
}

/// A contract with its name.
struct Named {
    name: String,
    contract: Contract,
    /// Whether it is that of a code and not of a case, which may be called like one.
    system: bool,
    /// What the conventions hold for, where that is not all.
    note: Option<String>,
}

impl Named {
    fn find(name: &str, engines: Option<&Path>) -> Result<Self, Error> {
        if let Some(code) = codes::find(name) {
            return Ok(Self { name: name.to_string(), contract: code.contract(), system: true, note: None });
        }
        Self::of(&case(name, engines)?)
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
        Ok(Self { name: case.name.clone(), contract, system: false, note })
    }
}

/// The case of that name, where there is no code of that name.
///
/// # Errors
/// When there is neither, with the names of the codes; what is wrong with a file.
pub(super) fn case(name: &str, engines: Option<&Path>) -> Result<Case, Error> {
    let looks_like_a_case = name.contains(['/', '.']) || Path::new(name).exists();
    match one_case(Path::new(name), engines) {
        Err(_) if !looks_like_a_case => {
            let names = codes::names().collect::<Vec<_>>();
            let or = ", or a case as `collisionbench list cases` names it";
            Err(Error::unknown(format!("there is no system and no case called `{name}`"), name, &names, or))
        }
        found => found,
    }
}
