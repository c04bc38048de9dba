//! What LAMMPS leaves of an oblique impact, read back as a recording: the numbers of LAMMPS.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{Needs, bench, observations, shipped};

pub const TESTS: &[Needs] = &[Needs {
    name: "a_recording_of_lammps_has_the_numbers_of_lammps",
    engines: &["lammps 29Sep2021"],
    test: a_recording_of_lammps_has_the_numbers_of_lammps,
}];

/// `dump.txt` of one pair as a table, nothing of it touched but the force, which is laid along the line of centres.
fn table(folder: &Path) -> String {
    let input = fs::read_to_string(folder.join("input.txt")).unwrap();
    let step = input.lines().find_map(|line| line.strip_prefix("timestep")).unwrap().trim().parse::<f64>().unwrap();
    let dump = fs::read_to_string(folder.join("dump.txt")).unwrap();
    let lines: Vec<&str> = dump.lines().collect();
    let body = |n: usize| ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"].map(|c| format!("{c}{n}")).join(",");
    let mut text = format!("time,{},{},force\n", body(1), body(2));
    for snapshot in lines.chunks(11) {
        let atoms = [snapshot[9], snapshot[10]].map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>());
        let number = |atom: usize, column: usize| atoms[atom][column].parse::<f64>().unwrap();
        let apart = [0, 1, 2].map(|i| number(0, i) - number(1, i));
        let distance = apart.iter().map(|x| x * x).sum::<f64>().sqrt();
        let force: f64 = (0..3).map(|i| number(0, 6 + i) * (apart[i] / distance)).sum();
        let state = |atom: &[&str]| [&atom[..6], &atom[9..12]].concat().join(",");
        let time = snapshot[1].parse::<f64>().unwrap() * step;
        writeln!(text, "{time:?},{},{},{force:?}", state(&atoms[0]), state(&atoms[1])).unwrap();
    }
    text
}

/// The case of spheres that ships with LAMMPS as its engine, at one angle; its dump is the recording.
fn a_recording_of_lammps_has_the_numbers_of_lammps() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped("engines/glancing-spheres-lammps")
        .replace("{ sweep = \"30 45 60 80 deg\" }", "\"30 deg\"")
        .replace("onset_phases      = 2", "onset_phases = 1")
        .replace("2000.37", "300.37");
    fs::write(place.path().join("run.toml"), &case).unwrap();
    bench(place.path(), &["run", "run.toml", "--pictures", "none"]);
    let theirs = observations(place.path());
    let folder = place.path().join("reports/latest.engines/run/lammps_29Sep2021/run-1");
    fs::write(place.path().join("left.csv"), table(&folder)).unwrap();
    let input = fs::read_to_string(folder.join("input.txt")).unwrap();
    let step = input.lines().find_map(|line| line.strip_prefix("timestep")).unwrap().trim().to_string();
    let recorded = case
        .replace("[run.lammps]", "[run.recorded]")
        .replace("steps_per_contact = 300.37", "data = \"left.csv\"\ncode = \"lammps 29Sep2021\"")
        .replace("onset_phases = 1", &format!("time_step = \"{step} s\""))
        .replace("\"lammps\"", "\"recorded\"");
    fs::write(place.path().join("read.toml"), recorded).unwrap();
    let (_, out, err) = bench(place.path(), &["run", "read.toml", "--pictures", "none"]);
    let ours = observations(place.path());
    let of = |all: &[BTreeMap<String, String>], by: &str| -> BTreeMap<String, (f64, String)> {
        let mine = all.iter().filter(|row| row["by"] == by);
        mine.map(|row| (row["observable"].clone(), (row["value"].parse().unwrap(), row["unit"].clone()))).collect()
    };
    let (theirs, ours) = (of(&theirs, "lammps"), of(&ours, "recorded"));
    assert!(theirs.len() >= 17 && theirs.keys().eq(ours.keys()), "{theirs:?}\n{ours:?}\n{out}{err}");
    // The bench put the bodies where they touch at an onset phase; a recording is brought to first touch by its own free
    // flight, and its axes are those of the line of centres then: both to the rounding of coordinates of some 0.01 m.
    let (speed, radius) = (4.0, 5e-3);
    let place = 16.0 * f64::EPSILON * 0.01;
    let turned = place / radius;
    for (word, (theirs, unit)) in &theirs {
        let (ours, off) = (ours[word].0, (ours[word].0 - theirs).abs());
        let allowed = match unit.as_str() {
            "m" => place,
            "s" => 4.0 * place / speed,
            "N" => 0.0,
            "rad/s" => 16.0 * turned * speed / radius,
            // Of the kinetic energy, and of numbers of the order of one.
            "J" => 16.0 * turned * 1.1e-2,
            _ => 64.0 * turned,
        };
        assert!(off <= allowed, "{word}: {theirs:?} and {ours:?} {unit}, {off:e} of {allowed:e}");
    }
}
