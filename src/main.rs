use std::process::ExitCode;

fn main() -> ExitCode {
    collisionbench::cli::main()
}
