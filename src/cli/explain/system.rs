//! Explanation of a DEM code: keys, readings, errata and conventions.

use std::fmt::Write;

use crate::cli::columns::{columns, row};
use crate::codes::{Code, Erratum, Key, Reading, pfc};
use crate::report;

/// Keys, readings, errata, contract; for PFC every row of its property table as well.
pub(super) fn write(text: &mut String, dialect: &Code) {
    text.push_str("\n  parameters\n");
    let head = row(["  name", "range", "default", "unit", ""]);
    let rows: Vec<Vec<String>> = dialect.keys.iter().map(key).collect();
    text.push_str(&columns(&[vec![head], rows].concat()));
    let readings: Vec<&str> = dialect.readings.iter().copied().map(Reading::word).collect();
    let readings = match readings[..] {
        [_] => "one: its parameters have a single reading".to_string(),
        _ => format!("{}; it runs {}", readings.join(", "), dialect.in_use.word()),
    };
    let _ = writeln!(text, "\n  readings  {readings}");
    if dialect.name() == pfc::PFC.name() {
        properties(text);
    }
    if !dialect.errata.is_empty() {
        text.push_str("\n  errata of the documentation\n");
        for erratum in dialect.errata {
            write_erratum(text, erratum);
        }
    }
    text.push_str("\n  conventions\n");
    let lines: Vec<Vec<String>> =
        dialect.contract().lines().iter().map(|(title, line)| row([&format!("  {title}"), line])).collect();
    text.push_str(&columns(&lines));
}

fn key(key: &Key) -> Vec<String> {
    row([&format!("  {}", key.name), &key.range(), &key.default_text(), key.unit(), key.doc])
}

/// Every row of PFC's own table, whether or not the bench has a use for it.
fn properties(text: &mut String) {
    let mut rows = Vec::new();
    let mut group = "";
    for property in pfc::PROPERTIES {
        if property.group != group {
            group = property.group;
            rows.push(row([&format!("  {group}"), "symbol", "type", "range", "default", "set", "inherited", ""]));
        }
        let inherited = match property.inheritable {
            Some(true) => "yes",
            Some(false) => "no",
            None => "-",
        };
        rows.push(row([
            &format!("    {}", property.keyword),
            property.symbol,
            property.kind,
            property.range,
            property.default,
            if property.modifiable { "yes" } else { "no" },
            inherited,
            property.meaning,
        ]));
        rows.extend(property.choices.iter().map(|choice| row(["", "", "", "", "", "", "", choice])));
    }
    let _ = write!(text, "\n  documented properties\n{}", columns(&rows));
}

/// Statement, truth and number of an erratum.
pub(super) fn write_erratum(text: &mut String, erratum: &Erratum) {
    let mut rows = vec![row([erratum.id, "documented", erratum.says]), row(["", "in fact", erratum.is])];
    if !erratum.number.is_empty() {
        rows.push(row(["", "effect", erratum.number]));
    }
    text.push_str(&report::columns::columns(&rows, "    "));
}
