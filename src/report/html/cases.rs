//! `cases.html`: every case by its folder. A script adds a search field and sorting; the list is complete without it.

use std::io;

use minijinja::{Value, context};
use sha2::{Digest, Sha256};

use super::site::{Site, listed};
use super::{render, shared};
use crate::bench::record::{CaseRecord, SceneRecord};
use crate::distinct::distinct;
use crate::report::findings::Agreement;

const TEMPLATE: &str = include_str!("cases.html");
const SCRIPT: &str = include_str!("cases.js");

/// The page.
pub(super) fn text(site: &Site<'_>) -> io::Result<String> {
    // The one script of a report; a browser runs nothing else, whatever a title says.
    let scripts = format!("'sha256-{}'", base64(&Sha256::digest(SCRIPT)));
    let title = format!("{}: all cases", site.record.program);
    let with = context! {
        scripts,
        script => Value::from_safe_string(SCRIPT.to_string()),
        rows => site.record.cases.iter().map(row).collect::<Value>(),
        filters => filters(&site.record.cases),
        ..shared(site, "cases.html", &title)
    };
    render(TEMPLATE, with)
}

/// Buttons that search for a word: outcomes, codes, laws.
fn filters(cases: &[CaseRecord]) -> Value {
    let outcomes = distinct(cases.iter().map(|case| Agreement::of(&case.tally()).word().to_string()));
    let mut codes = distinct(cases.iter().flat_map(codes));
    let mut laws = distinct(cases.iter().flat_map(laws));
    codes.sort();
    laws.sort();
    [("outcome", outcomes), ("code", codes), ("law", laws)]
        .into_iter()
        .filter(|(_, words)| words.len() > 1)
        .map(|(name, words)| context! { name, words })
        .collect()
}

/// The codes in whose parameters a case is written.
fn codes(case: &CaseRecord) -> Vec<String> {
    distinct(case.scenes.iter().filter_map(|scene| Some(scene.dialect.as_ref()?.system.clone())))
}

/// The laws of a case, as it names them.
fn laws(case: &CaseRecord) -> Vec<String> {
    let axes = ["contact.normal", "contact.damping", "contact.tangential", "contact.rolling"];
    let of = |scene: &SceneRecord| axes.iter().filter_map(|axis| Some(scene.parameter(axis)?.text.clone())).collect();
    distinct(case.scenes.iter().flat_map(|scene| -> Vec<String> { of(scene) }))
}

/// A case with the words it is found by.
fn row(case: &CaseRecord) -> Value {
    Value::from(vec![listed(case), Value::from([codes(case), laws(case)].concat().join(" "))])
}

/// Standard base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = char::from(LETTERS[(word >> (18 - 6 * place)) as usize & 63]);
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
