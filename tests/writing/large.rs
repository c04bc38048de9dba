//! Cases with more scenes than are held at once, and runs that stop and go on: whatever happened, the report is that of an undisturbed run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use collisionbench::bench::{self, CaseFiles, Plan, Silent, Store};
use collisionbench::collide::collide;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;

use super::{REFERENCE, alone, beads, contents, folder, is_code, is_whole, names, say};
use crate::common::process;
use crate::heap;

/// Just more than are held at once: 11 blocks of scenes.
const RADII: usize = 101;
const SPEEDS: usize = 100;

/// A report without what the clock and the processor say.
fn timeless(place: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    assert!(is_whole(place), "{}", place.display());
    let mut files = contents(place);
    files.remove(Path::new("manifest.txt"));
    files.remove(Path::new("environment.toml"));
    files
}

/// Rows of a table by the words of these columns.
fn rows(table: &[u8], columns: &[&str]) -> BTreeMap<Vec<String>, Vec<String>> {
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers().unwrap().clone();
    let place = |name: &str| header.iter().position(|known| known == name).unwrap();
    let own: Vec<usize> = columns.iter().map(|name| place(name)).collect();
    let of = |row: csv::StringRecord| {
        let cell = |&k: &usize| row[k].to_string();
        let others = (0..row.len()).filter(|k| header[*k].contains('(') || &header[*k] == "restitution");
        (own.iter().map(cell).collect(), others.map(|k| row[k].to_string()).collect())
    };
    reader.records().map(|row| of(row.unwrap())).collect()
}

fn run(here: &Path, words: &[&str]) {
    is_code(&say(here, &[&["run", "cases/large.toml", "--pictures", "none"], words].concat()), 0);
}

#[test]
#[ignore = "slow"]
fn a_large_case_has_every_collision_and_every_check_in_its_tables() {
    let _alone = alone();
    let here = folder(&[("large", beads(RADII, SPEEDS, REFERENCE)), ("small", beads(RADII, 2, REFERENCE))]);
    let said = say(here.path(), &["run", "cases/large.toml", "--pictures", "none", "-j", "2"]);
    is_code(&said, 0);
    let (scenes, checks) = (RADII * SPEEDS, 3 * RADII * SPEEDS);
    assert!(said.out.contains(&format!("{scenes} scenes, {checks} checks")), "{}", said.out);
    assert!(said.out.contains(&format!("{checks} checks: {checks} pass")), "{}", said.out);
    let large = timeless(&here.path().join("reports/latest"));
    let table = |name: &str| &large[Path::new(name)];
    let lines = |name: &str| table(name).iter().filter(|byte| **byte == b'\n').count() - 1;
    // The reference, and the two theories that are asked.
    assert_eq!(lines("large/checks.csv"), checks);
    assert!(lines("large/collisions.csv") >= 2 * scenes, "{}", lines("large/collisions.csv"));
    // Its ends are those of a small case, to the last bit.
    run(here.path(), &["-o", "reports/one", "-j", "1"]);
    assert!(timeless(&here.path().join("reports/one")) == large, "one thread and two");
    is_code(&say(here.path(), &["run", "cases/small.toml", "--pictures", "none", "-o", "reports/small"]), 0);
    let small = contents(&here.path().join("reports/small"));
    let small = rows(&small[Path::new("observations.csv")], &["scene", "by"]);
    let named: BTreeMap<Vec<String>, Vec<String>> =
        rows(table("large/collisions.csv"), &["body.left.radius (m)", "impact.speed (m/s)", "by"]);
    let mut found = 0;
    for (key, row) in small.iter().filter(|(key, _)| key[1] == "reference") {
        let same =
            named.iter().any(|(other, cells)| other[2] == "reference" && row.iter().all(|cell| cells.contains(cell)));
        assert!(same, "{key:?}: {row:?}");
        found += 1;
    }
    assert_eq!(found, 2 * RADII);
}

