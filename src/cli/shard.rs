//! A partition of a run in a folder of its own: its finished parts, and a file that says whose they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::bench::journal::{Journal, key, program};
use crate::bench::{Partition, Plan, parts};
use crate::data::sha256;
use crate::error::{Error, cut};
use crate::output;

/// Written when the partition is finished.
const FILE: &str = "partition.json";

/// Bytes of it that are read.
const LARGEST: u64 = 1 << 20;

/// Whose parts are in a folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shard {
    pub(super) partition: Partition,
    /// The program that computed them.
    program: String,
    /// What the run was asked for.
    pub(super) asked: Asked,
    /// Of all parts of the run, those of the other partitions too.
    plan: String,
}

/// What decides which cases a run has, and what is checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) cases: Vec<PathBuf>,
    pub(super) all: bool,
    pub(super) no_skip: bool,
    pub(super) engines: Option<PathBuf>,
    pub(super) engine: Vec<String>,
    pub(super) within: String,
}

impl Shard {
    /// The partition of a plan.
    pub(super) fn of(partition: Partition, asked: Asked, plan: &Plan) -> Self {
        Self { partition, program: program().to_string(), asked, plan: whole(plan) }
    }

    /// Writes it: the partition is finished.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Error::wrong(error.to_string()))? + "\n";
        output::replace(&[(&folder.join(FILE), text.as_bytes())])
    }

    fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let again = "run that partition again, into the same folder: what it finished is kept";
        let unread = |why: String| Error::with_help(format!("{}: {why}", path.display()), again);
        let size =
            fs::metadata(&path).map_err(|error| unread(format!("no finished partition of a run: {error}")))?.len();
        if size > LARGEST {
            return Err(unread("this is not the file of a partition".to_string()));
        }
        let text = fs::read_to_string(&path).map_err(|error| unread(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| unread(cut(&error.to_string(), 200).to_string()))
    }
}

/// The hash of all parts of a plan.
fn whole(plan: &Plan) -> String {
    let keys: Vec<String> = parts(plan).map(|(place, scenes)| key(plan, &plan.cases[place], &scenes)).collect();
    sha256(keys.join("\n"))
}

/// Refuses a folder in which there is something else than a partition, and one of another partition.
pub(super) fn check(folder: &Path) -> Result<(), Error> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let foreign = entries.flatten().map(|entry| entry.file_name()).find(|name| !Journal::is_own(name) && name != FILE);
    match foreign {
        Some(name) => {
            let message = format!("{} holds `{}`, which is not part of a partition", folder.display(), name.display());
            Err(Error::with_help(message, "nothing was deleted: choose another folder for --out"))
        }
        None => Ok(()),
    }
}

/// Of a folder, that what it holds is finished is not known any more.
pub(super) fn begin(folder: &Path) {
    let _ = fs::remove_file(folder.join(FILE));
}

/// What the partitions in these folders were asked for, and their parts.
///
/// # Errors
/// A folder without a finished partition, two that are the same, one that is missing, and partitions of different runs or programs.
pub(super) fn all(folders: &[PathBuf]) -> Result<(Shard, Vec<Journal>), Error> {
    let shards: Vec<(&PathBuf, Shard)> = Error::all(folders.iter().map(|folder| Ok((folder, Shard::read(folder)?))))?;
    let Some((first, one)) = shards.first() else { return Err(Error::wrong("no partition is given")) };
    let mut seen = BTreeSet::new();
    for (folder, shard) in &shards {
        let differs = [
            (shard.program != one.program, "were computed by different programs"),
            (shard.asked != one.asked, "are of runs that were asked for different things"),
            (
                shard.plan != one.plan,
                "are of different cases: a case, a file it reads or an engine was changed between them",
            ),
            (shard.partition.count != one.partition.count, "are of runs in different numbers of partitions"),
        ];
        if let Some((_, how)) = differs.iter().find(|(differs, _)| *differs) {
            let message = format!("{} and {} {how}", first.display(), folder.display());
            return Err(Error::with_help(message, "run all partitions of one run, by one program"));
        }
        if !seen.insert(shard.partition.index) {
            let message =
                format!("partition {} is given twice, the second time in {}", shard.partition, folder.display());
            return Err(Error::with_help(message, "name the folder of each partition once"));
        }
    }
    let count = one.partition.count;
    let lacking: Vec<String> =
        (1..=count).filter(|index| !seen.contains(index)).take(8).map(|index| format!("{index}/{count}")).collect();
    if !lacking.is_empty() {
        let missing = count as usize - seen.len();
        let message = format!("{missing} of {count} partitions are missing: {}", lacking.join(", "));
        return Err(Error::with_help(message, format!("run them:  collisionbench run --partition {}", lacking[0])));
    }
    let journals = folders.iter().map(|folder| Journal::open(folder.clone())).collect::<Result<_, _>>()?;
    Ok((one.clone(), journals))
}

/// Refuses partitions of another plan than the one that is merged.
pub(super) fn same(shard: &Shard, plan: &Plan) -> Result<(), Error> {
    if shard.program != program() {
        let message = format!("the partitions were computed by another program: {}", shard.program);
        return Err(Error::with_help(message, format!("merge them with that one; this is {}", program())));
    }
    if shard.plan != whole(plan) {
        let message =
            "the cases are not those of the partitions: a case, a file it reads or an engine was changed since";
        return Err(Error::with_help(message, "restore them, or run all partitions again"));
    }
    Ok(())
}
