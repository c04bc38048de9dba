//! Outcomes of engines told apart, by every verb that runs them.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::common::script;
use super::{GLASS, checks, run, write};

/// What an engine leaves of the two pairs of [`case`]: an elastic collision of two equal spheres.
const ENDS: &str = "pair,time,x1,y1,z1,vx1,vy1,vz1,x2,y2,z2,vx2,vy2,vz2
0,5e-5,0.0103,0,0,10,0,0,-0.0103,0,0,-10,0,0
1,5e-5,0.0103,0,0,10,0,0,-0.0103,0,0,-10,0,0
";

const HONEST: &str = "cp {here}/ends.csv ends.csv";

fn case(name: &str) -> String {
    let run = format!("[run.reference]\n\n[run.{name}]\nsteps_per_contact = 100.37\nonset_phases = 2\n");
    let expect =
        format!("\n[[expect]]\nthat = \"{name}\"\nagrees_with = \"reference\"\nrestitution = {{ within = \"1 %\" }}\n");
    GLASS.replace("[run.reference]\n", &run) + &expect
}

/// One engine that is a line of shell, with more lines of its declaration.
fn declared(name: &str, script: &str, more: &str) -> String {
    format!(
        "[engine.{name}]\ncommand = [\"sh\", \"-c\", '''{script}''']\ncovers = {{ normal = [\"hertz\"] }}\n{more}\n"
    )
}

fn place(engines: &str) -> TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("cases")).unwrap();
    write(place.path(), &[("cases/ball.toml", &case("mine")), ("ends.csv", ENDS), ("engines.toml", engines)]);
    place
}

const ENGINES: [&str; 2] = ["--engines", "engines.toml"];

fn say(place: &TempDir, words: &[&str]) -> (i32, String) {
    let (code, out, err) = run(place.path(), &[words, &ENGINES].concat());
    (code, out + &err)
}

const RUN: [&str; 3] = ["run", "--pictures", "none"];

#[test]
fn a_program_that_refuses_the_protocol_is_an_error_with_its_words() {
    let place = place(&declared("mine", "echo this speaks protocol 2, not 1 >&2; exit 1", ""));
    for words in [&RUN[..], &["accept", "cases", "--why", "x"], &["fingerprint", "mine"], &["doctor"]] {
        let (code, out) = say(&place, words);
        assert_eq!((code, out.contains("this speaks protocol 2, not 1")), (3, true), "{words:?}: {out}");
    }
}

#[test]
#[ignore = "slow"]
fn what_is_not_installed_is_a_skip_and_nothing_to_accept_or_fingerprint() {
    let text = "[engine.mine]\ncommand = [\"no-such-program\"]\ncovers = { normal = [\"hertz\"] }\n";
    let place = place(text);
    for (words, wanted) in [
        (&RUN[..], 0),
        (&["run", "--pictures", "none", "--no-skip"], 3),
        (&["accept", "cases", "--why", "x"], 3),
        (&["fingerprint", "mine"], 3),
        (&["doctor"], 3),
        (&["doctor", "mine"], 3),
    ] {
        let (code, out) = say(&place, words);
        assert_eq!((code, out.contains("not installed")), (wanted, true), "{words:?}: {out}");
    }
    // One that nobody named, and one that nobody knows.
    let (code, out, _) = run(place.path(), &["doctor"]);
    assert_eq!(code, 0, "{out}");
    let (code, out) = say(&place, &["doctor", "mien"]);
    assert_eq!((code, out.contains("did you mean `mine`?")), (2, true), "{out}");
}

#[test]
fn a_version_command_that_fails_is_no_absence() {
    let version = "version = [\"sh\", \"-c\", \"echo ImportError: libdem.so.2 >&2; exit 1\"]";
    let place = place(&declared("mine", HONEST, version));
    for words in [&RUN[..], &["accept", "cases", "--why", "x"], &["fingerprint", "mine"], &["doctor"]] {
        let (code, out) = say(&place, words);
        assert_eq!((code, out.contains("libdem.so.2")), (3, true), "{words:?}: {out}");
        assert!(out.contains("does not answer") && out.contains("died at start"), "{words:?}: {out}");
    }
    assert_eq!(checks(place.path())[1]["outcome"], "error");
}

