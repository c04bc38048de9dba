//! Kernels that break what no contact may break, in cases whose own expectations are all met.

use std::fs;
use std::path::Path;

use crate::common;

/// Two glass spheres, elastic, run by the kernel under test: `ASKED` is all that the case expects of it.
const HEAD_ON: &str = r#"
title = "Two glass spheres"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20

[body.left]
sphere   = { radius = "10 mm" }
material = "glass"

[body.right]
sphere   = { radius = "7 mm" }
material = "glass"

[impact]
speed = "2 m/s"

[contact.normal.hertz]

[run.reference]

[run.kernel]
steps_per_contact = 100.37
onset_phases      = 4

[[expect]]
that        = "kernel"
agrees_with = "reference"
"#;

/// Two soft spheres that tangential off each other with friction.
const GLANCING: &str = r#"
title = "Two soft spheres tangential off each other"

[material.soft]
density       = "2500 kg/m3"
young_modulus = "5 GPa"
poisson_ratio = 0.3

[body.left]
sphere   = { radius = "5 mm" }
material = "soft"

[body.right]
sphere   = { radius = "5 mm" }
material = "soft"

[impact]
speed = "4 m/s"
angle = "60 deg"

[contact]
friction_limit = "total"
lever          = { slip = "radius", torque = "LEVER" }

[contact.normal.hertz]

[contact.tangential.mindlin]
form     = "total-spring"
friction = 0.3

[run.reference]

[run.kernel]
steps_per_contact = 200.37
onset_phases      = 2

[[expect]]
that        = "kernel"
agrees_with = "reference"
restitution = { within = "1 %" }
"#;

const ENGINES: &str = r#"
[engine.kernel]
command = ["python3", "{here}/kernel.py"]
version = "1"
covers  = { normal = ["hertz"], tangential = ["mindlin"] }
"#;

/// A velocity Verlet kernel, with one of its lines changed.
fn small(from: &str, to: &str) -> String {
    let text = include_str!("../../examples/engines/small_engine.py");
    assert!(text.contains(from), "the example has no line `{from}`");
    text.replace(from, to)
}

/// A leapfrog kernel with friction, with one of its lines changed.
fn rolling(torque: &str, from: &str, to: &str) -> String {
    let text = include_str!("../engines/hidden_common.py");
    assert!(text.contains(from), "the kernel has no line `{from}`");
    let hidden = format!(
        "{{'slip': 'r', 'torque': '{torque}', 'form': 'total', 'limit': 'total', 'scheme': 'leapfrog', \
         'clamped': False, 'damping_factor': 1.0, 'tells_force': True}}"
    );
    format!("{}\n\nmain({hidden})\n", text.replace(from, to))
}

fn call(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let ended = common::run(folder, arguments);
    (ended.code, ended.text())
}

fn place(case: &str, kernel: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (name, text) in [("cases/pair.toml", case), ("engines.toml", ENGINES), ("kernel.py", kernel)] {
        common::write(place.path(), name, text);
    }
    place
}

/// `run`: exit code, what is printed, and the rows of what nobody asked for: observable and outcome.
fn run(case: &str, kernel: &str) -> (i32, String, Vec<(String, String)>) {
    let place = place(case, kernel);
    let (code, text) = call(place.path(), &["run", "--engines", "engines.toml", "--pictures", "none", "--no-skip"]);
    let mut reader = csv::Reader::from_path(place.path().join("reports/latest/summary.csv")).unwrap();
    let rows = reader.deserialize::<std::collections::BTreeMap<String, String>>().map(Result::unwrap);
    let unasked = rows.filter(|row| row["who"] == "kernel" && row["against"] == "conserved");
    (code, text, unasked.map(|row| (row["observable"].clone(), row["outcome"].clone())).collect())
}

fn outcome<'a>(rows: &'a [(String, String)], observable: &str) -> &'a str {
    rows.iter().find(|(name, _)| name == observable).map_or("not checked", |(_, outcome)| outcome)
}

