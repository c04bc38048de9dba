//! Case files.
#![no_main]

collisionbench_fuzz::target!(case);
