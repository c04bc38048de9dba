//! `collisionbench gaps [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::compute::config;
use super::print;
use crate::bench;
use crate::case::Case;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases (default: all of ./cases, or else all shipped ones)
    cases: Vec<PathBuf>,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Every reason why an expectation is known not to hold, with the cases that give it.
pub(super) fn gaps(args: &Args) -> Result<(), Error> {
    let own = config(args.engines.as_deref())?.names();
    let found = bench::find(&args.cases, Path::new("."))?;
    // Reason to: which expectation of which case.
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, file) in found.cases {
        let case = Case::read_with(file.into(), &name, &found.data, &own)?;
        let fitted = case.calibration.iter().flat_map(|calibration| &calibration.expects);
        for expect in case.expects.iter().chain(fitted) {
            let Some(gap) = &expect.known_gap else { continue };
            let line = expect.origin.line();
            let engine = gap.engine.as_ref().map(|engine| format!(", {engine} only")).unwrap_or_default();
            let place = format!("{}:{line}  {} = {}{engine}", case.file.name, expect.that.text, expect.against.text);
            reasons.entry(gap.reason.clone()).or_default().push(place);
        }
    }
    let mut text = String::new();
    for (reason, places) in &reasons {
        text.push_str(&format!("{reason}\n"));
        for place in places {
            text.push_str(&format!("    {place}\n"));
        }
    }
    let expectations: usize = reasons.values().map(Vec::len).sum();
    text.push_str(&format!(
        "{expectations} expectations are known not to hold, for {} reasons; a run fails when one of them holds\n",
        reasons.len()
    ));
    print(&text)
}
