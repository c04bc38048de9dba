//! `engines.toml`: a user's own programs as engines, and where else built-in ones are installed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use toml::de::DeValue;

use super::condition::compare;
use super::reader::{Node, Reader, Table, kind, quoted, suggestion};
use super::run::built_in;
use super::syntax;
use crate::contact::shear::{Arm, Form, FrictionLimit, Levers, WhileSliding};
use crate::contact::{Ends, damping, normal, rolling};
use crate::data::Files;
use crate::error::{Error, SourceFile, cut};
use crate::scene::Condition;
use crate::system::engine::declared::{Config, Declared, Version};
use crate::system::engine::protocol;
use crate::system::engine::user::{self, BODIES, Covers, NO_DASHPOT, RANGES, Takes, Within};
use crate::system::engine::version::Counts;
use crate::system::{self, drivers};
use crate::units::{self, Dimension};

/// Time limit of a program that states none.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Longest time limit, s.
const PATIENCE: f64 = 24.0 * 3600.0;

/// Engine files are small; a larger one is none.
const LARGEST: u64 = 1 << 20;

/// What `{here}` stands for: the folder of the file.
const HERE: &str = "{here}";

const KEYS: &[&str] = &[
    "protocol",
    "command",
    "args",
    "time_limit",
    "version",
    "version_counts",
    "driver_version",
    "covers",
    "environment",
    "dialect",
    "takes",
];
const COVERS: &[&str] = &[
    "normal",
    "damping",
    "tangential",
    "ends",
    "bodies",
    "levers",
    "history",
    "friction_limit",
    "rolling",
    "dashpot",
    "ranges",
];

/// The cure of a key or a table that this version does not know.
const LATER: &str = "if it is a key of a later version of collisionbench: use that version";

/// The user's own file, `$XDG_CONFIG_HOME/collisionbench/engines.toml`, or `~/.config/...`; empty when there is
/// none.
///
/// # Errors
/// Everything that is wrong with it.
pub fn own() -> Result<Config, Error> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
    match folder.map(|folder| folder.join("collisionbench/engines.toml")).filter(|path| path.is_file()) {
        Some(path) => file(&path),
        None => Ok(Config::default()),
    }
}

/// The file of that name.
///
/// # Errors
/// Everything that is wrong with it.
pub fn file(path: &Path) -> Result<Config, Error> {
    let unread = |source| Error::Read { path: path.to_path_buf(), source };
    let whole = std::path::absolute(path).map_err(unread)?;
    let folder = whole.parent().unwrap_or(Path::new("/")).to_path_buf();
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut source = Files::Folder(folder.clone()).text(&name, LARGEST).map_err(|error| match error {
        Error::Read { source, .. } => unread(source),
        other => other,
    })?;
    source.name = path.display().to_string();
    read(&Arc::new(source), &folder)
}

/// The text of such a file that stands in `folder`.
///
/// # Errors
/// Everything that is wrong with it, each with its place and what to write instead.
pub fn read(file: &Arc<SourceFile>, folder: &Path) -> Result<Config, Error> {
    let mut reader = Reader::new(file, &Files::Embedded);
    let mut config = Config::default();
    let Some(root) = syntax::parse(&mut reader) else {
        return Err(reader.finish().err().unwrap_or_else(|| Error::wrong("this is not TOML")));
    };
    for node in root.nodes() {
        match node.key {
            "engine" => {
                let Some(table) = node.table(&mut reader, "[engine.my-code]") else { continue };
                for node in table.nodes() {
                    config.engines.extend(engine(&mut reader, &node, folder));
                }
            }
            "installed" => config.installed = installed(&mut reader, &node, folder),
            key => {
                let guess = suggestion(key, ["engine", "installed"]);
                let message = format!("unknown table {}{guess}", quoted(key));
                let help = ["known here: [engine.NAME], [installed]", LATER];
                reader.wrong(node.key_span.clone(), message, &help);
            }
        }
    }
    reader.finish()?;
    Ok(config)
}

fn installed(reader: &mut Reader, node: &Node, folder: &Path) -> Vec<(String, Vec<PathBuf>)> {
    let Some(table) = node.table(reader, "[installed]") else { return Vec::new() };
    let names: Vec<&str> = drivers().map(|(name, _)| name).collect();
    table.only(reader, &names);
    let mut installed = Vec::new();
    for node in table.nodes() {
        if let Some(paths) = list(reader, &node, "[\"/opt/lammps/bin/lmp\"]") {
            installed.push((node.key.to_string(), paths.iter().map(|path| place(path, folder).into()).collect()));
        }
    }
    installed
}

