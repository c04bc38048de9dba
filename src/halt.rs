//! A request to end the work early, for the whole process: Ctrl-C, or memory that the system refused.
//!
//! Loops that may take long ask for it every few thousand steps and break off. What they return then is incomplete: whoever
//! started them asks again afterwards, and discards it. A request is never taken back.

use crate::words::worded;

use std::sync::atomic::{AtomicU8, Ordering};

worded! {
    /// Why the work ends early.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum StopCause {
        /// The user interrupted it.
        Interrupted = "interrupted",
        /// The system refused memory.
        Memory = "out of memory",
    }
}

static ASKED: AtomicU8 = AtomicU8::new(0);

/// Asks to end the work. Returns `false` when that was asked for before; the first cause stands.
///
/// Allocates nothing and takes no lock, so that a signal handler or an allocator may call it.
pub fn ask(cause: StopCause) -> bool {
    ASKED.compare_exchange(0, 1 + cause as u8, Ordering::SeqCst, Ordering::SeqCst).is_ok()
}

/// Whether the work is to end, and why.
pub fn asked() -> Option<StopCause> {
    match ASKED.load(Ordering::Relaxed) {
        0 => None,
        1 => Some(StopCause::Interrupted),
        _ => Some(StopCause::Memory),
    }
}

/// Whether the work is to end; costs as much as reading a number.
#[inline]
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed) != 0
}