/// The relative motion of a pair sees both forces added up, so that its restitution is still exactly 1.
#[test]
fn way_05_more_action_than_reaction() {
    let case = format!("{HEAD_ON}restitution = {{ within = \"1e-3 relative\" }}\n");
    let kick = "v + side * force * n";
    let (code, text, rows) = run(&case, &small(kick, kick));
    assert_eq!((code, outcome(&rows, "momentum_residual")), (0, "pass"), "{text}");
    let (code, text, rows) = run(&case, &small(kick, "v + max(side * 1.05, -1.0) * force * n"));
    assert_eq!((code, outcome(&rows, "momentum_residual")), (1, "fail"), "{text}");
    assert!(text.contains("momentum_residual") && text.contains("conserved"), "{text}");
    // Printed with six digits it is still seen, as it is with three.
    let printed = |digits: usize| {
        let text = small(kick, "v + max(side * 1.05, -1.0) * force * n");
        text.replace("repr(float(value)) for", &format!("'%.{digits}g' % value for"))
    };
    for digits in [6, 3] {
        assert_eq!(outcome(&run(&case, &printed(digits)).2, "momentum_residual"), "fail", "{digits} digits");
    }
}

/// An honest kernel that prints few digits is held to no more than it prints.
#[test]
fn way_05_is_judged_to_the_precision_of_the_output() {
    let case = format!("{HEAD_ON}restitution = {{ within = \"1 %\" }}\n");
    for format in ["'%.4g' % value for", "'%.3e' % value for", "'%.9f' % value for", "'%.17g' % value for"] {
        let (_, text, rows) = run(&case, &small("repr(float(value)) for", format));
        assert_eq!(outcome(&rows, "momentum_residual"), "pass", "{format}: {text}");
    }
}

#[test]
fn way_06_no_torque_on_one_body() {
    let turn = "w + t / body[\"inertia\"] * dt";
    // Where the arms add up to the distance of the centres nothing may be lost, and otherwise what the lever says.
    for (lever, kernel) in [("half-overlap", "half"), ("radius", "r"), ("overlap", "overlap")] {
        let case = GLANCING.replace("LEVER", lever);
        let (code, text, rows) = run(&case, &rolling(kernel, turn, turn));
        assert_eq!((code, outcome(&rows, "angular_momentum_residual")), (0, "pass"), "{lever}: {text}");
        let (code, text, rows) = run(&case, &rolling(kernel, turn, "w + (side == 0) * t / body[\"inertia\"] * dt"));
        assert_eq!((code, outcome(&rows, "angular_momentum_residual")), (1, "fail"), "{lever}: {text}");
        // Another lever than the declared one.
        for other in ["half", "r", "overlap"].into_iter().filter(|other| *other != kernel) {
            let (code, text, rows) = run(&case, &rolling(other, turn, turn));
            assert_eq!((code, outcome(&rows, "angular_momentum_residual")), (1, "fail"), "{other}: {text}");
        }
    }
}

