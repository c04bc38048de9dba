//! Finds, plans and executes cases, for every verb that needs their numbers.

use crate::case::engines_toml;
use crate::codes::engine::Config;
use std::path::{Path, PathBuf};

use super::captured;
use super::progress::Progress;
use super::signals::is_program;
use crate::bench::record::Record;
use crate::bench::{self, CaseFiles, ExecutedPlan, ExtraEngines, Plan, PlannedCase, Store};
use crate::codes::engine::{Engines, Folders};
use crate::collide::collide;
use crate::error::Error;
use crate::report::pictures::figure_file::FigureFile;

/// How many threads compute.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Threads {
    /// Number of threads (default: one per processor)
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// A pool with the requested number of threads, or one per processor.
    ///
    /// # Errors
    /// Where the system starts none.
    pub(super) fn pool(&self) -> Result<rayon::ThreadPool, Error> {
        // 0: as many as the pool takes to be one a processor.
        let pool = captured::pool(self.threads.map_or(0, usize::from));
        pool.map_err(|error| Error::wrong(format!("failed to start threads: {error}")))
    }
}

/// What computing takes.
#[derive(Debug, clap::Args)]
pub(super) struct Computing {
    #[command(flatten)]
    threads: Threads,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    pub(super) engines: Option<PathBuf>,
}

/// Cases whose numbers are compared.
pub(super) struct Computed {
    pub(super) plan: Plan,
    pub(super) run: ExecutedPlan,
    pub(super) record: Record,
}

impl Computing {
    pub(super) fn of(threads: Threads, engines: Option<PathBuf>) -> Self {
        Self { threads, engines }
    }

    /// A pool with the requested number of threads, or one per processor.
    ///
    /// # Errors
    /// Where the system starts none.
    pub(super) fn threads(&self) -> Result<rayon::ThreadPool, Error> {
        self.threads.pool()
    }

    /// The available engines, which run in these folders.
    pub(super) fn engines(&self, folders: Folders) -> Result<Engines, Error> {
        Ok(Engines::new(config(self.engines.as_deref())?, folders))
    }

    /// Runs the requested cases; engines run below `folders`.
    pub(super) fn cases(&self, asked: &[PathBuf], folders: &Path) -> Result<Record, Error> {
        self.found(bench::find(asked, Path::new("."))?, folders)
    }

    /// Runs one scene of a case, counted from 0, and says how many it has. The case needs no check.
    pub(super) fn scene(&self, mut found: CaseFiles, scene: usize, folders: &Path) -> Result<(Record, usize), Error> {
        found.judged = false;
        let mut count = 0;
        let only = |plan: &mut Plan| {
            for place in 0..plan.cases.len() {
                let case = &plan.cases[place].case;
                count = case.count();
                if scene >= count && case.calibration.is_none() {
                    let name = &case.name;
                    return Err(Error::wrong(format!("{name} has {count} scenes, and no scene {}", scene + 1)));
                }
                plan.only(place, scene)?;
            }
            Ok(())
        };
        Ok((self.computed(found, folders, only)?, count))
    }

    pub(super) fn found(&self, found: CaseFiles, folders: &Path) -> Result<Record, Error> {
        self.computed(found, folders, |_| Ok(()))
    }

    /// Runs the cases of a figure file, and records the trajectories that it asks for.
    pub(super) fn figure(&self, file: &FigureFile, asked: &[PathBuf], folders: &Path) -> Result<Record, Error> {
        let keep = |plan: &mut Plan| {
            plan.cases.iter_mut().for_each(|planned| planned.drawn = file.scenes(&planned.case));
            Ok(())
        };
        self.computed(bench::find(asked, Path::new("."))?, folders, keep)
    }

    /// Runs the shipped cases that need no DEM code, or those of ./cases.
    pub(super) fn without_engines(&self, folders: &Path) -> Result<Record, Error> {
        let found = bench::find(&[], Path::new("."))?;
        self.computed(found, folders, |plan| {
            plan.leave_engines_out();
            Ok(())
        })
    }

    fn computed(
        &self,
        found: CaseFiles,
        folders: &Path,
        change: impl FnOnce(&mut Plan) -> Result<(), Error> + Send,
    ) -> Result<Record, Error> {
        self.in_pool(found, folders, change, |plan, progress| {
            let record = bench::recorded(&plan, &collide, progress, Store::default())?.record;
            // Part of the numbers proves nothing, here or against accepted ones.
            if record.partial.is_some() { Err(Error::Interrupted) } else { Ok(record) }
        })
    }

    /// Runs cases whose numbers are accepted or compared with accepted ones; of a large case every so many of its scenes.
    ///
    /// # Errors
    /// A large case of which too many are asked for.
    pub(super) fn numbers(
        &self,
        found: CaseFiles,
        folders: &Path,
        every: impl Fn(&PlannedCase) -> Result<usize, Error> + Sync,
    ) -> Result<Computed, Error> {
        let thin = |plan: &mut Plan| {
            for place in 0..plan.cases.len() {
                let every = every(&plan.cases[place])?;
                plan.thin(place, every)?;
            }
            Ok(())
        };
        self.in_pool(found, folders, thin, |plan, progress| {
            let mut run = bench::execute(&plan, &collide, progress)?;
            if run.interrupted {
                return Err(Error::Interrupted);
            }
            let record = Record::new(&plan, &mut run);
            Ok(Computed { plan, run, record })
        })
    }

    fn in_pool<T: Send>(
        &self,
        found: CaseFiles,
        folders: &Path,
        change: impl FnOnce(&mut Plan) -> Result<(), Error> + Send,
        run: impl FnOnce(Plan, &Progress) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        self.threads()?.install(|| {
            let progress = Progress::of_run();
            let engines = self.engines(engine_folders(folders))?;
            let mut plan = Plan::with(found, engines, &ExtraEngines::default())?;
            change(&mut plan)?;
            let done = run(plan, &progress)?;
            progress.done();
            Ok(done)
        })
    }
}

/// Where engines run: below that folder, whose contents are there to be looked at; or, in a process that calls the library, among the temporary
/// files.
pub(super) fn engine_folders(root: &Path) -> Folders {
    if is_program() { Folders::below(root.to_path_buf()) } else { Folders::temporary() }
}

/// The engines of a file, or else of the user's own configuration.
pub(super) fn config(file: Option<&Path>) -> Result<Config, Error> {
    file.map_or_else(engines_toml::own, engines_toml::file)
}
