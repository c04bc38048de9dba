//! Reads one law of a contact: the table with its name, and its numbers.

use super::reader::{Node, Reader, Table, not_yet, quoted, suggestion};
use super::scene_values::{SceneValues, placed};
use super::table_values::{TableValues, key_lines};
use super::words;
use crate::error::Diagnostic;
use crate::law::card::LawKind;
use crate::law::{LawError, Numbers, damping, normal, rolling, tangential};

/// A law of a file, with the indices of its numbers and words.
#[derive(Debug)]
pub(super) struct LawDraft<L: 'static> {
    pub kind: &'static LawKind<L>,
    /// The values of its table.
    pub given: TableValues,
}

impl<L> Clone for LawDraft<L> {
    fn clone(&self) -> Self {
        Self { kind: self.kind, given: self.given.clone() }
    }
}

/// Reads the law of an axis (normal, damping, tangential, rolling).
pub(super) fn axis<L>(
    reader: &mut Reader,
    contact: &Table,
    axis: &str,
    kinds: &'static [LawKind<L>],
) -> Option<LawDraft<L>> {
    let node = contact.get(axis)?;
    let names = law_names(kinds);
    let meant = node.value.get_ref().as_str().filter(|word| names.contains(word));
    let example = meant.or(names.first().copied()).unwrap_or_default();
    let table = node.table(reader, &format!("[contact.{axis}.{example}]"))?;
    let nodes = table.nodes();
    let laws: Vec<Option<LawDraft<L>>> = nodes.iter().map(|node| read(reader, node, axis, kinds, &names)).collect();
    let known = |node: &Node| names.contains(&node.key);
    if let [first, second, ..] = &nodes[..]
        && known(first)
        && known(second)
    {
        let message =
            format!("only one {axis} law is allowed, and there are {} and {}", quoted(first.key), quoted(second.key));
        reader.wrong(&second.key_span, message, &["keep one; to compare laws, write one case for each"]);
    }
    laws.into_iter().next()?
}

fn read<L>(
    reader: &mut Reader,
    node: &Node,
    axis: &str,
    kinds: &'static [LawKind<L>],
    names: &[&str],
) -> Option<LawDraft<L>> {
    let Some(kind) = kinds.iter().find(|kind| kind.card.name == node.key) else {
        unknown_law(reader, node, axis, names);
        return None;
    };
    let table = node.table(reader, &format!("[contact.{axis}.{}]", node.key))?;
    let keys: Vec<&str> = kind.keys.iter().map(|key| key.name).collect();
    for node in table.nodes() {
        if keys.contains(&node.key) {
            continue;
        }
        if keys.is_empty() && words::later(&table.path, node.key).is_none() {
            let message = format!("unknown key {}", quoted(node.key));
            reader.wrong(&node.key_span, message, &[&format!("`{}` has no parameters", kind.card.name)]);
        } else {
            table.unknown(reader, &node, &keys);
        }
    }
    reader.word(format!("contact.{axis}"), kind.card.name, node.key_span.clone());
    let before = reader.count();
    let given = table.values(reader, kind.keys.iter().copied()).at(reader.origin(node.key_span.clone()));
    // A law with a number that could not be read would complain about the lack of it.
    (reader.count() == before).then_some(LawDraft { kind, given })
}

fn unknown_law(reader: &mut Reader, node: &Node, axis: &str, names: &[&str]) {
    if let Some(later) = words::later(&format!("contact.{axis}"), node.key) {
        not_yet(reader, node.key_span.clone(), &node.path, later);
        return;
    }
    let axes = [
        ("normal", law_names(normal::KINDS)),
        ("damping", law_names(damping::KINDS)),
        ("tangential", law_names(tangential::KINDS)),
        ("rolling", law_names(rolling::KINDS)),
    ];
    if let Some((other, _)) = axes.iter().find(|(other, laws)| *other != axis && laws.contains(&node.key)) {
        let message = format!("{} is a {other} law, not a {axis} law", quoted(node.key));
        reader.wrong(&node.key_span, message, &[&format!("write:  [contact.{other}.{}]", node.key)]);
        return;
    }
    let message = format!("there is no {axis} law {}{}", quoted(node.key), suggestion(node.key, names.iter().copied()));
    reader.wrong(&node.key_span, message, &[&format!("{axis} laws: {}", names.join(", "))]);
}

/// The names of the laws of an axis.
pub(super) fn law_names<L>(kinds: &[LawKind<L>]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.card.name).collect()
}

/// Help for a contact without a law of an axis.
pub(super) fn one_of<L>(axis: &str, kinds: &[LawKind<L>]) -> String {
    format!("add [contact.{axis}.LAW], LAW one of: {}", law_names(kinds).join(", "))
}

/// Builds the law of one scene.
pub(super) fn law<L>(picked: &SceneValues, law: &LawDraft<L>) -> Result<L, Box<Diagnostic>> {
    law_with(picked, law, None)
}

/// Builds the law with a number in addition to those of its table.
pub(super) fn law_with<L>(
    picked: &SceneValues,
    law: &LawDraft<L>,
    beside: Option<(&'static str, f64)>,
) -> Result<L, Box<Diagnostic>> {
    let numbers = law.given.numbers(picked).into_iter().chain(beside).collect();
    let words = law.given.words(picked).into_iter().map(|(key, word)| (key, word.to_string())).collect();
    (law.kind.build)(&Numbers::new(numbers).with_words(words)).map_err(|error| {
        let incomplete = error.key.is_none();
        let mut problem = law_error(picked, law, error);
        if incomplete {
            problem.help.extend(key_lines(law.kind.keys.iter().copied()));
        }
        problem
    })
}

/// The error of a law, at the place of the wrong value.
pub(super) fn law_error<L>(picked: &SceneValues, law: &LawDraft<L>, error: LawError) -> Box<Diagnostic> {
    let place = law.given.place(picked, error.key);
    placed(error, place)
}
