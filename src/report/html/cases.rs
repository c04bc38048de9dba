//! `cases.html`: every case by its folder. A script adds a search field and sorting; the list is complete without it.

use std::io;

use minijinja::{Value, context};
use sha2::{Digest, Sha256};

use super::site::{Site, case_link};
use super::{render, shared};
use crate::bench::record::{CaseRecord, Tally};
use crate::error::cut;
use crate::report::findings::{Agreement, CaseOutcome, outcome_words};

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
        ..shared(site, "cases.html", &title)
    };
    render(TEMPLATE, with)
}

fn row(case: &CaseRecord) -> Value {
    let tally = Tally::of(&case.checks);
    let (recorded, agreement) = (CaseOutcome::of(&tally), Agreement::of(&tally));
    context! {
        name => &case.name,
        link => case_link(&case.name),
        title => cut(&case.title, 400),
        recorded => [recorded.class(), recorded.word()],
        agreement => [agreement.class(), agreement.word()],
        scenes => case.scenes.len(),
        counts => outcome_words(&tally),
    }
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
