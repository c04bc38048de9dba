//! `collisionbench explain WORD`

mod words;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use self::words::{SYMBOLS, words};
use super::{print, print_json, width};
use crate::bench::{self, CurveWord, Verdict};
use crate::case::{self, Case, RECORDED, RECORDED_TITLE};
use crate::codes::{self, CODES, Code, Erratum, Reading, pfc};
use crate::collide::REFERENCE;
use crate::collide::observe::Observable;
use crate::collide::schemes::SCHEMES;
use crate::data::titles;
use crate::distinct::grouped;
use crate::error::{Diagnostic, Error, cut};
use crate::keys::{Spec, Takes};
use crate::law::card::{Card, Key, LawKind};
use crate::law::shear::{Arm, FrictionLimit, SpringRotation};
use crate::law::{Ends, damping, normal, rolling, tangential};
use crate::report::REPORTERS;
use crate::report::block::{self, Block};
use crate::report::pictures::figure_file;
use crate::theory::{ORACLES, Oracle};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A law, a DEM code, a scheme, a theory, an observable, a key or one of its choices, a case, an erratum (`W8`), or a word of
    /// a message: `known gap`
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn explain(args: &Args) -> Result<(), Error> {
    let (entries, parameters) = (entries()?, parameters());
    let name = args.words.join(" ");
    // Capitals, blanks, hyphens and underscores are forgiven.
    let exactly = |entry: &&Entry| entry.is_called(&name);
    let alike = |entry: &&Entry| plain(&entry.name) == plain(&name);
    let mut meant: Vec<&Entry> = entries.iter().filter(exactly).collect();
    for more in [parameters.iter().filter(exactly).collect::<Vec<_>>(), entries.iter().filter(alike).collect()] {
        meant = if meant.is_empty() { more } else { meant };
    }
    if meant.is_empty() {
        let names = entries.iter().chain(&parameters).map(|entry| entry.name.as_ref());
        let named: Vec<&str> =
            entries.iter().filter(|entry| entry.explained().mentions(&name)).map(|entry| &*entry.name).collect();
        if !named.is_empty() {
            let message =
                format!("there is nothing called `{}`, but it is named in {}", cut(&name, 80), named.join(", "));
            return Err(Diagnostic::new(message).help(format!("collisionbench explain {}", named[0])).into());
        }
        return Err(Diagnostic::new(format!("there is nothing called `{}`", cut(&name, 80)))
            .meant(&name, names, "`collisionbench list` counts what there is, `list KIND` names it")
            .into());
    }
    let explained: Vec<Explained> = meant.into_iter().map(Entry::explained).collect();
    if args.json {
        return print_json(&Explanations { explanations: explained });
    }
    let blocks: Vec<Block> = explained.iter().flat_map(Explained::blocks).collect();
    print(&block::terminal(&blocks, width()))
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], " ")
}

/// Something that can be explained.
pub(super) struct Entry {
    /// `contact.normal`, `theory`, ...
    pub kind: Cow<'static, str>,
    pub name: Cow<'static, str>,
    pub about: About,
}

/// The lines about a case of this name.
type Lines = dyn Fn(&str) -> Vec<String>;

