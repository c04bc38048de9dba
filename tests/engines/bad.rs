//! Engines that hang, crash, lie or leave something behind.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{GLASS, checks, run, write};

/// What an honest engine would leave of the two pairs that it is handed.
const HONEST: &str = "pair,time,x1,y1,z1,vx1,vy1,vz1,x2,y2,z2,vx2,vy2,vz2
0,5e-5,0.0103,0,0,10,0,0,-0.0103,0,0,-10,0,0
1,5e-5,0.0103,0,0,10,0,0,-0.0103,0,0,-10,0,0
";

/// A declaration of one engine that is a line of shell.
fn declared(name: &str, script: &str, limit: &str) -> String {
    format!(
        "[engine.{name}]\ncommand = [\"sh\", \"-c\", '''{script}''']\ntime_limit = \"{limit}\"\nversion = \"0.1\"\n\
         covers = {{ normal = [\"hertz\"] }}\n"
    )
}

/// A case that names the engine, and one that does not.
fn cases(folder: &Path, name: &str) {
    let run = format!("[run.reference]\n\n[run.{name}]\nsteps_per_contact = 100.37\nonset_phases = 2\n");
    let expect =
        format!("\n[[expect]]\nthat = \"{name}\"\nagrees_with = \"reference\"\nrestitution = {{ within = \"1 %\" }}\n");
    let bad = GLASS.replace("[run.reference]\n", &run) + &expect;
    fs::create_dir_all(folder.join("cases")).unwrap();
    write(folder, &[("cases/bad.toml", &bad), ("cases/good.toml", GLASS), ("honest.csv", HONEST)]);
}

/// Runs an engine and gives back what is said of it.
fn said(name: &str, script: &str, limit: &str) -> (tempfile::TempDir, i32, String) {
    let place = tempfile::tempdir().unwrap();
    cases(place.path(), name);
    write(place.path(), &[("engines.toml", &declared(name, script, limit))]);
    let (code, out, err) = run(place.path(), &["run", "--engines", "engines.toml", "--pictures", "none"]);
    assert_eq!(err, "", "{name}");
    let rows = checks(place.path());
    let row = |who: &str, case: &str| rows.iter().find(|row| row["who"] == who && row["case"] == case).cloned();
    assert_eq!(row("reference", "good").unwrap()["outcome"], "pass", "{name}: the other case did not run");
    assert_eq!(row("reference", "bad").unwrap()["outcome"], "pass", "{name}: the other solver did not run");
    assert_eq!(row(name, "bad").unwrap()["outcome"], if code == 0 { "pass" } else { "error" }, "{name}: {out}");
    (place, code, out)
}

#[test]
fn an_honest_one_passes() {
    let (_, code, out) = said("honest", "cp {here}/honest.csv ends.csv", "20 s");
    assert_eq!(code, 0, "{out}");
}

#[test]
fn one_reason_of_several_checks_is_shown_once() {
    let place = tempfile::tempdir().unwrap();
    cases(place.path(), "silent");
    let case =
        fs::read_to_string(place.path().join("cases/bad.toml")).unwrap() + "max_overlap = { within = \"1 %\" }\n";
    write(place.path(), &[("cases/bad.toml", &case), ("engines.toml", &declared("silent", "true", "20 s"))]);
    let (_, out, _) = run(place.path(), &["run", "cases/bad.toml", "--engines", "engines.toml", "--pictures", "none"]);
    assert_eq!(out.matches("wrote no trajectory.csv").count(), 1, "{out}");
    assert!(out.contains(" and 1 other check: "), "{out}");
}

#[test]
#[ignore = "slow"]
fn each_failure_has_its_own_words() {
    let big = "yes 0123456789012345678901234567890123456789";
    for (name, script, words) in [
        ("hanging", "sleep 600", "it did not finish within 0.500 s and was ended"),
        ("crashing", "echo no licence left >&2; exit 7", "it ended with exit code 7"),
        ("dying", "kill -SEGV $$", "it was ended by signal 11 (segmentation fault)"),
        ("chatty", big, "bytes of log and was ended"),
        ("silent", "true", "it ended with exit code 0 but wrote no trajectory.csv and no ends.csv"),
        (
            "nan",
            "sed 's/10,0,0,-0/nan,0,0,-0/' {here}/honest.csv > ends.csv",
            "ends.csv, line 2: `vx1` of pair 0 is nan, not a number",
        ),
        ("cut", "head -c 120 {here}/honest.csv > ends.csv", "ends.csv is cut off: line 3 does not end"),
        ("half", "sed '$s/,0,0$//' {here}/honest.csv > ends.csv", "ends.csv, line 3: 12 cells under 14 headers"),
        (
            "one",
            "sed '$d' {here}/honest.csv > ends.csv",
            "ends.csv has 1 pairs, but 2 were in the input: pair 1 is missing",
        ),
        (
            "three",
            "cp {here}/honest.csv ends.csv; sed -n 's/^1/2/p' {here}/honest.csv >> ends.csv",
            "ends.csv has 3 pairs, but 2 were in the input",
        ),
        (
            "binary",
            r"{ cat {here}/honest.csv; printf '\377\376\n'; } > ends.csv",
            "ends.csv is not text: line 4 is not UTF-8",
        ),
        (
            "words",
            "sed 's/5e-5/soon/' {here}/honest.csv > ends.csv",
            "ends.csv, line 2: `time` is `soon`, not a number",
        ),
        ("blind", "sed 's/vx1/wx1/' {here}/honest.csv > ends.csv", "there is no column `vx1`"),
        (
            "early",
            "sed 's/0.0103/0.0101/; s/10,0,0,-0.0103,0,0,-10/-10,0,0,-0.0103,0,0,10/' {here}/honest.csv > ends.csv",
            "pair 0 ends before its bodies touched",
        ),
    ] {
        // A second is long for any of these; the hanging one is not worth more.
        let (place, code, out) = said(name, script, if name == "hanging" { "0.5 s" } else { "30 s" });
        assert_eq!(code, 3, "{name}: {out}");
        let rows = checks(place.path());
        let said = rows.iter().find(|row| row["who"] == name).and_then(|row| row.get("reason")).cloned();
        let said = said.unwrap_or_else(|| fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap());
        let folder = format!("reports/latest.engines/bad/{name}_0.1/run-1");
        for part in [words, &format!("{name} 0.1 in bad: "), &folder] {
            assert!(said.contains(part), "{name}: `{part}` is not in {said}\n{out}");
        }
        assert!(place.path().join(folder).join("scene.json").is_file(), "{name}: its folder is not kept");
    }
}

