//! A program without process groups, on systems other than Unix: only the program itself is ended, and a single file can
//! grow beyond the limit until the folder is looked at again.

use std::process::{Child, Command, ExitStatus};

pub(super) fn lead(_: &mut Command) {}

pub(super) fn limit_files(_: &Child, _: u64) {}

pub(super) fn is_over(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

pub(super) fn wait(child: &mut Child) {
    let _ = child.wait();
}

pub(super) fn end(child: &mut Child, _: &str) {
    let _ = child.kill();
}

pub(super) fn signal(_: ExitStatus) -> Option<i32> {
    None
}