pub(super) enum About {
    Law(&'static Card, &'static [Key]),
    Oracle(&'static Oracle),
    /// One sentence, and a unit.
    Line(&'static str, &'static str),
    Code(&'static Code),
    Erratum(&'static Code, &'static Erratum),
    /// A scheme of a production code.
    Scheme(&'static Card),
    /// What `list` prints, and more lines below it.
    Listed(Vec<String>),
    /// The same of a case, which is read when it is asked for: all two hundred take longer than anything else here.
    Case(Box<Lines>),
}

fn entry(kind: &'static str, name: impl Into<Cow<'static, str>>, about: About) -> Entry {
    Entry { kind: kind.into(), name: name.into(), about }
}

fn listed(kind: &'static str, name: impl Into<Cow<'static, str>>, lines: Vec<String>) -> Entry {
    entry(kind, name, About::Listed(lines))
}

/// Everything that has a name but cases, datasets and keys.
pub(super) fn known() -> Vec<Entry> {
    fn laws<L>(kind: &'static str, laws: &'static [LawKind<L>]) -> impl Iterator<Item = Entry> {
        laws.iter().map(move |law| entry(kind, law.card.name, About::Law(law.card, law.keys)))
    }
    let mut known: Vec<Entry> = laws("contact.normal", normal::KINDS).collect();
    known.extend(laws("contact.damping", damping::KINDS));
    known.extend(laws("contact.tangential", tangential::KINDS));
    known.extend(laws("contact.rolling", rolling::KINDS));
    for &code in CODES {
        known.push(entry("contact", code.name(), About::Code(code)));
        known.extend(code.errata.iter().map(|e| entry("erratum", e.id, About::Erratum(code, e))));
    }
    known.extend(SCHEMES.iter().map(|s| entry("run", s.name(), About::Scheme(s.card()))));
    known.extend(ORACLES.iter().map(|&o| entry("theory", o.card.name, About::Oracle(o))));
    let line = |kind, name, doc, unit| entry(kind, name, About::Line(doc, unit));
    known.extend(Observable::ALL.iter().map(|o| line("observable", o.word(), o.doc(), o.dimension().si())));
    known.extend(CurveWord::ALL.iter().map(|c| line("observable", c.word(), c.meaning(), c.dimension().si())));
    known.extend(Ends::ALL.iter().map(|e| line("contact.ends", e.word(), e.meaning(), "")));
    known.extend(FrictionLimit::ALL.iter().map(|l| line("contact.friction_limit", l.word(), l.meaning(), "")));
    known.extend(Arm::ALL.iter().map(|arm| line("contact.lever", arm.word(), arm.meaning(), "")));
    known.extend(SpringRotation::ALL.iter().map(|r| line("contact.spring_rotation", r.word(), r.meaning(), "")));
    // A scheme is a solver too, and has a card of its own.
    known.push(listed("run", REFERENCE.0, vec![REFERENCE.1.into()]));
    let recorded = [
        RECORDED_TITLE,
        "[run.recorded]: `data` names the table, `code` names the code that computed it; `time_step` and `wall_normal` where known",
        "columns: time, x1 y1 z1 vx1 vy1 vz1 wx1 wy1 wz1, the same of body 2, and force and scene where wanted",
        "docs/recorded.md has an example",
    ];
    known.push(listed("run", RECORDED, recorded.map(String::from).to_vec()));
    known.extend(codes::drivers().map(|(name, driver)| {
        let how = format!("available from: {}", driver.get);
        listed(
            "engine",
            name,
            vec![driver.title.into(), how, "`collisionbench doctor` shows whether it is installed".into()],
        )
    }));
    known.extend(Verdict::ALL.iter().map(|v| line("outcome", v.word(), v.meaning(), "")));
    known.extend(REPORTERS.iter().map(|r| listed("report", r.name, vec![r.about.into()])));
    known.extend(words().map(|[kind, name, meaning]| entry(kind, name, About::Line(meaning, ""))));
    known
}

fn entries() -> Result<Vec<Entry>, Error> {
    let mut entries = known();
    for key in [case::explained(), case::explained_of(&figure_file::TABLES)].concat() {
        entries.push(listed(key.kind(), key.key.name, key.lines()));
    }
    entries.extend(files()?);
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
        entries.push(listed(kind, name, vec![format!("{about}{unit}"), format!("a key of {}", laws.join(", "))]));
    }
}

/// The parameters of all codes and the words that these take: for names that nothing else has.
fn parameters() -> Vec<Entry> {
    let of = |code: &'static Code, key: &'static Key| {
        let about = |what: String| vec![what, key.doc.to_string()];
        let choice = move |word: &'static str| {
            listed("parameter", word, about(format!("a choice of `{}` of {}", key.name, code.name())))
        };
        let own = listed("parameter", key.name, about(format!("a parameter of {}", code.name())));
        std::iter::once(own).chain(choices(key.takes).into_iter().map(choice)).collect::<Vec<_>>()
    };
    CODES.iter().flat_map(|&code| code.keys.iter().flat_map(move |key| of(code, key))).collect()
}

/// Cases and datasets.
fn files() -> Result<Vec<Entry>, Error> {
    let found = bench::find(&[], Path::new("."))?;
    let data = Arc::new(found.data);
    let cases = found.cases.into_iter().map(|(name, file)| {
        let (file, data) = (Arc::new(file), data.clone());
        let about = About::Case(Box::new(move |name| of_case(Case::read(file.clone(), name, &data).ok().as_ref())));
        entry("case", name, about)
    });
    let datasets = titles(&bench::datasets(Path::new(".")))?.into_iter().map(|set| {
        let (cite, folder) = (format!("cite: {}", cut(&set.cite, WIDEST)), format!("folder: {}", set.folder));
        listed("dataset", set.name, vec![cut(&set.title, WIDEST), cite, folder])
    });
    Ok(cases.chain(datasets).collect())
}

/// Longest line that is shown of a case or a dataset.
const WIDEST: usize = 200;

fn of_case(read: Option<&Case>) -> Vec<String> {
    let Some(case) = read else {
        return vec!["it cannot be read: `collisionbench run` shows the reason".to_string()];
    };
    let source = case.source.as_deref().map(|source| format!("source: {}", cut(source, WIDEST)));
    std::iter::once(cut(&case.title, WIDEST)).chain(source).collect()
}

/// The words that may be written under a key.
fn choices(takes: Takes) -> Vec<&'static str> {
    match takes {
        Takes::Word(words) | Takes::Value(Spec::Words(words) | Spec::Choice(words)) => words.to_vec(),
        Takes::Value(Spec::Inertia) => vec!["solid", "thin-shell"],
        Takes::Either(several) => several.iter().flat_map(|one| choices(*one)).collect(),
        _ => Vec::new(),
    }
}

