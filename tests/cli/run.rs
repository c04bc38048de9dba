//! What `run` runs by default, how much of it is shown, and what can be asked of its report afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use collisionbench::bench::record::{Number, file};
use collisionbench::output::folder::below;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{case, good, say, wrong};
use crate::common::Ended;

/// A folder of cases: two that are met, and one that runs an engine.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("cases/own")).unwrap();
    let engine = "\n[run.lammps]\nsteps_per_contact = 100.37\n";
    for (name, text) in
        [("own/soft", case("0.5", "")), ("own/hard", case("0.9", "")), ("with-engine", case("1", engine))]
    {
        fs::write(folder.path().join(format!("cases/{name}.toml")), text).unwrap();
    }
    folder
}

/// What a coarse step cannot meet.
const TOO_MUCH: &str = r#"
[run.velocity-verlet]
steps_per_contact = 20.37

[[expect]]
that        = "velocity-verlet"
agrees_with = "reference"
restitution = { within = "1e-9 relative" }
"#;

fn run(folder: &Path, words: &[&str]) -> crate::common::Ended {
    say(folder, &[&["run", "--pictures", "none"], words].concat())
}

#[test]
#[ignore = "slow"]
fn what_needs_an_engine_is_left_out_unless_it_is_asked_for() {
    let folder = folder();
    run(folder.path(), &[]).ends(0).prints(["2 cases", "left out: 1 case with lammps (collisionbench run --all)"]);
    let inputs = fs::read_to_string(folder.path().join("reports/latest/environment.toml")).unwrap();
    assert!(inputs.contains("own/soft") && !inputs.contains("with-engine"), "{inputs}");
    for asked in [&["--all"][..], &["cases"], &["cases/with-engine.toml"]] {
        let said = run(folder.path(), asked);
        assert!(!said.out.contains("left out") && said.out.contains("with-engine"), "{asked:?}: {}", said.out);
    }
    // Nothing may be skipped: then nothing is left out either.
    assert!(run(folder.path(), &["--no-skip"]).out.contains("3 cases"));
    assert!(wrong(&["run", "--all", "normal/elastic/glass-head-on"]).contains("cannot be used with"));
}

#[test]
fn a_folder_of_nothing_but_engines_is_run() {
    let folder = folder();
    fs::remove_dir_all(folder.path().join("cases/own")).unwrap();
    assert!(run(folder.path(), &[]).out.contains("with-engine"));
}

#[test]
fn a_run_says_what_moved_since_the_one_before() {
    let folder = folder();
    let first = run(folder.path(), &[]);
    assert!(!first.out.contains("since the previous run"), "{}", first.out);
    run(folder.path(), &[]).prints(["since the previous run: the same"]);
    // Another title is the same case; other cases have nothing in common with it.
    let soft = folder.path().join("cases/own/soft.toml");
    let other = fs::read_to_string(&soft).unwrap().replacen("title = \"", "title = \"Again: ", 1);
    fs::write(&soft, other).unwrap();
    assert!(run(folder.path(), &[]).out.contains("since the previous run: the same"));
    let one = |case: &str| run(folder.path(), &[case, "--out", "one"]).out;
    assert!(!one("cases/own/soft.toml").contains("since") && !one("cases/own/hard.toml").contains("since"));
    // A number of the report before is changed: the run is told that it moved.
    let record = folder.path().join("reports/latest/run.jsonl");
    let mut changed = file::read(fs::File::open(&record).unwrap(), "run.jsonl").unwrap();
    let soft = changed.cases.iter_mut().find(|case| case.name == "own/soft").unwrap();
    let number = soft.collisions.iter_mut().flat_map(|collision| &mut collision.numbers);
    let half = |number: &&mut Number| number.value.is_some_and(|value| (value - 0.5).abs() < 1e-6);
    number.filter(half).for_each(|number| number.value = Some(1.0));
    fs::write(&record, file::text(&changed).unwrap()).unwrap();
    run(folder.path(), &[]).prints([" moved; first: own/"]);
}