/// The tables keep the failures, the page counts them, and the exit code follows.
#[test]
#[ignore = "slow"]
fn failures_of_a_large_case_are_counted_over_all_of_it() {
    let _alone = alone();
    // Half of the speeds are above 1.55 m/s, where this tolerance is exceeded by design: the theory has no damping.
    let run = "[contact]\nends = \"force-clamped\"\n[contact.damping.tsuji]\nrestitution = 0.99\n[run.reference]\ntolerance = 1e-12\n\
               [[expect]]\nthat = \"reference\"\nagrees_with = \"requested-restitution\"\nrestitution = { within = \"1e-9 relative\" }\n\
               [[expect]]\nthat = \"reference\"\nagrees_with = \"requested-restitution\"\nwhere = { speed = \"> 1.55 m/s\" }\n\
               restitution = { within = \"1e-18 relative\" }\n";
    let here = folder(&[("large", beads(RADII, SPEEDS, run))]);
    let said = say(here.path(), &["run", "cases/large.toml", "--pictures", "none"]);
    is_code(&said, 1);
    let checks = fs::read_to_string(here.path().join("reports/latest/large/checks.csv")).unwrap();
    let failing = checks.lines().filter(|line| line.ends_with(",fail")).count();
    let passing = checks.lines().filter(|line| line.ends_with(",pass")).count();
    assert_eq!(failing + passing, RADII * SPEEDS + RADII * SPEEDS / 2);
    assert!(failing > 100 && passing >= RADII * SPEEDS, "{failing} {passing}");
    assert!(said.out.contains(&format!("{passing} pass, {failing} fail")), "{}", said.out);
    assert!(said.out.contains(&format!("worst of {failing} checks")), "{}", said.out);
}

/// One that is killed at some moment, so many times.
fn killed(count: u32) {
    let here = folder(&[("large", beads(RADII, SPEEDS, REFERENCE))]);
    let began = Instant::now();
    run(here.path(), &["-o", "whole/r"]);
    let call = began.elapsed();
    let whole = timeless(&here.path().join("whole/r"));
    let mut resumed = 0;
    for number in 0..count {
        let words = ["run", "cases/large.toml", "--pictures", "none", "-o", "killed/r"];
        let mut child = process(here.path()).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(call.mul_f64((f64::from(number) * 0.618_033_988_749_895).fract()));
        let _ = child.kill();
        child.wait().unwrap();
        let journal = here.path().join("killed/r.journal");
        let parts = || names(&journal).iter().filter(|name| name.ends_with(".part")).count();
        let there = if journal.exists() { parts() } else { 0 };
        let said = say(here.path(), &[&words[..], &["--resume"]].concat());
        is_code(&said, 0);
        assert!(timeless(&here.path().join("killed/r")) == whole, "kill {number}");
        // What is there whole is not computed again; of one that was killed at its end the report is there.
        let last = RADII * SPEEDS - 10 * 1000;
        let found = said.err.split_whitespace().next().and_then(|word| word.parse::<usize>().ok()).unwrap_or(0);
        assert!([1000 * there, 1000 * there.saturating_sub(1) + last].contains(&found), "{there} parts: {}", said.err);
        resumed += usize::from(found > 0);
        assert!(!journal.exists(), "a finished run leaves no journal");
    }
    assert!(resumed * 3 > count as usize, "{resumed} of {count} runs had something to go on from");
}

#[test]
#[ignore = "slow"]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let _alone = alone();
    killed(8);
}

/// The acceptance of the bench: `cargo test --test resources large -- --ignored`.
#[test]
#[ignore = "minutes"]
fn nightly_a_run_that_is_killed_a_hundred_times_goes_on_to_the_same_bytes() {
    let _alone = alone();
    killed(100);
}

/// A part that is not as it was written, and one of another case, are computed again.
#[test]
#[ignore = "slow"]
fn what_no_longer_fits_is_computed_again() {
    let _alone = alone();
    let here = folder(&[("large", beads(RADII, SPEEDS, REFERENCE))]);
    let partition = ["--partition", "1/1", "--out", "shard"];
    let go = |words: &[&str]| say(here.path(), &[&["run", "cases/large.toml"], words].concat());
    is_code(&go(&partition), 0);
    let shard = here.path().join("shard");
    let parts: Vec<PathBuf> =
        names(&shard).into_iter().filter(|name| name.ends_with(".part")).map(|name| shard.join(name)).collect();
    assert_eq!(parts.len(), 11);
    let whole = fs::read(&parts[0]).unwrap();
    // Cut off, longer, and with one digit of its record or of its rows changed.
    let changed = |from: usize| {
        let mut bytes = whole.clone();
        let digit = (from..).find(|k| bytes[*k].is_ascii_digit() && bytes[*k] != b'9').unwrap();
        bytes[digit] += 1;
        bytes
    };
    let numbers = whole.windows(9).position(|bytes| bytes == b"\"numbers\"").unwrap();
    let damaged = [whole[..whole.len() - 9].to_vec(), [&whole[..], b"1,2\n"].concat()];
    for bytes in damaged.into_iter().chain([numbers, whole.len() - 1000].map(changed)) {
        fs::write(&parts[0], bytes).unwrap();
        let said = go(&partition);
        is_code(&said, 0);
        let lines = RADII * SPEEDS;
        assert!(
            said.out.contains("of them earlier") && !said.out.contains(&format!("{lines} of them")),
            "{}",
            said.out
        );
        assert!(fs::read(&parts[0]).unwrap() == whole);
    }
    let other = beads(RADII, SPEEDS, REFERENCE).replace("0.1 m/s", "0.2 m/s");
    fs::write(here.path().join("cases/large.toml"), other).unwrap();
    let said = go(&partition);
    assert!(!said.out.contains("earlier"), "{}", said.out);
}

