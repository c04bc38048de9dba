//! Every dataset of the repository, and what is said about wrong ones.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::fs;
use std::path::Path;

use collisionbench::data::{Dataset, Files, Form, Spread};
use collisionbench::error::Error;
use collisionbench::units::Dimension;

fn repository() -> Files {
    Files::Folder(env!("CARGO_MANIFEST_DIR").into())
}

fn datasets() -> Vec<String> {
    let names = Files::Embedded.list("reference-data", "/source.toml").unwrap();
    names.into_iter().map(|name| name.trim_end_matches("/source.toml").to_string()).collect()
}

#[test]
fn every_dataset_reads_the_same_from_disk_and_from_the_program() {
    let names = datasets();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        let built_in = Dataset::read(&Files::Embedded, &name).unwrap_or_else(|error| panic!("{error}"));
        let on_disk = Dataset::read(&repository(), &name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(built_in, on_disk);
        assert!(built_in.rows() > 1, "{name}");
        assert!(built_in.read_in.contains(": "), "{name}: {}", built_in.read_in);
        // A row is either comparable or left out with its reason.
        for row in 0..built_in.rows() {
            let known = built_in.columns.iter().all(|column| column.values[row].is_some());
            assert!(known || built_in.left_out(row).is_some(), "{name}: row {}", row + 1);
        }
    }
}

fn read(name: &str) -> Dataset {
    Dataset::read(&Files::Embedded, &format!("reference-data/published/{name}")).unwrap()
}

/// `k = 4/3 E* sqrt(R*)`, largest force and duration of Hertz; Johnson 1985, section 11.4.
fn hertz(E_star: f64, R_star: f64, m_star: f64, v: f64) -> (f64, f64, f64) {
    let k = 4.0 / 3.0 * E_star * R_star.sqrt();
    let overlap = (5.0 * m_star * v * v / (4.0 * k)).powf(0.4);
    (k, k * overlap.powf(1.5), 2.943275184324705 * overlap / v)
}

fn glass() -> (f64, f64, f64) {
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 0.01_f64.powi(3);
    hertz(48e9 / 0.96 / 2.0, 0.005, 2800.0 * volume / 2.0, 20.0)
}

fn al_alloy() -> (f64, f64, f64) {
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 0.1_f64.powi(3);
    hertz(70e9 / 0.91, 0.1, 2699.0 * volume, 0.2)
}

/// The table in the provenance of these files: peaks within 0.7 %, durations within 0.6 % of Hertz.
#[test]
fn digitised_peaks_and_durations_lie_as_close_to_hertz_as_they_say() {
    for (name, (_, F_max, tau)) in [
        ("chung-ooi-2011-test-1-glass-force-time-kratos", glass()),
        ("chung-ooi-2011-test-1-glass-force-time-pysph", glass()),
        ("chung-ooi-2011-test-2-al-alloy-force-time-kratos", al_alloy()),
        ("chung-ooi-2011-test-2-al-alloy-force-time-pysph", al_alloy()),
    ] {
        let curve = read(name);
        assert_eq!(curve.form, Form::Curve);
        let force = curve.column("force").unwrap();
        assert_eq!(force.dimension, Dimension::Force);
        let peak = force.values.iter().flatten().fold(0.0, |a: f64, &b| a.max(b));
        assert!((peak / F_max - 1.0).abs() < 0.007, "{name}: {peak}");
        let end = curve.column("time").unwrap().values.last().copied().flatten().unwrap();
        assert!((end / tau - 1.0).abs() < 0.006, "{name}: {end}");
        assert_eq!(curve.uncertainty["max_force"], Spread::Relative(0.7 / 100.0));
        assert_eq!(curve.uncertainty["duration"], Spread::Relative(0.6 / 100.0));
        // The absolute one is 1 % of the peak.
        assert!((curve.uncertainty["force"].of(peak) / F_max - 0.01).abs() < 1e-4, "{name}");
    }
}

/// The loop of the aluminium alloy is worse than 1 % at its top, which the dataset says and the case calls a known gap.
#[test]
fn digitised_loops_lie_as_close_to_hertz_as_they_say() {
    for (name, (k, F_max, _), worst) in [
        ("chung-ooi-2011-test-1-glass-force-overlap-kratos", glass(), 0.010),
        ("chung-ooi-2011-test-2-al-alloy-force-overlap-kratos", al_alloy(), 0.0131),
    ] {
        let curve = read(name);
        let (overlap, force) = (curve.column("overlap").unwrap(), curve.column("force").unwrap());
        for row in (0..curve.rows()).filter(|&row| curve.left_out(row).is_none()) {
            let (delta, F) = (overlap.values[row].unwrap(), force.values[row].unwrap());
            let off = (F - k * delta.powf(1.5)).abs() / F_max;
            assert!(off <= worst, "{name}: row {} is {off} of the peak off", row + 1);
        }
    }
}

