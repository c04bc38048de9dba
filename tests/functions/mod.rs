//! Laws in shared libraries: the right one passes to rounding, every faulty one is called by its fault.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::say;

/// Compiles `law.rs` with one of its faults.
pub fn built(folder: &Path, fault: &str) -> PathBuf {
    let library = folder.join(format!("lib{fault}.so"));
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions/law.rs");
    let fault = if fault == "single" { "single".to_string() } else { format!("fault={fault:?}") };
    let made = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "cdylib", "-O", "--cfg", &fault, "-o"])
        .args([&library, &source])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    library
}

const CLAIM: &str =
    "hertz, tsuji restitution=0.5, mindlin form=incremental friction=0.3, ends=force-clamped friction_limit=total";

/// The verdict of `check-law --json`: exit code and the checks.
fn judged(library: &Path, more: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let path = library.display().to_string();
    let said = say(library.parent().unwrap(), &[&["check-law", &path, "--json"], more].concat());
    let json: serde_json::Value =
        serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("no JSON: {}{}", said.out, said.err));
    let text = |check: &serde_json::Value, key: &str| check[key].as_str().unwrap().to_string();
    let checks = json["checks"].as_array().unwrap();
    (said.code, checks.iter().map(|c| (text(c, "check"), text(c, "verdict"), text(c, "says"))).collect())
}

fn faults(checks: &[(String, String, String)]) -> Vec<String> {
    let faulty = checks.iter().filter(|(_, verdict, _)| verdict == "FAULT");
    faulty.map(|(check, _, says)| format!("{check}: {says}")).collect()
}

#[test]
fn a_right_law_passes_to_rounding() {
    let folder = tempfile::tempdir().unwrap();
    let library = built(folder.path(), "none");
    let (code, checks) = judged(&library, &["--claims", CLAIM]);
    assert_eq!((code, faults(&checks)), (0, vec![]), "{checks:?}");
    assert!(checks.iter().all(|(_, verdict, _)| verdict == "pass"), "{checks:?}");
    let force = checks.iter().find(|(check, ..)| check == "normal force as claimed").unwrap();
    let within: f64 = force.2.split(' ').nth(5).unwrap().trim_end_matches(',').parse().unwrap();
    assert!(within < 1e-12, "{force:?}");
    // Without a claim the same checks of the function alone, and none of a law.
    let (code, alone) = judged(&library, &[]);
    assert_eq!(code, 0);
    assert!(alone.len() >= 15 && !alone.iter().any(|(check, ..)| check.contains("claimed")), "{alone:?}");
}

#[test]
fn single_precision_is_said_and_is_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    let (code, checks) = judged(&built(folder.path(), "single"), &["--claims", CLAIM]);
    assert_eq!((code, faults(&checks)), (0, vec![]), "{checks:?}");
    assert!(checks.iter().any(|(_, _, says)| says.contains("single, as it declares")), "{checks:?}");
}

/// Each fault, and what names it.
const FAULTS: &[(&str, &str)] = &[
    ("polynomial", "normal force as claimed: LAMMPS' polynomial for the coefficient"),
    ("secant", "normal force as claimed: the secant stiffness F/delta in place of the tangent stiffness"),
    ("factor-lost", "normal force as claimed: the factor sqrt(5/6) is lost"),
    ("free-coefficient", "normal force as claimed: a coefficient for a force that is never cut (zero-overlap)"),
    ("mass-of-one", "normal force as claimed: the mass of body 1 in place of m*"),
    ("mass-of-one", "exchange of bodies: with the bodies exchanged the damping is another"),
    ("radius-doubled", "normal force as claimed: the radius 2 R* in place of R*"),
    ("half-tangential", "tangential stiffness as claimed: half of it"),
    ("slip-sign", "direction of friction: friction pushes body 1 along its slip"),
    ("not-turned", "turned contact: the spring is not turned with the contact"),
    ("limit-without-dashpot", "friction as claimed: the limit of friction leaves the dashpot out"),
    ("pyramid", "friction in every direction: sqrt(2) times as strong along a diagonal"),
    ("single-sum", "many small steps: after 20 000 steps the spring is off"),
    ("energy-on-unloading", "unloading: slow unloading gives back 5 % more than loading took"),
    ("shared-state", "state of its own: another contact in between changes the force"),
    ("sign", "sign: the bodies attract each other at every overlap"),
    ("units", "dimensions: in other units the same contact has another force"),
    ("nan", "finite: the force is [NaN, NaN, NaN] N"),
    ("prints", "silence: the law prints to standard output"),
];

