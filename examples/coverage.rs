//! Measures bias and coverage on synthetic experiments and writes `reports/coverage.csv`.
//!
//! `cargo run --release --example coverage [experiments] [file] [lines]`: with `lines`, only those that begin like it, such
//! as `thornton,heights`; a line comes out the same alone.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use collisionbench::fit::coverage::{HEADER, all, line, measure};

/// Of everything that is drawn.
const SEED: u64 = 20_240_501;
/// Refits of each bootstrap.
const REFITS: usize = 199;

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
