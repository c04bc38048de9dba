//! The engines available to a run, built-in and the user's own; each is searched for once, when it is first needed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::declared::{Config, Declared, Version};
use super::failure::NoAnswer;
use super::process::{self, Job, STDOUT};
use super::user::User;
use super::{Cause, Engine, EngineLocation, Folders, Installation, Quota, called};
use crate::codes::{driver, drivers};
use crate::error::cut;

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
