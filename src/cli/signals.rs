//! Signals: a run can be interrupted, and a file-size limit is an error like any other.

use std::time::{Duration, Instant};

use crate::halt::{self, StopCause};

/// A second request within this time is the same one: `timeout` sends its signal to the process and to its group.
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// Listens for Ctrl-C and termination from here on: [`halt::asked`] tells of it. A second request, a second or more later, stops at
/// once.
pub(super) fn listen() {
    // Without a handler the program simply dies at once, and leaves the earlier report as it was.
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || {
        let asked = *first.get_or_insert_with(Instant::now);
        if !halt::ask(StopCause::Interrupted) && asked.elapsed() >= ONE_REQUEST {
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