fn engine(reader: &mut Reader, node: &Node, folder: &Path) -> Option<Declared> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let name = node.key.to_string();
    if name.is_empty() || name.len() > 40 || !name.chars().all(fits) {
        let message = format!("{} is not a valid engine name", quoted(&name));
        reader.wrong(node.key_span.clone(), message, &["use at most 40 of a-z, 0-9, - and _"]);
    } else if built_in().any(|other| other == name) {
        let help = "choose another name for [run.NAME]; list other installations of a built-in engine in [installed]";
        reader.wrong(node.key_span.clone(), format!("{} is the name of a built-in solver", quoted(&name)), &[help]);
    }
    let table = node.table(reader, "[engine.my-code]")?;
    only(reader, &table, KEYS);
    if let Some(node) = table.get("protocol") {
        speaks(reader, &node);
    }
    let example = "[\"python3\", \"{here}/my_code.py\"]      # a program and its arguments; no shell";
    let command = table.require(reader, "command", example).and_then(|node| list(reader, &node, example));
    let arguments = table.get("args").and_then(|node| list(reader, &node, "[\"--quiet\"]")).unwrap_or_default();
    let dialect = table.get("dialect").and_then(|node| dialect(reader, &node));
    let takes = table.get("takes").and_then(|node| takes(reader, &node, dialect.is_some())).unwrap_or_default();
    let covers = table.require(reader, "covers", "{ normal = [\"hertz\"], damping = [\"none\"] }");
    let covers = covers.and_then(|node| self::covers(reader, &node, dialect.as_deref()));
    let covers = covers.map(|covers| Covers { takes, ..covers });
    let time_limit = table.get("time_limit").and_then(|node| time_limit(reader, &node)).unwrap_or(TIME_LIMIT);
    let [version, driver_version] = ["version", "driver_version"]
        .map(|key| table.get(key).map_or(Version::Unknown, |node| version(reader, &node, folder)));
    let version_counts = table.get("version_counts").and_then(|node| counts(reader, &node)).unwrap_or_default();
    let environment = table.get("environment").map(|node| environment(reader, &node)).unwrap_or_default();
    let command = command?.iter().chain(&arguments).enumerate().map(|(i, word)| said(word, i == 0, folder)).collect();
    let covers = covers?;
    Some(Declared { name, command, time_limit, version, version_counts, driver_version, covers, environment, dialect })
}

/// Reports every key that is not known, with the cure for a file of a later version.
fn only(reader: &mut Reader, table: &Table, known: &[&str]) {
    for node in table.nodes().into_iter().filter(|node| !known.contains(&node.key)) {
        let guess = suggestion(node.key, known.iter().copied());
        let help = format!("known in `{}`: {}", cut(&table.path, 80), known.join(", "));
        reader.wrong(node.key_span.clone(), format!("unknown key {}{guess}", quoted(node.key)), &[&help, LATER]);
    }
}

/// The version of the protocol that a program needs is the one that is spoken here.
fn speaks(reader: &mut Reader, node: &Node) {
    let known = i64::from(protocol::VERSION);
    let asked = match node.value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    };
    if asked != Some(known) {
        let message = format!("this version of collisionbench supports protocol {known} only");
        let help = format!("write:  protocol = {known}, if the program supports it");
        reader.wrong(
            node.span(),
            message,
            &[&help, "or use a version of collisionbench that supports the other protocol"],
        );
    }
}

/// Which part of a version counts.
fn counts(reader: &mut Reader, node: &Node) -> Option<Counts> {
    let text = node.text(reader, "\"release\"      # all but the commit")?;
    let found = Counts::ALL.into_iter().find(|counts| counts.word() == text);
    if found.is_none() {
        let words = Counts::ALL.map(Counts::word);
        let guess = suggestion(&text, words.iter().copied());
        let message = format!("{} is not a choice of `version_counts`{guess}", quoted(&text));
        reader.wrong(node.span(), message, &[&format!("use one of {}", words.join(", "))]);
    }
    found
}

/// `{here}` filled in; a program with a folder in its name is found from the file's own.
fn said(word: &str, program: bool, folder: &Path) -> String {
    if program && word.contains('/') { place(word, folder) } else { word.replace(HERE, &folder.to_string_lossy()) }
}

/// A path, from the file's own folder on.
fn place(path: &str, folder: &Path) -> String {
    folder.join(path.replace(HERE, &folder.to_string_lossy())).to_string_lossy().into_owned()
}

