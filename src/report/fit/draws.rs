//! `draws.csv`, and a prior for GrainLearning: samples of the fitted parameters.

use std::fmt::Write;
use std::path::Path;

use serde_json::json;

use super::FitContext;
use crate::error::Error;
use crate::report::files;
use crate::report::table::{Cell, Table};

/// Rows of the prior: each is a simulation of GrainLearning's first iteration.
const SAMPLES: usize = 100;

/// Writes `draws.csv`, `grainlearning.txt` and `grainlearning.json`; nothing where nothing is drawn.
pub(super) fn write(context: &FitContext<'_>, folder: &Path) -> Result<Vec<String>, Error> {
    let Some(rows) = context.result.draws.as_ref().map(|draws| &draws.parameters) else { return Ok(Vec::new()) };
    // A parameter's own word, which is its path in the case where two parameters share the word.
    let names: Vec<String> = context.found.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let mut table = Table::of(&names);
    rows.iter().for_each(|row| table.row(row.iter().map(|value| Cell::from(*value))));
    let mut written = vec![table.write(folder, "draws.csv")?];
    let samples = rows.get(..SAMPLES.min(rows.len())).unwrap_or_default();
    written.push(files::write(folder, "grainlearning.txt", samples_text(&names, samples).as_bytes())?);
    written.push(files::write(folder, "grainlearning.json", config(&names, samples).as_bytes())?);
    Ok(written)
}

/// The table that GrainLearning's `IODynamicSystem` reads as `param_data_file`: one line of headers after `!`, then one
/// sample a line, its parameters in the last columns.
fn samples_text(names: &[String], samples: &[Vec<f64>]) -> String {
    let mut text = format!("!OMP_NUM_THREADS description key {}\n", names.join(" "));
    for (at, sample) in samples.iter().enumerate() {
        let values: Vec<String> = sample.iter().map(|value| format!("{value:.17e}")).collect();
        let _ = writeln!(text, "1 prior_Iter0_Sample{at:02} {at} {}", values.join(" "));
    }
    text
}

/// The keys of GrainLearning's `system` that a prior determines. The bounds hold every sample.
fn config(names: &[String], samples: &[Vec<f64>]) -> String {
    let bound = |pick: fn(f64, f64) -> f64| -> Vec<f64> {
        let of = |k: usize| samples.iter().filter_map(|row| row.get(k).copied()).reduce(pick);
        (0..names.len()).filter_map(of).collect()
    };
    let config = json!({
        "param_names": names,
        "param_min": bound(f64::min),
        "param_max": bound(f64::max),
        "num_samples": samples.len(),
        "param_data_file": "grainlearning.txt",
    });
    format!("{config:#}\n")
}