impl Entry {
    /// Errata may be written small: `w8`.
    fn is_called(&self, name: &str) -> bool {
        let small = matches!(self.about, About::Erratum(..)) && self.name.eq_ignore_ascii_case(name);
        small || self.name == name || self.path() == name
    }

    /// One line about it.
    pub fn title(&self) -> String {
        match &self.about {
            About::Law(card, _) | About::Scheme(card) => card.title.to_string(),
            About::Oracle(oracle) => oracle.card.title.to_string(),
            About::Code(code) => code.card.title.to_string(),
            About::Erratum(_, erratum) => erratum.says.to_string(),
            About::Line(doc, "") => (*doc).to_string(),
            About::Line(doc, unit) => format!("{doc} [{unit}]"),
            About::Listed(lines) => lines.first().cloned().unwrap_or_default(),
            About::Case(lines) => lines(&self.name).swap_remove(0),
        }
    }

    pub fn path(&self) -> String {
        format!("{}.{}", self.kind, self.name)
    }

    fn explained(&self) -> Explained {
        let named = Explained { name: self.name.to_string(), kind: self.kind.to_string(), ..Explained::default() };
        match &self.about {
            About::Law(card, keys) => {
                let key = |key: &Key| Symbol::new(key.name, &key.about(), key.unit());
                Explained { values: keys.iter().map(key).collect(), ..named.card(card) }
            }
            About::Oracle(oracle) => {
                let predicts = oracle.predicts.iter().map(|o| o.word()).collect();
                Explained { predicts, ..named.card(&oracle.card) }
            }
            About::Code(code) => named.card(&code.card).code(code),
            About::Erratum(code, erratum) => {
                let errata = vec![ExplainedErratum::of(erratum)];
                Explained { lines: vec![format!("of {}", code.card.title)], errata, ..named }
            }
            About::Scheme(card) => named.card(card),
            About::Listed(lines) => Explained { lines: lines.clone(), ..named },
            About::Case(lines) => Explained { lines: lines(&self.name), ..named },
            About::Line(doc, unit) => Explained { lines: vec![doc.to_string()], unit, ..named },
        }
    }
}

