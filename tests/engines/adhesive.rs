//! Laws with a pull through the protocol: an engine is handed them by name, its collisions are those of theory, and its fingerprint has the
//! lines of its adhesion. A twin with another pull-off force is caught by both.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::fs;

use super::{checks, run, write};

/// `[engine.mine]` that computes laws by name, with one mistake.
fn declared(wrong: &str) -> String {
    let script = format!("{}/tests/engines/adhesive.py", env!("CARGO_MANIFEST_DIR"));
    format!(
        "[engine.mine]\ncommand = [\"python3\", \"{script}\", \"{wrong}\"]\nversion = \"1\"\n\
         covers = {{ normal = [\"hertz\", \"jkr\", \"dmt\"] }}\n"
    )
}

/// Two spheres of 5 mm, 2500 kg/m3 and 5 GPa. `w` is 10 J/m2, as it is or of two surfaces of 5.
fn case(contact: &str, speed: f64, theory: &str) -> String {
    let body = |name: &str| format!("[body.{name}]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"ball\"\n");
    format!(
        "title = \"Adhesive spheres\"\n[material.ball]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"5 GPa\"\npoisson_ratio = 0.3\n\
         {}{}{}[impact]\nspeed = \"{speed} m/s\"\n{contact}\n[run.mine]\nsteps_per_contact = 2000.37\nonset_phases = 3\n\
         [[expect]]\nthat = \"mine\"\nagrees_with = \"{theory}\"\nrestitution = {{ within = \"2e-3 absolute\" }}\nmax_overlap = {{ within = \"1e-3 relative\" }}\n",
        if contact.contains(MIXED) { "surface_energy = \"5 J/m2\"\n" } else { "" },
        body("left"),
        body("right")
    )
}

const WORK: &str = "work_of_adhesion = \"10 J/m2\"";
const MIXED: &str = "mixing_rule = \"arithmetic\"";

/// The speed below which JKR sticks, m/s: `sqrt(2 W/m*)`, `W = 7.0922 (w^5 R*^4/E*^2)^(1/3)`.
fn sticks() -> f64 {
    let (m, R, E) = (0.5 * 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 5e-3f64.powi(3), 2.5e-3f64, 2.5e9 / 0.91);
    let lost = 7.092_195_971_863_959 * (1e5 * R.powi(4) / (E * E)).cbrt();
    (2.0 * lost / m).sqrt()
}

/// Outcomes and observed numbers of the two checks, by observable.
fn judged(wrong: &str, text: &str) -> (i32, String, Vec<(String, String, f64)>) {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("case.toml", text), ("engines.toml", &declared(wrong))]);
    let (code, out, err) =
        run(place.path(), &["run", "case.toml", "--engines", "engines.toml", "--no-skip", "--pictures", "none"]);
    assert_eq!(err, "", "{out}");
    let rows = checks(place.path()).into_iter().filter(|row| row["against"].ends_with("-impact"));
    let rows = rows.map(|row| (row["observable"].clone(), row["outcome"].clone(), row["observed"].parse().unwrap()));
    let handed = fs::read_to_string(place.path().join("reports/latest.engines/case/mine_1/run-1/scene.json")).unwrap();
    let handed: serde_json::Value = serde_json::from_str(&handed).unwrap();
    let contact = &handed["scenes"][0]["contact"];
    // The number of the law, however the case gives it.
    assert_eq!(contact["normal"]["numbers"]["work_of_adhesion"], 10.0, "{handed}");
    assert!(contact["force"].is_null());
    (code, out, rows.collect())
}

#[test]
fn an_engine_runs_adhesion_by_name() {
    for given in [WORK, MIXED] {
        let jkr = format!("[contact.normal.jkr]\n{given}\nbreaks_at = \"displacement\"");
        // At twice its sticking speed the bodies keep e^2 = 1 - 1/4.
        let (code, out, rows) = judged("right", &case(&jkr, 2.0 * sticks(), "jkr-impact"));
        assert_eq!((code, rows.len()), (0, 2), "{out}");
        assert!(rows.iter().all(|(_, outcome, _)| outcome == "pass"), "{out}");
        assert!((rows[0].2 - 0.75f64.sqrt()).abs() < 2e-3, "{rows:?}");
        let dmt = format!("[contact.normal.dmt]\n{given}");
        let (code, out, rows) = judged("right", &case(&dmt, sticks(), "attracted-hertz-impact"));
        assert_eq!((code, rows.len()), (0, 2), "{out}");
        assert!((rows[0].2 - 1.0).abs() < 2e-3, "{rows:?}");
    }
}

