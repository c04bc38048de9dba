//! `environment.toml`: what a run ran on, and when.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::Error;

use super::{Context, Reporter, files};

/// What a run ran on, and when. The caller passes clock and host in; nothing here looks them up.
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
    /// SHA-256 of every input, by name.
    pub inputs: BTreeMap<String, String>,
}

/// Writes `environment.toml`.
pub struct EnvironmentToml;

impl Reporter for EnvironmentToml {
    fn name(&self) -> &'static str {
        "environment.toml"
    }

    fn about(&self) -> &'static str {
        "program, compiler, processor, clock, durations, and the hash of every input"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let text = toml::to_string_pretty(context.environment)
            .map_err(|e| Error::write(&folder.join(self.name()), std::io::Error::other(e)))?;
        Ok(vec![files::write(folder, self.name(), text.as_bytes())?])
    }
}

/// SHA-256 in lower-case hexadecimal, as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Seconds since 1970-01-01 00:00 UTC as `2026-11-20T11:32:17Z`.
///
/// Civil date from a day count after H. Hinnant, "chrono-compatible low-level date algorithms":
/// years begin in March, eras of 400 years have 146097 days.
pub fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_the_calendar_s() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(1_234_567_890), "2009-02-13T23:31:30Z");
        assert_eq!(utc(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(utc(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
