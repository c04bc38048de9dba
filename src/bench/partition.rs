//! A run in several parts, on as many machines: which of them computes what.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::planned::PlannedCase;
use crate::case::BLOCK;

/// One of several partitions of a run: `3/16` is the third of sixteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Partition {
    /// Counted from 1.
    pub index: u64,
    pub count: u64,
}

/// Most partitions of a run.
const MOST: u64 = 100_000;

impl Partition {
    /// Whether it computes a case, or these scenes of a large one. That depends on the name of the case and the numbers of the scenes alone:
    /// the blocks of a case are dealt out in turn, from a partition that its name decides.
    pub fn has(self, planned: &PlannedCase, scenes: &Range<usize>) -> bool {
        let digest = Sha256::digest(&planned.case.name);
        let first = digest.iter().take(7).fold(0, |sum: u64, byte| (sum << 8) | u64::from(*byte));
        let block = (scenes.start / BLOCK) as u64;
        (first + block) % self.count == self.index - 1
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            let (index, count) = (index.trim().parse().ok()?, count.trim().parse().ok()?);
            (1 <= index && index <= count && count <= MOST).then_some(Self { index, count })
        };
        read().ok_or_else(|| "write K/N, the K-th of N partitions: 1/16 .. 16/16".to_string())
    }
}

impl TryFrom<String> for Partition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Partition> for String {
    fn from(partition: Partition) -> Self {
        partition.to_string()
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
