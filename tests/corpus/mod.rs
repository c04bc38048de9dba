//! Strangers' files, an engine's among them: everything that fuzzing found worth keeping, and every file that ships, read again. Nothing may
//! panic, and nothing may need more than 100 MB. `fuzz/run` finds more.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{alone, heap};

mod readers;
#[path = "../mistakes/rows.rs"]
mod rows;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Reads all of them, and says how many were what they claim to be.
fn replay(inputs: &[(PathBuf, Vec<u8>)], read: fn(&[u8]) -> bool) -> usize {
    let mut good = 0;
    for (path, bytes) in inputs {
        let peak = heap::peak(|| good += usize::from(read(bytes)));
        assert!(peak <= heap::MOST, "{}: {peak} bytes on the heap", path.display());
    }
    good
}

fn bytes(paths: Vec<PathBuf>) -> Vec<(PathBuf, Vec<u8>)> {
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn found(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let found = bytes(files(&root().join("tests/corpus").join(name), ""));
    assert!(found.len() >= 20, "{} inputs for {name}", found.len());
    found
}

#[test]
fn cases() {
    let _alone = alone();
    let shipped = bytes(files(&root().join("cases"), ".toml"));
    assert_eq!(replay(&shipped, readers::case), shipped.len());
    // Most are refused here, the others when they are planned; `tests/mistakes/mod.rs` reads the words.
    let rows = rows::rows(&root().join("tests/mistakes"));
    let mistakes: Vec<_> = rows.into_iter().map(|row| (row.name.into(), row.text.into_bytes())).collect();
    assert!(mistakes.len() > 300 && 2 * replay(&mistakes, readers::case) < mistakes.len());
    replay(&found("case"), readers::case);
}

#[test]
fn datasets() {
    let _alone = alone();
    let sources = files(&root().join("reference-data"), "source.toml");
    let both = sources.into_iter().map(|about| {
        let numbers = fs::read(about.with_file_name("data.csv")).unwrap();
        let text = [fs::read(&about).unwrap(), readers::BETWEEN.into(), numbers].concat();
        (about, text)
    });
    let shipped: Vec<_> = both.collect();
    assert!(shipped.len() > 20);
    assert_eq!(replay(&shipped, readers::dataset), shipped.len());
    replay(&found("dataset"), readers::dataset);
}

#[test]
fn measurements() {
    let _alone = alone();
    assert_eq!(replay(&bytes(files(&root().join("tests/measurements"), ".csv")), readers::measurements), 0);
    replay(&found("measurements"), readers::measurements);
}

#[test]
fn baselines() {
    let _alone = alone();
    let shipped = bytes(files(&root().join("reference-data/baselines"), ".jsonl"));
    assert!(shipped.len() > 100);
    assert_eq!(replay(&shipped, readers::baseline), shipped.len());
    replay(&found("baseline"), readers::baseline);
}

#[test]
fn records() {
    let _alone = alone();
    replay(&bytes(files(&root().join("reports/example"), "run.jsonl")), readers::record);
    replay(&found("record"), readers::record);
}

#[test]
fn engines() {
    let _alone = alone();
    // Of other bodies, and of more steps: read to the place where that shows.
    for ending in [".csv", "dump.txt"] {
        replay(&bytes(files(&root().join("tests/engines/recorded"), ending)), readers::engine);
    }
    let good = replay(&found("engine"), readers::engine);
    assert!(good >= 10, "{good} of an engine are whole");
}

#[test]
fn recordings() {
    let _alone = alone();
    let shipped = bytes(files(&root().join("reference-data/recordings"), ".csv"));
    assert_eq!(replay(&shipped, readers::recording), shipped.len());
    let good = replay(&found("recording"), readers::recording);
    assert!(good >= 10, "{good} recordings are tables");
    // As large as one may be.
    let header = "time,x1,y1,z1,vx1,vy1,vz1,wx1,wy1,wz1,x2,y2,z2,vx2,vy2,vz2,wx2,wy2,wz2\n";
    let rows: String = (0..100_000).map(|i| format!("{i}{}\n", ",1e-3".repeat(18))).collect();
    assert_eq!(
        replay(&[("a long recording".into(), (header.to_string() + &rows).into_bytes())], readers::recording),
        1
    );
}

/// A twin that keeps more than it should is seen.
#[test]
fn what_is_kept_is_counted() {
    let _alone = alone();
    let kept = heap::peak(|| drop(std::hint::black_box(vec![1u8; 10_000_000])));
    // The harness tells of other tests meanwhile.
    assert!((9_900_000..10_100_000).contains(&kept), "{kept}");
}

/// What a stranger can write in a few lines must not unroll into gigabytes.
#[test]
fn a_small_file_stays_small() {
    let _alone = alone();
    let text = fs::read_to_string(root().join("cases/normal/damped/tsuji-restitution.toml")).unwrap();
    let sweep = "{ sweep = { from = 0.1, to = 0.9, steps = 1000000000 } }";
    for line in text.lines().filter(|line| line.contains("sweep")) {
        let (key, _) = line.split_once('=').unwrap();
        let large = text.replace(line, &format!("{key}= {sweep}"));
        assert_eq!(replay(&[("a long sweep".into(), large.into_bytes())], readers::case), 0);
    }
    let names: Vec<String> = (0..100_000).map(|i| format!("column {i}")).collect();
    replay(&[("a wide table".into(), names.join(",").into_bytes())], readers::measurements);
    replay(
        &[("a deep value".into(), "a = ".to_string().into_bytes().into_iter().chain(vec![b'['; 60_000]).collect())],
        readers::case,
    );
}