/// A list of texts that holds at least one.
fn list(reader: &mut Reader, node: &Node, example: &str) -> Option<Vec<String>> {
    let help = format!("write:  {} = {example}", node.key);
    let DeValue::Array(items) = node.value.get_ref() else {
        let message = format!("{} should be a list of texts, not {}", quoted(node.key), kind(node.value.get_ref()));
        reader.wrong(node.span(), message, &[&help]);
        return None;
    };
    let mut texts = Vec::new();
    for item in items {
        let item = Node { key: node.key, key_span: node.key_span.clone(), value: item, path: node.path.clone() };
        texts.push(item.text(reader, example)?);
    }
    if texts.is_empty() {
        reader.wrong(node.span(), format!("{} is empty", quoted(node.key)), &[&help]);
        return None;
    }
    Some(texts)
}

/// A list of words, each one of `known`.
fn words(reader: &mut Reader, table: &Table, key: &str, known: &[&str]) -> Option<Vec<String>> {
    let node = table.get(key)?;
    let words = list(reader, &node, &format!("[\"{}\"]", known.first().unwrap_or(&"")))?;
    if let (Some(wrong), false) = (words.iter().find(|word| !known.contains(&word.as_str())), known.is_empty()) {
        let guess = suggestion(wrong, known.iter().copied());
        let message = format!("{} is not a choice of `{key}`{guess}", quoted(wrong));
        reader.wrong(node.span(), message, &[&format!("use some of {}", known.join(", "))]);
        return None;
    }
    Some(words)
}

/// What the contact is computed from.
fn takes(reader: &mut Reader, node: &Node, has_dialect: bool) -> Option<Takes> {
    let text = node.text(reader, "\"dialect\"      # the parameters of its dialect only")?;
    let words = Takes::ALL.map(Takes::word);
    let found = Takes::ALL.into_iter().find(|takes| takes.word() == text);
    match found {
        None => {
            let guess = suggestion(&text, words.iter().copied());
            let message = format!("{} is not a choice of `takes`{guess}", quoted(&text));
            reader.wrong(node.span(), message, &[&format!("use one of {}", words.join(", "))]);
        }
        Some(Takes::Dialect) if !has_dialect => {
            let help = ["add:  dialect = \"musen\"      # the system whose parameters it takes"];
            reader.wrong(node.span(), "`takes = \"dialect\"` needs a `dialect`", &help);
        }
        Some(_) => {}
    }
    found
}

/// `levers = ["half-overlap", "proportional/radius"]`
fn levers(reader: &mut Reader, table: &Table) -> Option<Vec<Levers>> {
    let node = table.get("levers")?;
    let texts = list(reader, &node, "[\"half-overlap\", \"proportional/radius\"]")?;
    let mut found = Vec::new();
    for text in &texts {
        let Some(levers) = user::levers(text) else {
            let arms = Arm::ALL.map(Arm::word);
            let wrong = text.split('/').find(|word| !arms.contains(word)).unwrap_or(text);
            let guess = suggestion(wrong, arms.iter().copied());
            let help = format!("use one of {}; slip and torque apart as \"proportional/radius\"", arms.join(", "));
            reader.wrong(node.span(), format!("{} is not a choice of `levers`{guess}", quoted(wrong)), &[&help]);
            return None;
        };
        found.push(levers);
    }
    Some(found)
}

/// `ranges = { restitution = ">= 0.05", young_modulus = "1 MPa .. 1000 GPa" }`
fn ranges(reader: &mut Reader, table: &Table, dialect: Option<&str>) -> Vec<Within> {
    let example = "ranges = { restitution = \">= 0.05\" }";
    let Some(table) = table.get("ranges").and_then(|node| node.table(reader, example)) else { return Vec::new() };
    let keys = dialect.and_then(system::find).map(|dialect| dialect.keys()).unwrap_or_default();
    let own = keys.iter().filter_map(|key| match key.takes {
        system::Takes::Number { dimension, .. } => Some((key.name, dimension)),
        system::Takes::Word { .. } => None,
    });
    let known: Vec<(&str, Dimension)> = RANGES.iter().copied().chain(own).collect();
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    only(reader, &table, &names);
    let mut found = Vec::new();
    for node in table.nodes() {
        let Some((_, dimension)) = known.iter().find(|(name, _)| *name == node.key) else { continue };
        let Some(text) = node.text(reader, "\">= 0.05\"") else { continue };
        match compare(&text, *dimension) {
            Ok(Condition::Equal(_)) | Err(_) => {
                let message = format!("{}: {} is not a range", quoted(node.key), quoted(&text));
                let unit = match dimension.si() {
                    "" => String::new(),
                    unit => format!(", with a unit such as {unit}"),
                };
                let help = format!("write \"< 2\", \"<= 2\", \"> 2\", \">= 2\" or \"1 .. 2\"{unit}");
                reader.wrong(node.span(), message, &[&help]);
            }
            Ok(range) => found.push(Within { name: node.key.to_string(), range, text: text.trim().to_string() }),
        }
    }
    found
}

