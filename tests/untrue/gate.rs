//! The code under test does not run, or is not what was accepted: nothing of that may look like a pass.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{self, Ended, script, write};

/// Two glass spheres, a reference and an engine `kernel`, which is declared below.
const CASE: &str = r#"title = "Two glass spheres"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20

[body.left]
sphere   = { radius = "10 mm" }
material = "glass"

[body.right]
sphere   = { radius = "10 mm" }
material = "glass"

[impact]
speed = "20 m/s"

[contact.normal.hertz]

[run.reference]

[run.kernel]
steps_per_contact = 100.37
onset_phases      = 2

[[expect]]
that        = "kernel"
agrees_with = "reference"
restitution = { within = "1 %" }
"#;

/// An elastic collision of these spheres gives back the 10 m/s that each came with.
const ENDS: &str = "pair,time,x1,y1,z1,vx1,vy1,vz1,x2,y2,z2,vx2,vy2,vz2
0,5e-5,0.0103,0,0,10,0,0,-0.0103,0,0,-10,0,0
1,5e-5,0.0103,0,0,10,0,0,-0.0103,0,0,-10,0,0
";

/// Runs the program where MUSEN is not installed.
fn say(folder: &Path, words: &[&str]) -> Ended {
    common::run_with(folder, words, &[("MUSEN", "no-such-cmusen")])
}

/// A case, a program that computes it, and its version.
fn kernel(version: &str) -> TempDir {
    let here = TempDir::new().unwrap();
    write(here.path(), "cases/ball.toml", CASE);
    write(here.path(), "ends.csv", ENDS);
    script(here.path(), "kernel", &format!("cp '{}/ends.csv' ends.csv", here.path().display()));
    script(here.path(), "version", &format!("echo '{version}'"));
    let declared = "[engine.kernel]\ncommand = [\"{here}/kernel\"]\nversion = [\"{here}/version\"]\n\
                    covers  = { normal = [\"hertz\"] }\n";
    write(here.path(), "engines.toml", declared);
    here
}

