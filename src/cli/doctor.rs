//! `collisionbench doctor`

use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;

use super::print;
use super::run::config;
use crate::engine::installed::{built_in, on_path};
use crate::engine::{Engines, Folders, Looked};
use crate::error::{Error, cut};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file that declares your own programs as engines; the one of your configuration folder unless given
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Asks every engine for its version; each has a few seconds, and they are asked at once.
pub(super) fn doctor(args: &Args) -> Result<(), Error> {
    let began = Instant::now();
    let engines = Engines::new(config(args.engines.as_deref())?, Folders::temporary());
    let names = engines.names();
    // More threads than processors: a program that does not answer is only waited for.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(names.len().max(1))
        .build()
        .map_err(|error| Error::wrong(format!("failed to start threads: {error}")))?;
    let looked: Vec<&[Looked]> = pool.install(|| names.par_iter().map(|name| engines.looked(name)).collect());
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (name, looked) in names.iter().zip(looked) {
        for Looked { place, engine } in looked {
            let found = on_path(place).unwrap_or_else(|| place.clone()).display().to_string();
            let said = match engine {
                Ok(engine) if engine.version().is_empty() => "is here; it tells no version".to_string(),
                Ok(engine) => engine.version().to_string(),
                Err(why) => format!("does not answer: {}", cut(why, 160)),
            };
            rows.push([(*name).to_string(), said, found]);
        }
        if looked.is_empty() {
            let how = built_in(name).map_or_else(String::new, |engine| engine.get().to_string());
            rows.push([(*name).to_string(), "is not here".to_string(), format!("to get it: {how}")]);
        }
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text = String::from("engines (run.NAME, or run --engine NAME)\n");
    for [name, said, place] in &rows {
        text.push_str(format!("  {name:first$}  {said:second$}  {place}").trim_end());
        text.push('\n');
    }
    text.push_str(&format!("\nasked in {:.1} s\n", began.elapsed().as_secs_f64()));
    print(&text)
}
