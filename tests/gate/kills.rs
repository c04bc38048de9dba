//! A hundred kills each of `gate`, `fit` and two concurrent `accept`: what is left is old or new whole, and the next call
//! trips over nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::process;
use crate::gate::{root, say};

const KILLS: u32 = 100;

fn start(folder: &Path, words: &[&str]) -> Child {
    let mut command = process(folder);
    command.args(words);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// How long a whole call takes; the slower of two.
fn duration(folder: &Path, words: &[&str]) -> Duration {
    let once = || {
        let started = Instant::now();
        assert!(start(folder, words).wait().unwrap().success(), "{words:?}");
        started.elapsed()
    };
    once().max(once())
}

/// When the kill of this number falls, as a part of a call: spread over all of it, every second one over its last third,
/// where files are written, and some beyond its end. The same each time.
fn part(number: u32) -> f64 {
    let part = (f64::from(number) * 0.618_033_988_749_895).fract();
    if number.is_multiple_of(2) { 1.2 * part } else { 0.6 + 0.5 * part }
}

fn kill(mut child: Child) {
    let _ = child.kill();
    child.wait().unwrap();
}

/// Every file below a folder, hidden ones too.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Kills a call that is to put `new` in place of `old`, a hundred times; says how often it came through.
fn kills(folder: &Path, place: &str, [old, new]: [&[&str]; 2]) -> u32 {
    let place = folder.join(place);
    let whole = |words: &[&str]| {
        assert!(start(folder, words).wait().unwrap().success(), "{words:?}");
        contents(&place)
    };
    let (new_files, old_files) = (whole(new), whole(old));
    assert_ne!(old_files, new_files);
    let call = duration(folder, new);
    whole(old);
    let mut replaced = 0;
    for number in 0..KILLS {
        let child = start(folder, new);
        std::thread::sleep(call.mul_f64(part(number)));
        kill(child);
        let left = contents(&place);
        if left == new_files {
            replaced += 1;
            whole(old);
        } else {
            assert_eq!(left, old_files, "kill {number} at {:.2} of a call", part(number));
        }
    }
    assert_eq!(whole(old), old_files, "a call after the kills");
    let parent = place.parent().unwrap();
    let beside: Vec<_> = fs::read_dir(parent).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside, [place.file_name().unwrap()], "what is left beside the report");
    replaced
}

fn cases() -> TempDir {
    let here = TempDir::new().unwrap();
    fs::create_dir(here.path().join("cases")).unwrap();
    for name in ["glass-head-on", "unequal-radii"] {
        let file = format!("cases/normal/elastic/{name}.toml");
        fs::copy(root().join(&file), here.path().join(format!("cases/{name}.toml"))).unwrap();
    }
    fs::create_dir(here.path().join("reference-data")).unwrap();
    let data = here.path().join("reference-data/published");
    std::os::unix::fs::symlink(root().join("reference-data/published"), data).unwrap();
    let said = say(here.path(), &["accept", "cases", "--why", "first"]);
    assert_eq!(said.code, 0, "{}", said.err);
    here
}

#[test]
fn a_killed_gate_leaves_the_old_report_or_the_new_one() {
    let here = cases();
    let baselines = contents(&here.path().join("reference-data/baselines"));
    let replaced = kills(here.path(), "reports/gate", [&["gate"], &["gate", "--drift", "1e-9 relative"]]);
    assert!((1..KILLS).contains(&replaced), "{replaced} of {KILLS} gates came through");
    assert_eq!(contents(&here.path().join("reference-data/baselines")), baselines);
}

#[test]
fn a_killed_fit_leaves_the_old_result_or_the_new_one() {
    let here = TempDir::new().unwrap();
    let fit = ["fit", "calibration/synthetic-contact-times", "--pictures"];
    let [old, new] = [[&fit[..], &["none"]].concat(), [&fit[..], &["default"]].concat()];
    let replaced = kills(here.path(), "reports/fit/synthetic-contact-times", [&old, &new]);
    assert!((1..KILLS).contains(&replaced), "{replaced} of {KILLS} fits came through");
}

/// Two programs accept the same cases at the same time, for different reasons; both are killed, one after the other.
#[test]
fn killed_while_two_accept_every_file_is_of_one_of_them() {
    let here = cases();
    let folder = here.path().join("reference-data/baselines");
    let words = |why: &'static str| ["accept", "cases", "--why", why];
    let mut known: Vec<BTreeMap<PathBuf, Vec<u8>>> = vec![contents(&folder)];
    for why in ["one", "other"] {
        assert!(start(here.path(), &words(why)).wait().unwrap().success());
        known.push(contents(&folder));
    }
    let call = duration(here.path(), &words("other"));
    let mut seen = [0; 3];
    for number in 0..KILLS {
        for (name, bytes) in &known[0] {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let (one, other) = (start(here.path(), &words("one")), start(here.path(), &words("other")));
        std::thread::sleep(call.mul_f64(1.3 * part(number)));
        kill(one);
        std::thread::sleep(call.mul_f64(0.1 * part(number + 1)));
        kill(other);
        let left = contents(&folder);
        for name in known[0].keys() {
            let of = known.iter().position(|files| files[name] == left[name]);
            let of = of.unwrap_or_else(|| panic!("kill {number}: {} is of neither", name.display()));
            seen[of] += 1;
        }
        if number % 10 == 9 {
            assert_eq!(say(here.path(), &["gate"]).code, 0, "kill {number}");
        }
    }
    assert!(seen[0] > 0 && seen[1] + seen[2] > 0, "{seen:?}: the kills all fell on one side");
    // Left alone, both succeed, and nothing but whole baselines is left.
    let (one, other) = (start(here.path(), &words("one")), start(here.path(), &words("other")));
    for mut child in [one, other] {
        assert!(child.wait().unwrap().success());
    }
    let left = contents(&folder);
    assert_eq!(left.keys().collect::<Vec<_>>(), known[0].keys().collect::<Vec<_>>());
    assert!(known[1..].contains(&left), "the files of one, or of the other");
    assert_eq!(say(here.path(), &["gate"]).code, 0);
}
