//! `engines.toml`: a user's own programs as engines, and where else built-in ones are installed.

use super::engine_covers::{LATER, covers, list, only, takes};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use toml::de::DeValue;

use super::reader::{Node, Reader, quoted, suggestion};
use super::run::built_in;
use super::syntax;
use crate::codes::engine::installed::{Config, Counts, Declared, PROBE, Version};
use crate::codes::engine::process::MARK;
use crate::codes::engine::protocol;
use crate::codes::engine::user::{Covers, FloatPrecision};
use crate::codes::{self, drivers};
use crate::data::Files;
use crate::error::{Error, SourceFile};
use crate::keys::{Key, Takes};
use crate::units::{self, Dimension};

/// Time limit of a program that states none.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Longest time limit, s.
const PATIENCE: f64 = 24.0 * 3600.0;

/// Largest engine file that is read, bytes.
const LARGEST: u64 = 1 << 20;

/// Placeholder for the folder of the file.
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
    "precision",
];

const COUNTS: Key = Key::new("version_counts", Takes::Word(Counts::WORDS), "which part of a version counts")
    .example("\"release\"      # all but the commit");

const PRECISION: Key = Key::new("precision", Takes::Word(FloatPrecision::WORDS), "the numbers an engine computes with")
    .example("\"single\"      # its results are then judged to that precision");

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
                reader.wrong(&node.key_span, message, &help);
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
        reader.wrong(&node.key_span, message, &["use at most 40 of a-z, 0-9, - and _"]);
    } else if built_in().any(|other| other == name) {
        let help = "choose another name for [run.NAME]; list other installations of a built-in engine in [installed]";
        reader.wrong(&node.key_span, format!("{} is the name of a built-in solver", quoted(&name)), &[help]);
    }
    let table = node.table(reader, "[engine.my-code]")?;
    only(reader, &table, KEYS);
    if let Some(node) = table.get("protocol") {
        check_protocol(reader, &node);
    }
    let example = "[\"python3\", \"{here}/my_code.py\"]      # a program and its arguments; no shell";
    let command = table.require(reader, "command", example).and_then(|node| list(reader, &node, example));
    let arguments = table.get("args").and_then(|node| list(reader, &node, "[\"--quiet\"]")).unwrap_or_default();
    let dialect = table.get("dialect").and_then(|node| dialect(reader, &node));
    let takes = table.get("takes").and_then(|node| takes(reader, &node, dialect.is_some())).unwrap_or_default();
    let covers = table.require(reader, "covers", "{ normal = [\"hertz\"], damping = [\"none\"] }");
    let covers = covers.and_then(|node| self::covers(reader, &node, dialect.as_deref()));
    let covers = covers.map(|covers| Covers { takes, ..covers });
    let stated = table.get("time_limit").and_then(|node| time_limit(reader, &node));
    let [version, driver_version] = ["version", "driver_version"]
        .map(|key| table.get(key).map_or(Version::Unknown, |node| version(reader, &node, folder)));
    let version_counts = table.one_of(reader, &COUNTS, Counts::from_word).unwrap_or_default();
    let precision = table.one_of(reader, &PRECISION, FloatPrecision::from_word).unwrap_or_default();
    let environment = table.get("environment").map(|node| environment(reader, &node)).unwrap_or_default();
    let command = command?.iter().chain(&arguments).enumerate().map(|(i, word)| expand(word, i == 0, folder)).collect();
    let covers = covers?;
    Some(Declared {
        name,
        command,
        time_limit: stated.unwrap_or(TIME_LIMIT),
        version_limit: stated.map_or(PROBE, |stated| stated.max(PROBE)),
        version,
        version_counts,
        driver_version,
        covers,
        environment,
        dialect,
        precision,
    })
}

/// Refuses a protocol version that this program does not support.
fn check_protocol(reader: &mut Reader, node: &Node) {
    let known = i64::from(protocol::VERSION);
    let asked = match node.value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    };
    if asked != Some(known) {
        let message = format!("this version of collisionbench supports protocol {known} only");
        let help = format!("write:  protocol = {known}, if the program supports it");
        reader.wrong(
            &node.span(),
            message,
            &[&help, "or use a version of collisionbench that supports the other protocol"],
        );
    }
}

/// Replaces `{here}`; the path of a program is relative to the folder of the file.
fn expand(word: &str, program: bool, folder: &Path) -> String {
    if program && word.contains('/') { place(word, folder) } else { word.replace(HERE, &folder.to_string_lossy()) }
}

/// A path relative to the folder of the file.
fn place(path: &str, folder: &Path) -> String {
    folder.join(path.replace(HERE, &folder.to_string_lossy())).to_string_lossy().into_owned()
}

fn time_limit(reader: &mut Reader, node: &Node) -> Option<Duration> {
    let text = node.text(reader, "\"60 s\"")?;
    match units::parse(&text, Dimension::Time) {
        Ok(seconds) if seconds > 0.0 && seconds <= PATIENCE => Some(Duration::from_secs_f64(seconds)),
        Ok(_) => node.refuse(reader, "`time_limit` must be above zero and at most 24 h", &[]),
        Err(error) => node.refuse(reader, error.to_string(), &["write:  time_limit = \"60 s\""]),
    }
}

fn version(reader: &mut Reader, node: &Node, folder: &Path) -> Version {
    let example = "\"1.2\"      # or the command that prints it: [\"my-code\", \"--version\"]";
    if let DeValue::Array(_) = node.value.get_ref() {
        let command = list(reader, node, "[\"my-code\", \"--version\"]").unwrap_or_default();
        return Version::Asked(command.iter().enumerate().map(|(i, word)| expand(word, i == 0, folder)).collect());
    }
    node.text(reader, example).map_or(Version::Unknown, Version::Given)
}

fn environment(reader: &mut Reader, node: &Node) -> Vec<(String, String)> {
    let Some(table) = node.table(reader, "environment = { OMP_NUM_THREADS = \"1\" }") else { return Vec::new() };
    let mut variables = Vec::new();
    for node in table.nodes() {
        if node.key.is_empty() || node.key.contains(['=', '\0']) {
            reader.wrong(&node.key_span, format!("{} is not a valid variable name", quoted(node.key)), &[]);
        } else if node.key == MARK {
            let message =
                format!("{} is set for every engine: by it, what an engine leaves running is found", quoted(MARK));
            reader.wrong(&node.key_span, message, &["take it out"]);
        } else if let DeValue::String(text) = node.value.get_ref()
            && text.is_empty()
        {
            variables.push((node.key.to_string(), String::new()));
        } else if let Some(text) = node.text(reader, "\"1\"") {
            variables.push((node.key.to_string(), text));
        }
    }
    variables
}

fn dialect(reader: &mut Reader, node: &Node) -> Option<String> {
    let known: Vec<&str> = codes::names().collect();
    let text = node.text(reader, "\"lammps\"")?;
    if !known.contains(&text.as_str()) {
        let guess = suggestion(&text, known.iter().copied());
        let help = format!("use one of {}", known.join(", "));
        return node.refuse(reader, format!("there is no dialect {}{guess}", quoted(&text)), &[&help]);
    }
    Some(text)
}
