//! One law of a contact: the table with its name, and its numbers.

use super::reader::{Node, Reader, Table, not_yet, quoted, suggestion};
use super::spec::{ANY, Spec};
use super::words;
use crate::contact::card::{self, LawKind};
use crate::contact::{damping, normal, rolling, tangential};
use crate::error::Origin;

/// One law with its numbers.
#[derive(Debug)]
pub(super) struct LawDraft<L: 'static> {
    pub kind: &'static LawKind<L>,
    /// The word in the table header.
    pub origin: Origin,
    pub numbers: Vec<(&'static str, usize)>,
    pub words: Vec<(&'static str, usize)>,
}

impl<L> Clone for LawDraft<L> {
    fn clone(&self) -> Self {
        Self { kind: self.kind, origin: self.origin.clone(), numbers: self.numbers.clone(), words: self.words.clone() }
    }
}

/// The one law of an axis.
pub(super) fn axis<L>(
    reader: &mut Reader,
    contact: &Table,
    axis: &str,
    kinds: &'static [LawKind<L>],
) -> Option<LawDraft<L>> {
    let node = contact.get(axis)?;
    let names: Vec<&str> = kinds.iter().map(|kind| kind.card.name).collect();
    let meant = node.value.get_ref().as_str().filter(|word| names.contains(word));
    let example = meant.or(names.first().copied()).unwrap_or_default();
    let table = node.table(reader, &format!("[contact.{axis}.{example}]"))?;
    let nodes = table.nodes();
    let laws: Vec<Option<LawDraft<L>>> = nodes.iter().map(|node| law(reader, node, axis, kinds, &names)).collect();
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

fn law<L>(
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
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    for key in kind.keys {
        let Some(node) = table.get(key.name) else { continue };
        let Some(id) = reader.value(&node, node.path.clone(), spec(key)) else { continue };
        if key.words.is_empty() { numbers.push((key.name, id)) } else { words.push((key.name, id)) }
    }
    // A law with a number that could not be read would complain about the lack of it.
    (reader.count() == before).then(|| LawDraft { kind, origin: reader.origin(node.key_span.clone()), numbers, words })
}

/// What may stand under a key; the range of a number is the law's own to check.
pub(super) fn spec(key: &card::LawKey) -> Spec {
    if key.words.is_empty() { Spec::Quantity(key.dimension, ANY) } else { Spec::Words(key.words) }
}

fn unknown_law(reader: &mut Reader, node: &Node, axis: &str, names: &[&str]) {
    if let Some(later) = words::later(&format!("contact.{axis}"), node.key) {
        not_yet(reader, node.key_span.clone(), &node.path, later);
        return;
    }
    let is_in = |other: &&str| *other != axis && laws_of(other).contains(&node.key);
    let elsewhere = ["normal", "damping", "tangential", "rolling"].into_iter().find(is_in);
    if let Some(other) = elsewhere {
        let message = format!("{} is a {other} law, not a {axis} law", quoted(node.key));
        reader.wrong(&node.key_span, message, &[&format!("write:  [contact.{other}.{}]", node.key)]);
        return;
    }
    let message = format!("there is no {axis} law {}{}", quoted(node.key), suggestion(node.key, names.iter().copied()));
    reader.wrong(&node.key_span, message, &[&format!("{axis} laws: {}", names.join(", "))]);
}

/// The names of the laws of an axis.
fn laws_of(axis: &str) -> Vec<&'static str> {
    match axis {
        "normal" => normal::KINDS.iter().map(|kind| kind.card.name).collect(),
        "damping" => damping::KINDS.iter().map(|kind| kind.card.name).collect(),
        "tangential" => tangential::KINDS.iter().map(|kind| kind.card.name).collect(),
        _ => rolling::KINDS.iter().map(|kind| kind.card.name).collect(),
    }
}
