//! `[contact.pfc]` and similar tables: the whole contact in the parameters of one DEM code.
//!
//! Such a table replaces the normal, damping and tangential laws, and includes the end of contact.

use super::reader::{Node, Reader, Table, quoted};
use super::scene_values::SceneValues;
use super::table_values::{TableValues, key_lines};
use crate::codes::{self, Code, Parameters, Reading};
use crate::error::cut;
use crate::keys::{Default, Key, Spec, Takes};
use crate::law::scene::SystemContact;
use crate::law::{LawError, Pair};
use crate::limits::ANY;

/// Longest line about an erratum in a message, in characters.
const WIDEST: usize = 150;

/// The parameters of one DEM code in a file, with the indices of their values.
#[derive(Clone)]
pub(super) struct DialectDraft {
    pub dialect: &'static Code,
    /// Absent for a system with one reading.
    pub reading: Option<usize>,
    pub given: TableValues,
}

/// Required for a code whose documentation has a mathematical error.
pub(super) const READING: Key = Key::word("reading", Reading::WORDS, "how its documentation is read");

/// Reads the one dialect of a contact; `None` when something is wrong with it, and `Some(None)` when there is none.
pub(super) fn read(reader: &mut Reader, contact: &Table) -> Option<Option<DialectDraft>> {
    let nodes = contact.nodes();
    let mut said = nodes.iter().filter_map(|node| Some((node, codes::find(node.key)?)));
    let Some((node, dialect)) = said.next() else { return Some(None) };
    let before = reader.count();
    for (second, _) in said {
        let message = format!(
            "{} and {} both define the contact: use the parameters of one code",
            quoted(second.key),
            quoted(node.key)
        );
        reader.wrong(&second.key_span, message, &["keep one of them; write one case for each"]);
    }
    for axis in ["normal", "damping", "tangential", "rolling"] {
        let message = format!("{} defines the whole contact: the {axis} law would be ignored", quoted(node.key));
        contact.bars(reader, axis, message, &[&format!("leave out [contact.{axis}.*], or [contact.{}]", node.key)]);
    }
    for (key, what) in
        [("ends", "the end of contact"), ("friction_limit", "it"), ("lever", "it"), ("spring_rotation", "it")]
    {
        let message = format!("`{key}` has no effect here: {} defines {what}", quoted(node.key));
        contact.bars(reader, key, message, &[&format!("leave `{key}` out")]);
    }
    let draft = words(reader, node, dialect);
    (reader.count() == before).then_some(draft)
}

fn words(reader: &mut Reader, node: &Node, dialect: &'static Code) -> Option<DialectDraft> {
    let table = node.table(reader, &format!("[contact.{}]", node.key))?;
    let two = dialect.readings.len() > 1;
    let mut known: Vec<&str> = dialect.keys.iter().map(|key| key.name).collect();
    if two {
        known.push(READING.name);
    }
    for node in table.nodes() {
        if !known.contains(&node.key) && node.key != READING.name {
            table.unknown(reader, &node, &known);
        }
    }
    reader.word("contact.dialect".to_string(), dialect.name(), node.key_span.clone());
    let reading = match table.get(READING.name) {
        Some(_) if two => table.value(reader, &READING),
        Some(reading) => {
            let message =
                format!("`reading` has no effect here: the parameters of {} have a single reading", quoted(node.key));
            reading.refuse_key(reader, message, &["leave `reading` out"])
        }
        None => {
            if two && !table.misspells(READING.name) {
                reading_missing(reader, node, dialect);
            }
            None
        }
    };
    let given = table.values(reader, parameters(dialect));
    let given = given.at(reader.origin(node.key_span.clone()));
    Some(DialectDraft { dialect, reading, given })
}

/// The keys of a system's parameters, without ranges and defaults, which the system checks itself.
pub(super) fn parameters(system: &Code) -> impl Iterator<Item = Key> {
    system.keys.iter().map(|key| {
        let number = |dimension| Takes::Value(Spec::Quantity(dimension, ANY));
        Key { takes: key.dimension().map_or(key.takes, number), default: Default::None, ..*key }
    })
}

fn reading_missing(reader: &mut Reader, node: &Node, dialect: &Code) {
    let mut help = vec![format!("choose how its documentation is read; add to [contact.{}]:", node.key)];
    for reading in Reading::ALL {
        let meaning = match reading {
            Reading::Corrected => "with the errors of the documentation corrected",
            Reading::AsDocumented => "as the documentation is printed",
        };
        let follows = if dialect.in_use == reading { "; the code itself computes this" } else { "" };
        help.push(format!("  reading = {:<16} # {meaning}{follows}", format!("\"{}\"", reading.word())));
    }
    help.push("known errors of the documentation:".to_string());
    // The others are slips of wording, which no reading changes.
    for erratum in dialect.errata.iter().filter(|erratum| !erratum.number.is_empty()) {
        help.push(cut(&format!("  {}  {}; in fact: {}", erratum.id, erratum.says, erratum.is), WIDEST));
    }
    let help: Vec<&str> = help.iter().map(String::as_str).collect();
    reader.wrong(&node.key_span, format!("`contact.{}.reading` is missing", node.key), &help);
}

impl DialectDraft {
    /// The name of the system.
    pub fn name(&self) -> &'static str {
        self.dialect.name()
    }

    /// The contact of one scene.
    pub fn system_contact(&self, picked: &SceneValues, pair: &Pair) -> Result<SystemContact, LawError> {
        let said = Parameters::new(self.given.numbers(picked), &self.given.words(picked));
        let reading = self.reading.and_then(|id| Reading::from_word(&picked.choice(id).text));
        let reading = reading.or(self.dialect.readings.first().copied()).unwrap_or(Reading::Corrected);
        let parsed = self.dialect.contact(&said, reading, pair)?;
        Ok(SystemContact { system: self.dialect.name(), reading, parsed })
    }

    /// One line for each parameter, for the message about a missing one.
    pub fn keys(&self) -> Vec<String> {
        key_lines(parameters(self.dialect))
    }
}

impl std::fmt::Debug for DialectDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DialectDraft").field("dialect", &self.dialect.name()).finish_non_exhaustive()
    }
}
