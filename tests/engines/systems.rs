//! The drivers of systems that no registry carries, against stand-ins for their programs: what is handed over, what comes
//! back, and how it is read.

use std::path::Path;

use super::{GLASS, checks, run, write};

/// Two ways to meet, with what is expected of an engine that has Hertz's contact.
fn case(engine: &str, wall: bool, duration: &str) -> String {
    let run = format!("[run.reference]\n\n[run.{engine}]\nsteps_per_contact = 100.37\nonset_phases = 2\n");
    let expect = format!(
        "\n[[expect]]\nthat = \"{engine}\"\nagrees_with = \"hertz-impact\"\nduration = {{ within = \"{duration}\" }}\n\
         restitution = {{ within = \"1e-4 absolute\" }}\n"
    );
    let text = GLASS.replace("[run.reference]\n", &run) + &expect;
    if !wall {
        return text;
    }
    let right = "[body.right]\nsphere   = { radius = \"10 mm\" }\nmaterial = \"glass\"\n";
    assert!(text.contains(right));
    text.replace(right, "[body.right]\nwall     = { normal = \"+z\" }\nmaterial = \"glass\"\n")
}

/// Runs a case with the shipped drivers; exit code, what was printed and its rows.
fn outcome(engine: &str, text: &str, environment: &str) -> (i32, String, Vec<String>) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().unwrap();
    let examples = here.join("examples/engines").display().to_string();
    let stand_in = here.join("tests/engines/stand_in").display().to_string();
    let declared = std::fs::read_to_string(here.join("examples/engines/systems.toml")).unwrap();
    let header = format!("[engine.{engine}]\n");
    assert!(declared.contains(&header));
    let environment = format!("{header}environment = {}\n", environment.replace("STAND_IN", &stand_in));
    let declared = declared.replace("{here}", &examples).replace(&header, &environment);
    write(place.path(), &[("case.toml", text), ("engines.toml", &declared)]);
    let (code, out, err) =
        run(place.path(), &["run", "case.toml", "--engines", "engines.toml", "--no-skip", "--pictures", "none"]);
    assert_eq!(err, "", "{out}");
    let rows = checks(place.path());
    let outcomes = rows
        .iter()
        .filter(|row| row["who"] == engine && row["against"] != "conserved")
        .map(|row| row["outcome"].clone())
        .collect();
    let record = std::fs::read_to_string(place.path().join("reports/latest/run.json")).unwrap();
    (code, out + &record, outcomes)
}

const MUSEN: &str = "{ MUSEN = \"STAND_IN/cmusen\" }";
const WOO: &str = "{ PYTHONPATH = \"STAND_IN\", PYTHONDONTWRITEBYTECODE = \"1\" }";

/// Hertz stepped by velocity Verlet is off by -5.1e-5 in the duration at tau/100.
#[test]
fn musen_s_text_files_carry_the_scene_there_and_back() {
    let (code, out, rows) = outcome("musen", &case("musen", false, "1e-4 relative"), MUSEN);
    assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
    // It says what it does not run.
    let (code, out, rows) = outcome("musen", &case("musen", true, "1e-4 relative"), MUSEN);
    assert_eq!((code, rows), (3, vec!["skip".to_string(); 2]), "{out}");
}

#[test]
fn woo_is_built_and_stepped_and_its_wall_is_found_out() {
    let (code, out, rows) = outcome("woo", &case("woo", false, "1e-4 relative"), WOO);
    assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
    // A wall that is a sphere of the same size: the duration is off by 2^0.2, and the cause is named.
    let (code, out, rows) = outcome("woo", &case("woo", true, "1e-4 relative"), WOO);
    assert_eq!((code, rows), (1, vec!["fail".to_string(), "pass".to_string()]), "{out}");
    assert!(out.contains("R* = r/2"), "{out}");
}
