//! The command `collisionbench`, which the wheel installs as a script.

use std::ffi::OsString;
use std::io::Write;

use collisionbench::cli;
use pyo3::prelude::*;

/// Runs the command line with these words, the name of the program first, as the program does; returns its exit code. The process is the
/// program's from here on.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| {
        let exit = cli::main_with(words);
        // What a reader that has gone away did not take is lost.
        let _ = std::io::stdout().flush();
        exit
    })
}