#[test]
fn more_or_less_is_shown() {
    let folder = folder();
    fs::write(folder.path().join("cases/own/wrong.toml"), case("0.5", TOO_MUCH)).unwrap();
    let quiet = run(folder.path(), &["-q"]).out;
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert!(quiet.contains("1 fail, 1 case left out"), "{quiet}");
    let failed = run(folder.path(), &["--failed"]).out;
    assert!(failed.contains("own/wrong") && !failed.contains("own/hard"), "{failed}");
    let verbose = run(folder.path(), &["-v"]).out;
    assert!(verbose.contains("own/hard"), "{verbose}");
    let json = run(folder.path(), &["--json"]).ends(1);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["checks"]["fail"], 1);
    assert_eq!(json["failures"][0]["case"], "own/wrong");
    assert_eq!(json["failures"][0]["observable"], "restitution");
    assert_eq!(json["left_out"]["engines"][0], "lammps");
    assert!(wrong(&["run", "-q", "-v"]).contains("cannot be used with"));
}

#[test]
fn many_cases_are_a_table_and_their_failures_come_first() {
    let folder = folder();
    for i in 0..9 {
        let part = if i < 5 { "many" } else { "more" };
        let text = case(&format!("0.{}", i + 1), if i == 3 { TOO_MUCH } else { "" });
        fs::create_dir_all(folder.path().join("cases").join(part)).unwrap();
        fs::write(folder.path().join(format!("cases/{part}/case-{i}.toml")), text).unwrap();
    }
    let text = run(folder.path(), &[]).out;
    assert!(text.lines().count() <= 45, "{text}");
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("FAIL  many/case-3") < at("reproduce: collisionbench run many/case-3 -v"), "{text}");
    assert!(at("reproduce") < at("part "), "{text}");
    assert_eq!(run(folder.path(), &["many/case-3", "-v"]).code, 1, "what is printed repeats it");
    assert!(text.lines().any(|line| line.split_whitespace().collect::<Vec<_>>() == ["more", "4", "4", "4", "4"]));
}

#[test]
fn two_reports_are_held_against_each_other() {
    let folder = folder();
    for name in ["a", "b"] {
        run(folder.path(), &["--out", name]).ends(0);
    }
    let same = say(folder.path(), &["diff", "a", "b"]).ends(0);
    same.prints(["identical: 0 of"]);
    let soft = folder.path().join("cases/own/soft.toml");
    fs::write(&soft, case("0.6", "")).unwrap();
    run(folder.path(), &["--out", "b"]).ends(0);
    let differ = say(folder.path(), &["diff", "a", "b/run.jsonl"]).ends(1);
    assert!(differ.out.contains("own/soft") && !differ.out.contains("own/hard"), "{}", differ.out);
    // The case itself was changed: of what both ran, all is the same.
    let shared = say(folder.path(), &["diff", "--same-cases", "a", "b"]).ends(0);
    assert!(shared.out.contains("identical: 0 of") && !shared.out.contains("of 0 "), "{}", shared.out);
    // What was not compared is not identical, and a case that is new is a difference as one that is gone.
    for (place, case) in [("d", "cases/own/hard.toml"), ("e", "cases/own/soft.toml")] {
        run(folder.path(), &[case, "--out", place]).ends(0);
    }
    say(folder.path(), &["diff", "d", "e", "--same-cases"])
        .ends(2)
        .complains(["nothing to compare: no case is the same in both reports"]);
    say(folder.path(), &["diff", "d", "e"]).ends(1).prints([
        "in the first record alone: 1 case, own/hard",
        "in the second record alone: 1 case, own/soft",
        "different: 2 of 2 numbers",
    ]);
    say(folder.path(), &["diff", "a", "nowhere"]).ends(2);
}

#[test]
fn a_shipped_case_is_shown_and_copied() {
    let text = good(&["show", "normal/elastic/glass-head-on", "--text"]);
    assert!(text.contains("[run.reference]"), "{text}");
    let folder = TempDir::new().unwrap();
    say(folder.path(), &["new", "mine", "--from", "normal/elastic/glass-head-on"]).ends(0);
    assert_eq!(fs::read_to_string(folder.path().join("mine.toml")).unwrap(), text);
    assert!(wrong(&["show", "normal"]).contains("contains several cases"));
}

