//! Measured coverage of the intervals, from simulation studies whose results are quoted in reports.

use serde::Deserialize;

/// The whole study: `cargo run --release --example coverage`.
const STUDY: &str = include_str!("../../reports/coverage.csv");

/// The study of readings that share errors, `tests/worlds`: `cargo test --release --test fits worlds:: -- --ignored`.
const WORLDS: &str = include_str!("../../reports/worlds.csv");

/// Results for one unknown in one setting.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CoverageRow {
    pub law: String,
    #[serde(rename = "data")]
    pub kind: String,
    /// Number of unknowns of the fit.
    pub unknowns: usize,
    /// Name of the unknown.
    pub unknown: String,
    pub drops: usize,
    pub experiments: usize,
    pub refits: usize,
    pub seed: u64,
    /// Mean of the estimates as they are quoted, their expected lean taken off, less the truth, over the standard error of
    /// that mean.
    pub bias_in_standard_errors: f64,
    /// The same over the standard deviation of one estimate.
    pub bias_in_sigmas: f64,
    /// Share of the experiments with an interval whose 95 % interval contains the true value.
    pub covariance: f64,
    pub profile: f64,
    pub bootstrap_t: f64,
    /// Number of experiments without one of the three intervals.
    pub unclaimed: usize,
}

/// Every row of the study; unreadable rows are skipped.
pub fn table() -> Vec<CoverageRow> {
    csv::Reader::from_reader(STUDY.as_bytes()).deserialize().flatten().collect()
}

/// Coverage of printed intervals in several kinds of simulated experiments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worlds {
    pub worlds: usize,
    /// Number of experiments of each kind.
    pub experiments: usize,
    /// Smallest and largest share.
    pub held: [f64; 2],
}

/// The worlds that are judged, with this loss, whose drops are in groups or each on its own; `None` where there are none.
pub fn worlds(loss: &str, grouped: bool) -> Option<Worlds> {
    let mut found: Option<Worlds> = None;
    for line in WORLDS.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let &[_, of, groups, drops, judged, experiments, held, ..] = cells.as_slice() else { continue };
        if of != loss || judged != "yes" || (groups != drops) != grouped {
            continue;
        }
        let (Ok(experiments), Ok(held)) = (experiments.parse(), held.parse::<f64>()) else { continue };
        let before = found.unwrap_or(Worlds { worlds: 0, experiments, held: [held; 2] });
        found = Some(Worlds {
            worlds: before.worlds + 1,
            experiments: before.experiments.min(experiments),
            held: [before.held[0].min(held), before.held[1].max(held)],
        });
    }
    found
}
