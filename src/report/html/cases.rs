//! `cases.html`: every case by its folder. A script adds a search field and sorting; the list is complete without it.

use std::io;

use minijinja::{Value, context};
use sha2::{Digest, Sha256};

use super::single::base64;
use super::site::{Site, case_link};
use super::{render, shared};
use crate::error::cut;
use crate::findings::{Agreement, CaseOutcome, outcome_words};
use crate::record::{CaseRecord, Tally};

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
