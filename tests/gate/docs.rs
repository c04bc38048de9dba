//! The guide's commands, and the worked example in an empty repository.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::gate::{copy, root, say};

/// A shell with this program first on its path.
pub fn shell(folder: &Path, script: &str, environment: &[(&str, &str)]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_collisionbench")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "-c", script]).current_dir(folder);
    command.env("PATH", path).env("NO_COLOR", "1").envs(environment.iter().copied()).output().unwrap()
}

pub fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
#[ignore = "slow"]
fn the_guide_s_commands_work() {
    let here = TempDir::new().unwrap();
    copy(&root().join("examples/gated-code"), here.path());
    let guide = fs::read_to_string(root().join("docs/gating.md")).unwrap();
    let mut count = 0;
    for block in guide.split("```sh\n").skip(1) {
        let script = block.split("```").next().unwrap();
        let output = shell(here.path(), script, &[]);
        assert!(output.status.success(), "{script}\n{}", told(&output));
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn the_worked_example_goes_red_and_green_again() {
    let here = TempDir::new().unwrap();
    copy(&root().join("examples/gated-code"), here.path());
    let gate = || say(here.path(), &["gate", "--engines", "engines.toml", "--no-new", "--no-skip"]);
    let said = gate();
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let code = fs::read_to_string(here.path().join("my_dem.py")).unwrap();
    let bent = code.replacen("DAMPING = math.sqrt(5.0)", "DAMPING = math.sqrt(5.0) * (1 + 1e-6)", 1);
    assert_ne!(bent, code);
    fs::write(here.path().join("my_dem.py"), bent).unwrap();
    let said = gate();
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("  glass-ball\n    moved my-dem") && said.out.contains("restitution"), "{}", said.out);
    assert!(!said.out.contains("moved reference"), "{}", said.out);
    fs::write(here.path().join("my_dem.py"), &code).unwrap();
    assert_eq!(gate().code, 0);
    // A code that crashes is an error, and one that is not declared a wrong request.
    fs::write(
        here.path().join("my_dem.py"),
        code.replacen("def main():", "def main():\n    sys.exit(\"--version\" not in sys.argv)", 1),
    )
    .unwrap();
    assert_eq!(gate().code, 3);
    assert_eq!(say(here.path(), &["gate"]).code, 2);
}

/// Ten lines of configuration: what the repository of the code needs.
#[test]
fn the_worked_example_is_configured_in_ten_lines() {
    let text = fs::read_to_string(root().join("examples/gated-code/.github/workflows/gate.yml")).unwrap();
    assert!(text.lines().count() <= 10, "{text}");
}
