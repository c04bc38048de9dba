//! What no table row can say: size, signals, files of an earlier run, and what has to pass.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common;

/// Two spheres of unequal size, head-on, elastic.
fn spheres(speeds: &str) -> String {
    format!(
        "title = \"Two spheres\"\nmaterial.glass = {{ density = \"2500 kg/m3\", young_modulus = \"60 MPa\", poisson_ratio = 0.25 }}\n\
         body.one = {{ sphere = {{ radius = \"5 mm\" }}, material = \"glass\" }}\n\
         body.two = {{ sphere = {{ radius = {{ sweep = [\"3 mm\", \"4 mm\", \"6 mm\"] }} }}, material = \"glass\" }}\n\
         impact.speed = {speeds}\ncontact.normal.hertz = {{}}\n[run.reference]\n\
         [[expect]]\nthat = \"reference\"\nagrees_with = \"hertz-impact\"\nrestitution = {{ within = \"1e-9 relative\" }}\n"
    )
}

fn run(folder: &Path, words: &str) -> (i32, String) {
    let words: Vec<&str> = words.split(' ').collect();
    let ended = common::run(folder, &words);
    (ended.code, ended.text())
}

/// 22 800 scenes have 17 MB of accepted numbers.
#[test]
#[ignore = "slow"]
fn what_is_accepted_can_be_gated() {
    let here = tempfile::tempdir().unwrap();
    let speeds = "{ sweep = { from = \"0.1 m/s\", to = \"1 m/s\", steps = 7600 } }";
    common::write(here.path(), "cases/many.toml", spheres(speeds));
    let (code, text) = run(here.path(), "accept cases --why test");
    assert_eq!(code, 0, "{text}");
    let (code, text) = run(here.path(), "gate cases");
    assert_eq!(code, 0, "{text}");
}

/// What would be too large is refused before anything is computed, with a way out.
#[test]
fn too_many_numbers_are_refused_before_they_are_computed() {
    let here = tempfile::tempdir().unwrap();
    let speeds = "{ sweep = { from = \"0.1 m/s\", to = \"1 m/s\", steps = 9000 } }";
    let many = spheres(speeds).replace(
        "[run.reference]\n",
        "[run.reference]\n[run.velocity-verlet]\nsteps_per_contact = { sweep = [10.1, 20.1, 30.1, 40.1, 50.1, 60.1, 70.1, 80.1] }\n",
    );
    common::write(here.path(), "cases/many.toml", many);
    let began = std::time::Instant::now();
    let (code, text) = run(here.path(), "accept cases --why test");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("--every 2"), "{text}");
    assert!(began.elapsed() < Duration::from_secs(20), "it was computed first");
}

/// `timeout` sends its signal to the process and to its group: that is one request, and what is finished is written.
#[cfg(unix)]
#[test]
fn two_signals_at_once_are_one_request() {
    let here = tempfile::tempdir().unwrap();
    let speeds = "{ sweep = { from = \"0.1 m/s\", to = \"1 m/s\", steps = 10000 } }";
    let oblique = spheres(speeds)
        .replace(
            "contact.normal.hertz = {}",
            "contact.normal.hertz = {}\ncontact.damping.tsuji.restitution = { sweep = { from = 0.1, to = 0.9, steps = 9 } }\ncontact.ends = \"zero-overlap\"",
        )
        .replace("hertz-impact", "requested-restitution");
    common::write(here.path(), "cases/long.toml", oblique);
    let mut command = common::process(here.path());
    command.args(["run", "cases", "--pictures", "none"]);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let running = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let terminate = || {
        let number = running.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &number]).status().unwrap().success());
    };
    terminate();
    std::thread::sleep(Duration::from_millis(30));
    terminate();
    let ended = running.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("partial"), "the report was lost: {said}");
}

/// A request that is refused leaves no green of an earlier one for CI to read, and the rest of that report as it was.
#[test]
fn a_refused_request_takes_the_earlier_outcome_away() {
    let here = tempfile::tempdir().unwrap();
    common::write(here.path(), "cases/two.toml", spheres("\"1 m/s\""));
    for words in ["run cases --pictures none", "accept cases --why test", "gate cases"] {
        let (code, text) = run(here.path(), words);
        assert_eq!(code, 0, "{text}");
    }
    let there = |name: &str| here.path().join("reports").join(name).exists();
    let outcome = ["latest/summary.md", "latest/junit.xml", "gate/gate.md", "gate/junit.xml", "gate/index.html"];
    assert!(outcome.iter().all(|name| there(name)));
    common::write(here.path(), "cases/two.toml", "title = 1\n");
    for words in ["run cases --pictures none", "gate cases"] {
        assert_eq!(run(here.path(), words).0, 2);
    }
    assert!(!outcome.iter().any(|name| there(name)), "an earlier green is still there");
    assert!(there("latest/run.jsonl") && there("latest/index.html"));
    let (code, text) = run(here.path(), "verify reports/latest/run.jsonl");
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("not checked"), "{text}");
}

/// An engine in single precision is judged to that precision, and is not said to break Newton's third law.
#[test]
fn single_precision_is_no_missing_reaction() {
    let case = |here: &Path, precision: &str| {
        let head = spheres("\"1 m/s\"").replace("{ sweep = [\"3 mm\", \"4 mm\", \"6 mm\"] }", "\"3 mm\"");
        let asked = "[run.kernel]\nsteps_per_contact = 100.37\nonset_phases = 4\n[[expect]]\nthat = \"kernel\"\n\
                     agrees_with = \"reference\"\nrestitution = { within = \"1 %\" }\n";
        common::write(here, "cases/case.toml", format!("{head}{asked}"));
        common::write(here, "engines.toml", format!("{}{precision}\n", super::ENGINES));
        common::write(here, "kernel.py", include_str!("kernel.py"));
        common::write(here, "hidden_common.py", include_str!("../engines/hidden_common.py"));
        common::write(here, "quirk", "single");
        run(here, "run cases --engines engines.toml --pictures none")
    };
    let here = tempfile::tempdir().unwrap();
    let (code, text) = case(here.path(), "");
    assert_eq!(code, 1, "{text}");
    assert!(!text.contains("action and reaction"), "{text}");
    assert!(text.contains("precision = \"single\""), "{text}");
    let (code, text) = case(here.path(), "precision = \"single\"");
    assert_eq!(code, 0, "{text}");
}

/// Names of cases that begin with a dash are no options of the gate.
#[test]
fn the_action_separates_options_from_cases() {
    let action = fs::read_to_string(common::root().join("action.yml")).unwrap();
    assert!(action.contains("gate \"${words[@]}\" -- \"${cases[@]}\""));
}