/// The object of `--json`.
#[derive(Debug, Serialize)]
struct Explanations {
    explanations: Vec<Explained>,
}

/// What there is to say of a name: what is printed, and what is in the object of `--json`. Empty where there is nothing.
#[derive(Debug, Default, Serialize)]
struct Explained {
    name: String,
    kind: String,
    lines: Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    formula: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<Symbol>,
    #[serde(skip_serializing_if = "str::is_empty")]
    validity: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known_as: Vec<[&'static str; 2]>,
    /// The keys of a law in a case file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<Symbol>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    predicts: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<Parameter>,
    #[serde(skip_serializing_if = "String::is_empty")]
    readings: String,
    /// Every row of PFC's own table, whether or not the bench has a use for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<[String; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errata: Vec<ExplainedErratum>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conventions: Vec<[String; 2]>,
}

/// A symbol of a formula, or a key.
#[derive(Debug, Serialize)]
struct Symbol {
    name: String,
    meaning: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    unit: String,
}

/// A parameter of a code.
#[derive(Debug, Serialize)]
struct Parameter {
    name: &'static str,
    range: String,
    default: String,
    unit: &'static str,
    meaning: &'static str,
}

#[derive(Debug, Serialize)]
struct ExplainedErratum {
    id: &'static str,
    documented: &'static str,
    in_fact: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    effect: &'static str,
}

impl Parameter {
    /// `surface energy of one surface; (0, inf) J/m2, default 0`
    fn row(&self) -> Vec<String> {
        let Self { name, range, default, unit, meaning } = self;
        let (range, unit) = (range.clone(), if unit.is_empty() { String::new() } else { format!(" {unit}") });
        let default = if default == "-" { String::new() } else { format!(", default {default}") };
        vec![name.to_string(), format!("{meaning}; {range}{unit}{default}")]
    }
}

impl ExplainedErratum {
    fn of(erratum: &'static Erratum) -> Self {
        let Erratum { id, says, is, number } = erratum;
        Self { id, documented: says, in_fact: is, effect: number }
    }
}

impl Symbol {
    fn new(name: &str, meaning: &str, unit: &str) -> Self {
        let unit = if unit == "-" { "" } else { unit };
        Self { name: name.into(), meaning: meaning.into(), unit: unit.into() }
    }

    fn row(&self) -> Vec<String> {
        let unit = if self.unit.is_empty() { String::new() } else { format!("  [{}]", self.unit) };
        vec![self.name.clone(), format!("{}{unit}", self.meaning)]
    }
}

impl Explained {
    /// Whether its first line, or what codes call it, has the word, of four letters at least.
    fn mentions(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let mut texts = self.known_as.iter().map(|[_, name]| *name).chain(self.lines.first().map(String::as_str));
        word.len() >= 4 && texts.any(|text| text.to_lowercase().contains(&word))
    }

    fn card(self, card: &Card) -> Self {
        // The common symbols that the formula has and the card does not explain.
        let used: Vec<&str> = card.formula.split(|c: char| !c.is_ascii_alphanumeric() && !"_*'".contains(c)).collect();
        let own: Vec<&str> = card.symbols.iter().flat_map(|(symbols, ..)| symbols.split([',', ' '])).collect();
        let common = SYMBOLS.iter().filter(|[symbol, ..]| used.contains(symbol) && !own.contains(symbol));
        let symbols = card.symbols.iter().map(|&(symbol, meaning, unit)| Symbol::new(symbol, meaning, unit));
        Self {
            lines: vec![card.title.to_string()],
            formula: card.formula.lines().map(str::trim_start).collect(),
            symbols: symbols.chain(common.map(|&[symbol, meaning, unit]| Symbol::new(symbol, meaning, unit))).collect(),
            validity: card.holds,
            source: card.source,
            known_as: card.known_as.iter().map(|&(code, name)| [code, name]).collect(),
            ..self
        }
    }

