//! How often the intervals hold what they promise: the studies as they were run, for reports to quote.

use serde::Deserialize;

/// The whole study: `cargo run --release --example coverage`.
const STUDY: &str = include_str!("../../reports/coverage.csv");

/// The study of readings that share errors, `tests/worlds`: `cargo test --release --test fits worlds:: -- --ignored`.
const WORLDS: &str = include_str!("../../reports/worlds.csv");

/// What was measured of one unknown of one combination.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CoverageRow {
    pub law: String,
    #[serde(rename = "data")]
    pub kind: String,
    /// How many are fitted at once.
    pub unknowns: usize,
    /// Which of them.
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
    /// Share of the experiments whose 95 % interval holds the truth, of those that claim one.
    pub covariance: f64,
    pub profile: f64,
    pub bootstrap_t: f64,
    /// Experiments in which one of the three claims none.
    pub unclaimed: usize,
}

/// Every line of the study; what cannot be read is left out.
pub fn table() -> Vec<CoverageRow> {
    csv::Reader::from_reader(STUDY.as_bytes()).deserialize().flatten().collect()
}

/// How often printed intervals held the truth in several worlds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worlds {
    pub worlds: usize,
    /// Of each.
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
