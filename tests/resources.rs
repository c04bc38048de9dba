//! What a file may cost, and what is left of a program that ends early.

mod common;
mod corpus;
#[path = "corpus/heap.rs"]
mod heap;
mod writing;

use std::sync::{Mutex, MutexGuard, PoisonError};

#[global_allocator]
static HEAP: heap::Counted = heap::Counted;

/// One test at a time: the heap is that of the whole program, and signals are timed.
static ALONE: Mutex<()> = Mutex::new(());

/// What a test holds from its beginning to its end.
fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
