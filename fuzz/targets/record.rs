//! Records of runs: `run.json`.
#![no_main]

collisionbench_fuzz::target!(record);
