//! The engines available to a run, built-in and the user's own of `engines.toml`; each is searched for once, when it is first needed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::failure::NoAnswer;
use super::process::{self, Job, Quota, STDOUT};
use super::user::{Covers, FloatPrecision, User};
use super::{Cause, Engine, EngineLocation, Folders, Installation, called};
use crate::codes::{driver, drivers};
use crate::error::cut;
use crate::words::worded;

/// The contents of an `engines.toml`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// In the order of the file.
    pub engines: Vec<Declared>,
    /// Programs of built-in engines, by the engine's name.
    pub installed: Vec<(String, Vec<PathBuf>)>,
}

/// A user's program, as the file declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared {
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    pub time_limit: Duration,
    /// Of its version commands: they take as long as a start.
    pub version_limit: Duration,
    pub version: Version,
    /// The part of it that counts for accepted numbers.
    pub version_counts: Counts,
    /// Of a driver between the protocol and another program.
    pub driver_version: Version,
    pub covers: Covers,
    pub environment: Vec<(String, String)>,
    /// The code whose parameters are also passed for a contact.
    pub dialect: Option<String>,
    /// Of the numbers it computes with.
    pub precision: FloatPrecision,
}

/// How the version of a program is determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Version {
    Unknown,
    Given(String),
    /// The first line this command prints.
    Asked(Vec<String>),
}

impl Config {
    /// Names of the engines it declares.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|declared| declared.name.clone()).collect()
    }
}

/// Time limit for a program to print its version, unless its own is longer.
pub const PROBE: Duration = Duration::from_secs(5);

/// The installations of one engine, once they were searched for.
type Found = OnceLock<Vec<EngineLocation>>;

/// The engines that a run can use, and the folders in which they run.
pub struct Engines {
    config: Config,
    found: Vec<(String, Found)>,
    pub folders: Folders,
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Default for Engines {
    fn default() -> Self {
        Self::new(Config::default(), Folders::temporary())
    }
}

impl Engines {
    /// The built-in engines and those of a configuration, run in `folders`.
    pub fn new(config: Config, folders: Folders) -> Self {
        let names = drivers().map(|(name, _)| name.to_string());
        let names = names.chain(config.engines.iter().map(|declared| declared.name.clone()));
        Self { found: names.map(|name| (name, OnceLock::new())).collect(), config, folders }
    }