/// The same with its numbers accepted.
fn accepted(version: &str) -> TempDir {
    let here = kernel(version);
    let said = say(here.path(), &["accept", "cases", "--engines", "engines.toml", "--why", "elastic"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said = gate(here.path());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    here
}

fn gate(folder: &Path) -> Ended {
    say(folder, &["gate", "--engines", "engines.toml"])
}

fn run(folder: &Path) -> Ended {
    say(folder, &["run", "--engines", "engines.toml", "--pictures", "none"])
}

#[test]
fn way_01_the_version_command_fails() {
    let here = accepted("0.1");
    script(here.path(), "version", "echo \"ModuleNotFoundError: No module named 'kernel'\" >&2; exit 1");
    for said in [gate(here.path()), run(here.path())] {
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
        assert!(said.out.contains("No module named 'kernel'"), "{}", said.out);
        assert!(!said.out.contains("not installed"), "{}", said.out);
    }
    let xml = fs::read_to_string(here.path().join("reports/gate/junit.xml")).unwrap();
    assert!(xml.contains("<error ") && !xml.contains("<skipped"), "{xml}");
}

#[test]
fn way_02_the_program_was_removed() {
    let here = accepted("0.1");
    fs::remove_file(here.path().join("kernel")).unwrap();
    let said = gate(here.path());
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    // Once, not with each of its numbers.
    assert_eq!(said.out.matches("kernel is not installed").count(), 1, "{}", said.out);
    assert!(said.out.contains("accepted numbers were not compared"), "{}", said.out);
    let xml = fs::read_to_string(here.path().join("reports/gate/junit.xml")).unwrap();
    assert!(xml.contains("<error "), "{xml}");
}

#[test]
fn an_engine_that_does_not_run_a_case_is_not_called_absent() {
    let here = accepted("0.1");
    let declared = fs::read_to_string(here.path().join("engines.toml")).unwrap();
    write(here.path(), "engines.toml", declared.replace("hertz", "hooke"));
    let said = gate(here.path());
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    for words in ["it does not cover the normal law hertz", "numbers were not compared: no engine here runs them"] {
        assert!(said.out.contains(words), "`{words}` is not in {}", said.out);
    }
    assert!(!said.out.contains("not installed"), "{}", said.out);
}

#[test]
fn way_03_the_program_dies_at_the_start_of_every_run() {
    let here = accepted("0.1");
    let line = "kernel: error while loading shared libraries: libdem.so.2: cannot open shared object file";
    script(here.path(), "kernel", &format!("echo '{line}' >&2; exit 127"));
    for said in [gate(here.path()), run(here.path())] {
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
        let all = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(all.contains("died at start") && all.contains("libdem.so.2"), "{}", said.out);
    }
}

#[test]
fn way_04_every_check_is_of_an_engine_that_is_not_installed() {
    let here = kernel("0.1");
    fs::remove_file(here.path().join("kernel")).unwrap();
    let said = run(here.path());
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    assert!(said.out.contains("every check was skipped"), "{}", said.out);
    // Beside a check that was made it is a skip.
    let more = "\n[[expect]]\nthat = \"reference\"\nagrees_with = \"hertz-impact\"\nmax_overlap = { within = \"1e-12 relative\" }\n";
    write(here.path(), "cases/ball.toml", format!("{CASE}{more}"));
    let said = run(here.path());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

#[test]
fn way_08_failing_checks_are_accepted() {
    let here = kernel("0.1");
    let more =
        "\n[[expect]]\nthat = \"kernel\"\nagrees_with = \"reference\"\nduration = { within = \"1e-6 relative\" }\n";
    write(here.path(), "cases/ball.toml", format!("{CASE}{more}"));
    let accept = ["accept", "cases", "--engines", "engines.toml", "--why", "as it is"];
    let said = say(here.path(), &accept);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("FAIL  ball") && said.out.contains("duration"), "{}", said.out);
    assert!(said.err.contains("--failing"), "{}", said.err);
    assert!(!here.path().join("reference-data").exists());
    let said = say(here.path(), &[&accept[..], &["--failing"]].concat());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("FAIL  ball") && said.out.contains("duration"), "{}", said.out);
    assert!(here.path().join("reference-data/baselines/ball.jsonl").exists());
}

#[test]
fn way_09_a_case_named_twice() {
    let here = TempDir::new().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/normal/elastic/power-law.toml");
    fs::copy(&shipped, here.path().join("power-law.toml")).unwrap();
    let path = shipped.display().to_string();
    let checks = |words: &[&str]| {
        let said = say(here.path(), &[&["run", "--pictures", "none"], words].concat());
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        let rows = fs::read_to_string(here.path().join("reports/latest/summary.csv")).unwrap();
        (rows.lines().count(), said.out)
    };
    let (once, _) = checks(&["normal/elastic/power-law"]);
    for words in [["power-law.toml", "normal/elastic/power-law"], [path.as_str(), "normal/elastic/power-law"]] {
        let (both, out) = checks(&words);
        assert_eq!(both, once, "{out}");
        assert!(out.contains("given twice"), "{out}");
    }
}

#[test]
fn way_10_a_program_that_tells_its_version_and_computes_nothing() {
    let here = kernel("0.1");
    let doctor = |words: &[&str]| say(here.path(), &[&["doctor", "--engines", "engines.toml"], words].concat());
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines/small_engine.py");
    script(here.path(), "kernel", &format!("exec python3 '{}'", engine.display()));
    let said = doctor(&["kernel"]);
    assert_eq!((said.code, said.out.contains("restitution 1.0000")), (0, true), "{}{}", said.out, said.err);
    script(here.path(), "kernel", "echo 'no licence server' >&2; echo 'giving up' >&2; exit 1");
    for words in [&[][..], &["kernel"]] {
        let said = doctor(words);
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
        assert!(said.out.contains("no licence server") && said.out.contains("giving up"), "{}", said.out);
    }
}

#[test]
fn way_11_a_driver_without_its_code() {
    let here = TempDir::new().unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines/systems.toml").display().to_string();
    let said = say(here.path(), &["doctor", "musen", "--engines", &examples]);
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    assert!(said.out.contains("does not answer"), "{}", said.out);
    assert!(!said.out.lines().any(|line| line.starts_with("  musen") && line.contains("1.0")), "{}", said.out);
}

#[test]
fn way_12_a_commit_hash_is_another_version() {
    let here = accepted("0.1+g1a2b3c4");
    script(here.path(), "version", "echo '0.1+g9f8e7d6'");
    let said = gate(here.path());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("0 moved") && said.out.contains("0 new, 0 gone"), "{}", said.out);
    // Both versions are named.
    assert!(said.out.contains("0.1+g1a2b3c4") && said.out.contains("0.1+g9f8e7d6"), "{}", said.out);
    // Another release is another version, and so is a hash where the declaration counts it.
    script(here.path(), "version", "echo '0.2+g9f8e7d6'");
    assert_eq!(gate(here.path()).code, 1);
    script(here.path(), "version", "echo '0.1+g9f8e7d6'");
    let declared = fs::read_to_string(here.path().join("engines.toml")).unwrap();
    write(here.path(), "engines.toml", format!("{declared}version_counts = \"all\"\n"));
    assert_eq!(gate(here.path()).code, 1);
}
