//! A case file as a tree whose keys keep their order and whose values keep their spelling.

use std::fmt::Write;

use toml::de::{DeTable, DeValue};

use crate::error::{Error, cut};

/// A value of the file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Table(Vec<(String, Node)>),
    Array(Vec<Node>),
    /// As it is spelled, quotes and all.
    Leaf(String),
}

/// The file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tree(pub Node);

impl Tree {
    /// # Errors
    /// When the text is not TOML.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let root = DeTable::parse(text).map_err(|error| Error::wrong(cut(error.message(), 200)))?;
        Ok(Self(table(root.get_ref(), text)))
    }

    /// Replaces the title, and drops the source: the smallest case has no other than the larger one.
    pub fn retitle(&mut self, title: &str) {
        let Node::Table(root) = &mut self.0 else { return };
        root.retain(|(key, _)| key != "source" && key != "title");
        root.insert(0, ("title".to_string(), Node::Leaf(quoted(title))));
    }

    /// The node under a path of keys and places.
    pub fn at(&self, path: &[Step]) -> Option<&Node> {
        path.iter().try_fold(&self.0, |node, step| match (node, step) {
            (Node::Table(entries), Step::Key(key)) => entries.iter().find(|(k, _)| k == key).map(|(_, n)| n),
            (Node::Array(items), Step::Item(at)) => items.get(*at),
            _ => None,
        })
    }

    pub fn at_mut(&mut self, path: &[Step]) -> Option<&mut Node> {
        path.iter().try_fold(&mut self.0, |node, step| match (node, step) {
            (Node::Table(entries), Step::Key(key)) => entries.iter_mut().find(|(k, _)| k == key).map(|(_, n)| n),
            (Node::Array(items), Step::Item(at)) => items.get_mut(*at),
            _ => None,
        })
    }

    /// The same without the node under a path.
    pub fn without(&self, path: &[Step]) -> Self {
        let mut smaller = self.clone();
        if let Some((last, parent)) = path.split_last() {
            match (smaller.at_mut(parent), last) {
                (Some(Node::Table(entries)), Step::Key(key)) => entries.retain(|(k, _)| k != key),
                (Some(Node::Array(items)), Step::Item(at)) if *at < items.len() => drop(items.remove(*at)),
                _ => {}
            }
        }
        smaller
    }

    /// The same with another node under a path.
    pub fn with(&self, path: &[Step], node: Node) -> Self {
        let mut changed = self.clone();
        if let Some(place) = changed.at_mut(path) {
            *place = node;
        }
        changed
    }

    /// Every path, parents before what they hold, in the order of the file.
    pub fn paths(&self) -> Vec<Vec<Step>> {
        let mut found = Vec::new();
        gather(&self.0, &mut Vec::new(), &mut found);
        found
    }

    /// The text of a case file: a line a value of the second level, expectations last.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let Node::Table(root) = &self.0 else { return text };
        for (key, node) in root.iter().filter(|(key, _)| key != "expect") {
            match node {
                Node::Table(entries) if NESTED.contains(&key.as_str()) => {
                    for (inner, node) in entries {
                        let _ = writeln!(text, "{}.{} = {}", bare(key), bare(inner), inline(node));
                    }
                }
                node => {
                    let _ = writeln!(text, "{} = {}", bare(key), inline(node));
                }
            }
        }
        if let Some((_, Node::Array(expects))) = root.iter().find(|(key, _)| key == "expect") {
            for expect in expects {
                text.push_str("\n[[expect]]\n");
                if let Node::Table(entries) = expect {
                    entries.iter().for_each(|(key, node)| {
                        let _ = writeln!(text, "{} = {}", bare(key), inline(node));
                    });
                }
            }
        }
        text
    }
}

/// Tables whose entries have a line each.
const NESTED: &[&str] = &["material", "body", "contact", "run", "experiment"];

/// One step into a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

fn table(table: &DeTable<'_>, text: &str) -> Node {
    let mut entries: Vec<(usize, String, Node)> =
        table.iter().map(|(key, value)| (key.span().start, key.get_ref().to_string(), node(value, text))).collect();
    entries.sort_by_key(|(start, ..)| *start);
    Node::Table(entries.into_iter().map(|(_, key, node)| (key, node)).collect())
}

fn node(value: &toml::Spanned<DeValue<'_>>, text: &str) -> Node {
    match value.get_ref() {
        DeValue::Table(inner) => table(inner, text),
        DeValue::Array(items) => Node::Array(items.iter().map(|item| node(item, text)).collect()),
        DeValue::String(string) => Node::Leaf(quoted(string)),
        _ => Node::Leaf(text.get(value.span()).unwrap_or_default().to_string()),
    }
}

fn gather(node: &Node, here: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    let mut enter = |step: Step, inner: &Node, here: &mut Vec<Step>| {
        here.push(step);
        found.push(here.clone());
        gather(inner, here, found);
        here.pop();
    };
    match node {
        Node::Table(entries) => entries.iter().for_each(|(key, inner)| enter(Step::Key(key.clone()), inner, here)),
        Node::Array(items) => items.iter().enumerate().for_each(|(at, inner)| enter(Step::Item(at), inner, here)),
        Node::Leaf(_) => {}
    }
}

fn inline(node: &Node) -> String {
    match node {
        Node::Leaf(raw) => raw.clone(),
        Node::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Node::Table(entries) if entries.is_empty() => "{}".to_string(),
        Node::Table(entries) => {
            let entries: Vec<String> = entries.iter().map(|(k, n)| format!("{} = {}", bare(k), inline(n))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// A key as TOML has it.
fn bare(key: &str) -> String {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if plain { key.to_string() } else { quoted(key) }
}

/// A basic string of TOML.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.replace(['\n', '\r'], " ")).to_string()
}
