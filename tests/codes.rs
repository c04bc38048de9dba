//! DEM codes: what their parameters mean, what is exported for them, engines that are started or recorded, accepted numbers.

mod common;
mod dialects;
mod engines;
mod export;
mod gate;
mod recorded;
mod unearned;
mod untrue;
