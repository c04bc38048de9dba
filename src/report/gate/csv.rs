//! `gate.csv`: a row a number.

use crate::error::Error;
use crate::judge::baseline::Change;
use crate::number::{cell, label};
use crate::record::Gated;

/// The file's text: SI, exact.
///
/// # Errors
/// None that a comparison can cause; the writer's own type asks for one.
pub fn text(cases: &[Gated]) -> Result<String, Error> {
    let failed = |e: &dyn std::fmt::Display| Error::wrong(format!("failed to write a table: {e}"));
    let mut table = csv::Writer::from_writer(Vec::new());
    let header = "case,scene,by,variant,observable,unit,accepted,accepted_uncertainty,now,now_uncertainty,off,allowed,noise,change,reason";
    table.write_record(header.split(',')).map_err(|e| failed(&e))?;
    for case in cases {
        for row in &case.rows {
            let skipped = row.change == Change::Gone && case.is_skipped(row);
            table
                .write_record([
                    &*label(&case.case),
                    &*label(&row.scene),
                    &*label(&row.by),
                    &*label(&row.variant),
                    &row.observable,
                    &row.unit,
                    &cell(row.accepted.map(|e| e.value)),
                    &cell(row.accepted.map(|e| e.uncertainty)),
                    &cell(row.now.map(|e| e.value)),
                    &cell(row.now.map(|e| e.uncertainty)),
                    &cell(row.off),
                    &cell(row.allowed),
                    &cell(row.noise),
                    if skipped { "skipped" } else { row.change.word() },
                    &*label(row.reason.as_deref().unwrap_or("")),
                ])
                .map_err(|e| failed(&e))?;
        }
    }
    let bytes = table.into_inner().map_err(|e| failed(&e))?;
    String::from_utf8(bytes).map_err(|e| failed(&e))
}
