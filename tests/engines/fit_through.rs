//! Fits through engines: what comes out makes the engine reach what was measured.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use collisionbench::case::Case;
use collisionbench::case::engines_toml;
use collisionbench::data::Files;
use collisionbench::error::{Error, SourceFile};
use collisionbench::fit::calibrate::{Calibrated, Depth, FitOptions, Unwatched, Watch, calibrate, calibrate_with};
use collisionbench::system::engine::{Engines, Folders};

use super::{run, write};

/// A ball on a plate, with one number of its damping unknown.
const BALL: &str = r#"
title = "A ball on a plate"

[body.ball]
sphere = { radius = "5 mm", mass = "4 g" }

[body.plate]
wall  = { normal = "+z" }
rigid = true

[contact]
ends = "force-clamped"

[contact.normal.hooke]
stiffness = "1e6 N/m"

[contact.damping.linear-dashpot]
ratio = { fit = 0.1, between = [0.001, 0.9] }

[experiment.drop-height]
data         = "drops.csv"
height_to    = "bottom"
gravity      = "9.81 m/s2"
height_sigma = "2 mm"

[fit]
uncertainty = { bootstrap = 40, level = 0.95, seed = 1 }
WITH

[[expect]]
that        = "fit"
agrees_with = "residuals"
birge_ratio = { within_sigma = 3 }
"#;

/// Restitutions about 0.8 from one height, as `sqrt(rebound/drop)`.
const ONE_HEIGHT: &str = "drop height (cm),rebound height (cm)\n50,32.1\n50,31.9\n50,32.2\n50,31.8\n50,32.0\n50,32.1\n";

/// The same from three.
const DROPS: &str = "drop height (cm),rebound height (cm)
20,12.9\n20,12.7\n20,12.8\n50,32.1\n50,31.9\n50,32.2\n90,57.5\n90,57.7\n90,57.6\n90,57.4\n";

/// The example engine, and one that differs from it by what is replaced in its text.
fn engines(folder: &Path, replaced: [&str; 2]) -> String {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engines/small_engine.py");
    let text = fs::read_to_string(example).unwrap();
    let other = text.replace(replaced[0], replaced[1]);
    let covers = "covers = { normal = [\"hooke\", \"hertz\"], damping = [\"linear-dashpot\", \"tsuji\"], ends = [\"force-clamped\"] }";
    let declared = format!(
        "[engine.honest]\ncommand = [\"python3\", \"{{here}}/honest.py\"]\nversion = \"1\"\n{covers}\n\
         [engine.twin]\ncommand = [\"python3\", \"{{here}}/twin.py\"]\nversion = \"1\"\n{covers}\n"
    );
    write(folder, &[("honest.py", &text), ("twin.py", &other), ("engines.toml", &declared)]);
    "engines.toml".to_string()
}

fn case(with: &str) -> String {
    BALL.replace("WITH", with)
}

fn read(folder: &Path, text: &str, own: &[&str]) -> Case {
    let file = SourceFile { name: "ball.toml".into(), text: text.to_string() };
    let own: Vec<String> = own.iter().map(|name| name.to_string()).collect();
    let files = Files::Folder(folder.to_path_buf());
    Case::read_with(Arc::new(file), "ball", &files, &own).unwrap_or_else(|error| panic!("{error}"))
}

