//! What all targets share: the readers, and the limit of memory that each input has.

pub use libfuzzer_sys;

#[path = "../../tests/corpus/heap.rs"]
pub mod heap;
#[path = "../../tests/corpus/readers.rs"]
pub mod readers;

#[global_allocator]
static HEAP: heap::Counted = heap::Counted;

/// Feeds inputs to one of the [`readers`].
#[macro_export]
macro_rules! target {
    ($reader:ident) => {
        $crate::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
            let peak = $crate::heap::peak(|| {
                $crate::readers::$reader(bytes);
            });
            assert!(peak <= $crate::heap::MOST, "{peak} bytes on the heap");
        });
    };
}
