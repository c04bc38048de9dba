//! A program in a folder of its own, under a time limit, with nothing of it left running.
//!
//! No shell: a program and its arguments. Standard output and error go to files. The program leads a process group;
//! the group is ended when the program is over, and so is whatever left the group but still carries its mark, or comes to
//! this program as an orphan ([`super::adopt`]).

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Batch, Cause, group};

/// Where standard output goes.
pub const STDOUT: &str = "stdout.log";
/// Where standard error goes.
pub const STDERR: &str = "stderr.log";

/// Most bytes of either log; a program that writes more is ended.
pub const LONGEST_LOG: u64 = 32 << 20;

/// Interval for checking the disk usage of a program.
const LOOK: Duration = Duration::from_millis(100);

/// Environment variable by which the processes of an engine are recognised.
pub const MARK: &str = "COLLISIONBENCH_RUN";

/// A program to be run.
pub struct Job<'a> {
    /// Looked for on the path unless it names a folder.
    pub program: &'a str,
    pub arguments: &'a [String],
    /// Where it runs; its logs go there too.
    pub folder: &'a Path,
    /// Added to what this program was started with.
    pub environment: &'a [(String, String)],
    pub time_limit: Duration,
    /// Limit of its disk usage.
    pub quota: Quota,
    /// Asked again and again whether to give up.
    pub stop: &'a dyn Fn() -> bool,
}

/// What keeps the message passing of a program to its own machine: Open MPI starts no daemon for a program that is alone
/// and neither it nor MPICH opens a network port. An engine's own environment comes after it.
const ALONE: [(&str, &str); 3] =
    [("OMPI_MCA_ess_singleton_isolated", "1"), ("OMPI_MCA_btl", "self,vader"), ("UCX_TLS", "self,sm")];

/// Runs a program to its end and ends whatever it left behind.
///
/// # Errors
/// When it cannot be started, takes too long, writes too much, or does not end well.
pub fn run(job: &Job<'_>) -> Result<(), Cause> {
    let log = |name: &str| {
        let path = job.folder.join(name);
        File::create(&path).map_err(Cause::file("failed to make", &path))
    };
    let (out, err) = (log(STDOUT)?, log(STDERR)?);
    let mark = mark();
    let mut command = Command::new(job.program);
    command.args(job.arguments).current_dir(job.folder).stdin(Stdio::null()).stdout(out).stderr(err);
    command.envs(ALONE);
    // Programs side by side share Open MPI's session folder otherwise, and one that ends takes it from one that starts: of 200
    // starts, eight at a time, two failed before MPI_INIT.
    command
        .env("OMPI_MCA_orte_tmpdir_base", std::path::absolute(job.folder).unwrap_or_else(|_| job.folder.to_path_buf()));
    // One thread, so that a result does not depend on how many there are.
    command.env("OMP_NUM_THREADS", "1").envs(job.environment.iter().map(|(k, v)| (k, v))).env(MARK, &mark);
    group::lead(&mut command);
    let child = group::spawn(&mut command);
    let child = child.map_err(|source| Cause::Start { program: job.program.to_string(), source })?;
    let mut running = Running { child, mark };
    // One file alone never fills the disk between two looks.
    group::limit_files(&running.child, job.quota.bytes);
    let waited = running.wait(job);
    // The program is over, or has to be; it is not reaped yet, so its number still means it and its group.
    running.end_all();
    let status = running.reap().map_err(Cause::file("failed to wait for", Path::new(job.program)))?;
    waited?;
    // A fast one may have reached the limit of a file between two looks, and ended with that.
    check_logs(job.folder)?;
    job.quota.check(job.folder)?;
    match (status.code(), group::signal(status)) {
        (Some(0), _) => Ok(()),
        (Some(code), _) => Err(Cause::Exit(code)),
        (None, signal) => Err(Cause::Signal(signal.unwrap_or_default())),
    }
}

/// Checks that the logs of a program are short enough to be read.
fn check_logs(folder: &Path) -> Result<(), Cause> {
    let length = |name: &str| fs::metadata(folder.join(name)).map_or(0, |m| m.len());
    if length(STDOUT).max(length(STDERR)) > LONGEST_LOG { Err(Cause::LogTooLong(LONGEST_LOG)) } else { Ok(()) }
}

/// Unique among the runs of this machine.
fn mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

struct Running {
    child: Child,
    mark: String,
}

impl Running {
    /// Waits until the program is over, without reaping it.
    fn wait(&mut self, job: &Job<'_>) -> Result<(), Cause> {
        let began = Instant::now();
        let (mut pause, mut looked) = (Duration::from_millis(1), began);
        loop {
            if group::is_over(&mut self.child) {
                return Ok(());
            }
            if (job.stop)() {
                return Err(Cause::Stopped);
            }
            if began.elapsed() >= job.time_limit {
                return Err(Cause::TimeLimit(job.time_limit));
            }
            check_logs(job.folder)?;
            if looked.elapsed() >= LOOK {
                job.quota.check(job.folder)?;
                looked = Instant::now();
            }
            sleep(pause.min(job.time_limit.saturating_sub(began.elapsed())));
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Reaps the ended program, and ends the processes that it left behind.
    fn reap(&mut self) -> std::io::Result<ExitStatus> {
        // It may take its time to die: until then others go on.
        group::wait(&mut self.child);
        group::reap(&mut self.child)
    }

    /// Ends the process group, and processes that left it.
    fn end_all(&mut self) {
        group::end(&mut self.child, &format!("{MARK}={}", self.mark));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Only where something panicked: a run that was waited for is over.
        if matches!(self.child.try_wait(), Ok(None)) {
            self.end_all();
            let _ = self.reap();
        }
    }
}

/// Bytes allowed for any program: input, logs and its own files.
const ANY: u64 = 128 << 20;

/// Bytes allowed per row of numbers: 20 columns of 17 digits take 500.
const ROW: u64 = 1 << 10;

/// Most files and folders.
const FILES: u64 = 10_000;

/// Largest disk usage of a program, which is ended if it exceeds this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub bytes: u64,
    /// Files and folders.
    pub files: u64,
}

impl Default for Quota {
    fn default() -> Self {
        Self { bytes: ANY, files: FILES }
    }
}

impl Quota {
    /// The limit for the requested output of a batch: one row per pair and step, or one row per pair.
    pub(super) fn of(batch: &Batch<'_>) -> Self {
        let steps = if batch.trajectory { batch.steps.saturating_add(2) } else { 2 };
        let rows = steps.saturating_mul(batch.pairs.len() as u64);
        Self { bytes: ANY.saturating_add(rows.saturating_mul(ROW)), ..Self::default() }
    }

    /// Whether a folder keeps within it. What vanishes while it is looked at counts for nothing; links are not followed.
    ///
    /// # Errors
    /// [`Cause::TooMuch`].
    pub(super) fn check(self, folder: &Path) -> Result<(), Cause> {
        let (mut bytes, mut files) = (0u64, 0u64);
        let mut open: Vec<PathBuf> = vec![folder.to_path_buf()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(next).into_iter().flatten().flatten() {
                let Ok(about) = entry.metadata() else { continue };
                files += 1;
                bytes = bytes.saturating_add(about.len());
                // A file is cut off at the limit, so that one that reaches it would have been longer.
                if bytes >= self.bytes || files > self.files {
                    return Err(Cause::TooMuch { bytes: self.bytes, files: self.files });
                }
                if about.is_dir() {
                    open.push(entry.path());
                }
            }
        }
        Ok(())
    }
}
