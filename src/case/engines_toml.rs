//! `engines.toml`: a user's own programs as engines, the contacts that each computes (`covers`), and where else built-in
//! ones are installed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use toml::de::DeValue;

use super::condition::compare;
use super::contact::law_names;
use super::reader::{Node, Reader, Table, parse, quoted, suggestion};
use super::run::built_in;
use super::scalar::number;
use crate::codes::engine::installed::{Config, Counts, Declared, PROBE, Version};
use crate::codes::engine::process::MARK;
use crate::codes::engine::protocol;
use crate::codes::engine::user::{
    self, BODIES, ByBodies, CoveredRange, Covers, EngineInput, FloatPrecision, NO_DASHPOT, RANGES,
};
use crate::codes::{self, drivers};
use crate::data::Files;
use crate::error::{Error, SourceFile, cut};
use crate::keys::{Key, Takes};
use crate::law::scene::Condition;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, SpringRotation, WhileSliding};
use crate::law::{Ends, damping, normal, rolling, tangential};
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
    let Some(root) = parse(&mut reader) else {
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

const TAKES: Key = Key::new("takes", Takes::Word(EngineInput::WORDS), "what the contact is computed from")
    .example("\"dialect\"      # the parameters of its dialect only");

/// Reads `takes`: whether the engine computes a contact from its laws or from the parameters of a code.
pub(super) fn takes(reader: &mut Reader, node: &Node, has_dialect: bool) -> Option<EngineInput> {
    let found = node.one_of(reader, &TAKES, EngineInput::from_word);
    if found == Some(EngineInput::Dialect) && !has_dialect {
        let help = ["add:  dialect = \"musen\"      # the system whose parameters it takes"];
        reader.wrong(&node.span(), "`takes = \"dialect\"` needs a `dialect`", &help);
    }
    found
}

/// A list for all bodies, or one for spheres and one for a sphere at a wall: `{ pairs = ["half-overlap"], walls = ["overlap"] }`
fn by_bodies<T: Clone>(
    reader: &mut Reader,
    table: &Table,
    (key, example): (&str, &str),
    read: impl Fn(&mut Reader, &Node) -> Option<Vec<T>>,
) -> Option<ByBodies<T>> {
    let node = table.get(key)?;
    if !matches!(node.value.get_ref(), DeValue::Table(_)) {
        let both = read(reader, &node)?;
        return Some([both.clone(), both]);
    }
    let table = node.table(reader, &format!("{key} = {{ pairs = {example}, walls = {example} }}"))?;
    only(reader, &table, &["pairs", "walls"]);
    let [pairs, walls] = ["pairs", "walls"].map(|place| {
        let node = table.require(reader, place, example)?;
        read(reader, &node)
    });
    Some([pairs?, walls?])
}

/// A list of arms.
fn levers_of(reader: &mut Reader, node: &Node) -> Option<Vec<Levers>> {
    let texts = list(reader, node, "[\"half-overlap\", \"proportional/radius\"]")?;
    let mut found = Vec::new();
    for text in &texts {
        let Some(levers) = user::levers(text) else {
            let arms = Arm::ALL.map(Arm::word);
            let wrong = text.split('/').find(|word| !arms.contains(word)).unwrap_or(text);
            let guess = suggestion(wrong, arms.iter().copied());
            let help = format!("use one of {}; slip and torque apart as \"proportional/radius\"", arms.join(", "));
            let message = format!("{} is not a choice of `levers`{guess}", quoted(wrong));
            return node.refuse(reader, message, &[&help]);
        };
        found.push(levers);
    }
    Some(found)
}

/// `ranges = { restitution = ">= 0.05", young_modulus = "1 MPa .. 1000 GPa" }`
fn ranges(reader: &mut Reader, table: &Table, dialect: Option<&str>) -> Vec<CoveredRange> {
    let example = "ranges = { restitution = \">= 0.05\" }";
    let Some(table) = table.get("ranges").and_then(|node| node.table(reader, example)) else { return Vec::new() };
    let keys = dialect.and_then(codes::find).map(|dialect| dialect.keys).unwrap_or_default();
    let own = keys.iter().filter_map(|key| Some((key.name, key.dimension()?)));
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
                reader.wrong(&node.span(), message, &[&help]);
            }
            Ok(range) => found.push(CoveredRange { name: node.key.to_string(), range, text: text.trim().to_string() }),
        }
    }
    found
}