/// `coeff_restitution` came in 2024; a LAMMPS of 2021 is not started for it.
#[test]
fn a_version_without_the_option_is_too_old() {
    let place = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let help = here.join("tests/engines/recorded/lammps-2021/help.txt");
    script(place.path(), "old-lmp", &format!("exec /bin/cat '{}'", help.display()));
    let text = fs::read_to_string(here.join("cases/engines/lammps-coeff-restitution.toml")).unwrap();
    let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("variant")).collect();
    let engines = "[installed]\nlammps = [\"{here}/old-lmp\"]\n";
    write(place.path(), &[("old.toml", &text.join("\n")), ("engines.toml", engines)]);
    let (code, out) = say(&place, &["run", "old.toml", "--pictures", "none"]);
    assert_eq!(code, 3, "{out}");
    let words = "lammps 29Sep2021: this version is too old";
    assert!(checks(place.path()).iter().any(|row| row["outcome"] == "error"), "{out}");
    let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
    assert!(record.contains(words), "{out}");
}

/// One installation that answers does not hide another that does not.
#[test]
fn a_broken_installation_beside_a_good_one_is_an_error() {
    let place = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let recorded = here.join("tests/engines/recorded/lammps-2021");
    let said = recorded.display();
    let good = format!("if [ \"$1\" = -h ]; then exec /bin/cat '{said}/help.txt'; fi\ncp '{said}/dump.txt' dump.txt");
    script(place.path(), "good", &good);
    script(place.path(), "broken", "echo lmp: error while loading shared libraries: libmpi.so.40 >&2\nexit 127");
    let case = fs::read_to_string(here.join("tests/engines/recorded/case.toml")).unwrap();
    let engines = "[installed]\nlammps = [\"{here}/good\", \"{here}/broken\"]\n";
    write(place.path(), &[("small.toml", &case), ("engines.toml", engines)]);
    let (code, out) = say(&place, &["run", "small.toml", "--pictures", "none"]);
    let all = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((code, all.contains("libmpi.so.40"), all.contains("died at start")), (3, true, true), "{out}");
    let (code, out) = say(&place, &["doctor", "lammps"]);
    assert_eq!((code, out.contains("libmpi.so.40")), (3, true), "{out}");
}

#[test]
fn versions_of_engine_and_driver_are_two_fields() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines/small_engine.py");
    let script = format!("exec python3 {}", engine.display());
    let place = place(&declared("mine", &script, "version = \"2.4+g1a2b3c4\"\ndriver_version = \"0.9\""));
    let (code, out) = say(&place, &["doctor", "mine"]);
    assert_eq!(code, 0, "{out}");
    let line = out.lines().find(|line| line.starts_with("  mine")).unwrap();
    assert!(line.contains("2.4+g1a2b3c4 (counts as 2.4)") && line.contains("driver 0.9"), "{out}");
    assert!(line.contains("restitution 1.0000"), "{out}");
    let (code, out) = say(&place, &RUN);
    assert_eq!(code, 0, "{out}");
    let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
    let record: serde_json::Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    let engine = &record["run"]["engines"][0];
    assert_eq!((engine["name"].as_str(), engine["version"].as_str()), (Some("mine"), Some("2.4")));
    assert_eq!(
        (engine["full_version"].as_str(), engine["driver_version"].as_str()),
        (Some("2.4+g1a2b3c4"), Some("0.9"))
    );
    let environment = fs::read_to_string(place.path().join("reports/latest/environment.toml")).unwrap();
    assert!(environment.contains("2.4+g1a2b3c4"), "{environment}");
    assert_eq!(checks(place.path())[1]["variant"], "2.4, steps=100.37, worst of 2 phases");
    let (code, out) = say(&place, &["accept", "cases", "--why", "elastic"]);
    assert_eq!(code, 0, "{out}");
    let baseline = fs::read_to_string(place.path().join("reference-data/baselines/ball.jsonl")).unwrap();
    assert!(baseline.contains("mine 2.4+g1a2b3c4"), "{baseline}");
}

