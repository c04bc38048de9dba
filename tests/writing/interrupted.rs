//! A run that is interrupted leaves the last report as it was, and what it finished beside it, marked partial.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use collisionbench::bench::record::file;
use collisionbench::bench::record::{Record, Verdict};
use collisionbench::bench::{self, CaseFiles, Plan, Silent};
use collisionbench::collide::collide;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use flate2::read::GzDecoder;

use super::{REFERENCE, alone, beads, contents, folder, is_code, is_whole, names, say};
use crate::common::process;

/// A collision at the finest step and with the most onset phases a case may ask for: minutes.
const FINEST: &str = r#"[run.velocity-verlet]
steps_per_contact = 999999.37
onset_phases      = 4096

[[expect]]
that        = "velocity-verlet"
agrees_with = "hertz-impact"
restitution = { within = "1e-3 relative" }
"#;

/// Longest time from the signal to the end. On a machine of its own it is well below a second.
const PROMPT: Duration = Duration::from_millis(2500);

/// How long a program works before it is interrupted: many times what it needs to begin.
const WHILE: Duration = Duration::from_millis(1200);

/// Starts the program, interrupts it after a while, and waits for its end.
fn interrupted(command: Command, after: Duration) -> (Output, Duration) {
    ended("-INT", command, after)
}

