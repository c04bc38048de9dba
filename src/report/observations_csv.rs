//! `observations.csv`: a row an observable, whoever made it.

use super::Reporter;
use super::files::write_table;
use super::table::cells;

const COLUMNS: &str = "case scene by variant observable value unit uncertainty";

/// Solvers, theories and datasets alike.
pub const OBSERVATIONS_CSV: Reporter = Reporter {
    name: "observations.csv",
    about: "one row per observable of solvers, theories and datasets",
    write: |context, folder| {
        write_table(context, folder, "observations.csv", COLUMNS, |record, out| {
            for case in &record.cases {
                for seen in case.observations.iter() {
                    out.write_record(cells![
                        &case.name,
                        seen.scene,
                        seen.by,
                        seen.variant,
                        seen.observable,
                        seen.value,
                        seen.unit,
                        seen.uncertainty
                    ])?;
                }
            }
            Ok(())
        })
    },
};
