//! `environment.toml`: program, host, time and inputs of a run.

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat};
use serde::{Deserialize, Serialize};

use crate::error::Error;

use super::{Reporter, files};

/// Program, host, time and inputs of a run. The caller provides clock and host.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// `collisionbench 0.1.0`
    pub program: String,
    /// The commit the program was built from, if known.
    pub commit: Option<String>,
    /// `rustc 1.89.0`
    pub compiler: Option<String>,
    pub processor: Option<String>,
    /// Operating system and architecture.
    pub system: Option<String>,
    pub threads: usize,
    /// Start of the run, UTC: `2026-11-20T11:32:17Z`, see [`utc`].
    pub started: Option<String>,
    /// Seconds, by what they were spent on.
    pub durations: BTreeMap<String, f64>,
    /// Engines that were looked for, by name and version, and where they are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engines: BTreeMap<String, String>,
    /// SHA-256 of every input, by name.
    pub inputs: BTreeMap<String, String>,
}

/// Writes `environment.toml`.
pub const ENVIRONMENT_TOML: Reporter = Reporter {
    name: "environment.toml",
    about: "program, compiler, processor, clock, durations, and the hash of every input",
    write: |context, folder| {
        let text = toml::to_string_pretty(context.environment)
            .map_err(|e| Error::write(&folder.join("environment.toml"), std::io::Error::other(e)))?;
        Ok(vec![files::write(folder, "environment.toml", text.as_bytes())?])
    },
};

/// Seconds since 1970-01-01 00:00 UTC as `2026-11-20T11:32:17Z`; `None` beyond what the calendar of `chrono` holds.
pub fn utc(seconds: u64) -> Option<String> {
    let time = DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0)?;
    Some(time.to_rfc3339_opts(SecondsFormat::Secs, true))
}
