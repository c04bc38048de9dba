//! A function at an address of this process, called in a fork of it: there the address is the same, and what the function breaks is not
//! this process.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use rustix::process::{Pid, getpid};

use super::host::serve_address;
use super::process::{LawProcess, Process};
use super::{Description, Failure};

/// Forks and describes the law in the child. `fork` returns the number of the child, and 0 in it, where `serve` is called with all that the
/// child does: whether that ended well is its answer. `serve` does not return; where it does, the child aborts.
///
/// # Errors
/// When the process cannot be copied.
pub fn start(
    address: usize,
    description: Description,
    patience: Duration,
    fork: impl FnOnce() -> Result<i32, Failure>,
    serve: impl FnOnce(Box<dyn FnOnce() -> bool + Send>),
) -> Result<LawProcess, Failure> {
    let failed = |error: io::Error| Failure(format!("the process for the function cannot be started: {error}"));
    let printed = tempfile::NamedTempFile::new().map_err(failed)?;
    let (asked, requests) = io::pipe().map_err(failed)?;
    let (answers, answered) = io::pipe().map_err(failed)?;
    let (path, state, parent) = (printed.path().to_path_buf(), description.state, getpid());
    let Some(pid) = Pid::from_raw(fork()?) else {
        drop((requests, answers));
        let work = Box::new(move || serve_address(address, state, parent, &path, asked, answered).is_ok());
        // Past this the child would go on as its parent.
        let _ = catch_unwind(AssertUnwindSafe(|| serve(work)));
        std::process::abort();
    };
    drop((asked, answered));
    let mut law = LawProcess::new(Process::Forked { pid, ended: None }, requests, answers, printed, patience);
    law.describe(description)?;
    Ok(law)
}
