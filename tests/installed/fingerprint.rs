//! Conventions of the installed codes, as their sources have them.

use std::path::Path;

use super::{Needs, bench, engines_file};

pub const TESTS: &[Needs] = &[
    Needs {
        name: "the_fingerprint_of_lammps_29sep2021_is_that_of_its_source",
        engines: &["lammps 29Sep2021"],
        test: || source("lammps", "29Sep2021"),
    },
    Needs {
        name: "the_fingerprint_of_lammps_22jul2025_is_that_of_its_source",
        engines: &["lammps 22Jul2025"],
        test: || source("lammps", "22Jul2025"),
    },
    Needs {
        name: "the_fingerprint_of_liggghts_3_8_0_is_that_of_its_source",
        engines: &["liggghts 3.8.0"],
        test: || source("liggghts", "3.8.0"),
    },
    Needs {
        name: "the_fingerprint_of_yade_2023_02a_is_that_of_its_source",
        engines: &["yade 2023.02a"],
        test: || source("yade", "2023.02a"),
    },
    Needs {
        name: "the_fingerprint_of_kratos_10_4_4_is_that_of_its_source",
        engines: &["kratos 10.4.4"],
        test: || source("kratos", "10.4.4"),
    },
];

const FULL: &str = "certain      2 sqrt(5/6) beta sqrt(m* k_tangent) with the beta of the full force";
const FIT: &str = "certain      Thornton's fit of the clamped contact";
const OWN: &str = "certain      the wall has its own modulus";
const VERLET: &str = "likely       velocity-verlet or leapfrog";
const MAGNITUDE: &str = "certain      mu times the magnitude of the total normal force";
const TOTAL: &str = "certain      total spring: F_t = k_t(delta) s, k_t = 8 G* a";

/// Damping normalisation, end of contact, modulus at walls, Coulomb limit, history rule, lever of each installation.
const SOURCES: [(&str, &str, [&str; 6]); 5] = [
    (
        "lammps",
        "29Sep2021",
        [
            "certain      sqrt 2 below that of the full force",
            "certain      zero-overlap",
            "certain      as for two spheres, but with 1 - nu instead of 1 - nu^2",
            MAGNITUDE,
            TOTAL,
            "certain      r for the slip velocity, r - delta/2 for the torque",
        ],
    ),
    (
        "lammps",
        "22Jul2025",
        [FULL, "certain      zero-overlap", OWN, MAGNITUDE, TOTAL, "certain      r for slip velocity and torque"],
    ),
    (
        "liggghts",
        "3.8.0",
        [
            FULL,
            "certain      zero-overlap",
            OWN,
            MAGNITUDE,
            TOTAL,
            "certain      r - delta/2 for slip velocity and torque",
        ],
    ),
    (
        "yade",
        "2023.02a",
        [
            FIT,
            "certain      force-clamped",
            OWN,
            "certain      mu times the total normal force",
            "certain      incremental: F_t changes by k_t(delta) ds, k_t = 8 G* a",
            "certain      r for the slip velocity, r - delta for the torque",
        ],
    ),
    (
        "kratos",
        "10.4.4",
        [
            FIT,
            "certain      force-clamped",
            OWN,
            // Its damping acts along the contact as well, so that a damped impact does not tell which part it is.
            "likely       mu times the normal force",
            "certain      rescaled",
            "certain      r - delta for slip velocity and torque",
        ],
    ),
];

fn source(name: &str, version: &str) {
    let (.., lines) = SOURCES.into_iter().find(|(known, of, _)| (*known, *of) == (name, version)).unwrap();
    let file = engines_file().map(|file| file.display().to_string());
    let mut arguments = vec!["fingerprint", name, "--variant", version];
    arguments.extend(file.iter().flat_map(|file| ["--engines", file.as_str()]));
    let found = told(&arguments);
    let titles =
        ["damping normalisation", "end of contact", "modulus at walls", "Coulomb limit", "history rule", "lever"];
    // Its wall has another stiffness along it, so that only two spheres tell.
    let titles = match version {
        "29Sep2021" => {
            let [damping, end, modulus, ..] = titles;
            [damping, end, modulus, "Coulomb limit, pairs", "history rule, pairs", "lever, pairs"]
        }
        _ => titles,
    };
    let common = [
        ("effective radius", "certain      1/R* = 1/R1 + 1/R2"),
        ("radius at walls", "certain      R* = R"),
        ("mass at walls", "certain      m* is the free mass"),
        ("integrator", VERLET),
        ("order,", "certain      2"),
    ];
    let expected: Vec<(&str, &str)> = titles.into_iter().zip(lines).chain(common).collect();
    all_hold(&format!("{name} {version}"), &found, &expected);
}

fn told(arguments: &[&str]) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, out, err) = bench(folder, arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let lines = out.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    let split = |line: &str| {
        let (title, rest) = line.trim().split_once("  ").unwrap_or((line, ""));
        let (place, rest) = rest.trim().split_once("  ").unwrap_or((rest, ""));
        (format!("{title}, {place}"), rest.trim().to_string())
    };
    lines.map(split).collect()
}

fn all_hold(engine: &str, found: &[(String, String)], expected: &[(&str, &str)]) {
    for (title, says) in expected {
        let line =
            found.iter().rfind(|(known, _)| known.starts_with(title)).unwrap_or_else(|| panic!("{engine}: {title}"));
        let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one(&line.1).contains(&one(says)), "{engine}, {title}: `{}`, not `{says}`", line.1);
    }
}
