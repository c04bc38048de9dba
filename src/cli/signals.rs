//! Signals: a run can be interrupted.

use std::time::{Duration, Instant};

use crate::halt;

/// A second request within this time is the same one: `timeout` sends its signal to the process and to its group.
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// Listens for Ctrl-C and termination from here on: [`halt::is_asked`] tells of it. A second request, a second or more later, stops
/// at once.
pub(super) fn listen() {
    // Without a handler the program simply dies at once, and leaves the earlier report as it was.
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || {
        let asked = *first.get_or_insert_with(Instant::now);
        if !halt::ask() && asked.elapsed() >= ONE_REQUEST {
            std::process::exit(130);
        }
    });
}
