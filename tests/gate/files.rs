//! The verbs on files as they come.

use std::fs;

use collisionbench::bench::record::accepted::read;
use collisionbench::bench::record::{Accepted, CollisionRecord, Number, Record, file};
use collisionbench::error::SourceFile;
use tempfile::TempDir;

use crate::common::write;
use crate::gate::{say, say_with};

const CASE: &str = r#"title = "A ball falls on a plate"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25

[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"

[body.plate]
wall  = { normal = "+z" }
rigid = true

[impact]
speed = { sweep = "1 2 m/s" }

[contact.normal.hertz]

[run.reference]

[[expect]]
that        = "reference"
agrees_with = "hertz-impact"
max_force   = { within = "1e-12 relative" }
"#;

const ACCEPT: [&str; 4] = ["accept", "cases", "--why", "it is Hertz"];

fn accepted() -> TempDir {
    let here = TempDir::new().unwrap();
    write(here.path(), "cases/ball.toml", CASE);
    let said = say(here.path(), &ACCEPT);
    assert_eq!(said.code, 0, "{}", said.err);
    here
}

const BASELINE: &str = "reference-data/baselines/ball.jsonl";

/// What is changed of the accepted numbers (digest made anew), the options of the gate, its exit code, and what it names.
type Row = (fn(&mut Record), &'static [&'static str], i32, &'static [&'static str]);

const CHANGES: &[Row] = &[
    (|_| {}, &[], 0, &[" 0 moved, "]),
    // A force that Hertz' own formula does not give.
    (
        |of| forces(of, |force| (force.value, force.uncertainty) = (Some(1.0), Some(1e-9))),
        &[],
        1,
        &["  ball\n    moved reference [speed=1 m/s] max_force", "N then, ", " now, off "],
    ),
    (|of| slow(of, |kept| kept.numbers.retain(|n| n.observable != "max_force")), &[], 0, &[" 1 new, 0 gone"]),
    (|of| slow(of, |kept| kept.numbers.retain(|n| n.observable != "max_force")), &["--no-new"], 1, &[" 1 new, 0 gone"]),
    (
        |of| forces(of, |force| force.observable = "max_farce".into()),
        &[],
        1,
        &["  ball\n    gone", "no longer observed"],
    ),
    // A whole collision without accepted numbers is not new in a case that has not changed.
    (
        |of| of.cases[0].collisions.retain(|kept| &*kept.scene != SLOW),
        &[],
        1,
        &[" 0 new, ", "gone reference [speed=1 m/s]"],
    ),
    // An accepted uncertainty that would make any value pass: half the force +- the force.
    (
        |of| forces(of, |force| (force.value, force.uncertainty) = (force.value.map(|value| 0.5 * value), force.value)),
        &[],
        1,
        &["its uncertainty changed from "],
    ),
    // What is not the accepted numbers of one case.
    (|of| of.cases.clear(), &[], 2, &["these are 0 cases", "ball.jsonl", "accept"]),
    (|of| of.cases[0].accepted = None, &[], 2, &["were not accepted", "ball.jsonl", "accept"]),
    (|of| accepted_of(of).drift = -1.0, &[], 2, &["an allowed drift", "ball.jsonl", "accept"]),
    (|of| accepted_of(of).every = 0, &[], 2, &["must be a whole number from 1", "ball.jsonl", "accept"]),
    (
        |of| of.cases[0].curves[0].values[1].truncate(1),
        &[],
        2,
        &["columns of different lengths", "ball.jsonl", "accept"],
    ),
    (|of| of.cases[0].name = "bell".into(), &[], 2, &["is the baseline of `bell`", "ball.jsonl", "accept"]),
];

const SLOW: &str = "speed=1 m/s";

fn slow(record: &mut Record, change: fn(&mut CollisionRecord)) {
    record.cases[0].collisions.iter_mut().filter(|kept| &*kept.scene == SLOW).for_each(change);
}

