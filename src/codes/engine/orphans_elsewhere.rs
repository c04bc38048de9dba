//! On systems other than Linux no program inherits what another one leaves behind: engines are started and waited for.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// Does nothing here: only Linux lets a process inherit what engines leave behind.
pub fn adopt() {}

pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

pub(super) fn reap(child: &mut Child) -> io::Result<ExitStatus> {
    child.wait()
}
