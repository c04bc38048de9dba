//! Tables of measurements, and zips of them.
#![no_main]

collisionbench_fuzz::target!(measurements);
