//! `covers` in `engines.toml`: the contacts that a user's own program computes.

use super::condition::compare;
use super::law::law_names;
use super::reader::{Node, Reader, Table, quoted, suggestion};
use crate::codes::engine::user::{self, BODIES, CoveredRange, Covers, EngineInput, NO_DASHPOT, RANGES};
use crate::codes::{self};
use crate::error::cut;
use crate::keys::{Key, Takes};
use crate::law::scene::Condition;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, SpringRotation, WhileSliding};
use crate::law::{Ends, damping, normal, rolling};
use crate::units::Dimension;
use toml::de::DeValue;

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

/// `levers = ["half-overlap", "proportional/radius"]`, or `{ pairs = ["half-overlap"], walls = ["overlap"] }`
fn levers(reader: &mut Reader, table: &Table) -> Option<[Vec<Levers>; 2]> {
    let node = table.get("levers")?;
    if !matches!(node.value.get_ref(), DeValue::Table(_)) {
        let both = levers_of(reader, &node)?;
        return Some([both.clone(), both]);
    }
    let table = node.table(reader, "levers = { pairs = [\"half-overlap\"], walls = [\"overlap\"] }")?;
    only(reader, &table, &["pairs", "walls"]);
    let [pairs, walls] = ["pairs", "walls"].map(|place| {
        let node = table.require(reader, place, "[\"half-overlap\"]")?;
        levers_of(reader, &node)
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

pub(super) fn covers(reader: &mut Reader, node: &Node, dialect: Option<&str>) -> Option<Covers> {
    let table = node.table(reader, "covers = { normal = [\"hertz\"], damping = [\"none\"] }")?;
    only(reader, &table, COVERS);
    let (laws, dampings, rollings) = (law_names(normal::KINDS), law_names(damping::KINDS), law_names(rolling::KINDS));
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
        spring_rotation: words(reader, &table, "spring_rotation", SpringRotation::WORDS),
        rolling: words(reader, &table, "rolling", &rollings).unwrap_or_else(|| vec!["none".to_string()]),
        dashpot: words(reader, &table, "dashpot", &dashpots),
        ranges: ranges(reader, &table, dialect),
        takes: EngineInput::default(),
    };
    if covers.normal.is_empty() && reader.count() == before {
        let help = format!("add:  normal = [\"hertz\"]      # some of {}", laws.join(", "));
        reader.wrong(&table.span, "`covers` names no normal law", &[&help]);
    }
    if covers.damping.iter().any(|law| law != "none") && covers.ends.is_empty() && reader.count() == before {
        let help = format!("add:  ends = [\"zero-overlap\"]      # some of {}", Ends::ALL.map(Ends::word).join(", "));
        reader.wrong(&table.span, "`covers` with damping requires `ends`, the end of contact", &[&help]);
    }
    Some(covers)
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
pub(super) fn words(reader: &mut Reader, table: &Table, key: &str, known: &[&str]) -> Option<Vec<String>> {
    let node = table.get(key)?;
    let words = list(reader, &node, &format!("[\"{}\"]", known.first().unwrap_or(&"")))?;
    if let (Some(wrong), false) = (words.iter().find(|word| !known.contains(&word.as_str())), known.is_empty()) {
        let guess = suggestion(wrong, known.iter().copied());
        let message = format!("{} is not a choice of `{key}`{guess}", quoted(wrong));
        return node.refuse(reader, message, &[&format!("use some of {}", known.join(", "))]);
    }
    Some(words)
}

/// Help for a key or a table that this version does not know.
pub(super) const LATER: &str = "if it is a key of a later version of collisionbench: use that version";
