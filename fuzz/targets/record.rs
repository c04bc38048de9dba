//! Records of runs: `run.jsonl`.
#![no_main]

collisionbench_fuzz::target!(record);
