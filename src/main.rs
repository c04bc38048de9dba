use std::process::ExitCode;

use collisionbench::memory::{Guarded, reserve};

#[global_allocator]
static ALLOCATOR: Guarded = Guarded;

fn main() -> ExitCode {
    reserve();
    collisionbench::cli::main()
}
