//! The engines of a run: built in and a user's own, each looked for once and only when it is asked for.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::declared::{Config, Declared, Version};
use super::failure::NoAnswer;
use super::process::{self, Job, STDOUT};
use super::user::User;
use super::{Cause, Driver, Engine, Folders, Installation, Looked, Quota, called};
use crate::error::cut;
use crate::system::drivers;

/// How long a program may take to say its version.
pub const PROBE: Duration = Duration::from_secs(5);

/// What was found of one engine.
type Found = OnceLock<Vec<Looked>>;

/// The engines a run can name, and where they run.
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

    /// Names of the user's own.
    pub fn own(&self) -> Vec<String> {
        self.config.names()
    }

    /// Every place where an engine was found, whether it answers or not.
    pub fn looked(&self, name: &str) -> &[Looked] {
        let Some((_, found)) = self.found.iter().find(|(known, _)| known == name) else { return &[] };
        found.get_or_init(|| match self.config.engines.iter().find(|declared| declared.name == name) {
            Some(declared) => vec![self.declared(declared)],
            None => built_in(name).map(|engine| engine.look(self.places(name))).unwrap_or_default(),
        })
    }

    /// The installations that answer, by version.
    pub fn installations(&self, name: &str) -> Vec<&dyn Engine> {
        self.looked(name).iter().filter_map(|looked| looked.engine.as_deref().ok()).collect()
    }

    /// The installations that were looked for and answer. Looks for nothing.
    pub fn answered(&self) -> Vec<&dyn Engine> {
        let found = self.found.iter().filter_map(|(_, found)| found.get()).flatten();
        found.filter_map(|looked| looked.engine.as_deref().ok()).collect()
    }

    /// The same, `lammps 29Sep2021`, and where they are.
    pub fn answering(&self) -> BTreeMap<String, String> {
        let whole = |engine: &dyn Engine| match engine.full_version() {
            full if full == engine.version() => engine.installation().place.clone(),
            full => format!("{}, version {full}", engine.installation().place),
        };
        self.answered().into_iter().map(|engine| (called(engine), whole(engine))).collect()
    }

    /// The programs of an engine that are there and do not answer, and why.
    pub fn silent(&self, name: &str) -> Vec<String> {
        let silent = self.looked(name).iter().filter_map(|looked| Some((looked, looked.engine.as_ref().err()?)));
        let silent = silent.filter(|(_, why)| why.installed);
        silent.map(|(looked, why)| format!("{name} does not answer ({}): {why}", looked.place.display())).collect()
    }

    /// Why there is no installation of an engine, and how to get one.
    pub fn absent(&self, name: &str) -> String {
        if let Some(why) = self.silent(name).into_iter().next() {
            return why;
        }
        match (self.looked(name).iter().find_map(|looked| looked.engine.as_ref().err()), built_in(name)) {
            (Some(why), _) => format!("{name} is not installed: {why}"),
            (None, Some(engine)) => format!("{name} is not installed ({})", engine.get()),
            (None, None) => format!("{name} is not installed"),
        }
    }

    fn places(&self, name: &str) -> &[PathBuf] {
        let listed = self.config.installed.iter().find(|(known, _)| known == name);
        listed.map(|(_, places)| places.as_slice()).unwrap_or_default()
    }

    fn declared(&self, declared: &Declared) -> Looked {
        let place = PathBuf::from(declared.command.first().cloned().unwrap_or_default());
        let version = |version: &Version| match version {
            Version::Unknown => Ok(String::new()),
            Version::Given(version) => Ok(version.clone()),
            Version::Asked(command) => first_line(command, &declared.environment),
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
                dialect: declared.dialect.clone(),
            })
        };
        let engine = answer().map(|user| Box::new(user) as Box<dyn Engine>);
        Looked { place, engine }
    }
}

/// The built-in engine of that name.
pub fn built_in(name: &str) -> Option<&'static dyn Driver> {
    drivers().find(|(known, _)| *known == name).map(|(_, driver)| driver)
}

/// Where a program is: itself if it names a folder, or else the first of that name on the path.
pub fn on_path(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_path_buf());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The first line a command prints that is not blank.
///
/// # Errors
/// Why it prints none.
pub fn first_line(command: &[String], environment: &[(String, String)]) -> Result<String, NoAnswer> {
    let text = printed(command, environment, PROBE, &[])?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(|line| cut(line, 60)).ok_or_else(|| NoAnswer::because("its version command prints nothing"))
}

/// What a command prints. An exit code among `well` is as good as 0: some programs end so after printing their help.
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
