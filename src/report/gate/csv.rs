//! `gate.csv`: a row a number.

use crate::judge::baseline::Change;
use crate::record::Gated;
use crate::report::table::{Table, cells};

/// Every number of some cases: SI, exact.
pub fn table(cases: &[Gated]) -> Table {
    let mut table = Table::new(
        "case scene by variant observable unit accepted accepted_uncertainty now now_uncertainty off allowed noise \
         change reason",
    );
    for case in cases {
        for row in &case.rows {
            let skipped = row.change == Change::Gone && case.is_skipped(row);
            table.row(cells![
                &case.case,
                &row.of.scene,
                &row.of.by,
                &row.of.variant,
                &row.observable,
                &row.unit,
                row.accepted.map(|e| e.value),
                row.accepted.map(|e| e.uncertainty),
                row.now.map(|e| e.value),
                row.now.map(|e| e.uncertainty),
                row.off,
                row.allowed,
                row.noise,
                if skipped { "skipped" } else { row.change.word() },
                row.reason.as_deref(),
            ]);
        }
    }
    table
}