fn fitted(folder: &Path, with: &str) -> Calibrated {
    let case = read(folder, &case(with), &["honest", "twin"]);
    let engines = Engines::new(engines_toml::file(&folder.join("engines.toml")).unwrap(), Folders::temporary());
    calibrate_with(&case, FitOptions { depth: Depth::Full, resamples: None }, &engines, &Unwatched)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn through(engine: &str, steps: f64) -> String {
    format!("with = \"{engine}\"\nsteps_per_contact = {steps}\nonset_phases = 4")
}

/// The example engine steps as our own velocity Verlet does: the two ways to fit a production code find the same number,
/// which is not that of the exact law.
#[test]
fn an_engine_and_a_scheme_of_ours_that_step_alike_need_the_same_number() {
    let place = tempfile::tempdir().unwrap();
    engines(place.path(), ["", ""]);
    write(place.path(), &[("drops.csv", ONE_HEIGHT)]);
    let engine = fitted(place.path(), &through("honest", 12.37));
    let scheme = read(place.path(), &case(&through("velocity-verlet", 12.37)), &[]);
    let scheme = calibrate(&scheme, FitOptions { depth: Depth::Full, resamples: None }, &Unwatched).unwrap();
    let (engine_s, scheme_s) = (engine.parameters[0].value, scheme.parameters[0].value);
    let exact = engine.engine.as_ref().unwrap().exact;
    assert!((engine_s / scheme_s - 1.0).abs() < 1e-5, "{engine_s} {scheme_s}, exact {exact}");
    assert!((engine_s / exact - 1.0).abs() > 1e-3, "the step does nothing: {engine_s} {exact}");
    // The intervals are about the engine's number, and as wide.
    let (a, b) = (engine.parameters[0].interval.unwrap(), scheme.parameters[0].interval.unwrap());
    assert!(a.low < engine_s && engine_s < a.high);
    assert!(((a.high - a.low) / (b.high - b.low) - 1.0).abs() < 0.1, "{a:?} {b:?}");
}

/// The loop is closed by the engine itself: at the fitted value it leaves what was measured, in few runs.
#[test]
fn the_fitted_value_makes_the_engine_reach_the_measurements() {
    let place = tempfile::tempdir().unwrap();
    let file = engines(place.path(), ["", ""]);
    write(place.path(), &[("drops.csv", DROPS), ("ball.toml", &case(&through("honest", 20.5)))]);
    let arguments = ["fit", "ball.toml", "--engines", &file, "--pictures", "none"];
    let (code, out, err) = run(place.path(), &arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("honest 1 reproduces the measurements with ratio = "), "{out}");
    assert!(out.contains("The engine at the fitted value, compared with the measurements"), "{out}");
    let told = fs::read_to_string(place.path().join("reports/fit/ball/fit.toml")).unwrap();
    let told: toml::Table = told.parse().unwrap();
    let engine = told["engine"].as_table().unwrap();
    let rows = engine["closed"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    let number = |row: &toml::Value, key: &str| row[key].as_float().unwrap();
    let off: f64 = rows.iter().map(|row| number(row, "measured") - number(row, "engine")).sum();
    assert!(off.abs() / 3.0 < 2e-3, "{rows:#?}");
    assert!(engine["table_off"].as_float().unwrap() < 1e-5, "{engine:#?}");
    let runs = engine["runs"].as_integer().unwrap();
    assert!((3..=6).contains(&runs), "{runs} runs");
    // A folder a run is kept, and no more were made than are said.
    let kept = place.path().join("reports/fit.engines/ball/honest_1");
    assert_eq!(fs::read_dir(kept).unwrap().count() as i64, runs);
    let page = fs::read_to_string(place.path().join("reports/fit/ball/index.html")).unwrap();
    assert!(page.contains("The engine at the fitted value"), "the page does not close the loop");
    // The fitted case holds the value the engine needs, not that of the exact law.
    let value = told["parameters"][0]["value"].as_float().unwrap();
    let text = told["case_text"].as_str().unwrap();
    assert!(text.contains(&format!("ratio = {value}")), "{text}");
}

/// Twice the damping that it is told: half of it is enough.
#[test]
fn an_engine_whose_damping_is_off_by_a_factor_shifts_the_coefficient_by_that_factor() {
    let place = tempfile::tempdir().unwrap();
    engines(place.path(), ["law[\"C\"]", "2.0 * law[\"C\"]"]);
    write(place.path(), &[("drops.csv", DROPS)]);
    let honest = fitted(place.path(), &through("honest", 20.5));
    let twin = fitted(place.path(), &through("twin", 20.5));
    let (one, two) = (honest.parameters[0].value, twin.parameters[0].value);
    assert!((one / two / 2.0 - 1.0).abs() < 1e-4, "{one} {two}");
    let exact = |found: &Calibrated| found.engine.as_ref().unwrap().exact;
    assert_eq!(exact(&honest).to_bits(), exact(&twin).to_bits());
    // Both reach the same measurements.
    for (a, b) in honest.engine.unwrap().speed_groups.iter().zip(&twin.engine.unwrap().speed_groups) {
        assert!((a.engine - b.engine).abs() < 1e-5, "{a:?} {b:?}");
    }
}

/// One that loses nothing cannot be made to lose a fifth.
#[test]
fn an_engine_that_never_reaches_what_was_measured_is_named() {
    let place = tempfile::tempdir().unwrap();
    let file = engines(place.path(), ["law[\"C\"]", "0.0 * law[\"C\"]"]);
    write(place.path(), &[("drops.csv", DROPS), ("ball.toml", &case(&through("twin", 20.5)))]);
    let (code, _, err) = run(place.path(), &["fit", "ball.toml", "--engines", &file]);
    assert_eq!(code, 3, "{err}");
    // The mean of the three heights, sqrt(h'/h) by hand: (0.8000 + 0.8008 + 0.7997)/3 = 0.8002.
    assert!(err.contains("twin 1 leaves 1.0") && err.contains("and never the 0.80"), "{err}");
}

#[test]
fn a_failing_engine_is_told_with_case_and_folder() {
    let place = tempfile::tempdir().unwrap();
    let file = engines(place.path(), ["if __name__", "sys.exit('no licence left')\nif __name__"]);
    write(place.path(), &[("drops.csv", DROPS), ("ball.toml", &case(&through("twin", 20.5)))]);
    let (code, _, err) = run(place.path(), &["fit", "ball.toml", "--engines", &file]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("twin 1 in ball: it ended with exit code 1"), "{err}");
    assert!(err.contains("no licence left") && err.contains("fit.engines/ball/twin_1/run-1"), "{err}");
    assert!(!place.path().join("reports/fit/ball/fit.toml").exists());
}

/// What is not here is an error when it is all that was asked for, and else a line.
#[test]
fn an_absent_engine_is_skipped_aloud() {
    let place = tempfile::tempdir().unwrap();
    let declared = "[engine.away]\ncommand = [\"./no-such-program\"]\ncovers = { normal = [\"hooke\"], damping = [\"linear-dashpot\"], ends = [\"force-clamped\"] }\n";
    let expect = "\n[[expect]]\nthat = \"fit\"\nagrees_with = \"hold-out\"\nrestitution = { within_sigma = 3 }\n";
    let hold = "hold_out = \"one height in three\"\n";
    fs::create_dir(place.path().join("both")).unwrap();
    let own = |text: String| text.split("\n[[expect]]").next().unwrap().to_string() + expect;
    let away = own(case(&format!("{hold}{}", through("away", 20.5))));
    let plain = own(case(hold));
    write(place.path(), &[("engines.toml", declared), ("drops.csv", DROPS)]);
    write(&place.path().join("both"), &[("away.toml", &away), ("plain.toml", &plain), ("drops.csv", DROPS)]);
    let (code, _, err) = run(place.path(), &["fit", "both/away.toml", "--engines", "engines.toml"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("away: away is not installed: there is no program `"), "{err}");
    let options = ["--engines", "engines.toml", "--pictures", "none"];
    let (code, out, err) = run(place.path(), &[&["fit", "both"], &options[..]].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("skip  ") && out.contains("away is not installed") && out.contains("ratio = "), "{out}");
    let (code, out, err) = run(place.path(), &[&["run", "both"], &options[..]].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("1 skipped") && out.contains("away is not installed"), "{out}");
    let (code, _, _) = run(place.path(), &[&["run", "both", "--no-skip"], &options[..]].concat());
    assert_eq!(code, 3);
}

/// What somebody else is made to have measured.
const OTHERS: &str = "reference-data/experiments/others";

/// Held-out heights are judged by what the engine leaves.
#[test]
fn a_fit_through_an_engine_is_judged() {
    let place = tempfile::tempdir().unwrap();
    let file = engines(place.path(), ["law[\"C\"]", "2.0 * law[\"C\"]"]);
    let hold = "hold_out = \"one height in three\"\n";
    let expect = "\n[[expect]]\nthat = \"fit\"\nagrees_with = \"hold-out\"\nrestitution = { within_sigma = 3 }\n";
    let text = case(&format!("{hold}{}", through("twin", 20.5)));
    let text = text.replace(
        "agrees_with = \"residuals\"\nbirge_ratio = { within_sigma = 3 }",
        &format!("agrees_with = \"{OTHERS}\"\nrestitution = {{ within = \"1 %\" }}"),
    );
    fs::create_dir_all(place.path().join(OTHERS)).unwrap();
    let source = "title = \"a ball\"\ncite = \"made up\"\nread_in = \"made up\"\nhow = \"computed\"\nform = \"table\"\n\n\
                  [column.v]\nis = \"speed\"\nunit = \"m/s\"\n\n[column.e]\nis = \"restitution\"\nunit = \"-\"\n";
    write(&place.path().join(OTHERS), &[("data.csv", "v,e\n1,0.8\n3,0.8\n"), ("source.toml", source)]);
    write(place.path(), &[("drops.csv", DROPS), ("ball.toml", &format!("{text}{expect}"))]);
    let (code, out, err) = run(place.path(), &["run", "ball.toml", "--engines", &file, "--pictures", "none"]);
    assert_eq!((code, err.as_str()), (3, ""), "{out}");
    let rows = super::checks(place.path());
    let outcome = |against: &str| rows.iter().find(|row| row["against"] == against).unwrap()["outcome"].clone();
    assert_eq!(outcome("hold-out"), "pass", "{rows:#?}");
    // The number is the engine's: the law itself with it is nothing that was fitted.
    assert_eq!(outcome(OTHERS), "error", "{rows:#?}");
    assert!(out.contains("the value was fitted through twin 1"), "{out}");
}

#[test]
fn more_than_one_number_is_refused_where_it_is_asked_for() {
    let place = tempfile::tempdir().unwrap();
    let file = engines(place.path(), ["", ""]);
    let two = case(&through("honest", 20.5))
        .replace("\"1e6 N/m\"", "{ fit = \"1e6 N/m\", between = [\"1e5 N/m\", \"1e7 N/m\"] }");
    write(place.path(), &[("drops.csv", DROPS), ("ball.toml", &two)]);
    let (code, _, err) = run(place.path(), &["fit", "ball.toml", "--engines", &file]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("more than one number is unknown") && err.contains("with = \"honest\""), "{err}");
}

/// Ends the work when the engine is to be run.
#[derive(Default)]
struct Impatient(AtomicBool);

impl Watch for Impatient {
    fn begins(&self, what: &'static str, _: usize) {
        self.0.fetch_or(what == "runs of the engine", Ordering::SeqCst);
    }

    fn stop(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[test]
fn it_can_be_interrupted_while_the_engine_runs() {
    let place = tempfile::tempdir().unwrap();
    engines(place.path(), ["if __name__", "import time\ntime.sleep(600)\nif __name__"]);
    write(place.path(), &[("drops.csv", DROPS)]);
    let case = read(place.path(), &case(&through("twin", 20.5)), &["twin"]);
    let engines = Engines::new(engines_toml::file(&place.path().join("engines.toml")).unwrap(), Folders::temporary());
    let began = std::time::Instant::now();
    let found =
        calibrate_with(&case, FitOptions { depth: Depth::Full, resamples: None }, &engines, &Impatient::default());
    assert!(matches!(found, Err(Error::Interrupted)), "{:?}", found.map(|_| ()));
    assert!(began.elapsed().as_secs() < 60);
}