fn covers(reader: &mut Reader, node: &Node, dialect: Option<&str>) -> Option<Covers> {
    let table = node.table(reader, "covers = { normal = [\"hertz\"], damping = [\"none\"] }")?;
    only(reader, &table, COVERS);
    let laws = law_names(normal::KINDS);
    let dashpots: Vec<&str> =
        std::iter::once(NO_DASHPOT).chain(WhileSliding::ALL.into_iter().map(WhileSliding::word)).collect();
    let words = |reader: &mut Reader, key: &str, known: &[&str]| {
        let example = format!("[\"{}\"]", known.first().unwrap_or(&""));
        by_bodies(reader, &table, (key, &example), |reader, node| chosen(reader, node, key, known))
    };
    let undamped = || ["none"; 2].map(|none| vec![none.to_string()]);
    let before = reader.count();
    let covers = Covers {
        normal: by_bodies(reader, &table, ("normal", "[\"hertz\"]"), |reader, node| normal_laws(reader, node, &laws))
            .unwrap_or_default(),
        damping: by_bodies(reader, &table, ("damping", "[\"none\"]"), dampings).unwrap_or_else(undamped),
        tangential: words(reader, "tangential", &law_names(tangential::KINDS)).unwrap_or_default(),
        ends: words(reader, "ends", &Ends::ALL.map(Ends::word)).unwrap_or_default(),
        bodies: self::words(reader, &table, "bodies", &BODIES).unwrap_or_else(|| BODIES.map(String::from).to_vec()),
        levers: by_bodies(reader, &table, ("levers", "[\"half-overlap\"]"), levers_of),
        history: words(reader, "history", &Form::ALL.map(Form::word)),
        friction_limit: words(reader, "friction_limit", &FrictionLimit::ALL.map(FrictionLimit::word)),
        spring_rotation: words(reader, "spring_rotation", SpringRotation::WORDS),
        rolling: words(reader, "rolling", &law_names(rolling::KINDS)).unwrap_or_else(undamped),
        dashpot: words(reader, "dashpot", &dashpots),
        dashpot_of_normal: dashpot_of_normal(reader, &table),
        ranges: ranges(reader, &table, dialect),
        takes: EngineInput::default(),
    };
    if covers.normal.iter().all(Vec::is_empty) && reader.count() == before {
        let help = format!("add:  normal = [\"hertz\"]      # some of {}", laws.join(", "));
        reader.wrong(&table.span, "`covers` names no normal law", &[&help]);
    }
    let ends = covers.ends.iter().any(|ends| !ends.is_empty());
    if covers.damping.iter().flatten().any(|law| law != "none") && !ends && reader.count() == before {
        let help = format!("add:  ends = [\"zero-overlap\"]      # some of {}", Ends::ALL.map(Ends::word).join(", "));
        reader.wrong(&table.span, "`covers` with damping requires `ends`, the end of contact", &[&help]);
    }
    Some(covers)
}

/// `dashpot_of_normal = 0.9129`
fn dashpot_of_normal(reader: &mut Reader, table: &Table) -> Option<f64> {
    let node = table.get("dashpot_of_normal")?;
    let given = number(node.value.get_ref()).filter(|ratio| *ratio > 0.0);
    given.or_else(|| {
        let help = "write:  dashpot_of_normal = 0.9129      # the tangential damping ratio over the normal one; sqrt(5/6) for one number in both";
        node.should_be(reader, "a number above 0", &[help])
    })
}

