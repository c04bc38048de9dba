//! The readers of strangers' files, each from raw bytes: what is fuzzed, and what is replayed.

use std::fs;
use std::sync::{Arc, OnceLock};

use collisionbench::bench::record::{accepted, file, verify};
use collisionbench::case::Case;
use collisionbench::codes::engine::{Batch, BatchPair, Counts, read_dump, read_output, recorded};
use collisionbench::data::{Dataset, Files, measure, sha256};
use collisionbench::error::SourceFile;
use collisionbench::law::scene::Scene;

/// Between `source.toml` and `data.csv` in one input of the dataset reader, and between the two files of an engine.
pub const BETWEEN: &str = "\n=====\n";

fn text(name: &str, bytes: &[u8]) -> Option<SourceFile> {
    Some(SourceFile { name: name.to_string(), text: String::from_utf8(bytes.to_vec()).ok()? })
}

/// A case file, read until its scenes are unrolled. `true` when it is one.
pub fn case(bytes: &[u8]) -> bool {
    let Some(file) = text("case.toml", bytes) else { return false };
    told(Case::read(Arc::new(file), "case", &Files::Embedded))
}

/// A `source.toml` and its `data.csv`.
pub fn dataset(bytes: &[u8]) -> bool {
    let (about, numbers) = parts(bytes);
    let (Some(about), Some(numbers)) = (text("source.toml", about), text("data.csv", numbers)) else { return false };
    told(Dataset::parse("dataset", about, numbers))
}

fn parts(bytes: &[u8]) -> (&[u8], &[u8]) {
    let between = BETWEEN.as_bytes();
    let at = bytes.windows(between.len()).position(|window| window == between);
    at.map_or((bytes, &b""[..]), |at| (&bytes[..at], &bytes[at + between.len()..]))
}

/// Accepted numbers: written again they are the same, byte by byte.
pub fn baseline(bytes: &[u8]) -> bool {
    let Some(one) = text("baseline.jsonl", bytes) else { return false };
    let kept = match accepted::read(&one) {
        Ok(kept) => kept,
        Err(error) => return told::<()>(Err(error)),
    };
    let again = SourceFile { name: "again.jsonl".into(), text: file::text(&kept).unwrap() };
    assert_eq!(accepted::read(&again).expect("what was written reads back"), kept);
    again.text == one.text
}

/// A `run.jsonl`. Its digest keeps a fuzzer out: lines without one are given their own, and have to read back.
pub fn record(bytes: &[u8]) -> bool {
    let good = told(file::read(bytes, "run.jsonl"));
    let mut lines = String::from_utf8_lossy(bytes)
        .lines()
        .filter(|line| !line.starts_with("{\"end\""))
        .fold(String::new(), |all, line| all + line + "\n");
    lines += &format!("{{\"end\":{{\"sha256\":\"{}\"}}}}\n", sha256(&lines));
    let Ok(record) = file::read(lines.as_bytes(), "run.jsonl") else { return good };
    let written = file::text(&record).unwrap();
    let back = file::read(written.as_bytes(), "run.jsonl").unwrap_or_else(|error| panic!("{error}"));
    let held = verify(&record, &back, false);
    assert_eq!(held.differing(), 0, "{:?}", held.described);
    good
}

/// What an engine left of two pairs: `trajectory.csv`, a line of `=====` and `ends.csv`, or the `dump.txt` of LAMMPS; its
/// first line is also taken for its version.
pub fn engine(bytes: &[u8]) -> bool {
    let scenes = scenes();
    let line = String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
    for counts in Counts::ALL {
        assert!(counts.of(&line).len() <= line.len());
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (course, ends) = parts(bytes);
    let dumped = bytes.starts_with(b"ITEM:");
    let files =
        if dumped { [("dump.txt", bytes), ("", b"")] } else { [("trajectory.csv", course), ("ends.csv", ends)] };
    for (name, bytes) in files.into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let mut good = false;
    for pairs in [scenes, &scenes[1..]] {
        for trajectory in [true, false] {
            let pairs = pairs.iter().map(|scene| BatchPair { scene, onset_phase: 0.25 }).collect();
            let batch = Batch { case: "pair", time_step: 1e-6, steps: 4, trajectory, pairs };
            match if dumped { read_dump(&batch, folder.path()) } else { read_output(&batch, folder.path()) } {
                Ok(bounces) => {
                    assert_eq!(bounces.len(), batch.pairs.len());
                    good = true;
                }
                Err(cause) => assert!(!cause.to_string().is_empty()),
            }
        }
    }
    good
}

/// The scenes of [`PAIRS`].
fn scenes() -> &'static [Scene] {
    static SCENES: OnceLock<Vec<Scene>> = OnceLock::new();
    SCENES.get_or_init(|| {
        PAIRS
            .iter()
            .flat_map(|pair| {
                let file = SourceFile { name: "pair.toml".into(), text: format!("{BODIES}{pair}") };
                Case::read(Arc::new(file), "pair", &Files::Embedded).unwrap_or_else(|error| panic!("{error}")).scenes
            })
            .collect()
    })
}

/// A recorded trajectory, about each of two scenes and about both. `true` when it is a table.
pub fn recording(bytes: &[u8]) -> bool {
    let scenes = scenes();
    let mut good = false;
    for scenes in [&scenes[..1], &scenes[1..], scenes] {
        let Some(file) = text("table.csv", bytes) else { return false };
        match recorded::parse(&Arc::new(file), scenes) {
            Ok(recording) => {
                good = true;
                for time_step in [None, Some(1e-6)] {
                    let about = recorded::CodeSettings { time_step, wall_normal: None };
                    for (index, scene) in scenes.iter().enumerate() {
                        if let Err(why) = recording.bounce(index, scene, &about) {
                            assert!(!why.is_empty());
                        }
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    good
}

const BODIES: &str = r#"
title = "What an engine is handed"
[material.glass]
density = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.22
[body.one]
sphere = { radius = "2 mm" }
material = "glass"
[run.reference]
[[expect]]
that = "reference"
agrees_with = "hertz-impact"
duration = { within = "1e-9 relative" }
"#;

/// Two spheres that slide, and a sphere head-on a wall.
const PAIRS: [&str; 2] = [
    r#"
[body.two]
sphere = { radius = "3 mm" }
material = "glass"
[impact]
speed = "1 m/s"
angle = "30 deg"
[contact]
lever = "half-overlap"
[contact.normal.hertz]
[contact.tangential.mindlin]
form = "incremental"
friction = 0.3
"#,
    r#"
[body.wall]
wall = { normal = "+x" }
material = "glass"
[impact]
speed = "1 m/s"
[contact.normal.hertz]
"#,
];

/// A table of measurements, or the zip a phone exports.
pub fn measurements(bytes: &[u8]) -> bool {
    let mut kept = Vec::new();
    let read = measure::read("table.csv", &mut &bytes[..], &measure::Mapping::default(), &mut |measured| {
        kept.push(measured);
        Ok(())
    });
    told(read)
}

/// Whether something was read. What is wrong is said: its words are made here too, as they are for a user.
fn told<T>(read: Result<T, collisionbench::error::Error>) -> bool {
    match read {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