fn forces(record: &mut Record, change: fn(&mut Number)) {
    let slow = record.cases[0].collisions.iter_mut().filter(|kept| &*kept.scene == SLOW);
    slow.flat_map(|kept| &mut kept.numbers).filter(|number| number.observable == "max_force").for_each(change);
}

fn accepted_of(record: &mut Record) -> &mut Accepted {
    record.cases[0].accepted.as_mut().unwrap()
}

#[test]
fn a_gate_says_what_moved_what_is_new_and_what_is_gone() {
    let here = accepted();
    let whole = fs::read_to_string(here.path().join(BASELINE)).unwrap();
    for (row, (change, options, code, names)) in CHANGES.iter().enumerate() {
        let mut record = read(&SourceFile { name: BASELINE.into(), text: whole.clone() }).unwrap();
        change(&mut record);
        write(here.path(), BASELINE, file::text(&record).unwrap());
        let said = say(here.path(), &[&["gate"], *options].concat());
        assert_eq!(said.code, *code, "row {row}: {}{}", said.out, said.err);
        for name in *names {
            assert!(said.out.contains(name) || said.err.contains(name), "row {row}, {name}: {}{}", said.out, said.err);
        }
    }
    let strong = whole.replacen("\"max_force\",\"value\":", "\"max_force\",\"value\":\"strong\"", 1);
    write(here.path(), BASELINE, strong);
    let said = say(here.path(), &["gate"]);
    assert!(said.code == 2 && said.err.contains("ball.jsonl:3: not the record of a run"), "{}{}", said.out, said.err);
}