    fn code(self, code: &'static Code) -> Self {
        let parameter = |key: &Key| Parameter {
            name: key.name,
            range: key.range(),
            default: key.default_text(),
            unit: key.unit(),
            meaning: key.doc,
        };
        let readings: Vec<&str> = code.readings.iter().copied().map(Reading::word).collect();
        let readings = match readings[..] {
            [_] => "one: its parameters have a single reading".to_string(),
            _ => format!("{}; it runs {}", readings.join(", "), code.in_use.word()),
        };
        let is_pfc = code.name() == pfc::PFC.name();
        let conventions = code.contract().lines();
        Self {
            parameters: code.keys.iter().map(parameter).collect(),
            readings,
            properties: if is_pfc { pfc::PROPERTIES.iter().map(property).collect() } else { Vec::new() },
            errata: code.errata.iter().map(ExplainedErratum::of).collect(),
            conventions: conventions.into_iter().map(|(title, text)| [title.to_string(), text.clone()]).collect(),
            ..self
        }
    }

    fn blocks(&self) -> Vec<Block> {
        let Self { formula, symbols, validity, source, known_as, values, predicts, parameters, .. } = self;
        let mut blocks = vec![Block::heading(1, format!("{} ({})", self.name, self.kind))];
        blocks.extend(self.lines.iter().map(Block::text));
        if !self.unit.is_empty() {
            blocks.push(Block::text(format!("unit: {}", self.unit)));
        }
        let mut section = |title: &str, head: &[&str], rows: Vec<Vec<String>>| {
            if let Some(table) = Block::table("", head, rows) {
                blocks.extend([Block::heading(2, title), table]);
            }
        };
        let pairs = |rows: &[[&str; 2]]| rows.iter().map(|row| row.map(String::from).to_vec()).collect();
        section("formula", &[""], formula.iter().map(|line| vec![line.to_string()]).collect());
        section("symbols", &["", ""], symbols.iter().map(Symbol::row).collect());
        let held = [["validity", *validity], ["source", *source]];
        let held: Vec<[&str; 2]> = held.into_iter().filter(|[_, text]| !text.is_empty()).collect();
        section("where it holds", &["", ""], pairs(&held));
        section("known as", &["", ""], pairs(known_as));
        section("values in a case file", &["", ""], values.iter().map(Symbol::row).collect());
        if !predicts.is_empty() {
            section("predicts", &[""], vec![vec![predicts.join(", ")]]);
        }
        section("parameters", &["", ""], parameters.iter().map(Parameter::row).collect());
        if !self.readings.is_empty() {
            section("readings of its documentation", &[""], vec![vec![self.readings.clone()]]);
        }
        section("documented properties", &["", ""], self.properties.iter().map(|row| row.to_vec()).collect());
        let errata = self.errata.iter().flat_map(|ExplainedErratum { id, documented, in_fact, effect }| {
            let rows = [[*id, "documented", documented], ["", "in fact", in_fact], ["", "effect", effect]];
            rows.into_iter().filter(|[.., text]| !text.is_empty()).map(|row| row.map(String::from).to_vec())
        });
        section("errata of the documentation", &["", "", ""], errata.collect());
        section("conventions", &["", ""], self.conventions.iter().map(|row| row.to_vec()).collect());
        blocks
    }
}

/// A row of PFC's own table.
fn property(property: &pfc::Property) -> [String; 2] {
    let inherited = match property.inheritable {
        Some(true) => "; inherited",
        Some(false) => "; not inherited",
        None => "",
    };
    let set = if property.modifiable { "" } else { "; read only" };
    let pfc::Property { symbol, kind, range, default, meaning, choices, .. } = property;
    let choices: String = choices.iter().map(|choice| format!("\n{choice}")).collect();
    let whole = format!("{symbol}: {meaning}; {kind}, range {range}, default {default}{set}{inherited}{choices}");
    [property.keyword.to_string(), whole]
}
