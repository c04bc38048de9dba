//! `collisionbench merge DIR...`

use std::path::PathBuf;

use super::compute::Threads;
use crate::report::Pictures;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of all partitions of one run, as `run --partition K/N --out DIR` wrote them
    #[arg(required = true, value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,
    /// Output folder of the report; an earlier report in it is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports/latest")]
    pub(super) out: PathBuf,
    /// Which figures to draw
    #[arg(long, value_enum)]
    pub(super) pictures: Option<Pictures>,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Print only the counts
    #[arg(short, long, group = "amount")]
    pub(super) quiet: bool,
    /// Print every case
    #[arg(short, long, group = "amount")]
    pub(super) verbose: bool,
    /// Print only the failures, in full
    #[arg(long, group = "amount")]
    pub(super) failed: bool,
    /// Print one JSON object, for programs
    #[arg(long, group = "amount")]
    pub(super) json: bool,
}