/// A case that names an engine of one's own can be read by every verb.
#[test]
fn list_export_and_advise_take_engines() {
    let place = place(&declared("mine", HONEST, ""));
    for words in [
        &["list", "engines"][..],
        &["advise", "cases/ball.toml"],
        &["export", "cases/ball.toml", "--to", "lammps"],
        &["contract", "cases/ball.toml"],
        &["convert", "--from", "ours", "--to", "lammps", "--pair", "cases/ball.toml"],
    ] {
        let (code, out) = say(&place, words);
        assert_eq!(code, 0, "{words:?}: {out}");
    }
    for (kind, name) in [("cases", "Two glass spheres"), ("engines", "mine")] {
        let (_, out) = say(&place, &["list", kind]);
        assert!(out.contains(name), "{out}");
    }
}

#[test]
fn a_built_in_case_is_named_where_there_is_a_folder_of_cases() {
    let place = place(&declared("mine", HONEST, ""));
    // A folder of data of one's own does not hide that of the case.
    fs::create_dir_all(place.path().join("reference-data/experiments/own")).unwrap();
    for name in ["shipped:normal/elastic/power-law", "shipped:oblique/kharaz-mfix-rescaled"] {
        let (code, out) = say(&place, &["run", name, "--pictures", "none"]);
        assert_eq!(code, 0, "{name}: {out}");
    }
    let (code, out) = say(&place, &["run", "shipped:normal/elastic/power-law", "cases", "--pictures", "none"]);
    assert_eq!((code, out.contains("2 cases")), (0, true), "{out}");
    let (code, out) = say(&place, &["advise", "shipped:normal/elastic/glass-head-on"]);
    assert_eq!(code, 0, "{out}");
    let (code, out) = say(&place, &["run", "normal/elastic/power-law"]);
    assert_eq!((code, out.contains("`shipped:normal/elastic/power-law`")), (2, true), "{out}");
    let (code, out) = say(&place, &["run", "shipped:normal/elastic/power-lore"]);
    assert_eq!((code, out.contains("power-law")), (2, true), "{out}");
}

/// Another version counts as another engine: the gate names both, and holds their numbers against each other.
#[test]
fn a_gate_says_that_the_version_of_an_engine_changed() {
    let of = |version: &str| declared("mine", HONEST, &format!("version = \"{version}\""));
    let place = place(&of("0.3.1"));
    let (code, out) = say(&place, &["accept", "cases/ball.toml", "--why", "x"]);
    assert_eq!(code, 0, "{out}");
    // A tenth of a per cent slower, in the same commit.
    let slower = ENDS.replace(",10,", ",9.99,").replace("-10,", "-9.99,");
    write(place.path(), &[("engines.toml", &of("0.4.0")), ("ends.csv", &slower)]);
    let (code, out) = say(&place, &["gate", "cases/ball.toml"]);
    assert_eq!(code, 1, "{out}");
    let at = out.find("accepted with mine 0.3.1, now mine 0.4.0: of ").unwrap_or_else(|| panic!("{out}"));
    let line = out[at..].lines().next().unwrap();
    // m* V^2/2 (1 - e^2) of two spheres of 10 mm, 2800 kg/m3, at 20 m/s with e = 0.999.
    let lost = 0.25 * 2800.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6 * 400.0 * (1.0 - 0.999 * 0.999);
    assert!((1e3 * lost - 2.34455).abs() < 1e-5, "{lost}");
    assert!(
        line.contains(": 0 J then, 2.34455 mJ now")
            && line.contains("energy_lost of ")
            && line.contains("version_counts"),
        "{line}"
    );
    assert!(!out.contains("no longer observed"), "{out}");
    write(place.path(), &[("ends.csv", ENDS)]);
    let (_, out) = say(&place, &["gate", "cases/ball.toml"]);
    assert!(out.contains("of both versions 0 differ"), "{out}");
}