#[test]
fn a_changed_case_and_a_case_that_is_gone_do_not_pass() {
    let here = accepted();
    // A remark and another title change nothing.
    write(
        here.path(),
        "cases/ball.toml",
        format!("# a remark\n{CASE}").replacen("title = \"", "title = \"Another: ", 1),
    );
    assert_eq!(say(here.path(), &["gate"]).code, 0);
    write(here.path(), "cases/ball.toml", CASE.replacen("within = \"", "within = \"1", 1));
    let said = say(here.path(), &["gate"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("  ball\n    changed\n") && said.out.contains("its physics or expectations"),
        "{}",
        said.out
    );
    assert!(said.out.contains("0 moved"), "{}", said.out);
    // Accepted anew, it passes.
    assert_eq!(say(here.path(), &ACCEPT).code, 0);
    assert_eq!(say(here.path(), &["gate"]).code, 0);
    fs::rename(here.path().join("cases/ball.toml"), here.path().join("cases/bill.toml")).unwrap();
    let said = say(here.path(), &["gate"]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("  ball\n    changed\n    the case is missing"), "{}", said.out);
    let accepted = fs::read_to_string(here.path().join(BASELINE)).unwrap();
    let all =
        format!(", {} gone", accepted.matches("\"observable\"").count() + accepted.matches("{\"curves\"").count());
    assert!(said.out.contains(&all) && !said.out.contains("no longer observed"), "{}", said.out);
    // Named by its folder too, but not by another one.
    write(here.path(), "cases/more/bull.toml", CASE);
    write(here.path(), "elsewhere/boll.toml", CASE);
    for (folder, code) in [("cases", 1), ("./cases/", 1), ("cases/more", 2), ("elsewhere", 2)] {
        let said = say(here.path(), &["gate", folder]);
        assert_eq!(said.code, code, "{folder}: {}{}", said.out, said.err);
        assert!(said.out.contains("  ball\n    changed\n") == (code == 1), "{folder}: {}", said.out);
    }
}

/// A baseline belongs to the numbers of a dataset and to what they are, not to who measured them. One of the format
/// before belongs to the text until it is upgraded.
#[test]
fn a_dataset_is_known_by_its_numbers() {
    let here = TempDir::new().unwrap();
    const ABOUT: &str = "title = \"t\"\ncite = \"Somebody 1999\"\nread_in = \"a table\"\nhow = \"tabulated\"\n\
                         form = \"table\"\n[column]\n\"speed (m/s)\" = { is = \"speed\", unit = \"m/s\" }\n\
                         \"e\" = { is = \"restitution\", unit = \"-\" }\n[uncertainty]\nrestitution = \"0.1 absolute\"\n";
    let about = |text: &str| write(here.path(), "reference-data/published/x/source.toml", text);
    let case = CASE.replacen("\"1 2 m/s\"", "\"reference-data/published/x\"", 1);
    let expect = "\n[[expect]]\nthat = \"reference\"\nagrees_with = \"reference-data/published/x\"\n\
                  restitution = { within_sigma = 2 }\n";
    write(here.path(), "cases/ball.toml", format!("{case}{expect}"));
    about(ABOUT);
    write(here.path(), "reference-data/published/x/data.csv", "speed (m/s),e\n1,1.0\n2,0.99\n");
    let said = say(here.path(), &ACCEPT);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let accepted = fs::read_to_string(here.path().join(BASELINE)).unwrap();
    assert!(accepted.contains("\"reference-data/published/x\":") && !accepted.contains("source.toml"), "{accepted}");
    let gate = || say(here.path(), &["gate"]);
    assert_eq!(gate().code, 0);
    let words = ABOUT.replace("1999", "2001").replace("form =", "class = \"experiment\" # measured\nform =");
    about(&words);
    assert_eq!(gate().code, 0, "{}", gate().out);
    about(&ABOUT.replace("0.1 absolute", "0.2 absolute"));
    let said = gate();
    assert!(said.code == 1 && said.out.contains("reference-data/published/x"), "{}", said.out);
    about(ABOUT);
    write(here.path(), "reference-data/published/x/data.csv", "speed (m/s),e\n1,1.0\n2,0.98\n");
    assert_eq!(gate().code, 1);
}

#[test]
fn nothing_to_compare_with_is_no_pass() {
    let here = TempDir::new().unwrap();
    write(here.path(), "cases/ball.toml", CASE);
    let said = say(here.path(), &["gate"]);
    assert_eq!((said.code, said.err.contains("collisionbench accept CASE --why")), (2, true), "{}", said.err);
    for words in [vec!["accept", "cases", "--why", "  "], vec!["accept", "cases"], vec!["accept", "--why", "x"]] {
        assert_eq!(say(here.path(), &words).code, 2, "{words:?}");
    }
    assert_eq!(say(here.path(), &["gate", "--within", "7"]).code, 2);
    assert!(!here.path().join("reference-data").exists());
}

#[test]
fn accepting_is_whole_and_says_when_only_if_told() {
    let here = accepted();
    let read = || fs::read_to_string(here.path().join(BASELINE)).unwrap();
    let first = read();
    assert!(!first.contains("date") && first.contains("\"why\":\"it is Hertz\""), "{first}");
    assert_eq!(say(here.path(), &ACCEPT).code, 0);
    assert_eq!(read(), first, "same inputs, same bytes");
    assert_eq!(say_with(here.path(), &ACCEPT, &[("SOURCE_DATE_EPOCH", "951782400")]).code, 0);
    assert!(read().contains("\"date\":\"2000-02-29T00:00:00Z\""));
    assert_eq!(say_with(here.path(), &ACCEPT, &[("SOURCE_DATE_EPOCH", "soon")]).code, 2);
    // A second case that cannot be written leaves the first as it was, and no half-written file.
    let before = read();
    write(here.path(), "cases/z.toml", CASE);
    fs::create_dir_all(here.path().join("reference-data/baselines/z.jsonl/x")).unwrap();
    assert_ne!(say(here.path(), &ACCEPT).code, 0);
    assert_eq!(read(), before);
    let left: Vec<_> = fs::read_dir(here.path().join("reference-data/baselines")).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
