//! `findings.csv`: a row a finding, as the pages show them.

use super::csv_table::CsvTable;
use crate::findings::{FindingRow, Findings};
use crate::number::{cell, label};

/// What [`FindingRow`] has.
pub const FINDINGS_CSV: CsvTable = CsvTable {
    name: "findings.csv",
    about: "the largest deviation of every code, law, scheme, theory and experiment, by question",
    columns: &[
        "kind",
        "subject",
        "version",
        "basis",
        "computed",
        "against",
        "question",
        "observable",
        "recorded",
        "agreement",
        "agree",
        "known_gaps",
        "fail",
        "error",
        "closed",
        "not_run",
        "deviation",
        "measure",
        "unit",
        "low",
        "high",
        "over",
        "case",
        "scene",
        "expected",
        "observed",
        "cause",
    ],
    rows: |record, out| {
        Findings::of(record).all.iter().try_for_each(|finding| {
            let row = FindingRow::new(finding);
            let word = |text: &Option<String>| text.as_deref().map(label).unwrap_or_default().into_owned();
            let counts = [row.agree, row.known_gaps, row.fail, row.error, row.closed, row.not_run];
            let names = [
                row.kind,
                label(&row.subject).into_owned(),
                row.version,
                row.basis,
                row.computed,
                row.against,
                row.question,
                row.observable,
                row.recorded,
                row.agreement,
            ];
            let mut cells: Vec<String> = names.into_iter().collect();
            cells.extend(counts.map(|count| count.to_string()));
            cells.extend([cell(row.deviation), word(&row.measure), row.unit, cell(row.low), cell(row.high)]);
            cells.extend([word(&row.over), word(&row.case), word(&row.scene)]);
            cells.extend([cell(row.expected), cell(row.observed), word(&row.cause)]);
            out.write_record(&cells)
        })
    },
};