#[test]
#[ignore = "slow"]
fn partitions_are_merged_to_the_bytes_of_the_whole_run() {
    let _alone = alone();
    let here = folder(&[
        ("large", beads(RADII, SPEEDS, REFERENCE)),
        ("small", beads(3, 2, REFERENCE)),
        ("other", beads(2, 2, REFERENCE)),
    ]);
    let go = |words: &[&str]| say(here.path(), words);
    is_code(&go(&["run", "cases", "--pictures", "none"]), 0);
    let whole = timeless(&here.path().join("reports/latest"));
    let shards: Vec<String> = (1..=4).map(|k| format!("shards/{k}")).collect();
    for (k, shard) in shards.iter().enumerate() {
        is_code(&go(&["run", "cases", "--partition", &format!("{}/4", k + 1), "--out", shard]), 0);
    }
    let all: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merge = |folders: &[&str]| go(&[&["merge"], folders, &["--pictures", "none", "-o", "merged"]].concat());
    is_code(&merge(&all), 0);
    assert!(timeless(&here.path().join("merged")) == whole);

    // A shard that is started again changes nothing.
    is_code(&go(&["run", "cases", "--partition", "2/4", "--out", "shards/2"]), 0);
    is_code(&merge(&all), 0);
    assert!(timeless(&here.path().join("merged")) == whole);

    let refused = |folders: &[&str], words: &[&str]| {
        let said = merge(folders);
        assert_eq!(said.code, 2, "{}{}", said.out, said.err);
        assert!(words.iter().all(|word| said.err.contains(word)), "{}", said.err);
    };
    refused(&all[..3], &["1 of 4 partitions are missing: 4/4"]);
    refused(&[&all[..], &all[..1]].concat(), &["partition 1/4 is given twice"]);
    refused(&[&all[..3], &["reports/latest"]].concat(), &["no finished partition"]);
    is_code(&go(&["run", "cases", "--partition", "4/5", "--out", "five"]), 0);
    refused(&[&all[..3], &["five"]].concat(), &["different numbers of partitions"]);
    is_code(&go(&["run", "cases/small.toml", "--partition", "4/4", "--out", "asked"]), 0);
    refused(&[&all[..3], &["asked"]].concat(), &["asked for different things"]);
    let path = here.path().join("shards/3");
    let lost = names(&path).into_iter().find(|name| name.ends_with(".part")).unwrap();
    let part = fs::read(path.join(&lost)).unwrap();
    fs::remove_file(path.join(&lost)).unwrap();
    refused(&all, &["no partition has it", "run that partition again"]);
    let digit = (part.len() / 2..).find(|k| part[*k].is_ascii_digit() && part[*k] != b'9').unwrap();
    let damaged = [&part[..digit], &[part[digit] + 1], &part[digit + 1..]].concat();
    fs::write(path.join(&lost), damaged).unwrap();
    refused(&all, &["no partition has it", "run that partition again"]);
    fs::write(path.join(&lost), part).unwrap();
    let other = beads(3, 3, REFERENCE);
    fs::write(here.path().join("cases/small.toml"), other).unwrap();
    refused(&all, &["the cases are not those of the partitions"]);
    // A folder with something else in it is left alone.
    fs::write(path.join("notes.txt"), "mine").unwrap();
    let said = go(&["run", "cases", "--partition", "3/4", "--out", "shards/3"]);
    assert!(said.code == 2 && said.err.contains("notes.txt"), "{}", said.err);
}

/// A run of three times as many scenes needs hardly more memory: what is kept of a block is what is shown of it.
#[test]
fn memory_does_not_grow_with_the_scenes() {
    let _alone = alone();
    let peak = |speeds: usize| {
        let file = SourceFile { name: "large.toml".to_string(), text: beads(RADII, speeds, REFERENCE) };
        let files = CaseFiles {
            from: "here".to_string(),
            cases: vec![("large".to_string(), file)],
            data: Files::Embedded,
            judged: true,
        };
        heap::peak(|| {
            let plan = Plan::new(files).unwrap();
            let recorded = bench::recorded(&plan, &collide, &Silent, Store::default()).unwrap();
            assert_eq!(recorded.record.cases[0].count(), RADII * speeds);
        })
    };
    let [some, more] = [peak(SPEEDS), peak(3 * SPEEDS)];
    assert!(more < some + some / 4, "{some} bytes of {}, {more} of {} scenes", RADII * SPEEDS, 3 * RADII * SPEEDS);
}
