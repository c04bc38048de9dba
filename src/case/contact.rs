//! `[contact]`: a normal law, a damping law, the end of contact, friction and rolling; or the parameters of one DEM
//! code.

use super::dialect::{self, DialectDraft};
use super::friction::{self, FrictionDraft};
use super::law::{LawDraft, axis, one_of};
use super::reader::{Node, Reader, Table, suggestion};
use super::words;
use crate::codes;
use crate::keys::{Key, Keys, Takes};
use crate::law::{Damping, Ends, Normal, damping, normal};

/// The contact of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) enum ContactDraft {
    Laws(LawsDraft),
    /// In the parameters of a DEM code.
    System(DialectDraft),
}

/// The laws of this program.
#[derive(Debug, Clone)]
pub(super) struct LawsDraft {
    pub normal: LawDraft<Normal>,
    pub damping: Option<LawDraft<Damping>>,
    pub ends: Option<usize>,
    pub friction: Option<Box<FrictionDraft>>,
}

pub(super) const END: Key = Key::word(
    "ends",
    Ends::WORDS,
    "when the contact is over; required beside damping; the parameters of a code include it",
);

const fn law_of(axis: &'static str, doc: &'static str) -> Key {
    Key::new(axis, Takes::Other("a table with the name of a law", r#"{"type": "object"}"#), doc)
}

pub(super) static KEYS: Keys = Keys {
    header: "[contact]",
    doc: "one normal law, at most one damping law and what acts along the contact, or the words of one system",
    keys: &[
        END,
        law_of("normal", "one elastic law"),
        law_of("damping", "one damping law"),
        law_of("tangential", "one tangential law"),
        law_of("rolling", "one rolling law"),
        friction::FRICTION_LIMIT,
        friction::LEVER,
        friction::ROTATION,
    ],
    rules: r#"{"oneOf": [{"required": ["normal"]}], "dependentRequired": {
        "damping": ["normal"], "ends": ["normal"], "tangential": ["normal"], "rolling": ["tangential"],
        "friction_limit": ["tangential"], "lever": ["tangential"], "spring_rotation": ["tangential"]
    }}"#,
};

/// Reads the contact; `None` when the normal law is missing or cannot be read.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<ContactDraft> {
    let Some(node) = root.get("contact") else {
        if !root.misspells("contact") {
            no_normal_law(reader, None);
        }
        return None;
    };
    let table = node.table(reader, "[contact.normal.hertz]")?;
    let known: Vec<&str> = KEYS.names().into_iter().chain(codes::names()).collect();
    table.only(reader, &known);
    if let Some(said) = dialect::read(reader, &table)? {
        return Some(ContactDraft::System(said));
    }
    let before = reader.count();
    let normal = axis(reader, &table, "normal", normal::KINDS);
    // A table of another system stands for all the laws: asking for a normal law beside it would mislead.
    let nodes = table.nodes();
    let foreign = nodes
        .iter()
        .any(|node| words::later(&table.path, node.key).is_some() || !suggestion(node.key, codes::names()).is_empty());
    if normal.is_none() && reader.count() == before && !foreign {
        no_normal_law(reader, Some(&node));
    }
    let damping = axis(reader, &table, "damping", damping::KINDS).filter(|law| law.kind.card.name != "none");
    let ends = table.value(reader, &END);
    let own_end = normal.as_ref().filter(|law| normal::ends_by_itself(law.kind.card.name));
    match (own_end, &damping) {
        (Some(law), _) => {
            let message = format!("`ends` has no effect here: `{}` defines where its contact ends", law.kind.card.name);
            table.bars(reader, "ends", message, &["leave it out"]);
        }
        (None, Some(law)) if !table.has("ends") => ends_missing(reader, law),
        _ => {}
    }
    let friction = friction::read(reader, &table, damping.is_some()).map(Box::new);
    Some(ContactDraft::Laws(LawsDraft { normal: normal?, damping, ends, friction }))
}

fn no_normal_law(reader: &mut Reader, node: Option<&Node>) {
    let (message, help) = ("there is no normal law", one_of("normal", normal::KINDS));
    match node {
        Some(node) => reader.wrong(&node.key_span, message, &[&help]),
        None => reader.absent(message, &[&help]),
    }
}

fn ends_missing(reader: &mut Reader, law: &LawDraft<Damping>) {
    let name = law.kind.card.name;
    let mut help = vec![format!(
        "`{name}` requires `contact.ends`, the end of contact: a damped force can turn attractive on separation."
    )];
    help.push("Add to [contact]:".to_string());
    for ends in Ends::ALL {
        help.push(format!("  ends = {:<17}# {}", format!("\"{}\"", ends.word()), ends.meaning()));
    }
    let help: Vec<&str> = help.iter().map(String::as_str).collect();
    reader.wrong(&law.given.origin.span, "`contact.ends` is missing", &help);
}
