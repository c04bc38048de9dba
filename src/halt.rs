//! A request to end the work early, for the whole process: Ctrl-C, or a termination signal.
//!
//! Loops that may take long ask for it every few thousand steps and break off. What they return then is incomplete: whoever
//! started them asks again afterwards, and discards it. A request is never taken back.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Asks to end the work. Returns `false` when that was asked for before.
pub fn ask() -> bool {
    !ASKED.swap(true, Ordering::SeqCst)
}

/// Whether the work is to end; costs as much as reading a number.
#[inline]
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
