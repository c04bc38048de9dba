//! `findings.csv`: a row a finding, as the pages show them.

use super::Reporter;
use super::files::write_table;
use super::table::cells;
use crate::findings::{FindingRow, Findings};

const COLUMNS: &str = "kind subject version basis computed against question observable recorded agreement agree \
                       known_gaps fail error closed not_run deviation measure unit low high over case scene expected \
                       observed cause";

/// What [`FindingRow`] has.
pub const FINDINGS_CSV: Reporter = Reporter {
    name: "findings.csv",
    about: "the largest deviation of every code, law, scheme, theory and experiment, by question",
    write: |context, folder| {
        write_table(context, folder, "findings.csv", COLUMNS, |record, out| {
            Findings::of(record).all.iter().try_for_each(|finding| {
                let row = FindingRow::new(finding);
                out.write_record(cells![
                    &row.kind,
                    &row.subject,
                    &row.version,
                    &row.basis,
                    &row.computed,
                    &row.against,
                    &row.question,
                    &row.observable,
                    &row.recorded,
                    &row.agreement,
                    row.agree,
                    row.known_gaps,
                    row.fail,
                    row.error,
                    row.closed,
                    row.not_run,
                    row.deviation,
                    row.measure.as_deref(),
                    &row.unit,
                    row.low,
                    row.high,
                    row.over.as_deref(),
                    row.case.as_deref(),
                    row.scene.as_deref(),
                    row.expected,
                    row.observed,
                    row.cause.as_deref(),
                ])
            })
        })
    },
};