/// Schwager & Poeschel 2007, eqs. 15 and 21: `e(z)` with and without attraction.
#[test]
fn tabulated_dashpots_are_the_closed_forms() {
    let may_pull = |z: f64| (-std::f64::consts::PI * z / (1.0 - z * z).sqrt()).exp();
    let never_pulls = |z: f64| match z {
        z if z < 1.0 => (-2.0 * z.acos() * z / (1.0 - z * z).sqrt()).exp(),
        z if z > 1.0 => (-2.0 * z.acosh() * z / (z * z - 1.0).sqrt()).exp(),
        _ => (-2.0_f64).exp(),
    };
    let check = |name, exact: &dyn Fn(f64) -> f64, rows| {
        let table = read(name);
        let (z, e) =
            (table.column("contact.damping.linear-dashpot.ratio").unwrap(), table.column("restitution").unwrap());
        let mut compared = 0;
        for row in (0..table.rows()).filter(|&row| table.left_out(row).is_none()) {
            let (z, e) = (z.values[row].unwrap(), e.values[row].unwrap());
            assert!((e - exact(z)).abs() <= table.uncertainty["restitution"].of(e), "{name}: {z}");
            compared += 1;
        }
        assert_eq!(compared, rows, "{name}");
    };
    check("schwager-poeschel-2007-may-pull", &may_pull, 23);
    check("schwager-poeschel-2007-never-pulls", &never_pulls, 47);
}

#[test]
fn restitution_zero_is_left_out_with_its_reason() {
    let table = read("chung-ooi-2011-test-3-restitution");
    assert_eq!(table.column("restitution").unwrap().values[0], Some(0.0));
    assert!(table.left_out(0).unwrap().reason.contains("infinite damping"));
    assert_eq!(table.left_out.len(), 1);
}

const GOOD_SOURCE: &str = "\
title = \"T\"\ncite = \"C\"\nread_in = \"R\"\nhow = \"tabulated\"\nform = \"table\"\n
[column.v]\nis = \"speed\"\nunit = \"mm/s\"\n
[column.e]\nis = \"restitution\"\nunit = \"-\"\n
[column.note]\nis = \"ignored\"\nreason = \"remarks\"\n
[uncertainty]\nspeed = \"2 um/s\"\nrestitution = \"0.01 absolute\"\n
[[left_out]]\nrow = 2\nreason = \"cracked\"\n";
const GOOD_DATA: &str = "v,e,note\n1500, 0.9 ,a\n2e3,,b\n2500,0.8,\"c, d\"\n";

fn try_read(source: &str, data: impl AsRef<[u8]>) -> Result<Dataset, Error> {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    fs::write(dir.path().join("d/source.toml"), source).unwrap();
    fs::write(dir.path().join("d/data.csv"), data).unwrap();
    Dataset::read(&Files::Folder(dir.path().into()), "d/")
}

/// The message with the temporary folder taken out.
fn message(source: &str, data: impl AsRef<[u8]>) -> String {
    let text = try_read(source, data).unwrap_err().to_string();
    let mut shown = String::new();
    for (i, part) in text.split("/d/").enumerate() {
        match i {
            0 => shown.push_str(&part[..part.rfind(Path::new(&std::env::temp_dir()).to_str().unwrap()).unwrap_or(0)]),
            _ => shown.push_str(part),
        }
    }
    shown
}

#[test]
fn cells_come_in_as_si_and_empty_ones_as_unknown() {
    let dataset = try_read(GOOD_SOURCE, GOOD_DATA).unwrap();
    assert_eq!(dataset.path, "d");
    assert_eq!(dataset.column("speed").unwrap().values, [Some(1.5), Some(2.0), Some(2.5)]);
    assert_eq!(dataset.column("restitution").unwrap().values, [Some(0.9), None, Some(0.8)]);
    assert!(dataset.column("ignored").is_none() && dataset.columns.len() == 2);
    assert_eq!(dataset.uncertainty["speed"], Spread::Absolute(2e-6));
    assert_eq!(dataset.uncertainty["restitution"], Spread::Absolute(0.01));
    assert_eq!(dataset.left_out(1).unwrap().reason, "cracked");
    assert_eq!(dataset.read_in, "tabulated: R");
    assert_eq!(dataset.hashes.each_ref().map(String::len), [64, 64]);
}