    /// Their names, built-in ones first.
    pub fn names(&self) -> Vec<&str> {
        self.found.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Names of the user's own engines.
    pub fn own(&self) -> Vec<String> {
        self.config.names()
    }

    /// Every location of an engine, whether it works or not.
    pub fn locations(&self, name: &str) -> &[EngineLocation] {
        let Some((_, found)) = self.found.iter().find(|(known, _)| known == name) else { return &[] };
        found.get_or_init(|| match self.config.engines.iter().find(|declared| declared.name == name) {
            Some(declared) => vec![self.declared(declared)],
            None => driver(name).map(|driver| driver.locate(self.places(name))).unwrap_or_default(),
        })
    }

    /// The working installations of an engine, by version.
    pub fn installations(&self, name: &str) -> Vec<&dyn Engine> {
        self.locations(name).iter().filter_map(|looked| looked.engine.as_deref().ok()).collect()
    }

    /// The working installations among those already searched for.
    pub fn answered(&self) -> Vec<&dyn Engine> {
        let found = self.found.iter().filter_map(|(_, found)| found.get()).flatten();
        found.filter_map(|looked| looked.engine.as_deref().ok()).collect()
    }

    /// Names, `lammps 29Sep2021`, and paths of the working installations already searched for.
    pub fn answering(&self) -> BTreeMap<String, String> {
        let whole = |engine: &dyn Engine| match engine.full_version() {
            full if full == engine.version() => engine.installation().place.clone(),
            full => format!("{}, version {full}", engine.installation().place),
        };
        self.answered().into_iter().map(|engine| (called(engine), whole(engine))).collect()
    }

    /// The installations of an engine that do not work, with the reason.
    pub fn silent(&self, name: &str) -> Vec<String> {
        let silent = self.locations(name).iter().filter_map(|looked| Some((looked, looked.engine.as_ref().err()?)));
        let silent = silent.filter(|(_, why)| why.installed);
        silent.map(|(looked, why)| format!("{name} does not answer ({}): {why}", looked.place.display())).collect()
    }

    /// Message about a missing engine, and how to install it.
    pub fn absent(&self, name: &str) -> String {
        if let Some(why) = self.silent(name).into_iter().next() {
            return why;
        }
        match (self.locations(name).iter().find_map(|looked| looked.engine.as_ref().err()), driver(name)) {
            (Some(why), _) => format!("{name} is not installed: {why}"),
            (None, Some(driver)) => format!("{name} is not installed ({})", driver.get),
            (None, None) => format!("{name} is not installed"),
        }
    }

    fn places(&self, name: &str) -> &[PathBuf] {
        let listed = self.config.installed.iter().find(|(known, _)| known == name);
        listed.map(|(_, places)| places.as_slice()).unwrap_or_default()
    }

    fn declared(&self, declared: &Declared) -> EngineLocation {
        let place = PathBuf::from(declared.command.first().cloned().unwrap_or_default());
        let version = |version: &Version| match version {
            Version::Unknown => Ok(String::new()),
            Version::Given(version) => Ok(version.clone()),
            Version::Asked(command) => first_line(command, &declared.environment, declared.version_limit),
        };
        let answer = || {
            on_path(&place).ok_or_else(|| NoAnswer::no_program(&place))?;
            let full_version = version(&declared.version)?;
            let installation = Installation {
                name: declared.name.clone(),
                version: declared.version_counts.of(&full_version).to_string(),
                full_version,
                driver: version(&declared.driver_version)?,
                place: declared.command.join(" "),
            };
            Ok(User {
                installation,
                command: declared.command.clone(),
                time_limit: declared.time_limit,
                environment: declared.environment.clone(),
                covers: declared.covers.clone(),
                precision: declared.precision,
                dialect: declared.dialect.clone(),
            })
        };
        let engine = answer().map(|user| Box::new(user) as Box<dyn Engine>);
        EngineLocation { place, engine }
    }
}

/// Path of a program: the given path if it has a folder, or else the first match on the search path.
pub fn on_path(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_path_buf());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The first non-blank line that a command prints.
///
/// # Errors
/// When it prints none or fails.
fn first_line(command: &[String], environment: &[(String, String)], time_limit: Duration) -> Result<String, NoAnswer> {
    let text = printed(command, environment, time_limit, &[])?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(|line| cut(line, 60)).ok_or_else(|| NoAnswer::because("its version command prints nothing"))
}

/// The output of a command. Exit codes in `well` count as success: some programs return them after printing their help.
///
/// # Errors
/// When it cannot be started, takes too long or does not end well.
pub fn printed(
    command: &[String],
    environment: &[(String, String)],
    time_limit: Duration,
    well: &[i32],
) -> Result<String, NoAnswer> {
    let folders = Folders::temporary();
    let unasked = |cause: Cause| NoAnswer::because(cause.to_string());
    let folder = folders.fresh(&["version"]).map_err(unasked)?;
    let (program, arguments) = command.split_first().ok_or_else(|| NoAnswer::because("it has no version command"))?;
    let (quota, stop) = (Quota::default(), &|| false);
    let job = Job { program, arguments, folder: &folder, environment, time_limit, quota, stop };
    match process::run(&job) {
        Err(Cause::Exit(code)) if well.contains(&code) => {}
        Err(cause) => return Err(NoAnswer::ended(&cause, &folder)),
        Ok(()) => {}
    }
    let path = folder.join(STDOUT);
    let bytes = std::fs::read(&path).map_err(Cause::file("failed to read", &path)).map_err(unasked)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

worded! {
    /// The part of a version string that identifies an installation.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Counts {
        /// Every character.
        All = "all",
        /// All but the commit: build metadata after `+`, a commit hash and what follows it, the count of commits before it
        /// (`-14-g1a2b3c4`), `-dirty`.
        #[default]
        Release = "release",
        /// The release up to its second number, `1.4`.
        Minor = "minor",
        /// The release up to its first number, `1`.
        Major = "major",
        /// Nothing: all versions count as the same.
        Nothing = "nothing",
    }
}

/// Words with which a version ends once its commit is cut off.
const COMMIT: [&str; 4] = ["commit", "revision", "rev", "git"];

impl Counts {
    /// That part of a version string; empty for [`Self::Nothing`].
    ///
    /// ```
    /// use collisionbench::codes::engine::Counts;
    /// assert_eq!(Counts::Release.of("1.4.2-14-g1a2b3c4-dirty"), "1.4.2");
    /// assert_eq!(Counts::Minor.of("1.4.2+1a2b3c4"), "1.4");
    /// ```
    pub fn of(self, version: &str) -> &str {
        match self {
            Self::All => version,
            Self::Release => release(version),
            Self::Minor => numbers(release(version), 2),
            Self::Major => numbers(release(version), 1),
            Self::Nothing => "",
        }
    }
}

fn release(version: &str) -> &str {
    let version = version.split('+').next().unwrap_or(version);
    let mut at = 0;
    for word in version.split(|c: char| !c.is_ascii_alphanumeric()) {
        if is_hash(word) {
            let before = trimmed(&version[..at]);
            // `git describe` counts the commits since the tag.
            let counted = word.starts_with('g') && before.contains('-');
            let tag = before.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-');
            return if counted { tag.unwrap_or(before) } else { before };
        }
        // The separators are not all one byte long.
        at += word.len() + version[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    trimmed(version)
}

/// A commit: 7 to 40 lower-case hexadecimal digits, letters among them unless a `g` stands before them.
fn is_hash(word: &str) -> bool {
    let digits = word.strip_prefix('g').unwrap_or(word);
    let hexadecimal = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let mixed = digits.bytes().any(|b| b.is_ascii_digit()) && digits.bytes().any(|b| b.is_ascii_lowercase());
    (7..=40).contains(&digits.len()) && hexadecimal && (mixed || digits.len() < word.len())
}

/// Without separators and words of a commit at its end.
fn trimmed(version: &str) -> &str {
    let mut version = version.trim_end_matches(|c: char| !c.is_alphanumeric());
    version = version.strip_suffix("-dirty").unwrap_or(version);
    for word in COMMIT {
        version = version.strip_suffix(word).unwrap_or(version).trim_end_matches(|c: char| !c.is_alphanumeric());
    }
    version
}

/// The first `count` numbers: `1.4` of `1.4.2`.
fn numbers(version: &str, count: usize) -> &str {
    version.match_indices('.').nth(count - 1).map_or(version, |(at, _)| &version[..at])
}
