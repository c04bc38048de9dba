//! Measures bias and coverage on synthetic experiments and writes `reports/coverage.csv`.
//!
//! `cargo run --release --example coverage [experiments] [file] [lines]`: with `lines`, only those that begin like it, such
//! as `thornton,heights`; a line comes out the same alone.

#[path = "../tests/fit/coverage.rs"]
mod coverage;
#[path = "../tests/fit/synthetic/mod.rs"]
mod synthetic;

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use collisionbench::fit::coverage::CoverageRow;
use coverage::measure;
use synthetic::all;

/// First line of the table.
const HEADER: &str = "law,data,unknowns,unknown,drops,experiments,refits,seed,bias_in_standard_errors,\
                          bias_in_sigmas,covariance,profile,bootstrap_t,unclaimed";
/// Of everything that is drawn.
const SEED: u64 = 20_240_501;
/// Refits of each bootstrap.
const REFITS: usize = 199;

/// One line of the table.
fn line(row: &CoverageRow) -> String {
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

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let experiments = arguments.next().map_or(Ok(2000), |n| n.parse())?;
    let file = arguments.next().map_or_else(|| PathBuf::from("reports/coverage.csv"), PathBuf::from);
    let lines = arguments.next().unwrap_or_default();
    let start = Instant::now();
    let mut text = format!("{HEADER}\n");
    for (at, combination) in (0u64..).zip(all()) {
        let name = format!("{},{},{}", combination.law.word(), combination.kind.word(), combination.unknowns);
        if !name.starts_with(&lines) {
            continue;
        }
        for row in measure(&combination, experiments, REFITS, SEED + at)? {
            let line = line(&row);
            println!("{:6.1} s {line}", start.elapsed().as_secs_f64());
            text.push_str(&line);
            text.push('\n');
        }
    }
    let beside = file.with_extension("csv.new");
    fs::write(&beside, text)?;
    fs::rename(&beside, &file)?;
    Ok(())
}
