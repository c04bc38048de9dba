//! `collisionbench explain NAME`

mod common;
mod listed;
mod system;

use std::borrow::Cow;
use std::fmt::Write;

use super::print;
use crate::bench::CurveWord;
use crate::case;
use crate::codes::{CODES, Code, Erratum};
use crate::collide::observe::Observable;
use crate::collide::schemes::SCHEMES;
use crate::distinct::grouped;
use crate::error::{Diagnostic, Error};
use crate::law::card::{Card, Key, LawKind};
use crate::law::shear::{Arm, FrictionLimit, SpringRotation};
use crate::law::{Ends, damping, normal, rolling, tangential};
use crate::theory::{ORACLES, Oracle};

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
pub(super) struct Entry {
    /// `contact.normal`, `theory`, ...
    pub kind: &'static str,
    pub name: Cow<'static, str>,
    pub about: Explanation,
}

/// The lines about a case of this name.
type Lines = dyn Fn(&str) -> Vec<String>;

pub(super) enum Explanation {
    Law(&'static Card, &'static [Key]),
    Oracle(&'static Oracle),
    Line(&'static str, &'static str),
    System(&'static Code),
    Erratum(&'static Code, &'static Erratum),
    /// A scheme of a production code.
    Scheme(&'static Card),
    /// What `list` says, and more lines below it.
    Listed(Vec<String>),
    /// The same of a case, which is read when it is asked for: all two hundred take longer than anything else here.
    Case(Box<Lines>),
}

fn entry(kind: &'static str, name: &'static str, about: Explanation) -> Entry {
    Entry { kind, name: name.into(), about }
}

/// Everything that has a name but cases, datasets and keys.
pub(super) fn known() -> Vec<Entry> {
    fn laws<L>(kind: &'static str, laws: &'static [LawKind<L>]) -> impl Iterator<Item = Entry> {
        laws.iter().map(move |law| entry(kind, law.card.name, Explanation::Law(law.card, law.keys)))
    }
    let mut known: Vec<Entry> = laws("contact.normal", normal::KINDS).collect();
    known.extend(laws("contact.damping", damping::KINDS));
    known.extend(laws("contact.tangential", tangential::KINDS));
    known.extend(laws("contact.rolling", rolling::KINDS));
    for &dialect in CODES {
        known.push(entry("contact", dialect.name(), Explanation::System(dialect)));
        known.extend(dialect.errata.iter().map(|e| entry("erratum", e.id, Explanation::Erratum(dialect, e))));
    }
    known.extend(SCHEMES.iter().map(|s| entry("run", s.name(), Explanation::Scheme(s.card()))));
    known.extend(ORACLES.iter().map(|&o| entry("theory", o.card.name, Explanation::Oracle(o))));
    let line = |kind, name, doc, unit| entry(kind, name, Explanation::Line(doc, unit));
    known.extend(Observable::ALL.iter().map(|o| line("observable", o.word(), o.doc(), o.dimension().si())));
    known.extend(CurveWord::ALL.iter().map(|c| line("observable", c.word(), c.meaning(), c.dimension().si())));
    known.extend(Ends::ALL.iter().map(|e| line("contact.ends", e.word(), e.meaning(), "")));
    known.extend(FrictionLimit::ALL.iter().map(|l| line("contact.friction_limit", l.word(), l.meaning(), "")));
    known.extend(Arm::ALL.iter().map(|arm| line("contact.lever", arm.word(), arm.meaning(), "")));
    known.extend(SpringRotation::ALL.iter().map(|r| line("contact.spring_rotation", r.word(), r.meaning(), "")));
    known.extend(listed::known());
    known
}

fn entries() -> Result<Vec<Entry>, Error> {
    let mut entries = known();
    entries
        .extend(case::explained().iter().map(|key| entry(key.kind(), key.key.name, Explanation::Listed(key.lines()))));
    entries.extend(listed::files()?);
    keys_of("contact.normal", normal::KINDS, &mut entries);
    keys_of("contact.damping", damping::KINDS, &mut entries);
    keys_of("contact.tangential", tangential::KINDS, &mut entries);
    keys_of("contact.rolling", rolling::KINDS, &mut entries);
    Ok(entries)
}

/// The keys of laws: each with its meaning once, and the laws that have it.
fn keys_of<L>(kind: &'static str, laws: &[LawKind<L>], entries: &mut Vec<Entry>) {
    let all =
        laws.iter().flat_map(|law| law.keys.iter().map(|key| ((key.name, key.about(), key.unit()), law.card.name)));
    for ((name, about, unit), laws) in grouped(all) {
        let unit = if matches!(unit, "" | "-") { String::new() } else { format!(" [{unit}]") };
        let lines = vec![format!("{about}{unit}"), format!("a key of {}", laws.join(", "))];
        entries.push(entry(kind, name, Explanation::Listed(lines)));
    }
}

impl Entry {
    /// Errata may be written small: `w8`.
    fn is_called(&self, name: &str) -> bool {
        let small = matches!(self.about, Explanation::Erratum(..)) && self.name.eq_ignore_ascii_case(name);
        small || self.name == name || self.path() == name
    }

    /// One line about it.
    pub fn title(&self) -> String {
        match &self.about {
            Explanation::Law(card, _) | Explanation::Scheme(card) => card.title.to_string(),
            Explanation::Oracle(oracle) => oracle.card.title.to_string(),
            Explanation::System(dialect) => dialect.card.title.to_string(),
            Explanation::Erratum(_, erratum) => erratum.says.to_string(),
            Explanation::Line(doc, "") => (*doc).to_string(),
            Explanation::Line(doc, unit) => format!("{doc} [{unit}]"),
            Explanation::Listed(lines) => lines.first().cloned().unwrap_or_default(),
            Explanation::Case(lines) => lines(&self.name).swap_remove(0),
        }
    }

    pub fn path(&self) -> String {
        format!("{}.{}", self.kind, self.name)
    }

    fn text(&self) -> String {
        let mut text = format!("{} ({})\n", self.name, self.kind);
        match &self.about {
            Explanation::Law(card, keys) => {
                write_card(&mut text, card);
                let about: Vec<String> = keys.iter().map(Key::about).collect();
                let rows: Vec<[&str; 3]> =
                    keys.iter().zip(&about).map(|(k, about)| [k.name, about.as_str(), k.unit()]).collect();
                write_rows(&mut text, "values in a case file", &rows);
            }
            Explanation::Oracle(oracle) => {
                write_card(&mut text, &oracle.card);
                let words: Vec<&str> = oracle.predicts.iter().map(|o| o.word()).collect();
                let _ = writeln!(text, "\n  predicts  {}", words.join(", "));
            }
            Explanation::System(dialect) => {
                write_card(&mut text, &dialect.card);
                system::write(&mut text, dialect);
            }
            Explanation::Erratum(dialect, erratum) => {
                let _ = writeln!(text, "  of {}\n", dialect.card.title);
                system::write_erratum(&mut text, erratum);
            }
            Explanation::Scheme(card) => write_card(&mut text, card),
            Explanation::Listed(lines) => write_lines(&mut text, lines),
            Explanation::Case(lines) => write_lines(&mut text, &lines(&self.name)),
            Explanation::Line(doc, "") => {
                let _ = writeln!(text, "  {doc}");
            }
            Explanation::Line(doc, unit) => {
                let _ = writeln!(text, "  {doc}\n  unit: {unit}");
            }
        }
        text
    }
}

fn write_lines(text: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(text, "  {line}");
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
