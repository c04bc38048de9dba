//! Baselines.
#![no_main]

collisionbench_fuzz::target!(baseline);
