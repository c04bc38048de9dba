//! Programs killed at any moment: what is left is old or new, whole, and the next call trips over nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{GLASS, contents, is_code, is_whole, names, say};
use crate::alone;
use crate::common::{process, root};

/// Kills of each verb in every run of the tests, and in the long one: `cargo test --test resources kills -- --ignored`.
const SOME: u32 = 12;
const MANY: u32 = 100;

fn start(folder: &Path, words: &[&str]) -> Child {
    let mut command = process(folder);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn finish(folder: &Path, words: &[&str]) {
    assert!(start(folder, words).wait().unwrap().success(), "{words:?}");
}

/// How long a whole call takes; the slower of two.
fn duration(folder: &Path, words: &[&str]) -> Duration {
    let once = || {
        let started = Instant::now();
        finish(folder, words);
        started.elapsed()
    };
    once().max(once())
}

/// When the kill of this number falls, as a part of a call: the first at once, the others spread over all of it, every second one over
/// its last third, where files are written, and every sixth far beyond its end, since a busy machine may be slower now than
/// it was. The same each time.
fn part(number: u32) -> f64 {
    let part = (f64::from(number) * 0.618_033_988_749_895).fract();
    match number % 6 {
        5 => 3.0,
        0 | 2 | 4 => 1.2 * part,
        _ => 0.6 + 0.5 * part,
    }
}

fn kill(mut child: Child) {
    let _ = child.kill();
    child.wait().unwrap();
}

/// A report without what the clock says, which must be whole.
fn report(place: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    assert!(is_whole(place), "{}", place.display());
    let mut files = contents(place);
    let manifest = files.remove(Path::new("manifest.txt")).unwrap();
    let timeless =
        String::from_utf8(manifest).unwrap().lines().filter(|line| !line.ends_with("environment.toml")).collect();
    files.remove(Path::new("environment.toml"));
    files.insert("manifest.txt".into(), String::into_bytes(timeless));
    files
}

/// Kills a call that is to put `new` in place of `old`, so many times: both are seen, and nothing else.
fn kills(count: u32, folder: &Path, place: &str, [old, new]: [&[&str]; 2]) {
    let place = folder.join(place);
    let whole = |words: &[&str]| {
        finish(folder, words);
        report(&place)
    };
    let (new_files, old_files) = (whole(new), whole(old));
    assert_ne!(old_files, new_files);
    let call = duration(folder, new);
    whole(old);
    let mut replaced = 0;
    for number in 0..count {
        let child = start(folder, new);
        std::thread::sleep(call.mul_f64(part(number)));
        kill(child);
        let left = report(&place);
        if left == new_files {
            replaced += 1;
            whole(old);
        } else {
            assert!(left == old_files, "kill {number} at {:.2} of a call", part(number));
        }
    }
    println!("{}: {replaced} new, {} old of {count} kills", new[0], count - replaced);
    assert!((1..count).contains(&replaced), "{replaced} of {count} came through: the kills all fell on one side");
    assert!(whole(old) == old_files, "a call after the kills");
    assert_eq!(names(place.parent().unwrap()), [place.file_name().unwrap().to_str().unwrap()], "what is left beside");
}

/// Two cases with accepted numbers.
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
    is_code(&say(here.path(), &["accept", "cases", "--why", "first"]), 0);
    here
}

fn runs(count: u32) {
    let here = TempDir::new().unwrap();
    let words = ["run", GLASS, "--pictures", "none"];
    let both = [&words[..], &["shipped:normal/elastic/unequal-radii"]].concat();
    kills(count, here.path(), "reports/latest", [&words, &both]);
}

fn gates(count: u32) {
    let here = cases();
    let baselines = contents(&here.path().join("reference-data/baselines"));
    kills(count, here.path(), "reports/gate", [&["gate"], &["gate", "--within", "1e-9 relative"]]);
    assert!(contents(&here.path().join("reference-data/baselines")) == baselines);
}

fn fits(count: u32) {
    let here = TempDir::new().unwrap();
    let fit = ["fit", "shipped:calibration/synthetic-contact-times", "--pictures"];
    let [old, new] = ["none", "default"].map(|pictures| [&fit[..], &[pictures]].concat());
    kills(count, here.path(), "reports/fit/synthetic-contact-times", [&old, &new]);
}

/// Two programs accept the same cases at the same time, for different reasons; both are killed, one after the other. Every file is the old
/// one or of one of them.
fn accepts(count: u32) {
    let here = cases();
    let folder = here.path().join("reference-data/baselines");
    let words = |why: &'static str| ["accept", "cases", "--why", why];
    let mut known: Vec<BTreeMap<PathBuf, Vec<u8>>> = vec![contents(&folder)];
    for why in ["one", "other"] {
        finish(here.path(), &words(why));
        known.push(contents(&folder));
    }
    let call = duration(here.path(), &words("other"));
    let mut seen = [0; 3];
    for number in 0..count {
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
            is_code(&say(here.path(), &["gate"]), 0);
        }
    }
    println!("accept: {seen:?} files are old, of one, of the other, after {count} kills of two");
    assert!(seen[0] > 0 && seen[1] + seen[2] > 0, "{seen:?}: the kills all fell on one side");
    // Left alone, both succeed, and nothing but whole baselines is left.
    let (one, other) = (start(here.path(), &words("one")), start(here.path(), &words("other")));
    for mut child in [one, other] {
        assert!(child.wait().unwrap().success());
    }
    assert!(known[1..].contains(&contents(&folder)), "the files of one, or of the other");
    is_code(&say(here.path(), &["gate"]), 0);
}

#[test]
#[ignore = "slow"]
fn a_dozen_kills_of_each_leave_old_or_new() {
    let _alone = alone();
    for verb in [runs, gates, fits, accepts] {
        verb(SOME);
    }
}

#[test]
#[ignore = "a hundred kills of each take minutes"]
fn nightly_a_hundred_kills_of_each_leave_old_or_new() {
    let _alone = alone();
    for verb in [runs, gates, fits, accepts] {
        verb(MANY);
    }
}
