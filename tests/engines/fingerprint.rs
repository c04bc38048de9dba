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
    let lines = out.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let split = |line: &str| {
        let (title, rest) = line.trim().split_once("  ").unwrap_or((line, ""));
        (title.to_string(), rest.trim().to_string())
    };
    lines.map(split).collect()
}

fn holds(engine: &str, expected: &[(&str, &str)]) {
    all_hold(engine, &found(engine), expected);
}

fn all_hold(engine: &str, found: &[(String, String)], expected: &[(&str, &str)]) {
    for (title, says) in expected {
        let line = found.iter().find(|(known, _)| known == title).unwrap_or_else(|| panic!("{engine}: {title}"));
        assert!(line.1.contains(says), "{engine}, {title}: `{}`, not `{says}`", line.1);
    }
}

/// It may pull, has half the radius and half the mass at a wall, a total spring and nominal levers.
#[test]
fn a_first_hidden_engine_is_seen_through() {
    holds(
        "hidden-one",
        &[
            ("damping normalisation", "certain      2 sqrt(5/6) beta sqrt(m* k_tangent)"),
            ("end of contact", "certain      zero-overlap"),
            ("effective radius", "certain      1/R* = 1/R1 + 1/R2; at a wall R* = R/2"),
            ("mass at walls", "certain      m* is half the free mass"),
            ("modulus at walls", "certain      the wall has its own modulus"),
            ("Coulomb limit", "mu times the total normal force, never negative"),
            ("history rule", "certain      total spring"),
            ("lever", "certain      r for slip velocity and torque"),
            ("integrator", "leapfrog"),
            ("order", "certain      2"),
        ],
    );
}

/// It never pulls, leaves sqrt(5/6) out, ignores the wall's modulus, rescales and shortens the lever; it tells no force.
#[test]
fn a_second_hidden_engine_is_seen_through() {
    holds(
        "hidden-two",
        &[
            ("damping normalisation", "certain      2 beta sqrt(m* k_tangent): sqrt(5/6) is missing"),
            ("end of contact", "certain      force-clamped"),
            ("effective radius", "certain      1/R* = 1/R1 + 1/R2; at a wall R* = R"),
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
            ("order", "1; it gains energy"),
        ],
    );
}

/// What the sources of the five installations say, and their measured restitutions. Run where they are; .ci/run fetches them.
#[test]
fn the_installations_are_named_as_their_sources_have_them() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("target/engines/engines.toml");
    let file = std::env::var("COLLISIONBENCH_ENGINES").map_or(file, Into::into);
    let file = file.display().to_string();
    let engines: &[&str] = if Path::new(&file).is_file() { &["--engines", &file] } else { &[] };
    let (_, doctor, _) = run(here, &[&["doctor"], engines].concat());
    let full = "certain      2 sqrt(5/6) beta sqrt(m* k_tangent) with the beta of the full force";
    let fit = "certain      Thornton's fit of the clamped contact";
    let own = "certain      the wall has its own modulus";
    let verlet = "certain      velocity-verlet or leapfrog";
    for (name, version, lines) in [
        (
            "lammps",
            "29Sep2021",
            [
                "certain      sqrt 2 below that of the full force",
                "certain      zero-overlap",
                "certain      as for two spheres, but with nu unsquared",
                "certain      mu times the magnitude of the total normal force",
                // Its wall has another stiffness along it, so that two spheres tell: their torque has another arm.
                "certain      total spring: F_t = k_t(delta) s, k_t = 8 G* a",
                "certain      r for the slip velocity, r - delta/2 for the torque",
            ],
        ),
        (
            "lammps",
            "22Jul2025",
            [
                full,
                "certain      zero-overlap",
                own,
                "certain      mu times the magnitude of the total normal force",
                "certain      total spring: F_t = k_t(delta) s, k_t = 8 G* a",
                "certain      r for slip velocity and torque",
            ],
        ),
        (
            "liggghts",
            "3.8.0",
            [
                full,
                "certain      zero-overlap",
                own,
                "certain      mu times the magnitude of the total normal force",
                "certain      total spring: F_t = k_t(delta) s, k_t = 8 G* a",
                "certain      r - delta/2 for slip velocity and torque",
            ],
        ),
        (
            "yade",
            "2023.02a",
            [
                fit,
                "certain      force-clamped",
                own,
                "certain      mu times the total normal force",
                "certain      incremental: F_t changes by k_t(delta) ds, k_t = 8 G* a",
                "certain      r for the slip velocity, r - delta for the torque",
            ],
        ),
        (
            "kratos",
            "10.4.4",
            [
                fit,
                "certain      force-clamped",
                own,
                // Its damping acts along the contact as well, so that a damped impact does not tell which part it is.
                "likely       mu times the normal force",
                "certain      rescaled",
                "certain      r - delta for slip velocity and torque",
            ],
        ),
    ] {
        if !doctor.lines().any(|line| line.contains(name) && line.contains(version)) {
            eprintln!("NOT TESTED: {name} {version} is not installed here");
            continue;
        }
        let found = told(&[&["fingerprint", name, "--variant", version], engines].concat());
        let titles =
            ["damping normalisation", "end of contact", "modulus at walls", "Coulomb limit", "history rule", "lever"];
        let expected: Vec<(&str, &str)> = titles
            .into_iter()
            .zip(lines)
            .chain([
                ("effective radius", "certain      1/R* = 1/R1 + 1/R2; at a wall R* = R"),
                ("mass at walls", "certain      m* is the free mass"),
                ("integrator", verlet),
                ("order", "certain      2"),
            ])
            .collect();
        all_hold(&format!("{name} {version}"), &found, &expected);
    }
}
