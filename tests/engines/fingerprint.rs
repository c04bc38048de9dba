//! What is inferred of engines whose conventions are known, hidden or installed.

use std::path::Path;

use super::run;

/// Strength and words of each line.
fn found(engine: &str) -> Vec<(String, String)> {
    told(&["fingerprint", engine, "--engines", "tests/engines/hidden.toml"])
}

fn told(arguments: &[&str]) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, out, err) = run(folder, arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let lines = out.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    let split = |line: &str| {
        let (title, rest) = line.trim().split_once("  ").unwrap_or((line, ""));
        let (place, rest) = rest.trim().split_once("  ").unwrap_or((rest, ""));
        (format!("{title}, {place}"), rest.trim().to_string())
    };
    lines.map(split).collect()
}

fn holds(engine: &str, expected: &[(&str, &str)]) {
    all_hold(engine, &found(engine), expected);
}

fn all_hold(engine: &str, found: &[(String, String)], expected: &[(&str, &str)]) {
    for (title, says) in expected {
        let line =
            found.iter().rfind(|(known, _)| known.starts_with(title)).unwrap_or_else(|| panic!("{engine}: {title}"));
        let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one(&line.1).contains(&one(says)), "{engine}, {title}: `{}`, not `{says}`", line.1);
    }
}

/// It may pull, has half the radius and half the mass at a wall, a total spring and nominal levers.
#[test]
#[ignore = "slow"]
fn a_first_hidden_engine_is_seen_through() {
    holds(
        "hidden-one",
        &[
            ("damping normalisation", "certain      2 sqrt(5/6) beta sqrt(m* k_tangent)"),
            ("end of contact", "certain      zero-overlap"),
            ("effective radius, pairs", "certain      1/R* = 1/R1 + 1/R2"),
            ("radius at walls", "certain      R* = R/2"),
            ("mass at walls", "certain      m* is half the free mass"),
            ("modulus at walls", "certain      the wall has its own modulus"),
            ("Coulomb limit", "mu times the total normal force, never negative"),
            ("history rule", "certain      total spring"),
            ("lever", "certain      r for slip velocity and torque"),
            ("integrator", "leapfrog"),
            ("order,", "certain      2"),
        ],
    );
}

/// It never pulls, leaves sqrt(5/6) out, ignores the wall's modulus, rescales and shortens the lever; it tells no force.
#[test]
#[ignore = "slow"]
fn a_second_hidden_engine_is_seen_through() {
    holds(
        "hidden-two",
        &[
            ("damping normalisation", "certain      2 beta sqrt(m* k_tangent): sqrt(5/6) is missing"),
            ("end of contact", "certain      force-clamped"),
            ("effective radius", "certain      1/R* = 1/R1 + 1/R2"),
            ("radius at walls", "certain      R* = R"),
            ("mass at walls", "certain      m* is the free mass"),
            ("modulus at walls", "certain      the wall has the modulus of the sphere"),
            ("Coulomb limit", "certain      mu times the elastic part of the normal force"),
            ("history rule", "certain      rescaled"),
            ("lever", "certain      r - delta for slip velocity and torque"),
        ],
    );
}

/// It takes the secant for the tangent and steps with forward Euler; it claims no friction.
#[test]
#[ignore = "slow"]
fn a_third_hidden_engine_is_seen_through_and_its_friction_is_not() {
    holds(
        "hidden-three",
        &[
            ("damping normalisation", "2 sqrt(5/6) beta sqrt(m* k_secant)"),
            ("end of contact", "certain      force-clamped"),
            ("modulus at walls", "certain      the wall does not deform"),
            ("Coulomb limit", "cannot tell"),
            ("history rule", "cannot tell"),
            ("lever", "cannot tell"),
            ("integrator", "forward-euler"),
            ("order,", "it gains energy"),
        ],
    );
}

/// The declaration of an engine is held against its impacts: here friction that is bounded by the elastic force is declared to be bounded by the total.
#[test]
#[ignore = "slow"]
fn what_is_declared_otherwise_is_in_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("{}/tests/engines/hidden_two.py", env!("CARGO_MANIFEST_DIR"));
    let declared = |more: &str| {
        let covers = "normal = [\"hertz\"], damping = [\"none\", \"tsuji\"], ends = [\"force-clamped\"], tangential = [\"mindlin\"]";
        let text = format!(
            "[engine.mine]\ncommand = [\"python3\", \"{engine}\"]\nversion = \"1\"\ncovers = {{ {covers}, {more} }}\n"
        );
        super::write(folder.path(), &[("engines.toml", &text)]);
        let (code, out, err) = run(folder.path(), &["fingerprint", "mine", "--engines", "engines.toml"]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        out
    };
    let wrong = declared("friction_limit = [\"total\"], levers = [\"overlap\"], history = [\"rescaled\"]");
    let line = |place: &str| {
        format!(
            "Coulomb limit ({place}): declared mu times the total normal force, never negative, found mu times the elastic part of the normal force (certain)"
        )
    };
    let against = format!("  not as declared: {}; {}", line("pairs"), line("walls"));
    assert!(wrong.lines().any(|line| line == against), "{wrong}");
    let right = declared("friction_limit = [\"elastic\"], levers = [\"overlap\"], history = [\"rescaled\"]");
    assert!(!right.contains("not as declared"), "{right}");
}
