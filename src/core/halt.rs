//! A request to end the work early: of the whole process, Ctrl-C or a termination signal, or of the threads of one call into the library.
//!
//! Loops that may take long ask for it every few thousand steps and break off. What they return then is incomplete: whoever
//! started them asks again afterwards, and discards it. A request is never taken back.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The request that ends the work of this thread beside that of the process.
    static OWN: RefCell<Option<Request>> = const { RefCell::new(None) };
}

/// A request to end what some threads do: of a program that calls the library and goes on.
#[derive(Debug, Clone, Default)]
pub struct Request(Arc<AtomicBool>);

impl Request {
    /// Asks to end the work.
    pub fn ask(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Does the work on this thread, which is to end when this request is made; threads that work for it [`heed`] it, too.
    pub fn heeded_by<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = OWN.replace(Some(self.clone()));
        let done = work();
        OWN.set(before);
        done
    }
}

/// Asks to end the work of the process. Returns `false` when that was asked for before.
pub fn ask() -> bool {
    !ASKED.swap(true, Ordering::SeqCst)
}

/// Whether the work is to end; costs as much as reading two numbers.
#[inline]
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
        || OWN.with_borrow(|own| own.as_ref().is_some_and(|own| own.0.load(Ordering::Relaxed)))
}

/// The request that this thread heeds.
pub fn own() -> Option<Request> {
    OWN.with_borrow(Option::clone)
}

/// Makes this thread heed a request, as one of its pool: for a thread that works for another.
pub fn heed(request: Option<Request>) {
    OWN.set(request);
}