#[test]
fn nothing_is_left_running() {
    for (name, script, limit) in [
        ("leaver", "sleep 600 & echo $! > {here}/pid; cp {here}/honest.csv ends.csv", "20 s"),
        (
            "escaper",
            "setsid sh -c 'echo $$ > {here}/pid; exec sleep 600' & while [ ! -s {here}/pid ]; do sleep 0.01; done; cp {here}/honest.csv ends.csv",
            "20 s",
        ),
        ("hanging", "sleep 600 & echo $! > {here}/pid; wait", "0.5 s"),
        // Out of the group, with an empty environment, and its parent gone.
        (
            "hermit",
            "env -i setsid sh -c 'echo $$ > {here}/pid; exec sleep 600' & while [ ! -s {here}/pid ]; do sleep 0.01; done; cp {here}/honest.csv ends.csv",
            "20 s",
        ),
        (
            "family",
            "env -i setsid sh -c 'echo $$ > {here}/pid; sleep 600 & wait' & while [ ! -s {here}/pid ]; do sleep 0.01; done; cp {here}/honest.csv ends.csv",
            "20 s",
        ),
    ] {
        let script = script.replace("'", "\"").replace("sh -c \"echo $$", "sh -c \"echo \\$\\$");
        let (place, code, out) = said(name, &script, limit);
        assert_eq!(code, if name == "hanging" { 3 } else { 0 }, "{name}: {out}");
        let pid = fs::read_to_string(place.path().join("pid")).unwrap();
        let alive = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z ")
        };
        let until = Instant::now() + Duration::from_secs(5);
        while alive() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!alive(), "{name} left process {pid}");
    }
}

/// A course that never ends is not read to its end: a hundredth of it is more than was asked for.
#[test]
fn a_course_is_bounded_while_it_is_read() {
    let place = tempfile::tempdir().unwrap();
    cases(place.path(), "endless");
    let print = "printf \"0,%.12e,%.3f,0,0,-10,0,0,-0.0103,0,0,10,0,0\\n\", i*1e-9, 0.0103";
    let script = format!(
        "{{ head -n 1 {{here}}/honest.csv; awk \"BEGIN {{ for (i = 0; i < 2000000; i++) {} }}\"; }} > trajectory.csv",
        print.replace('\"', "\\\"")
    );
    write(place.path(), &[("engines.toml", &declared("endless", &script, "60 s"))]);
    let mut command = super::common::process(place.path());
    command.stdout(std::process::Stdio::null());
    command.args(["run", "cases/bad.toml", "--engines", "engines.toml", "--pictures", "none"]);
    let mut child = command.spawn().unwrap();
    let mut peak = 0;
    let code = loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|kb| kb.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(peak).max(peak);
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert_eq!(code, Some(3));
    let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
    assert!(record.contains("pair 0 has more rows than its start and the"), "{record}");
    // Two million steps of a course would take 120 MB.
    assert!(peak > 0 && peak < 80_000, "{peak} kB");
}

/// What an engine may leave in its folder is bounded.
#[test]
#[ignore = "slow"]
fn a_folder_has_a_quota() {
    for (name, script) in [
        ("hoarder", "for i in 1 2 3 4; do truncate -s 50M junk-$i; done; sleep 600"),
        ("littering", "seq 1 20000 | xargs touch; sleep 600"),
        ("quick", "for i in 1 2 3 4; do truncate -s 50M junk-$i; done; cp {here}/honest.csv ends.csv"),
    ] {
        let (place, code, out) = said(name, script, "30 s");
        assert_eq!(code, 3, "{name}: {out}");
        let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
        assert!(record.contains("files, to its folder and was ended"), "{name}: {out}");
    }
}

/// A case may name an engine that is not there: that is a skip with its reason.
#[test]
fn a_program_that_is_not_there_is_skipped() {
    let place = tempfile::tempdir().unwrap();
    cases(place.path(), "ghost");
    let text = "[engine.ghost]\ncommand = [\"no-such-program\"]\ncovers = { normal = [\"hertz\"] }\n";
    write(place.path(), &[("engines.toml", text)]);
    let (code, out, _) = run(place.path(), &["run", "--engines", "engines.toml", "--pictures", "none"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("ghost is not installed: there is no program `no-such-program` (1 check)"), "{out}");
    let (code, out, _) = run(place.path(), &["doctor", "--engines", "engines.toml"]);
    // It stands in the file that was named.
    assert_eq!(code, 3);
    assert!(out.contains("ghost") && out.contains("there is no program"), "{out}");
}
