//! Baselines: the file, and the one of the format before digests.
#![no_main]

collisionbench_fuzz::target!(baseline);
