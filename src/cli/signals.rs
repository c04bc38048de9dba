//! Signals: a run can be interrupted, and a file-size limit is an error like any other.

use crate::halt::{self, StopCause};

/// Listens for Ctrl-C and termination from here on: [`halt::asked`] tells of it. The second request stops at once.
pub(super) fn listen() {
    // Without a handler the program simply dies at once, and leaves the earlier report as it was.
    let _ = ctrlc::set_handler(|| {
        if !halt::ask(StopCause::Interrupted) {
            std::process::exit(130);
        }
    });
}

/// By default a process that meets a file-size limit is killed. With a handler in place the write fails instead, and
/// the failure is reported.
pub(super) fn keep_file_size_limit_an_error() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}