/// Every kind of new case does what it promises, as it is written.
#[test]
#[ignore = "slow"]
fn a_new_case_of_every_kind_is_met() {
    let folder = TempDir::new().unwrap();
    for (kind, name) in [
        ("--oblique", "slanted"),
        ("--engine", "engine"),
        ("--fit", "drops"),
        ("--fit=phyphox", "phone"),
        ("--fit=friction", "friction"),
        ("--fit=tangential-stiffness", "stiffness"),
        ("--fit=tangential-dashpot", "dashpot"),
        ("--fit=work-of-adhesion", "sticky"),
        ("--fit=yield-pressure", "yielding"),
        ("--fit=stiffness-ratio", "plastic"),
        ("--fit=plate-thickness", "plate"),
    ] {
        let said = say(folder.path(), &["new", name, kind]);
        assert_eq!(said.code, 0, "{kind}: {}", said.err);
        let ran = run(folder.path(), &[&format!("{name}.toml")]);
        assert!(ran.code == 0 || (kind == "--engine" && ran.code == 3), "{kind}: {}{}", ran.out, ran.err);
    }
    let fit = say(folder.path(), &["fit", "drops.toml", "-v"]).ends(0);
    fit.prints(["95 %"]);
    // The made-up impacts have a friction of 0.18, a stiffness of 12 kN/m, which is 0.12 of the normal one, and a dashpot of 4 N s/m,
    // which is 0.129 of critical damping, 2 sqrt(20 g 12 kN/m).
    for (name, low, high) in [("friction", 0.17, 0.19), ("stiffness", 0.115, 0.125), ("dashpot", 0.097, 0.161)] {
        say(folder.path(), &["fit", &format!("{name}.toml"), "--pictures", "none"]).ends(0);
        let card = fs::read_to_string(folder.path().join(format!("reports/fit/{name}/fit.json"))).unwrap();
        let card: serde_json::Value = serde_json::from_str(&card).unwrap();
        let value = card["parameters"][0]["value"].as_f64().unwrap();
        assert!((low..high).contains(&value), "{name}: {value}");
    }
    // Made by closed forms, with errors: JKR of 0.1 J/m2, Thornton of 3 GPa, k2/k1 of 2.5, Zener's plate of 10 mm. 95 % intervals
    // hold that, and exclude what is off by a tenth.
    for (name, truth) in [("sticky", 0.1), ("yielding", 3e9), ("plastic", 2.5e5), ("plate", 0.01)] {
        say(folder.path(), &["fit", &format!("{name}.toml"), "--pictures", "none"]).ends(0);
        let card = fs::read_to_string(folder.path().join(format!("reports/fit/{name}/fit.json"))).unwrap();
        let card: serde_json::Value = serde_json::from_str(&card).unwrap();
        let [low, high] = ["low", "high"].map(|end| card["parameters"][0]["interval"][end].as_f64().unwrap());
        assert!(low <= truth && truth <= high && low > 0.9 * truth && high < 1.1 * truth, "{name}: {low} to {high}");
    }
    // A wall that gives way is named as what a drop test measures too; a plate of stated or fitted thickness is not.
    let said = |fit: &Ended| fit.out.contains("drop test on a plate measures the plate");
    assert!(said(&fit), "{}", fit.out);
    let plate = say(folder.path(), &["fit", "plate.toml", "--pictures", "none", "-v"]);
    assert!(!said(&plate), "{}", plate.out);
    // Neither of two files is replaced.
    say(folder.path(), &["new", "drops", "--fit"]).ends(2);
}

