//! The small engine in Python that ships as an example.

use std::path::Path;

use super::{GLASS, checks, run, write};

fn examples() -> String {
    format!("{}/examples/engines/engines.toml", env!("CARGO_MANIFEST_DIR"))
}

fn case(damping: &str, run: &str, expect: &str) -> String {
    format!("{GLASS}{expect}")
        .replace("[run.reference]", &format!("{damping}\n[run.reference]\n\n[run.small-engine]\n{run}"))
}

/// Velocity Verlet on Hertz contact converges with order 2; its restitution with 2.5 (the force begins as
/// `delta^1.5`, and a kink inside a step costs `dt^2.5`).
#[test]
fn an_elastic_impact_converges_to_its_law() {
    let place = tempfile::tempdir().unwrap();
    let ladder = "steps_per_contact = { sweep = [20.37, 50.37, 100.37, 200.37] }\n";
    let expect = r#"
[[expect]]
that         = "small-engine"
converges_to = "reference"
duration_to_zero_overlap = { order = 2.0, give_or_take = 0.1 }
max_overlap_interpolated = { order = 2.0, give_or_take = 0.1 }

[[expect]]
that        = "small-engine"
agrees_with = "hertz-impact"
duration    = { within = "2e-3 relative" }
max_force   = { within = "1 %" }
"#;
    write(place.path(), &[("glass.toml", &case("", ladder, expect))]);
    let (code, out, err) = run(place.path(), &["run", "glass.toml", "--engines", &examples(), "--no-skip"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let rows = checks(place.path());
    assert!(rows.iter().any(|row| row["variant"] == "1.0, steps=100.37, worst of 16 phases"), "{rows:#?}");
    // The duration at tau/20 and tau/100: -1.28e-3 and -5.10e-5, as every code that steps like this has them.
    let log = place.path().join("reports/latest.engines/glass/small-engine_1.0");
    assert!(log.join("run-1/scene.json").is_file() && log.join("run-4/trajectory.csv").is_file());
}

/// A restitution is what is achieved with the stated end of contact: asked for .9, .5 and .1, they come out.
#[test]
#[ignore = "slow"]
fn a_damped_impact_gives_back_what_is_asked_for() {
    for ends in ["zero-overlap", "force-clamped"] {
        let place = tempfile::tempdir().unwrap();
        let damping = format!(
            "[contact]\nends = \"{ends}\"\n[contact.damping.tsuji]\nrestitution = {{ sweep = [0.9, 0.5, 0.1] }}\n"
        );
        let expect = r#"
[[expect]]
that        = "small-engine"
agrees_with = "reference"
restitution = { within = "1e-3 absolute" }
"#;
        let case = case(&damping, "steps_per_contact = 1000.37\nonset_phases = 4\n", expect)
            .replace(
                "agrees_with = \"hertz-impact\"\nmax_overlap",
                "agrees_with = \"requested-restitution\"\nrestitution",
            )
            .replace("[contact.normal.hertz]", "")
            .replace("[contact.damping.tsuji]", "[contact.normal.hertz]\n[contact.damping.tsuji]");
        write(place.path(), &[("damped.toml", &case.replace("1e-12 relative", "1e-9 relative"))]);
        let (code, out, err) = run(place.path(), &["run", "damped.toml", "--engines", &examples(), "--no-skip"]);
        assert_eq!((code, err.as_str()), (0, ""), "{ends}: {out}");
        let rows = checks(place.path());
        let asked = rows.iter().filter(|row| row["who"] == "small-engine" && row["against"] != "conserved");
        assert_eq!(asked.count(), 3);
    }
}

#[test]
fn what_it_does_not_claim_is_skipped_and_counted() {
    let place = tempfile::tempdir().unwrap();
    let damping = "[contact]\nends = \"zero-force\"\n[contact.damping.tsuji]\nrestitution = 0.5\n";
    let case = case(damping, "steps_per_contact = 100.37\n", "")
        .replace("agrees_with = \"hertz-impact\"\nmax_overlap", "agrees_with = \"requested-restitution\"\nrestitution")
        .replace("[contact.normal.hertz]", "")
        .replace("[contact.damping.tsuji]", "[contact.normal.hertz]\n[contact.damping.tsuji]")
        .replace("1e-12 relative", "1e-9 relative");
    let expect =
        "\n[[expect]]\nthat = \"small-engine\"\nagrees_with = \"reference\"\nrestitution = { within = \"1 %\" }\n";
    write(place.path(), &[("early.toml", &format!("{case}{expect}"))]);
    let file = examples();
    let (code, out, _) = run(place.path(), &["run", "early.toml", "--engines", &file]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("small-engine 1.0: its contact does not end at zero-force (1 check)"), "{out}");
    assert!(out.contains("1 skipped"), "{out}");
    let (code, _, _) = run(place.path(), &["run", "early.toml", "--engines", &file, "--no-skip"]);
    assert_eq!(code, 3);
}

/// `--engine` puts an engine on a case that does not name it.
#[test]
fn an_engine_runs_on_any_case() {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("glass.toml", GLASS)]);
    let file = examples();
    let added = ["run", "glass.toml", "--engines", &file, "--engine", "small-engine", "--no-skip"];
    let (code, out, err) = run(place.path(), &added);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let mine = |rows: &[std::collections::BTreeMap<String, String>]| {
        let asked = rows.iter().filter(|row| row["who"] == "small-engine" && row["against"] != "conserved");
        asked.map(|row| row["outcome"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(mine(&checks(place.path())), ["pass", "pass", "pass"]);
    // Too near for a hundred steps: nothing was tested.
    let (code, out, _) = run(place.path(), &[&added[..], &["--within", "1e-7 relative"]].concat());
    assert!(code == 3 && out.contains("use a smaller one"), "{out}");
    let (code, _, err) = run(place.path(), &["run", "glass.toml", "--engine", "smal-engine", "--engines", &file]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no engine `smal-engine`") && err.contains("did you mean `small-engine`?"), "{err}");
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("glass.toml", GLASS)]);
    let file = examples();
    let mut before: Option<Vec<u8>> = None;
    for threads in ["1", "2"] {
        let arguments = ["run", "glass.toml", "--engines", &file, "--engine", "small-engine", "--threads", threads];
        assert_eq!(run(place.path(), &arguments).0, 0);
        let now = std::fs::read(place.path().join("reports/latest/run.jsonl")).unwrap();
        assert!(before.as_ref().is_none_or(|before| *before == now));
        before = Some(now);
    }
}

#[test]
fn the_doctor_finds_it() {
    let (code, out, _) = run(Path::new(env!("CARGO_MANIFEST_DIR")), &["doctor", "--engines", &examples()]);
    assert_eq!(code, 0);
    assert!(out.lines().any(|line| line.contains("small-engine") && line.contains("1.0")), "{out}");
}

/// Mean over 16 onset phases, as LAMMPS, LIGGGHTS, YADE and Kratos were measured (they agree to these digits); Hertz
/// contact has no scale, so any elastic pair will do.
#[test]
fn the_elastic_ladder_is_that_of_the_production_codes() {
    let place = tempfile::tempdir().unwrap();
    let expect =
        "\n[[expect]]\nthat = \"small-engine\"\nagrees_with = \"reference\"\nduration = { within = \"1 %\" }\n";
    let text = case("", "steps_per_contact = { sweep = [20, 50, 100, 400] }\n", expect);
    write(place.path(), &[("glass.toml", &text)]);
    let (code, out, _) = run(place.path(), &["run", "glass.toml", "--engines", &examples(), "--pictures", "none"]);
    assert_eq!(code, 0, "{out}");
    let rows =
        crate::common::observations(&std::fs::read(place.path().join("reports/latest/observations.csv")).unwrap());
    let value = |by: &str, variant: &str, observable: &str| {
        let row = rows.iter().find(|r| r["by"] == by && r["variant"] == variant && r["observable"] == observable);
        row.unwrap()["value"].parse::<f64>().unwrap()
    };
    for (steps, duration, overlap) in
        [(20, -1.28e-3, 1.13e-3), (50, -2.04e-4, 1.80e-4), (100, -5.10e-5, 4.51e-5), (400, -3.19e-6, 2.82e-6)]
    {
        let variant = format!("1.0, steps={steps}, mean of 16 phases");
        for (observable, of, expected) in
            [("duration", "duration", duration), ("max_overlap_interpolated", "max_overlap", overlap)]
        {
            let off = value("small-engine", &variant, observable) / value("reference", "", of) - 1.0;
            assert!((off / expected - 1.0).abs() < 5e-3, "{observable} at tau/{steps}: {off:e}, not {expected:e}");
        }
    }
}
