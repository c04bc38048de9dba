//! Signals: a run can be interrupted.

use crate::halt;

/// Listens for Ctrl-C and termination from here on: [`halt::is_asked`] tells of it. The second request stops at once.
pub(super) fn listen() {
    // Without a handler the program simply dies at once, and leaves the earlier report as it was.
    let _ = ctrlc::set_handler(|| {
        if !halt::ask() {
            std::process::exit(130);
        }
    });
}
