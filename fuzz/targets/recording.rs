//! Recorded trajectories, about each of two scenes.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/corpus/heap.rs"]
mod heap;
#[allow(dead_code, reason = "one reader a target")]
#[path = "../../tests/corpus/readers.rs"]
mod readers;

#[global_allocator]
static HEAP: heap::Counted = heap::Counted;

fuzz_target!(|bytes: &[u8]| {
    let peak = heap::peak(|| {
        readers::recording(bytes);
    });
    assert!(peak <= heap::MOST, "{peak} bytes on the heap");
});
