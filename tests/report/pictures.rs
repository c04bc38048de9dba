//! Pictures: the same bytes every time, each beside its numbers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use collisionbench::bench::Verdict;
use collisionbench::output::folder::below;
use collisionbench::report::{Context, OutputFolder, Pictures, compose};

use crate::report::fixture::{environment, record};

/// Every file of a report with its bytes.
fn written(place: &Path, threads: usize, pictures: Pictures) -> BTreeMap<String, Vec<u8>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (record, environment) = (record(), environment());
    let context = Context::new(&record, &environment, pictures);
    let mut put = pool.install(|| compose::write(&context, &OutputFolder::new(place).unwrap())).unwrap();
    let files = below(place).unwrap().files;
    put.sort();
    assert_eq!(put, files);
    files.into_iter().map(|name| (name.clone(), fs::read(place.join(&name)).unwrap())).collect()
}

#[test]
fn the_bytes_do_not_depend_on_run_or_threads() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    let one = written(&root, 1, Pictures::All);
    let two = written(&root, 2, Pictures::All);
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
}

#[test]
fn each_picture_stands_beside_its_numbers() {
    let root = tempfile::tempdir().unwrap();
    let files = written(&root.path().join("latest"), 2, Pictures::Default);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in files.keys().filter(|name| name.ends_with(".svg")) {
        let (case, picture) = name.rsplit_once('/').unwrap_or(("", name));
        match picture {
            "force-time.svg" | "force-overlap.svg" => trajectories_hold(case, picture, &files),
            _ => assert!(files.contains_key(&name.replace(".svg", ".csv")), "{name}"),
        }
        *counts.entry(case).or_default() += 1;
    }
    assert_eq!(counts.remove(""), Some(1), "the atlas of orders");
    assert_eq!(counts.len(), 4);
    // A case with a check that fails has four, a case that passes two.
    for case in &record().cases {
        let fails = case.checks.iter().any(|check| matches!(check.outcome, Verdict::Fail | Verdict::Closed));
        assert!(counts.get(&*case.name).is_none_or(|count| *count <= if fails { 4 } else { 2 }), "{counts:?}");
    }
}

/// A picture of trajectories has no table of its own: those of its case have every column that it draws.
fn trajectories_hold(case: &str, picture: &str, files: &BTreeMap<String, Vec<u8>>) {
    let tables: Vec<_> = files.iter().filter(|(name, _)| name.starts_with(&format!("{case}/trajectory."))).collect();
    let record = record();
    let drawn = record.cases.iter().find(|found| found.name == case).unwrap();
    let who: std::collections::BTreeSet<&str> = drawn.curves.iter().map(|curve| &*curve.by).collect();
    assert!(!tables.is_empty() && tables.len() == who.len(), "{case}/{picture}: {who:?}");
    for (name, bytes) in tables {
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let heads = table.headers().unwrap().clone();
        for needed in if picture == "force-time.svg" { ["time", "force"] } else { ["overlap", "force"] } {
            assert!(heads.iter().any(|head| head == needed), "{name}: {heads:?}");
        }
        assert!(table.records().map(Result::unwrap).count() > 2, "{name}");
    }
    assert!(
        !files.contains_key(&format!("{case}/{}", picture.replace(".svg", ".csv"))),
        "{case}/{picture} is there twice"
    );
}

#[test]
fn a_sweep_is_drawn_from_the_record_s_own_numbers() {
    let root = tempfile::tempdir().unwrap();
    let files = written(&root.path().join("latest"), 2, Pictures::Default);
    let record = record();
    let case = record.cases.iter().find(|case| case.name == "normal/kuwabara-kono").unwrap();
    let mut table = csv::Reader::from_reader(files["normal/kuwabara-kono/restitution.csv"].as_slice());
    let header = "scene,by,speed,restitution,uncertainty,against,deviation,deviation_unit,allowed,variant";
    assert_eq!(table.headers().unwrap().iter().collect::<Vec<_>>().join(","), header);
    let mut rows = 0;
    for row in table.records().map(Result::unwrap) {
        let seen = case.observations().find(|o| *o.scene == row[0] && *o.by == row[1] && o.observable == "restitution");
        assert_eq!(row[3].parse::<f64>().unwrap().to_bits(), seen.unwrap().value.unwrap().to_bits());
        rows += 1;
    }
    // A row for each number that a value was held against.
    let checks = case.checks.iter().filter(|check| check.observable == "restitution");
    let held: std::collections::BTreeSet<_> = checks.map(|c| (&*c.scene, &*c.who, &*c.against)).collect();
    let alone = rows - held.len();
    assert!(held.len() > 7 && alone == 7 * 3, "two theories and one dataset, {alone}; the reference, {}", held.len());
}

#[test]
fn orders_are_drawn_from_the_record_s_own_ladders() {
    let root = tempfile::tempdir().unwrap();
    let files = written(&root.path().join("latest"), 2, Pictures::Default);
    let read = |name: &str| {
        let rows = csv::Reader::from_reader(files[name].as_slice()).into_records().map(Result::unwrap);
        rows.collect::<Vec<csv::StringRecord>>()
    };
    let record = record();
    let case = record.cases.iter().find(|case| case.name == "steppers/hertz").unwrap();
    let rows = read("steppers/hertz/order.csv");
    assert_eq!(rows.len(), case.convergences.iter().map(|c| c.steps.len()).sum::<usize>());
    let first = &case.convergences[0];
    for (row, (steps, worst)) in rows.iter().zip(first.steps.iter().zip(&first.worst)) {
        assert_eq!((row[3].parse().unwrap(), row[4].parse().ok()), (*steps, *worst));
    }
    // A run that was lost has an empty cell and no order.
    let lost = rows.iter().find(|row| &row[1] == "forward-euler" && &row[2] == "max_overlap").unwrap();
    assert_eq!((&lost[4], &lost[6]), ("", ""));
    let atlas = read("order-atlas.csv");
    assert_eq!(atlas.len(), case.convergences.len());
    let control = atlas.iter().find(|row| &row[2] == "forward-euler" && &row[3] == "restitution").unwrap();
    assert_eq!([&control[4], &control[6], &control[7]], ["1", "2", "0.1"]);
}

#[test]
fn no_pictures_means_no_pictures() {
    let root = tempfile::tempdir().unwrap();
    let files = written(&root.path().join("latest"), 2, Pictures::None);
    assert!(files.keys().all(|name| !name.ends_with(".svg")));
    assert!(files.contains_key("normal/kuwabara-kono/trajectory.reference.csv"));
}

#[test]
fn unknown_and_infinite_values_stop_no_picture() {
    let root = tempfile::tempdir().unwrap();
    let mut record = record();
    for case in &mut record.cases {
        let numbers = case.collisions.iter_mut().flat_map(|collision| &mut collision.numbers);
        numbers.step_by(2).for_each(|number| number.value = None);
        for check in case.checks.iter_mut().step_by(2) {
            (check.expected, check.deviation, check.allowed) = (Some(0.0), Some(f64::INFINITY), Some(0.0));
        }
        for curve in &mut case.curves {
            for column in &mut curve.values {
                column[0] = f64::NAN;
                column[1] = f64::INFINITY;
                column.truncate(9);
            }
        }
    }
    let environment = environment();
    let context = Context::new(&record, &environment, Pictures::All);
    compose::write(&context, &OutputFolder::new(&root.path().join("latest")).unwrap()).unwrap();
}