/// Beside a case that does not name it, an engine is compared with the reference along the contact as well.
#[test]
fn what_happens_along_the_contact_is_compared_unasked() {
    let (before, _) = GLANCING.split_once("[run.kernel]").unwrap();
    let asked = "[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = { within = \"1e-10 absolute\" }\n";
    let outcomes = |angle: &str, from: &str, to: &str| {
        let case =
            format!("{before}{asked}").replace("LEVER", "half-overlap").replace("60 deg\"", &format!("{angle} deg\""));
        let place = place(&case, &rolling("half", from, to));
        let words = ["run", "--engine", "kernel", "--engines", "engines.toml", "--pictures", "none", "--no-skip"];
        let (code, text) = call(place.path(), &words);
        let mut reader = csv::Reader::from_path(place.path().join("reports/latest/summary.csv")).unwrap();
        let rows = reader.deserialize::<std::collections::BTreeMap<String, String>>().map(Result::unwrap);
        let mine = rows.filter(|row| row["who"] == "kernel" && row["against"] == "reference");
        let of = |row: std::collections::BTreeMap<String, String>| (row["observable"].clone(), row["outcome"].clone());
        (code, text, mine.map(of).collect::<Vec<_>>())
    };
    let along = ["tangential_restitution", "rebound_spin"];
    let stiffness = "k = 8.0 * G * math.sqrt(R * overlap)";
    for angle in ["5", "30", "60"] {
        let (code, text, rows) = outcomes(angle, stiffness, stiffness);
        assert_eq!((code, along.map(|word| outcome(&rows, word))), (0, ["pass"; 2]), "{angle}: {text}");
    }
    let dropped =
        ("spring = [s / k for s in stretched] if hidden[\"form\"] == \"total\" else stretched", "spring = [0.0] * 3");
    for (from, to) in [(stiffness, "k = 1.3 * 8.0 * G * math.sqrt(R * overlap)"), dropped] {
        let (code, text, rows) = outcomes("30", from, to);
        assert_eq!((code, along.map(|word| outcome(&rows, word))), (1, ["fail"; 2]), "{to}: {text}");
        assert_eq!(outcome(&rows, "restitution"), "pass", "{text}");
    }
    // A head-on impact has nothing along the contact.
    let (code, text, rows) = outcomes("0", stiffness, stiffness);
    assert_eq!((code, along.map(|word| outcome(&rows, word))), (0, ["not checked"; 2]), "{text}");
}

/// The error of a strong dashpot at this time step is that of velocity Verlet, which is the kernel's scheme: it passes, where the bodies
/// stick too (alpha above sqrt(5)). A spring of 1.2 times the stiffness does not.
#[test]
#[ignore = "slow"]
fn the_error_of_the_time_step_is_not_the_engine_s() {
    let (before, _) = HEAD_ON.split_once("[contact.normal.hertz]").unwrap();
    let asked = "[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = { within = \"1e-10 absolute\" }\n";
    let engines = ENGINES.replace("covers  = {", "covers  = { damping = [\"tsuji\"], ends = [\"zero-overlap\"],");
    let spring = "force = law[\"K\"]";
    for alpha in ["2", "3"] {
        let law = format!(
            "[contact]\nends = \"zero-overlap\"\n[contact.normal.hertz]\n[contact.damping.tsuji]\nalpha = {alpha}\n"
        );
        for (factor, expected) in [("1.0", 0), ("1.2", 1)] {
            let kernel = small(spring, &format!("force = {factor} * law[\"K\"]"));
            let place = place(&format!("{before}{law}\n[run.reference]\n\n{asked}"), &kernel);
            fs::write(place.path().join("engines.toml"), &engines).unwrap();
            let words = ["run", "--engine", "kernel", "--engines", "engines.toml", "--pictures", "none"];
            let (code, text) = call(place.path(), &words);
            assert_eq!(code, expected, "alpha {alpha}, {factor}: {text}");
        }
    }
}

/// What a lever makes of angular momentum is no residual of a solver, and is not expected to vanish.
#[test]
fn a_levers_residual_is_named_as_the_levers() {
    let asked = "[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nangular_momentum_residual = { within = \"1e-10 absolute\" }\n";
    let (before, _) = GLANCING.split_once("[run.kernel]").unwrap();
    for (lever, own) in [("half-overlap", false), ("radius", true), ("overlap", true)] {
        let place = place(&format!("{}{asked}", before.replace("LEVER", lever)), "");
        let (code, text) = call(place.path(), &["run", "--pictures", "none"]);
        assert_eq!(code, if own { 2 } else { 0 }, "{lever}: {text}");
        assert_eq!(text.contains(&format!("that of the declared lever, `{lever}`")), own, "{lever}: {text}");
    }
    let doc = collisionbench::collide::observe::Observable::AngularMomentumResidual.doc();
    assert!(doc.contains("the lever arms of the contact do not add up"), "{doc}");
}

