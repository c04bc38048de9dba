//! Datasets: `source.toml`, a line of `=====`, `data.csv`.
#![no_main]

collisionbench_fuzz::target!(dataset);
