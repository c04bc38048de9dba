//! `observations.csv`: a row an observable, whoever made it.

use super::csv_table::CsvTable;
use crate::number::{cell, label};

/// Solvers, theories and datasets alike.
pub const OBSERVATIONS_CSV: CsvTable = CsvTable {
    name: "observations.csv",
    about: "one row per observable of solvers, theories and datasets",
    columns: &["case", "scene", "by", "variant", "observable", "value", "unit", "uncertainty"],
    rows: |record, out| {
        for case in &record.cases {
            for seen in case.observations.iter() {
                out.write_record([
                    &*label(&case.name),
                    &*label(seen.scene),
                    &*label(seen.by),
                    &*label(seen.variant),
                    seen.observable,
                    &cell(seen.value),
                    seen.unit,
                    &cell(seen.uncertainty),
                ])?;
            }
        }
        Ok(())
    },
};