fn ended(signal: &str, mut command: Command, after: Duration) -> (Output, Duration) {
    let child: Child = command.spawn().unwrap();
    std::thread::sleep(after);
    let asked = Instant::now();
    // That of the shell: a small system has no program of this name.
    assert!(Command::new("sh").args(["-c", &format!("kill {signal} {}", child.id())]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output, asked.elapsed())
}

fn said(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn recorded(reports: &Path) -> Record {
    match fs::File::open(reports.join("run.jsonl")) {
        Ok(plain) => file::read(plain, "run.jsonl").unwrap(),
        // That of many scenes is compressed.
        Err(_) => {
            let packed = fs::File::open(reports.join("run.jsonl.gz")).unwrap();
            file::read(GzDecoder::new(packed), "run.jsonl.gz").unwrap()
        }
    }
}

/// The program in a folder, its output kept.
fn program(root: &Path, words: &[&str]) -> Command {
    let mut command = process(root);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The report is whole as far as it goes, and every page of it says in its first line that it is not all.
fn is_marked(reports: &Path, why: &str) {
    assert!(is_whole(reports));
    let read = |name: &str| fs::read_to_string(reports.join(name)).unwrap();
    let first = read("summary.md").lines().next().unwrap().to_string();
    assert!(first.contains("PARTIAL") && first.contains(why), "{first}");
    let page = read("index.html");
    let title = page.lines().find(|line| line.contains("<title>")).unwrap();
    assert!(title.contains("PARTIAL") && title.contains(why), "{title}");
    let body = page.split("<h1>").next().unwrap().split("</head>").nth(1).unwrap();
    assert!(body.contains("PARTIAL"), "nothing above the heading says so");
}

#[test]
#[ignore = "slow"]
fn a_million_steps_at_4096_phases_are_interrupted_at_once() {
    let _alone = alone();
    let root = folder(&[("a-beads", beads(2, 3, REFERENCE)), ("b-finest", beads(2, 2, FINEST))]);
    is_code(&say(root.path(), &["run", "cases/a-beads.toml", "--pictures", "none"]), 0);
    let reports = root.path().join("reports");
    let whole = contents(&reports.join("latest"));
    let (output, took) = interrupted(program(root.path(), &["run", "--out", "reports/latest"]), WHILE);
    let (out, err) = said(&output);
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    assert!(took < PROMPT, "{took:?} from the signal to the end");
    assert!(out.starts_with("PARTIAL: interrupted; 6 of 10 collisions computed\n"), "{out}");
    assert!(err.contains("reports/latest.partial; reports/latest is as it was"), "{err}");
    assert_eq!(contents(&reports.join("latest")), whole);
    let partial = reports.join("latest.partial");
    is_marked(&partial, "interrupted; 6 of 10");
    // What is finished is there, and judged; what is not is not among it.
    let record = recorded(&partial);
    let reached = record.partial.as_ref().unwrap();
    assert_eq!((reached.computed, reached.planned), (6, 10));
    let cases: Vec<_> = record.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(cases, ["a-beads"]);
    assert!(record.cases[0].checks.iter().all(|check| check.outcome == Verdict::Pass));
    assert_eq!(names(&reports), ["latest", "latest.journal", "latest.partial"]);
    // Part of a run proves nothing.
    let verified = program(root.path(), &["verify", "reports/latest.partial/run.jsonl"]).output().unwrap();
    let (_, err) = said(&verified);
    assert_eq!(verified.status.code(), Some(2), "{err}");
    assert!(err.contains("not the record of a whole run") && err.contains("interrupted"), "{err}");
}

/// At any moment of a run that computes and draws: nothing yet, a report of what is finished, or all of it.
#[test]
#[ignore = "slow"]
fn an_interrupted_run_leaves_the_last_report_as_it_was() {
    let _alone = alone();
    let root = folder(&[("beads", beads(3, 4, REFERENCE))]);
    let latest = root.path().join("reports/latest");
    let began = Instant::now();
    is_code(&say(root.path(), &["run", "--pictures", "all"]), 0);
    let call = began.elapsed();
    let whole = contents(&latest);
    let mut seen = 0;
    for part in [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9] {
        let (output, _) = interrupted(program(root.path(), &["run", "--pictures", "all"]), call.mul_f64(part));
        match output.status.code() {
            Some(0) => break,
            // By the signal itself, before the program listens for it.
            None | Some(130) => seen += 1,
            code => panic!("{code:?} {:?}", said(&output)),
        }
        assert_eq!(contents(&latest), whole);
        let partial = root.path().join("reports/latest.partial");
        if partial.exists() {
            is_marked(&partial, "interrupted; ");
        }
    }
    assert!(seen > 0, "no run was interrupted");
}

#[test]
#[ignore = "slow"]
fn a_gate_that_is_interrupted_compares_nothing() {
    let _alone = alone();
    let root = folder(&[("a-beads", beads(2, 3, REFERENCE)), ("b-finest", beads(2, 2, FINEST))]);
    let accepted = program(root.path(), &["accept", "cases/a-beads.toml", "--why", "a test"]).output().unwrap();
    assert_eq!(accepted.status.code(), Some(0), "{:?}", said(&accepted));
    let (output, took) = interrupted(program(root.path(), &["gate"]), WHILE);
    let (out, err) = said(&output);
    assert_eq!((output.status.code(), out.as_str()), (Some(130), ""), "{err}");
    assert!(took < PROMPT, "{took:?} from the signal to the end");
    assert!(!root.path().join("reports/gate").exists());
}

#[test]
#[ignore = "slow"]
fn what_was_finished_of_a_case_is_judged_and_the_rest_is_skipped() {
    let _alone = alone();
    // The reference is done at once, the stepper takes minutes.
    let root = folder(&[("beads", beads(2, 3, &format!("{REFERENCE}{FINEST}")))]);
    let (output, _) = interrupted(program(root.path(), &["run"]), WHILE);
    let (out, err) = said(&output);
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    let reports = root.path().join("reports/latest.partial");
    is_marked(&reports, "interrupted; ");
    let record = recorded(&reports);
    let computed = record.partial.as_ref().unwrap().computed;
    assert!(computed > 0 && computed < 12, "{computed}");
    let of = |who: &str, outcome: Verdict| {
        record.cases[0].checks.iter().filter(|check| &*check.who == who && check.outcome == outcome).count()
    };
    assert_eq!(of("reference", Verdict::Pass), 3 * computed, "{:#?}", record.cases[0].checks);
    assert_eq!((of("velocity-verlet", Verdict::Skip), of("velocity-verlet", Verdict::Pass)), (6, 0));
}

/// A hundred thousand scenes, about a tenth of which are finished: only they are written.
#[test]
fn scenes_that_were_not_begun_are_left_out() {
    let _alone = alone();
    let root = folder(&[("beads", beads(10, 10_000, REFERENCE))]);
    let mut seconds = 1;
    let (output, took) = loop {
        let run = program(root.path(), &["run", "--threads", "1", "--pictures", "none"]);
        let ended = interrupted(run, Duration::from_secs(seconds));
        // On a busy machine it may not have begun.
        if seconds > 8 || root.path().join("reports/latest.partial").exists() {
            break ended;
        }
        seconds *= 3;
    };
    let (out, err) = said(&output);
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    assert!(took < PROMPT, "{took:?} from the signal to the end");
    let record = recorded(&root.path().join("reports/latest.partial"));
    let partial = record.partial.as_ref().unwrap();
    let case = &record.cases[0];
    assert!(partial.computed > 0 && partial.computed < partial.planned, "{partial:?}");
    assert_eq!((partial.planned, case.count()), (100_000, partial.computed));
    let tally = case.tally();
    assert_eq!((tally.pass, tally.total()), (3 * partial.computed, 3 * partial.computed));
}

/// What `kill` and a batch system send.
#[test]
#[ignore = "slow"]
fn a_run_that_is_terminated_leaves_what_it_finished() {
    let _alone = alone();
    let root = folder(&[("a-beads", beads(2, 3, REFERENCE)), ("b-finest", beads(2, 2, FINEST))]);
    let (output, took) = ended("-TERM", program(root.path(), &["run"]), WHILE);
    assert_eq!(output.status.code(), Some(130), "{:?}", said(&output));
    assert!(took < PROMPT, "{took:?} from the signal to the end");
    is_marked(&root.path().join("reports/latest.partial"), "interrupted; 6 of 10");
    assert_eq!(names(&root.path().join("reports")), ["latest.journal", "latest.partial"]);
}

/// The friction of four thousand oblique impacts, each of which is a collision of its own, takes a while; nothing of it is written.
#[test]
#[ignore = "slow"]
fn a_fit_is_interrupted_at_once() {
    let _alone = alone();
    let case = "title = \"T\"\nbody.ball = { sphere = { radius = \"10 mm\", mass = \"20 g\" } }\n\
                body.plate = { wall.normal = \"+z\", rigid = true }\n[contact]\nends = \"force-clamped\"\n\
                friction_limit = \"total\"\n[contact.normal.hertz]\n[contact.damping.tsuji]\nrestitution = 0.9\n\
                [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = { fit = 0.1, between = [0.01, 0.5] }\n\
                [material.m]\nyoung_modulus = \"70 GPa\"\npoisson_ratio = 0.2\n[experiment.oblique]\ndata = \"impacts.csv\"\n\
                speed = \"3 m/s\"\n[[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\nbirge_ratio = { within_sigma = 50 }\n";
    let case = case.replace("mass = \"20 g\" } }", "mass = \"20 g\" }, material = \"m\" }");
    let root = folder(&[("a-film", case)]);
    let mut table = String::from("impact angle (deg),tangential restitution,tangential restitution sigma\n");
    (0..4000).for_each(|k| table.push_str(&format!("{},0.7,0.01\n", 10.0 + 0.015 * f64::from(k))));
    fs::write(root.path().join("cases/impacts.csv"), table).unwrap();
    let words = ["fit", "cases/a-film.toml", "--pictures", "none"];
    let (output, took) = interrupted(program(root.path(), &words), WHILE);
    assert_eq!(output.status.code(), Some(130), "{:?}", said(&output));
    assert!(took < PROMPT, "{took:?} from the signal to the end");
    let left = fs::read_dir(root.path().join("reports/fit")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "a result of part of the fit");
}

/// An engine that answers after a minute is not waited for.
#[test]
fn a_fingerprint_is_interrupted_at_once() {
    let _alone = alone();
    let root = folder(&[]);
    let engines = "[engine.slow]\ncommand = [\"sleep\", \"60\"]\ncovers = { normal = [\"hertz\"] }\n";
    fs::write(root.path().join("engines.toml"), engines).unwrap();
    let words = ["fingerprint", "slow", "--engines", "engines.toml"];
    let (output, took) = interrupted(program(root.path(), &words), WHILE);
    assert_eq!(output.status.code(), Some(130), "{:?}", said(&output));
    assert!(took < PROMPT, "{took:?} from the signal to the end");
}

/// Verbs that print what they find end as promptly.
#[test]
#[ignore = "slow"]
fn advise_and_shrink_are_interrupted_at_once() {
    let _alone = alone();
    let coarse = FINEST.replace("1e-3 relative", "1e-15 relative");
    let root = folder(&[("finest", beads(2, 2, &coarse))]);
    let case = "cases/finest.toml";
    let fine = ["advise", case, "--within", "restitution=1e-11"];
    for words in [&fine[..], &["shrink", case]] {
        let (output, took) = interrupted(program(root.path(), words), WHILE);
        assert!(took < PROMPT, "{words:?}: {took:?} from the signal to the end");
        // Killed by the signal where there is nothing to put in order.
        assert!(matches!(output.status.code(), None | Some(130)), "{words:?}: {:?} {:?}", output.status, said(&output));
    }
    let left: Vec<_> = fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| ["cases", "reports"].contains(&name.to_str().unwrap())), "{left:?}");
}

/// The record of a case that takes minutes.
#[test]
#[ignore = "slow"]
fn a_verification_is_interrupted_at_once() {
    let _alone = alone();
    let root = folder(&[]);
    let file = SourceFile { name: "finest.toml".to_string(), text: beads(2, 2, REFERENCE) };
    let found = CaseFiles {
        from: "here".to_string(),
        cases: vec![("finest".to_string(), file)],
        data: Files::Embedded,
        judged: true,
    };
    let plan = Plan::new(found).unwrap();
    let mut record = Record::new(&plan, &mut bench::execute(&plan, &collide, &Silent).unwrap());
    record.cases[0].text = beads(2, 2, FINEST);
    fs::write(root.path().join("run.jsonl"), file::text(&record).unwrap()).unwrap();
    let (output, took) = interrupted(program(root.path(), &["verify", "run.jsonl"]), WHILE);
    assert_eq!(output.status.code(), Some(130), "{:?}", said(&output));
    assert!(took < PROMPT, "{took:?} from the signal to the end");
}