/// The force is a tenth larger while the bodies part: e^2 = 1.1025.
#[test]
fn way_07_faster_than_it_came() {
    let case = format!("{HEAD_ON}max_overlap = {{ within = \"1 %\" }}\n");
    let force = "    return force, normal\n";
    let (code, text, rows) = run(&case, &small(force, force));
    assert_eq!((code, outcome(&rows, "energy_lost")), (0, "pass"), "{text}");
    for factor in ["1.1025", "1.001", "0.99"] {
        let pushed = format!("    return force * ({factor} if approach < 0 else 1.0), normal\n");
        let (code, text, rows) = run(&case, &small(force, &pushed));
        assert_eq!((code, outcome(&rows, "energy_lost")), (1, "fail"), "{factor}: {text}");
    }
}

/// A damped law may lose what it wants; what it may not do is gain.
#[test]
fn way_07_of_a_damped_law() {
    let damped = HEAD_ON.replace(
        "[contact.normal.hertz]",
        "[contact]\nends = \"zero-overlap\"\n\n[contact.normal.hertz]\n\n[contact.damping.tsuji]\nrestitution = 0.9",
    );
    let case = format!("{damped}max_overlap = {{ within = \"50 %\" }}\n");
    let engines =
        ENGINES.replace("covers  = {", "covers  = { damping = [\"none\", \"tsuji\"], ends = [\"zero-overlap\"],");
    let force = "    return force, normal\n";
    for (factor, expected) in [("1.0", "pass"), ("0.8", "pass"), ("1.5", "fail")] {
        let pushed = format!("    return force * ({factor} if approach < 0 else 1.0), normal\n");
        let place = place(&case, &small(force, &pushed));
        fs::write(place.path().join("engines.toml"), &engines).unwrap();
        let (code, text) = call(place.path(), &["run", "--engines", "engines.toml", "--pictures", "none"]);
        assert_eq!(code, i32::from(expected == "fail"), "{factor}: {text}");
    }
}

/// A wall takes up what is lost: its momentum is named as unchecked, its energy is checked.
#[test]
fn walls_are_named_as_unchecked() {
    let right = "[body.right]\nsphere   = { radius = \"7 mm\" }\nmaterial = \"glass\"\n";
    assert!(HEAD_ON.contains(right));
    let wall = "[body.right]\nwall     = { normal = \"+x\" }\nmaterial = \"glass\"\n";
    let case = format!("{}max_overlap = {{ within = \"1 %\" }}\n", HEAD_ON.replace(right, wall));
    let place = place(&case, include_str!("../../examples/engines/small_engine.py"));
    let (code, text) = call(place.path(), &["run", "--engines", "engines.toml", "--pictures", "none", "--no-skip"]);
    assert_eq!(code, 0, "{text}");
    let table = fs::read_to_string(place.path().join("reports/latest/summary.csv")).unwrap();
    assert!(table.contains("energy_lost") && !table.contains("momentum_residual"), "{table}");
    let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
    assert!(record.contains("momentum is checked along the wall only"), "{record}");
}

/// `gate` holds an engine to the same, however far its numbers may drift.
#[test]
fn way_05_in_the_gate() {
    let case = format!("{HEAD_ON}restitution = {{ within = \"1e-3 relative\" }}\n");
    let kick = "v + side * force * n";
    let place = place(&case, &small(kick, kick));
    let (code, text) =
        call(place.path(), &["accept", "cases/pair.toml", "--engines", "engines.toml", "--why", "honest"]);
    assert_eq!(code, 0, "{text}");
    let gate = ["gate", "--engines", "engines.toml", "--within", "0.9", "--tube", "0.9"];
    let (code, text) = call(place.path(), &gate);
    assert_eq!(code, 0, "{text}");
    fs::write(place.path().join("kernel.py"), small(kick, "v + max(side * 1.05, -1.0) * force * n")).unwrap();
    let (code, text) = call(place.path(), &gate);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("violated kernel") && text.contains("momentum_residual"), "{text}");
    let markdown = fs::read_to_string(place.path().join("reports/gate/gate.md")).unwrap();
    let junit = fs::read_to_string(place.path().join("reports/gate/junit.xml")).unwrap();
    assert!(markdown.contains("| violated | pair |"), "{markdown}");
    assert!(junit.contains("momentum_residual violated: "), "{junit}");
}
