//! Signals: a run can be interrupted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::halt;

/// A second request within this time is the same one: `timeout` sends its signal to the process and to its group.
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// Whether this process is the program: signals, the progress bar and the typed words are its own.
static PROGRAM: AtomicBool = AtomicBool::new(false);

/// Takes the signals of the process for the program from here on, as [`listen`] asks for them.
pub(super) fn of_the_program() {
    PROGRAM.store(true, Ordering::Relaxed);
}

/// Whether this process is the program, and no other that calls the library.
pub(super) fn is_program() -> bool {
    PROGRAM.load(Ordering::Relaxed)
}

/// Listens for Ctrl-C and termination from here on: [`halt::is_asked`] tells of it. A second request, a second or more later, stops
/// at once.
///
/// A process that only calls the library keeps its own signals.
pub(super) fn listen() {
    if !is_program() {
        return;
    }
    // Without a handler the program simply dies at once, and leaves the earlier report as it was.
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || {
        let asked = *first.get_or_insert_with(Instant::now);
        if !halt::ask() && asked.elapsed() >= ONE_REQUEST {
            std::process::exit(130);
        }
    });
}
