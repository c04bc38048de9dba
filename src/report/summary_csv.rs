//! `summary.csv`: a row a check.

use super::csv_table::CsvTable;
use crate::number::{cell, label};

/// Every check of every case.
pub const SUMMARY_CSV: CsvTable = CsvTable {
    name: "summary.csv",
    about: "one row per check: expected, observed, deviation, allowed, outcome",
    columns: &[
        "case",
        "scene",
        "who",
        "variant",
        "against",
        "observable",
        "unit",
        "expected",
        "expected_uncertainty",
        "observed",
        "observed_uncertainty",
        "deviation",
        "allowed",
        "deviation_unit",
        "outcome",
    ],
    rows: |record, out| {
        for case in &record.cases {
            for check in &case.checks {
                out.write_record([
                    &*label(&case.name),
                    &*label(&check.scene),
                    &*label(&check.who),
                    &*label(&check.variant),
                    &check.against,
                    &check.observable,
                    &check.unit,
                    &cell(check.expected),
                    &cell(check.expected_uncertainty),
                    &cell(check.observed),
                    &cell(check.observed_uncertainty),
                    &cell(check.deviation),
                    &cell(check.allowed),
                    &check.deviation_unit,
                    check.outcome.word(),
                ])?;
            }
        }
        Ok(())
    },
};
