//! Signals: a run can be interrupted, and a file-size limit is an error like any other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user asks to stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens for Ctrl-C and termination from here on. The second request stops at once.
    pub(super) fn listen() -> Self {
        let stop = Self::default();
        let flag = Arc::clone(&stop.0);
        // Without a handler the program simply dies at once, and leaves the earlier report as it was.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        stop
    }

    pub(super) fn asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// By default a process that meets a file-size limit is killed. With a handler in place the write fails instead, and
/// the failure is reported.
pub(super) fn keep_file_size_limit_an_error() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