fn covers(reader: &mut Reader, node: &Node, dialect: Option<&str>) -> Option<Covers> {
    let table = node.table(reader, "covers = { normal = [\"hertz\"], damping = [\"none\"] }")?;
    only(reader, &table, COVERS);
    let laws: Vec<&str> = normal::KINDS.iter().map(|kind| kind.card.name).collect();
    let dampings: Vec<&str> = damping::KINDS.iter().map(|kind| kind.card.name).collect();
    let rollings: Vec<&str> = rolling::KINDS.iter().map(|kind| kind.card.name).collect();
    let dashpots: Vec<&str> =
        std::iter::once(NO_DASHPOT).chain(WhileSliding::ALL.into_iter().map(WhileSliding::word)).collect();
    let before = reader.count();
    let covers = Covers {
        normal: words(reader, &table, "normal", &laws).unwrap_or_default(),
        damping: words(reader, &table, "damping", &dampings).unwrap_or_else(|| vec!["none".to_string()]),
        tangential: words(reader, &table, "tangential", &[]).unwrap_or_default(),
        ends: words(reader, &table, "ends", &Ends::ALL.map(Ends::word)).unwrap_or_default(),
        bodies: words(reader, &table, "bodies", &BODIES).unwrap_or_else(|| BODIES.map(String::from).to_vec()),
        levers: levers(reader, &table),
        history: words(reader, &table, "history", &Form::ALL.map(Form::word)),
        friction_limit: words(reader, &table, "friction_limit", &FrictionLimit::ALL.map(FrictionLimit::word)),
        rolling: words(reader, &table, "rolling", &rollings).unwrap_or_else(|| vec!["none".to_string()]),
        dashpot: words(reader, &table, "dashpot", &dashpots),
        ranges: ranges(reader, &table, dialect),
        takes: Takes::default(),
    };
    if covers.normal.is_empty() && reader.count() == before {
        let help = format!("add:  normal = [\"hertz\"]      # some of {}", laws.join(", "));
        reader.wrong(table.span.clone(), "`covers` names no normal law", &[&help]);
    }
    if covers.damping.iter().any(|law| law != "none") && covers.ends.is_empty() && reader.count() == before {
        let help = format!("add:  ends = [\"zero-overlap\"]      # some of {}", Ends::ALL.map(Ends::word).join(", "));
        reader.wrong(table.span.clone(), "`covers` with damping requires `ends`, the end of contact", &[&help]);
    }
    Some(covers)
}

fn time_limit(reader: &mut Reader, node: &Node) -> Option<Duration> {
    let text = node.text(reader, "\"60 s\"")?;
    match units::parse(&text, Dimension::Time) {
        Ok(seconds) if seconds > 0.0 && seconds <= PATIENCE => Some(Duration::from_secs_f64(seconds)),
        Ok(_) => {
            reader.wrong(node.span(), "`time_limit` must be above zero and at most 24 h", &[]);
            None
        }
        Err(error) => {
            reader.wrong(node.span(), error.to_string(), &["write:  time_limit = \"60 s\""]);
            None
        }
    }
}

fn version(reader: &mut Reader, node: &Node, folder: &Path) -> Version {
    let example = "\"1.2\"      # or the command that prints it: [\"my-code\", \"--version\"]";
    if let DeValue::Array(_) = node.value.get_ref() {
        let command = list(reader, node, "[\"my-code\", \"--version\"]").unwrap_or_default();
        return Version::Asked(command.iter().enumerate().map(|(i, word)| said(word, i == 0, folder)).collect());
    }
    node.text(reader, example).map_or(Version::Unknown, Version::Given)
}

fn environment(reader: &mut Reader, node: &Node) -> Vec<(String, String)> {
    let Some(table) = node.table(reader, "environment = { OMP_NUM_THREADS = \"1\" }") else { return Vec::new() };
    let mut variables = Vec::new();
    for node in table.nodes() {
        if node.key.is_empty() || node.key.contains(['=', '\0']) {
            reader.wrong(node.key_span.clone(), format!("{} is not a valid variable name", quoted(node.key)), &[]);
        } else if let Some(text) = node.text(reader, "\"1\"") {
            variables.push((node.key.to_string(), text));
        }
    }
    variables
}

fn dialect(reader: &mut Reader, node: &Node) -> Option<String> {
    let known: Vec<&str> = system::names().collect();
    let text = node.text(reader, "\"lammps\"")?;
    if !known.contains(&text.as_str()) {
        let guess = suggestion(&text, known.iter().copied());
        let help = format!("use one of {}", known.join(", "));
        reader.wrong(node.span(), format!("there is no dialect {}{guess}", quoted(&text)), &[&help]);
        return None;
    }
    Some(text)
}
