//! The study as it was run, for reports to quote.

use super::experiment::CoverageRow;

/// The whole study: `cargo run --release --example coverage`.
const STUDY: &str = include_str!("../../../reports/coverage.csv");

/// First line of the table.
pub const HEADER: &str = "law,data,unknowns,unknown,drops,experiments,refits,seed,bias_in_standard_errors,\
                          bias_in_sigmas,covariance,profile,bootstrap_t,unclaimed";

/// One line of the table.
pub fn line(row: &CoverageRow) -> String {
    format!(
        "{},{},{},{},{},{},{},{},{:.2},{:.4},{:.4},{:.4},{:.4},{}",
        row.law,
        row.kind,
        row.unknowns,
        row.unknown,
        row.drops,
        row.experiments,
        row.refits,
        row.seed,
        row.bias_in_standard_errors,
        row.bias_in_sigmas,
        row.covariance,
        row.profile,
        row.bootstrap_t,
        row.unclaimed
    )
}

/// Every line of the study; what cannot be read is left out.
pub fn table() -> Vec<CoverageRow> {
    csv::Reader::from_reader(STUDY.as_bytes()).deserialize().flatten().collect()
}
