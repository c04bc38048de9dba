//! `collisionbench explain NAME`

mod common;
mod listed;
mod system;

use std::borrow::Cow;
use std::fmt::Write;

use super::print;
use crate::case;
use crate::contact::card::{Card, Key};
use crate::contact::shear::{Arm, FrictionLimit};
use crate::contact::{Ends, damping, normal, rolling, tangential};
use crate::error::{Diagnostic, Error};
use crate::judge::CurveWord;
use crate::observe::Observable;
use crate::oracle::{ORACLES, Oracle};
use crate::solve::schemes::SCHEMES;
use crate::system::{Erratum, SYSTEMS, System};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Any word that `list` names, or an erratum (`W8`): a law, a DEM code, a scheme, a theory, an observable, a key, a case, ...
    name: String,
}

pub(super) fn explain(args: &Args) -> Result<(), Error> {
    let entries = entries()?;
    let name = args.name.as_str();
    let meant: Vec<&Entry> = entries.iter().filter(|e| e.is_called(name)).collect();
    if meant.is_empty() {
        return Err(Diagnostic::new(format!("there is nothing called `{name}`"))
            .meant(name, entries.iter().map(|e| e.name.as_ref()), "`collisionbench list` lists all names")
            .into());
    }
    let texts: Vec<String> = meant.into_iter().map(Entry::text).collect();
    print(&texts.join("\n"))
}

/// Something that can be explained.
struct Entry {
    /// `contact.normal`, `theory`, ...
    kind: &'static str,
    name: Cow<'static, str>,
    about: About,
}

enum About {
    Law(&'static Card, &'static [Key]),
    Oracle(&'static Oracle),
    Line(&'static str, &'static str),
    System(&'static dyn System),
    Erratum(&'static dyn System, &'static Erratum),
    /// A scheme of a production code.
    Scheme(&'static Card),
    /// What `list` says, and more lines below it.
    Listed(Vec<String>),
}

fn entries() -> Result<Vec<Entry>, Error> {
    let law = |kind, card: &'static Card, keys| Entry { kind, name: card.name.into(), about: About::Law(card, keys) };
    let mut entries: Vec<Entry> = normal::KINDS.iter().map(|k| law("contact.normal", k.card, k.keys)).collect();
    entries.extend(damping::KINDS.iter().map(|k| law("contact.damping", k.card, k.keys)));
    entries.extend(tangential::KINDS.iter().map(|k| law("contact.tangential", k.card, k.keys)));
    entries.extend(rolling::KINDS.iter().map(|k| law("contact.rolling", k.card, k.keys)));
    for &dialect in SYSTEMS {
        entries.push(Entry { kind: "contact", name: dialect.card().name.into(), about: About::System(dialect) });
        entries.extend(dialect.errata().iter().map(|erratum| Entry {
            kind: "erratum",
            name: erratum.id.into(),
            about: About::Erratum(dialect, erratum),
        }));
    }
    entries.extend(SCHEMES.iter().map(|s| Entry {
        kind: "run",
        name: s.name().into(),
        about: About::Scheme(s.card()),
    }));
    entries.extend(ORACLES.iter().map(|&o| Entry {
        kind: "theory",
        name: o.card.name.into(),
        about: About::Oracle(o),
    }));
    entries.extend(Observable::ALL.iter().map(|o| Entry {
        kind: "observable",
        name: o.word().into(),
        about: About::Line(o.doc(), o.dimension().si()),
    }));
    entries.extend(CurveWord::ALL.iter().map(|c| Entry {
        kind: "observable",
        name: c.word().into(),
        about: About::Line(c.doc(), c.dimension().si()),
    }));
    entries.extend(Ends::ALL.iter().map(|e| Entry {
        kind: "contact.ends",
        name: e.word().into(),
        about: About::Line(e.meaning(), ""),
    }));
    entries.extend(FrictionLimit::ALL.iter().map(|limit| Entry {
        kind: "contact.friction_limit",
        name: limit.word().into(),
        about: About::Line(limit.meaning(), ""),
    }));
    entries.extend(Arm::ALL.iter().map(|arm| Entry {
        kind: "contact.lever",
        name: arm.word().into(),
        about: About::Line(arm.meaning(), ""),
    }));
    entries.extend(case::explained().into_iter().map(|(kind, name, lines)| Entry {
        kind,
        name: name.into(),
        about: About::Listed(lines.lines().map(String::from).collect()),
    }));
    entries.extend(listed::entries()?);
    Ok(entries)
}

impl Entry {
    /// Errata may be written small: `w8`.
    fn is_called(&self, name: &str) -> bool {
        let small = matches!(self.about, About::Erratum(..)) && self.name.eq_ignore_ascii_case(name);
        small || self.name == name || self.path() == name
    }

    fn path(&self) -> String {
        format!("{}.{}", self.kind, self.name)
    }

    fn text(&self) -> String {
        let mut text = format!("{} ({})\n", self.name, self.kind);
        match &self.about {
            About::Law(card, keys) => {
                write_card(&mut text, card);
                let about: Vec<String> = keys.iter().map(Key::about).collect();
                let rows: Vec<[&str; 3]> =
                    keys.iter().zip(&about).map(|(k, about)| [k.name, about.as_str(), k.dimension.si()]).collect();
                write_rows(&mut text, "values in a case file", &rows);
            }
            About::Oracle(oracle) => {
                write_card(&mut text, &oracle.card);
                let words: Vec<&str> = oracle.predicts.iter().map(|o| o.word()).collect();
                let _ = writeln!(text, "\n  predicts  {}", words.join(", "));
            }
            About::System(dialect) => {
                write_card(&mut text, dialect.card());
                system::write(&mut text, *dialect);
            }
            About::Erratum(dialect, erratum) => {
                let _ = writeln!(text, "  of {}\n", dialect.card().title);
                system::write_erratum(&mut text, erratum);
            }
            About::Scheme(card) => write_card(&mut text, card),
            About::Listed(lines) => {
                for line in lines {
                    let _ = writeln!(text, "  {line}");
                }
            }
            About::Line(doc, "") => {
                let _ = writeln!(text, "  {doc}");
            }
            About::Line(doc, unit) => {
                let _ = writeln!(text, "  {doc}\n  unit: {unit}");
            }
        }
        text
    }
}

fn write_card(text: &mut String, card: &Card) {
    let _ = writeln!(text, "  {}\n", card.title);
    for line in card.formula.lines() {
        let _ = writeln!(text, "    {}", line.trim_start());
    }
    let own = card.symbols.iter().map(|&(symbol, meaning, unit)| [symbol, meaning, unit]);
    let symbols: Vec<[&str; 3]> = own.chain(common::symbols(card)).collect();
    write_rows(text, "symbols", &symbols);
    let _ = writeln!(text, "\n  validity  {}\n  source    {}", card.holds, card.source);
    let known_as: Vec<[&str; 3]> = card.known_as.iter().map(|&(system, name)| [system, name, ""]).collect();
    write_rows(text, "known as", &known_as);
}

fn write_rows(text: &mut String, heading: &str, rows: &[[&str; 3]]) {
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|r| r[0].chars().count()).max().unwrap_or(0);
    let _ = writeln!(text, "\n  {heading}");
    for [first, second, third] in rows {
        let unit = if third.is_empty() || *third == "-" { String::new() } else { format!("  [{third}]") };
        let _ = writeln!(text, "    {first:width$}  {second}{unit}");
    }
}
