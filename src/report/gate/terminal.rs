//! What a gate says on a terminal.

use std::fmt::Write;

use super::{broken, invalid, said};
use crate::judge::baseline::{Change, Row};
use crate::number::counted;
use crate::record::{Changes, Gated, Standing};

/// Rows of one case that are shown; the others are in `gate.csv`.
const ROWS: usize = 8;

/// A line a thing that is not as it was, then the counts.
pub fn text(cases: &[Gated], place: &str) -> String {
    let mut out = String::new();
    for case in cases {
        one(&mut out, case);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let n = Changes::of(cases);
    let skipped = if n.skipped > 0 { format!(", {} skipped", n.skipped) } else { String::new() };
    let _ = writeln!(
        out,
        "  {} of {}: {} moved, {} unchanged, {} new, {} gone{skipped}        {place}",
        counted(n.moved + n.unchanged + n.new + n.gone + n.skipped, "number"),
        counted(cases.len(), "case"),
        n.moved,
        n.unchanged,
        n.new,
        n.gone
    );
    if n.skipped > 0 {
        let _ = writeln!(out, "  {} accepted numbers were not compared: their engine is not installed", n.skipped);
    }
    out
}

fn one(out: &mut String, case: &Gated) {
    if let Some(why) = invalid(case) {
        let _ = writeln!(out, "  changed    {}\n             {why}", case.case);
    }
    if let Some([then, now]) = &case.engines {
        let _ = writeln!(out, "  version    {}   accepted with {then}, now {now}", case.case);
    }
    if case.standing == Standing::NeverAccepted && !case.rows.is_empty() {
        let numbers = case.rows.len();
        let _ = writeln!(out, "  new        {}   {numbers} numbers without an accepted value", case.case);
    }
    let mut told: Vec<&str> = Vec::new();
    for lost in &case.absent {
        if !told.contains(&lost.why.as_str()) {
            let word = if lost.skipped { "skipped" } else { "error" };
            let _ = writeln!(out, "  {word:9}  {}   {} [{}]: {}", case.case, lost.by, lost.scene, lost.why);
            told.push(&lost.why);
        }
    }
    for check in case.violated.iter().take(ROWS) {
        let _ = writeln!(out, "  violated   {}   {} ({}) [{}]", case.case, check.who, check.variant, check.scene);
        let _ = writeln!(out, "             {}", broken(check));
    }
    if case.violated.len() > ROWS {
        let _ = writeln!(out, "             and {} more", case.violated.len() - ROWS);
    }
    let wanted = |row: &&Row| match row.change {
        Change::Moved => true,
        Change::Gone => !case.is_skipped(row),
        Change::New => case.standing != Standing::NeverAccepted,
        Change::Unchanged => false,
    };
    let mut rows: Vec<&Row> = case.rows.iter().filter(wanted).collect();
    // The farthest off first: it tells most.
    rows.sort_by(|a, b| a.change.cmp(&b.change).then(beyond(b).total_cmp(&beyond(a))));
    for row in rows.iter().take(ROWS) {
        let word = row.change.word();
        let _ = writeln!(out, "  {word:9}  {}   {} [{}]   {}", case.case, row.of.who(), row.of.scene, row.observable);
        let _ = writeln!(out, "             {}", said(row));
    }
    if rows.len() > ROWS {
        let _ = writeln!(out, "             and {} more", rows.len() - ROWS);
    }
}

/// How many times more than allowed.
fn beyond(row: &Row) -> f64 {
    match (row.off, row.allowed, row.noise) {
        (Some(off), Some(allowed), noise) => off / allowed.max(noise.unwrap_or(0.0)).max(f64::MIN_POSITIVE),
        _ => 0.0,
    }
}
