//! An allocator that ends the work in order when the system refuses memory.
//!
//! Without it the program aborts wherever it happens to be. With it the work is asked to end ([`halt`](crate::halt)), what
//! is needed to end it comes out of a reserve, and what is finished by then is written as a partial report. Where even the
//! reserve does not do, the program ends with exit code 5 and says why; a report is put in place in one step, so none is
//! left half-written.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::halt::{Cause, ask};

/// Bytes kept to finish with. They are not touched before that: they cost address space and no memory.
const RESERVE: usize = 48 << 20;

static START: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Bytes of the reserve that are given away; none comes back.
static USED: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a reserve.
#[derive(Debug, Clone, Copy, Default)]
pub struct Guarded;

/// Sets the reserve aside. Before it is called, and where there is no room for it, there is none.
pub fn reserve() {
    let layout = Layout::new::<[u8; RESERVE]>();
    // SAFETY: the layout has a size above zero.
    let kept = unsafe { System.alloc(layout) };
    if START.compare_exchange(null_mut(), kept, Ordering::SeqCst, Ordering::SeqCst).is_err() {
        // SAFETY: allocated above with this layout, and handed to nobody.
        unsafe { System.dealloc(kept, layout) };
    }
}

/// Whether a pointer is into the reserve.
fn is_ours(pointer: *mut u8) -> bool {
    let start = START.load(Ordering::Relaxed);
    !start.is_null() && (start.addr()..start.addr() + RESERVE).contains(&pointer.addr())
}

/// A piece of the reserve for a request that the system has refused; the program ends where there is none left.
#[cold]
fn refused(layout: Layout) -> *mut u8 {
    ask(Cause::Memory);
    let start = START.load(Ordering::SeqCst);
    if !start.is_null() && layout.size() < RESERVE {
        // Room for the piece wherever its alignment puts it.
        let room = layout.size() + layout.align();
        let at = USED.fetch_add(room, Ordering::SeqCst);
        if at.checked_add(room).is_some_and(|end| end <= RESERVE) {
            let aligned = (start.addr() + at).next_multiple_of(layout.align());
            return start.with_addr(aligned);
        }
    }
    // Standard error is not buffered, and numbers are written without the heap.
    let _ = writeln!(
        std::io::stderr(),
        "collisionbench: the system refused {} bytes of memory, and nothing more could be written\n  an earlier report is \
         untouched: run fewer scenes at a time, or raise the limit (ulimit -v)",
        layout.size()
    );
    signal_hook::low_level::exit(5)
}

// SAFETY: every request is handed on to the system's allocator as it is. Where that refuses, the piece of the reserve has
// the size and the alignment asked for, is given to nobody else, and never goes back to the system.
unsafe impl GlobalAlloc for Guarded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as asked.
        let pointer = unsafe { System.alloc(layout) };
        if pointer.is_null() { refused(layout) } else { pointer }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as asked.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if !pointer.is_null() {
            return pointer;
        }
        let pointer = refused(layout);
        // SAFETY: the piece has this size.
        unsafe { pointer.write_bytes(0, layout.size()) };
        pointer
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_ours(old) {
            // SAFETY: as asked; where it is refused, what is at `old` stays as it is.
            let pointer = unsafe { System.realloc(old, layout, size) };
            if !pointer.is_null() {
                return pointer;
            }
        }
        // SAFETY: the caller vouches for the new size with this alignment; both places have room for the smaller of them.
        unsafe {
            let pointer = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            pointer.copy_from_nonoverlapping(old, layout.size().min(size));
            self.dealloc(old, layout);
            pointer
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if !is_ours(pointer) {
            // SAFETY: as asked.
            unsafe { System.dealloc(pointer, layout) }
        }
    }
}
