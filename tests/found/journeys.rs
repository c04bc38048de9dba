//! What a command writes, the next reads.