#[test]
#[ignore = "slow"]
fn every_fault_is_called_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut missed = Vec::new();
    for (fault, expected) in FAULTS {
        let (code, checks) = judged(&built(folder.path(), fault), &["--claims", CLAIM]);
        let found = faults(&checks);
        if code != 1 || !found.iter().any(|line| line.starts_with(expected)) {
            missed.push(format!("{fault}: exit {code}, {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Right in the limit of short steps, and off in long ones: a note with its size, (1 - cos 0.05) ten times.
#[test]
fn a_spring_that_is_projected_only_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let (code, checks) = judged(&built(folder.path(), "projected"), &["--claims", CLAIM]);
    let turned = checks.iter().find(|(check, ..)| check == "turned contact").unwrap();
    assert_eq!((code, turned.1.as_str()), (0, "note"), "{checks:?}");
    assert!(turned.2.contains("in steps of 0.05 rad it is off by 1.2 %"), "{turned:?}");
}

#[test]
fn twice_the_work_of_adhesion_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let library = built(folder.path(), "w-for-gamma");
    let given = ["-p", "work_of_adhesion=0.05", "-p", "friction=0", "-p", "restitution=1"];
    let (code, checks) = judged(&library, &[&given[..], &["--claims", "dmt work_of_adhesion=0.05_J/m2"]].concat());
    let expected = "normal force as claimed: twice the work of adhesion: w where gamma is meant, w = 2 gamma";
    assert_eq!((code, faults(&checks)), (1, vec![expected.to_string()]));
}

/// What a function does beyond computing a force ends in a message and an exit code, and leaves nothing.
#[test]
#[ignore = "slow"]
fn a_crash_a_loop_and_ten_gigabytes_are_reported() {
    for (fault, expected) in [
        ("crash", "the function ended its process, in the check `finite`: a memory fault (signal 11)"),
        ("loop", "no answer within 10 s, in the check `finite`: an endless loop?"),
        ("memory", "the function ended its process, in the check `finite`: it aborted; it may use 2 GB"),
        ("interface", "its interface is 7, and this program has 1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let library = built(folder.path(), fault);
        let said = say(folder.path(), &["check-law", &library.display().to_string(), "--claims", CLAIM]);
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{fault}: {}", said.err);
        assert!(said.err.contains(expected), "{fault}: {}", said.err);
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{fault}: {left:?}");
    }
}

#[test]
fn a_claim_that_is_not_understood_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let library = built(folder.path(), "none").display().to_string();
    for (claim, expected) in [
        ("hertz, tsuji restitution=1.5, ends=zero-overlap", "`restitution`"),
        ("lammps dampin=tsuji", "unknown key `dampin`"),
        ("hertz tsuji", "`tsuji` is neither a law nor `key=value`"),
        ("nothing/here.toml", "nothing/here.toml"),
    ] {
        let said = say(folder.path(), &["check-law", &library, "--claims", claim]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{claim}: {}", said.err);
        assert!(said.err.contains(expected), "{claim}: {}", said.err);
    }
    let said = say(folder.path(), &["check-law", &library, "-p", "stiffness=3"]);
    assert!(said.code != 0 && said.err.contains("the law has no parameter `stiffness`; it has restitution, friction"));
}

/// The command in the first comment of an example, after `:  `.
fn command(source: &str) -> Vec<String> {
    let line = source.lines().next().unwrap();
    let words = line.split_once(":  ").unwrap().1.trim_end_matches("*/");
    words.split_whitespace().map(str::to_string).collect()
}

/// The examples are compiled with the commands that they name, and pass. A compiler that is not here is named.
#[test]
fn the_examples_compile_and_pass() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/laws");
    let (mut judged_here, mut shown) = (Vec::new(), std::fs::read_to_string(examples.join("README.md")).unwrap());
    shown.push_str(&std::fs::read_to_string(examples.join("../../docs/own-law.md")).unwrap());
    for name in ["hertz.c", "hertz.cpp", "hertz.f90", "hertz.rs"] {
        assert!(shown.contains(&format!("`{name}`")), "{name}");
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(examples.join(name), folder.path().join(name)).unwrap();
        let header = say(folder.path(), &["check-law", "--header"]);
        std::fs::write(folder.path().join("collisionbench.h"), header.out).unwrap();
        let words = command(&std::fs::read_to_string(examples.join(name)).unwrap());
        let made = match Command::new(&words[0]).args(&words[1..]).current_dir(folder.path()).output() {
            Ok(made) => made,
            Err(error) => {
                println!("{name} is not compiled, as `{}` does not start: {error}", words[0]);
                continue;
            }
        };
        assert!(made.status.success(), "{name}: {}", String::from_utf8_lossy(&made.stderr));
        let claim = ["--claims", "hertz, tsuji alpha=0.5, ends=force-clamped"];
        let (code, checks) = judged(&folder.path().join("libhertz.so"), &claim);
        assert_eq!((code, faults(&checks)), (0, vec![]), "{name}: {checks:?}");
        let verdict = |wanted: &str| &checks.iter().find(|(check, ..)| check == wanted).unwrap().2;
        assert_eq!(verdict("precision").contains("single, as it declares"), name == "hertz.cpp", "{name}: {checks:?}");
        judged_here.push(name);
    }
    // Rust is here, as it compiles this.
    assert!(judged_here.contains(&"hertz.rs"), "{judged_here:?}");
}
