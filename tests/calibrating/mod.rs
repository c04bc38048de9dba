//! What a calibration leaves behind: pictures, page, and the guide's commands.

mod docs;
mod page;
mod pictures;

use std::path::Path;
use std::process::{Command, Output};

/// A shell with this program first on its path.
fn shell(folder: &Path, script: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_collisionbench")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "-c", script]).current_dir(folder);
    command.env("PATH", path).env("NO_COLOR", "1").output().unwrap()
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
