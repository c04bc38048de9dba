//! `summary.csv`: a row a check.

use super::Reporter;
use super::files::write_table;
use super::table::cells;

const COLUMNS: &str = "case scene who variant against observable unit expected expected_uncertainty observed \
                       observed_uncertainty deviation allowed deviation_unit outcome";

/// Every check of every case.
pub const SUMMARY_CSV: Reporter = Reporter {
    name: "summary.csv",
    about: "one row per check: expected, observed, deviation, allowed, outcome",
    write: |context, folder| {
        write_table(context, folder, "summary.csv", COLUMNS, |record, out| {
            for case in &record.cases {
                for check in &case.checks {
                    out.write_record(cells![
                        &case.name,
                        &check.scene,
                        &check.who,
                        &check.variant,
                        &check.against,
                        &check.observable,
                        &check.unit,
                        check.expected,
                        check.expected_uncertainty,
                        check.observed,
                        check.observed_uncertainty,
                        check.deviation,
                        check.allowed,
                        &check.deviation_unit,
                        check.outcome.word(),
                    ])?;
                }
            }
            Ok(())
        })
    },
};
