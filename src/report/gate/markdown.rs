//! `gate.md`: for a CI job's summary page.

use super::{broken, invalid, said};
use crate::judge::baseline::Change;
use crate::number::counted;
use crate::record::{Changes, Gated, Standing};
use crate::report::summary_md::escaped;

/// Rows that are listed; the others are in `gate.csv`.
const ROWS: usize = 50;

/// The file's text.
pub fn text(program: &str, cases: &[Gated]) -> String {
    let all = Changes::of(cases);
    let mut out = format!(
        "# {} gate\n\n**{} moved, {} unchanged, {} new, {} gone{}** ({})\n\n",
        escaped(program),
        all.moved,
        all.unchanged,
        all.new,
        all.gone,
        if all.skipped > 0 { format!(", {} skipped", all.skipped) } else { String::new() },
        counted(cases.len(), "case")
    );
    out.push_str("| case | moved | unchanged | new | gone | skipped | |\n|---|--:|--:|--:|--:|--:|---|\n");
    for case in cases {
        let n = Changes::of([case]);
        let note = match (&case.standing, invalid(case), &case.engines) {
            (_, Some(why), _) => why,
            (Standing::NeverAccepted, ..) => "never accepted".to_string(),
            (_, _, Some([then, now])) => format!("accepted with {then}, now {now}"),
            _ => String::new(),
        };
        out.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            escaped(&case.case),
            n.moved,
            n.unchanged,
            n.new,
            n.gone,
            n.skipped,
            escaped(&note)
        ));
    }
    let violated: Vec<_> = cases.iter().flat_map(|case| case.violated.iter().map(move |check| (case, check))).collect();
    if !violated.is_empty() {
        out.push_str("\n## Violated conservation laws\n\n| case | scene | who | |\n|---|---|---|---|\n");
        for (case, check) in violated.iter().take(ROWS) {
            let who = format!("{} ({})", check.who, check.variant);
            let cells = [case.case.as_str(), &check.scene, &who, &broken(check)];
            out.push_str(&format!("| {} |\n", cells.map(escaped).join(" | ")));
        }
        if violated.len() > ROWS {
            out.push_str(&format!("\n{} more.\n", violated.len() - ROWS));
        }
    }
    let bad = cases.iter().flat_map(|case| case.rows.iter().map(move |row| (case, row)));
    let bad: Vec<_> = bad
        .filter(|(case, row)| row.change == Change::Moved || (row.change == Change::Gone && !case.is_skipped(row)))
        .collect();
    if !bad.is_empty() {
        out.push_str("\n## Moved and gone\n\n| | case | scene | who | observable | |\n|---|---|---|---|---|---|\n");
        for (case, row) in bad.iter().take(ROWS) {
            let cells = [row.change.word(), &case.case, &row.of.scene, &row.of.who(), &row.observable, &said(row)];
            out.push_str(&format!("| {} |\n", cells.map(escaped).join(" | ")));
        }
        if bad.len() > ROWS {
            out.push_str(&format!("\n{} more are in `gate.csv`.\n", bad.len() - ROWS));
        }
    }
    out
}