/// Values are put where they stand, comments stay, and a slip is answered.
#[test]
fn a_new_case_is_given_values() {
    let folder = TempDir::new().unwrap();
    let table = "Bounce 0 (s),Height 0 (m),Bounce 1 (s),Height 1 (m),Bounce 2 (s),Height 2 (m)\n1,NaN,1.722,0.639,2.371,0.516\n\
                 1,NaN,1.721,0.637,2.369,0.515\n1,NaN,1.724,0.643,2.373,0.516\n";
    fs::write(folder.path().join("mine.csv"), table).unwrap();
    let new = |name: &str, more: &[&str]| {
        say(folder.path(), &[&["new", name, "--fit=phyphox", "--data", "mine.csv"], more].concat())
    };
    let sets = [
        "--set",
        "body.ball.radius=12 mm",
        "--set",
        "experiment.phyphox.time_sigma=0.5 ms",
        "--set",
        "material.ball.poisson_ratio=0.4",
    ];
    new("phone", &sets).well();
    let text = fs::read_to_string(folder.path().join("phone.toml")).unwrap();
    for line in [
        "sphere   = { radius = \"12 mm\", mass = \"46 g\" }",
        "time_sigma = \"0.5 ms\"                         # how well an interval is read, one standard deviation",
        "poisson_ratio = 0.4",
        "data       = \"mine.csv\"",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    assert!(!folder.path().join("phone.csv").exists());
    for (set, words) in [
        ("body.ball.radus=1 mm", "did you mean `radius` in place of `radus`?"),
        ("bdy.ball.radius=1 mm", "did you mean `body` in place of `bdy`?"),
        ("body.ball.radius", "has no `=`"),
        ("time_sigma=1 ms", "give its table too: `experiment.phyphox.time_sigma`"),
        ("xyzzy=1", "known at the top of the case: "),
        ("body.xyzzy=1", "known in `body`: "),
    ] {
        let said = new("other", &["--set", set]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{set}");
        assert!(said.err.contains(words), "{set}: {}", said.err);
    }
    assert!(!folder.path().join("other.toml").exists());
    say(folder.path(), &["new", "third", "--fit=phyphox", "--data", "nowhere.csv"])
        .ends(2)
        .complains(["there is no file nowhere.csv"]);
    // A key of a plate needs its name as little as one of a sphere does.
    let from = "normal/damped/steel-ball-on-glass-plates";
    say(folder.path(), &["new", "plate", "--from", from, "--set", "body.plate.thickness=5 mm"]).well();
    let text = fs::read_to_string(folder.path().join("plate.toml")).unwrap();
    assert!(text.contains("plate    = { normal = \"+z\", thickness = \"5 mm\" }\n"), "{text}");
}

#[test]
fn known_gaps_are_listed_with_their_reasons() {
    let text = good(&["list", "--gaps", "oblique"]);
    assert!(text.contains(".toml:") && text.contains("expectations are known not to hold"), "{text}");
}

/// What a solver has no number of could not be checked: an error, and no failure. Bodies that stick where they should not
/// fail.
#[test]
fn a_number_that_a_solver_does_not_have_is_an_error() {
    let folder = TempDir::new().unwrap();
    let text = case("0.8", "").replace(
        "[contact.normal.hertz]",
        "[contact.normal.walton-braun]\nloading_stiffness = \"1e6 N/m\"\nunloading_stiffness = \"2e6 N/m\"",
    );
    let text = text.replace("[contact.damping.tsuji]\nrestitution = 0.8\n", "");
    let text = text.split("[[expect]]").next().unwrap().replace("ends = \"force-clamped\"\n", "")
        + "[run.velocity-verlet]\nsteps_per_contact = 100.37\n[[expect]]\nthat = \"velocity-verlet\"\n\
           agrees_with = \"reference\"\nresidual_overlap = { within = \"1 %\" }\n";
    fs::write(folder.path().join("plastic.toml"), text).unwrap();
    let said = say(folder.path(), &["run", "plastic.toml"]);
    assert_eq!(said.code, 3, "{} {}", said.out, said.err);
    said.prints(["velocity-verlet has no residual_overlap", "1 error"]);
    assert!(!said.out.contains("FAIL") && !said.out.contains("observed unknown"), "{}", said.out);
}

/// The slow ones of adhesive beads stick: their balance of energy is unknown, which is no failure and is named.
#[test]
fn the_balance_of_bodies_that_stick_is_skipped() {
    let folder = TempDir::new().unwrap();
    let text = r#"title = "Beads that stick and beads that bounce"

[material.glass]
density = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.2

[body.one]
sphere = { radius = "10 um" }
material = "glass"

[body.two]
wall = { normal = "+z" }
material = "glass"

[impact]
speed = { sweep = "1 1000 mm/s" }

[contact.normal.jkr]
work_of_adhesion = "50 mJ/m2"
breaks_at = "displacement"

[run.reference]

[[expect]]
that = "reference"
agrees_with = "conserved"
energy_residual = { within = "1e-8 absolute" }
"#;
    fs::write(folder.path().join("beads.toml"), text).unwrap();
    let said = run(folder.path(), &["beads.toml"]);
    let summary = fs::read_to_string(folder.path().join("reports/latest/summary.csv")).unwrap();
    let outcomes: Vec<&str> = summary
        .lines()
        .filter(|row| row.contains("energy_residual"))
        .map(|row| ["pass", "skip", "fail"].into_iter().find(|word| row.contains(word)).unwrap_or(row))
        .collect();
    assert_eq!(outcomes, ["skip", "pass"], "{summary}{}", said.err);
    assert!(said.out.contains("the bodies stick") && said.code == 0, "{} {}", said.code, said.out);
}

#[test]
fn a_report_is_the_same_bytes_on_one_thread_and_on_two() {
    let here = TempDir::new().unwrap();
    let written = |name: &str, threads: &str| {
        let cases = ["run", "shipped:normal/elastic", "shipped:normal/damped/tsuji-restitution"];
        let options = ["--threads", threads, "--pictures", "all", "--out", name];
        say(here.path(), &[cases.as_slice(), options.as_slice()].concat()).ends(0);
        let folder = here.path().join(name);
        let mut files = below(&folder).unwrap().files;
        files.retain(|file| !["environment.toml", "manifest.txt"].contains(&file.as_str()));
        files.into_iter().map(|file| (file.clone(), fs::read(folder.join(file)).unwrap())).collect::<BTreeMap<_, _>>()
    };
    let reports = [written("one", "1"), written("two", "2"), written("again", "2")];
    let pictures = reports[0].keys().filter(|file| file.ends_with(".svg")).count();
    assert!(pictures > 20, "only {pictures} pictures");
    assert!(reports[0].contains_key("index.html"));
    for (file, bytes) in &reports[0] {
        assert!(Some(bytes) == reports[1].get(file), "{file} differs between 1 and 2 threads");
        assert!(Some(bytes) == reports[2].get(file), "{file} differs between two runs");
    }
}

/// A unit that was forgotten is questioned beside the validity, on the terminal of `run` and of `show`; it changes no check.
#[test]
fn values_that_no_ball_has_are_questioned() {
    let glass = "normal/elastic/glass-head-on";
    for (set, doubt) in [
        ("body.left.radius=1.5 m", Some("body.left.radius = 1.5 m: usual is 100 nm to 0.5 m; 1.5 mm is meant?")),
        (
            "material.glass.density=2.5 kg/m3",
            Some("material.glass.density = 2.5 kg/m3: usual is 5 kg/m³ to 2.3e4 kg/m³; 2.5 g/cm3 is meant?"),
        ),
        ("material.glass.young_modulus=70 Pa", Some("usual is 1e3 Pa to 1.3 TPa; 70 GPa is meant?")),
        ("impact.speed=100 m/s", Some("impact.speed = 100 m/s: usual is at most 60 m/s; 100 cm/s is meant?")),
        ("body.left.radius=1.5 mm", None),
        ("impact.speed=59 m/s", None),
    ] {
        let said = good(&["show", glass, "--set", set]).split_whitespace().collect::<Vec<_>>().join(" ");
        let questioned = said.contains("usual is");
        assert!(doubt.map_or(!questioned, |doubt| said.contains(doubt)), "{set}: {said}");
    }
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("ball.toml"), case("0.5", "").replace("\"5 mm\"", "\"5 m\"")).unwrap();
    let said = say(here.path(), &["run", "ball.toml", "--pictures", "none"]);
    assert!(said.out.contains("unusual"), "{}", said.text());
}

/// A ball so soft that its weight matters during the contact: half a period of 0.046 s at 2 m/s, `g t/v` = 0.23.
#[test]
fn a_weight_that_is_left_out_is_named_where_it_matters() {
    let here = TempDir::new().unwrap();
    let soft = |stiffness: &str, gravity: &str| {
        let text = format!(
            "title = \"A soft ball falls on a floor\"\n[body.ball]\nsphere = {{ radius = \"0.1 m\", mass = \"10.890854532 kg\" }}\n\
             [body.floor]\nwall = {{ normal = \"+z\" }}\nrigid = true\n[impact]\nspeed = \"2 m/s\"\n{gravity}[contact.normal.hooke]\n\
             stiffness = \"{stiffness}\"\n"
        );
        fs::write(here.path().join("soft.toml"), text).unwrap();
        say(here.path(), &["show", "soft.toml"]).out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let left_out = "the weight is left out, and g t/v = 0.23";
    assert!(soft("5e4 N/m", "").contains(left_out), "{}", soft("5e4 N/m", ""));
    assert!(
        !soft("5e8 N/m", "").contains("weight") && !soft("5e4 N/m", "gravity = \"9.81 m/s2\"\n").contains("left out")
    );
}