/// An engine that is added to a case is compared with the reference: when its bodies part is not asked, as where the law ends the contact
/// is not known from their flight.
#[test]
fn an_added_engine_is_not_asked_when_a_neck_breaks() {
    let jkr = format!("[contact.normal.jkr]\n{WORK}\nbreaks_at = \"displacement\"");
    let text = case(&jkr, 2.0 * sticks(), "jkr-impact");
    let text = text.replacen("that = \"mine\"", "that = \"reference\"", 1);
    let text = text.replacen("[run.mine]\nsteps_per_contact = 2000.37\nonset_phases = 3", "[run.reference]", 1);
    for (wrong, ends) in [("right", 0), ("pull-off", 1)] {
        let place = tempfile::tempdir().unwrap();
        write(place.path(), &[("case.toml", &text), ("engines.toml", &declared(wrong))]);
        let verb = ["run", "case.toml", "--engines", "engines.toml", "--engine", "mine", "--pictures", "none"];
        let (code, out, _) = run(place.path(), &verb);
        let rows: Vec<_> = checks(place.path()).into_iter().filter(|row| row["who"] == "mine").collect();
        let asked: Vec<&str> = rows.iter().map(|row| row["observable"].as_str()).collect();
        assert!(asked.contains(&"restitution") && !asked.contains(&"duration_to_zero_overlap"), "{asked:?}");
        assert_eq!(code, ends, "{wrong}: {out}");
    }
}

/// Below the sticking speed the bodies hang together at a neck, in whatever state the run ends.
#[test]
fn bodies_that_stick_are_no_rebound() {
    for part in [0.85, 0.95] {
        let jkr = format!("[contact.normal.jkr]\n{WORK}\nbreaks_at = \"displacement\"");
        let text = case(&jkr, part * sticks(), "jkr-impact").replace("restitution = {", "sticks = {");
        let (code, out, rows) =
            judged("right", &text.replace("within = \"2e-3 absolute\"", "within = \"1e-9 absolute\""));
        assert_eq!((code, rows.len()), (0, 2), "{out}");
        assert!(rows.iter().all(|(_, outcome, _)| outcome == "pass"), "{out}");
    }
}

#[test]
fn another_pull_off_force_is_caught() {
    let jkr = format!("[contact.normal.jkr]\n{WORK}\nbreaks_at = \"displacement\"");
    let dmt = format!("[contact.normal.dmt]\n{WORK}");
    for (contact, theory) in [(&jkr, "jkr-impact"), (&dmt, "attracted-hertz-impact")] {
        let (code, out, rows) = judged("pull-off", &case(contact, 1.5 * sticks(), theory));
        assert_eq!(code, 1, "{out}");
        assert!(rows.iter().any(|(what, outcome, _)| what == "max_overlap" && outcome == "fail"), "{out}");
    }
}

/// The lines of a fingerprint that are about a pull.
fn lines(wrong: &str) -> Vec<String> {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("engines.toml", &declared(wrong))]);
    let (code, out, err) = run(place.path(), &["fingerprint", "mine", "--engines", "engines.toml"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let one = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    out.lines().map(one).filter(|line| line.starts_with("jkr: ") || line.starts_with("dmt: ")).collect()
}

#[test]
#[ignore = "slow"]
fn the_fingerprint_of_a_declared_engine_has_the_lines_of_its_adhesion() {
    let found = lines("right");
    let expected = [
        "jkr: form of the pull pairs certain JKR: the contact radius follows from the overlap",
        "jkr: work of adhesion pairs certain as given",
        "jkr: end of the pull pairs certain the smallest overlap of the neck",
        "dmt: form of the pull pairs certain DMT: a constant pull",
        "dmt: work of adhesion pairs certain as given",
        "dmt: end of the pull pairs certain zero overlap",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (line, expected) in found.iter().zip(expected) {
        assert!(line.starts_with(expected), "`{line}`, not `{expected}`");
    }
    // A work of adhesion that is 4/3 or 3/4 of the given one is none of the meanings in the list.
    let wrong = lines("pull-off");
    assert_eq!(wrong.len(), expected.len(), "{wrong:#?}");
    assert!(wrong.iter().all(|line| !line.contains("certain")), "{wrong:#?}");
}
