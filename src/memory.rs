//! An allocator that ends the work in order when the system refuses memory.
//!
//! Without it the program aborts wherever it happens to be. With it the work is asked to end ([`halt`](crate::halt)), what
//! is needed to end it comes out of a reserve, and what is finished by then is written as a partial report. Where even the
//! reserve does not do, the program ends with exit code 5 and says why; a report is put in place in one step, so none is
//! left half-written.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::io::Write;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::halt::{StopCause, ask};

/// Bytes kept to finish with. They are not touched before that: they cost address space and no memory.
const RESERVE: usize = 48 << 20;

/// Bytes beside the reserve that a run needs at least: code, tables, and the pages of its report.
const LEAST: usize = 8 << 20;
/// Bytes a thread takes of the address space: its stack, and that for signals.
const A_THREAD: usize = 5 << 19;

static START: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Bytes of the reserve that are given away. The last piece comes back when it is freed, the others do not.
static USED: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a reserve.
#[derive(Debug, Clone, Copy, Default)]
pub struct Guarded;

/// Sets the reserve aside, before a thread is started. Before it is called, and where there is no room for it, there is
/// none.
pub fn reserve() {
    share_one_arena();
    let layout = Layout::new::<[u8; RESERVE]>();
    // SAFETY: the layout has a size above zero.
    let kept = unsafe { System.alloc(layout) };
    if START.compare_exchange(null_mut(), kept, Ordering::SeqCst, Ordering::SeqCst).is_err() {
        // SAFETY: allocated above with this layout, and handed to nobody.
        unsafe { System.dealloc(kept, layout) };
    }
}

/// Where the address space is limited, all threads allocate from one arena. By default glibc sets 64 MB of it aside for
/// each thread, whether they are used or not: what is left for the others then depends on chance.
fn share_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if rustix::process::getrlimit(rustix::process::Resource::As).current.is_some() {
        const M_ARENA_MAX: i32 = -8;
        unsafe extern "C" {
            fn mallopt(parameter: i32, value: i32) -> i32;
        }
        // SAFETY: of the C library, with a parameter it knows. No other thread is there yet.
        unsafe { mallopt(M_ARENA_MAX, 1) };
    }
}

/// Returns to the system what was freed. By itself glibc keeps it for the thread that asked for it: freed by one, it would
/// be asked for anew by the next.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        unsafe extern "C" {
            fn malloc_trim(kept: usize) -> i32;
        }
        // SAFETY: of the C library; it may be called at any time, from any thread.
        unsafe { malloc_trim(0) };
    }
}

/// Whether there is memory for a run on so many threads and for the report of what it has finished when memory is
/// refused.
///
/// # Errors
/// Bytes of the address space that are asked for.
pub fn suffices(threads: usize) -> Result<(), usize> {
    let beside = LEAST + threads.saturating_mul(A_THREAD);
    let Ok(layout) = Layout::array::<u8>(beside) else { return Err(beside) };
    // SAFETY: the layout has a size above zero. Looked at, lest what is allocated only to be freed is not allocated at all.
    let probe = black_box(unsafe { System.alloc(layout) });
    if !probe.is_null() {
        // SAFETY: allocated above with this layout, and handed to nobody.
        unsafe { System.dealloc(probe, layout) };
    }
    let reserved = !START.load(Ordering::SeqCst).is_null();
    if reserved && !probe.is_null() { Ok(()) } else { Err(RESERVE + beside) }
}

/// Whether a pointer is into the reserve.
fn is_ours(pointer: *mut u8) -> bool {
    let start = START.load(Ordering::Relaxed);
    !start.is_null() && (start.addr()..start.addr() + RESERVE).contains(&pointer.addr())
}

/// A piece of the reserve for a request that the system has refused; the program ends where there is none left.
#[cold]
fn refused(layout: Layout) -> *mut u8 {
    ask(StopCause::Memory);
    let start = START.load(Ordering::SeqCst);
    if !start.is_null() {
        let place = |used: usize| (start.addr() + used).next_multiple_of(layout.align()) - start.addr();
        let given = |used: usize| place(used).checked_add(layout.size()).filter(|end| *end <= RESERVE);
        if let Ok(used) = USED.fetch_update(Ordering::SeqCst, Ordering::SeqCst, given) {
            return start.with_addr(start.addr() + place(used));
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

/// Makes the last piece that was given away longer or shorter, where there is room; `size` 0 takes it back.
fn resized(piece: *mut u8, layout: Layout, size: usize) -> bool {
    let at = piece.addr() - START.load(Ordering::SeqCst).addr();
    let end = at.saturating_add(size);
    end <= RESERVE && USED.compare_exchange(at + layout.size(), end, Ordering::SeqCst, Ordering::SeqCst).is_ok()
}

// SAFETY: every request is handed on to the system's allocator as it is. Where that refuses, the piece of the reserve has
// the size and the alignment asked for, is given to nobody else before it is freed, and never goes back to the system.
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
        } else if resized(old, layout, size) {
            return old;
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
        } else {
            resized(pointer, layout, 0);
        }
    }
}
