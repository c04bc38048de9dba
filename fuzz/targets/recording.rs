//! Recorded trajectories, about each of two scenes.
#![no_main]

collisionbench_fuzz::target!(recording);