/// The normal laws: of this program, and others under names of their own.
fn normal_laws(reader: &mut Reader, node: &Node, known: &[&str]) -> Option<Vec<String>> {
    let laws = list(reader, node, "[\"hertz\"]")?;
    // A case names the others in the table of `of-engine`: that word is none of them.
    let of_engine = normal::OfEngine::CARD.name;
    let example = format!("name the law itself, as `law` in [contact.normal.{of_engine}] of a case has it");
    for law in &laws {
        let wrong = match known.contains(&law.as_str()) {
            true if law == of_engine => {
                Err((format!("{} stands for any law of an engine", quoted(law)), example.clone()))
            }
            true => Ok(()),
            false => normal::check_name(law),
        };
        if let Err((message, help)) = wrong {
            return node.refuse(reader, message, &[&help, &format!("laws of this program: {}", known.join(", "))]);
        }
    }
    Some(laws)
}

/// The damping laws that the protocol hands over: each is a power of the overlap beside a normal law that is one.
fn dampings(reader: &mut Reader, node: &Node) -> Option<Vec<String>> {
    let laws = chosen(reader, node, "damping", &law_names(damping::KINDS))?;
    match laws.iter().find(|law| damping::ends_by_itself(law)) {
        Some(law) => {
            let message =
                format!("the protocol has no damping {}: its force is not a power of the overlap", quoted(law));
            node.refuse(reader, message, &["take it out: no program can be handed it"])
        }
        None => Some(laws),
    }
}

const COVERS: &[&str] = &[
    "normal",
    "damping",
    "tangential",
    "ends",
    "bodies",
    "levers",
    "history",
    "friction_limit",
    "spring_rotation",
    "rolling",
    "dashpot",
    "dashpot_of_normal",
    "ranges",
];

/// Reports every key that is not known, with the cure for a file of a later version.
pub(super) fn only(reader: &mut Reader, table: &Table, known: &[&str]) {
    for node in table.nodes().into_iter().filter(|node| !known.contains(&node.key)) {
        let guess = suggestion(node.key, known.iter().copied());
        let help = format!("known in `{}`: {}", cut(&table.path, 80), known.join(", "));
        reader.wrong(&node.key_span, format!("unknown key {}{guess}", quoted(node.key)), &[&help, LATER]);
    }
}

/// A list of texts that holds at least one.
pub(super) fn list(reader: &mut Reader, node: &Node, example: &str) -> Option<Vec<String>> {
    let help = format!("write:  {} = {example}", node.key);
    let DeValue::Array(items) = node.value.get_ref() else {
        return node.should_be(reader, "a list of texts", &[&help]);
    };
    let mut texts = Vec::new();
    for item in items {
        texts.push(node.item(item).text(reader, example)?);
    }
    if texts.is_empty() {
        return node.refuse(reader, format!("{} is empty", quoted(node.key)), &[&help]);
    }
    Some(texts)
}

/// A list of words, each one of `known`.
fn words(reader: &mut Reader, table: &Table, key: &str, known: &[&str]) -> Option<Vec<String>> {
    let node = table.get(key)?;
    chosen(reader, &node, key, known)
}

/// The words of a list under `key`, or under the bodies that it is for.
fn chosen(reader: &mut Reader, node: &Node, key: &str, known: &[&str]) -> Option<Vec<String>> {
    let words = list(reader, node, &format!("[\"{}\"]", known.first().unwrap_or(&"")))?;
    let Some(wrong) = words.iter().find(|word| !known.contains(&word.as_str())) else { return Some(words) };
    let guess = suggestion(wrong, known.iter().copied());
    let message = format!("{} is not a choice of `{key}`{guess}", quoted(wrong));
    node.refuse(reader, message, &[&format!("use some of {}", known.join(", "))])
}

/// Help for a key or a table that this version does not know.
const LATER: &str = "if it is a key of a later version of collisionbench: use that version";
