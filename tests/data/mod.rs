//! Every dataset of the repository, and what is said about wrong ones.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::{Dataset, Files, RowKind, Spread};
use collisionbench::error::{Error, SourceFile};
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
        // A row is either comparable, its abscissa and something measured at it, or left out with its reason.
        for row in 0..built_in.rows() {
            let known = built_in.columns.iter().filter(|column| column.values[row].is_some()).count();
            assert!(
                known >= 2.min(built_in.columns.len()) || built_in.left_out(row).is_some(),
                "{name}: row {}",
                row + 1
            );
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
        assert_eq!(curve.form, RowKind::Curve);
        let force = curve.column("force").unwrap();
        assert_eq!(force.dimension, Dimension::Force);
        let peak = force.values.iter().flatten().fold(0.0, |a: f64, &b| a.max(b));
        assert!((peak / F_max - 1.0).abs() < 0.007, "{name}: {peak}");
        let end = curve.column("time").unwrap().values.last().copied().flatten().unwrap();
        assert!((end / tau - 1.0).abs() < 0.006, "{name}: {end}");
        assert_eq!(curve.uncertainty["max_force"], Spread::Relative(0.7 / 100.0));
        assert_eq!(curve.uncertainty["duration"], Spread::Relative(0.6 / 100.0));
        // The absolute ones are the same parts of the axes.
        assert!((curve.uncertainty["force"].of(peak) / F_max - 0.007).abs() < 1e-4, "{name}");
        assert!((curve.uncertainty["time"].of(end) / tau - 0.006).abs() < 1e-4, "{name}");
    }
}

/// A point may be moved along the overlap by 0.6 % of the axis: then it lies within 1 % of the peak.
#[test]
fn digitised_loops_lie_as_close_to_hertz_as_they_say() {
    for (name, (k, F_max, _)) in [
        ("chung-ooi-2011-test-1-glass-force-overlap-kratos", glass()),
        ("chung-ooi-2011-test-2-al-alloy-force-overlap-kratos", al_alloy()),
    ] {
        let curve = read(name);
        let (overlap, force) = (curve.column("overlap").unwrap(), curve.column("force").unwrap());
        let delta_max = (F_max / k).powf(2.0 / 3.0);
        let reading = curve.uncertainty["overlap"].of(delta_max);
        assert!((reading / delta_max - 0.006).abs() < 1e-4, "{name}: {reading}");
        for row in (0..curve.rows()).filter(|&row| curve.left_out(row).is_none()) {
            let (delta, F) = (overlap.values[row].unwrap(), force.values[row].unwrap());
            let hertz = |delta: f64| k * delta.clamp(0.0, delta_max).powf(1.5);
            let off = (F - F.clamp(hertz(delta - reading), hertz(delta + reading))).abs() / F_max;
            assert!(off <= 0.01, "{name}: row {} is {off} of the peak off", row + 1);
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

fn message(source: &str, data: impl AsRef<[u8]>) -> String {
    try_read(source, data).unwrap_err().to_string()
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

/// Each wrong `source.toml` with what is said about it.
#[test]
fn a_wrong_source_is_pointed_at() {
    let cases = [
        (
            "title = \"T\"",
            "titel = \"T\"",
            "d/source.toml:1:1: unknown field `titel`, expected one of `title`, `cite`, `read_in`, `how`, `form`, `class`, `article`, `column`, `uncertainty`, `left_out`, `frame_rate`, `pixel_size`\n1 | titel = \"T\"\n  | ^^^^^",
        ),
        ("cite = \"C\"\n", "", "d/source.toml: missing field `cite`"),
        ("cite = \"C\"", "cite = \" \"", "d/source.toml:2:8: this must not be empty\n2 | cite = \" \"\n  |        ^^^"),
        (
            "cite = \"C\"",
            "cite = 3",
            "d/source.toml:2:8: invalid type: integer `3`, expected a string\n2 | cite = 3\n  |        ^",
        ),
        (
            "\"tabulated\"",
            "\"typed\"",
            "d/source.toml:4:7: `how` must be one of \"digitised\", \"tabulated\", \"computed\"\n4 | how = \"typed\"\n  |       ^^^^^^^",
        ),
        (
            "\"table\"",
            "\"line\"",
            "d/source.toml:5:8: `form` must be one of \"table\", \"curve\"\n5 | form = \"line\"\n  |        ^^^^^^",
        ),
        (
            "\"restitution\"\nunit = \"-\"",
            "\"restitution\"",
            "d/source.toml:12:6: `restitution` has no unit\n12 | is = \"restitution\"\n   |      ^^^^^^^^^^^^^\n  write `unit = \"mm\"`, or `unit = \"-\"` for a plain number",
        ),
        (
            "is = \"restitution\"",
            "is = \"speed\"",
            "d/source.toml:8:6: two columns are `speed`\n8 | is = \"speed\"\n  |      ^^^^^^^",
        ),
        (
            "reason = \"remarks\"",
            "",
            "d/source.toml:16:6: an ignored column needs a reason\n16 | is = \"ignored\"\n   |      ^^^^^^^^^\n  add it:  reason = \"...\"",
        ),
        (
            "unit = \"-\"",
            "unit = \"-\"\nreason = \"x\"",
            "d/source.toml:14:10: `reason` belongs to an ignored column\n14 | reason = \"x\"\n   |          ^^^\n  leave it out, or write `is = \"ignored\"`",
        ),
        (
            "speed = \"2",
            "sped = \"2",
            "d/source.toml:20:1: no column is `sped`\n20 | sped = \"2 um/s\"\n   | ^^^^\n  did you mean `speed`?",
        ),
        (
            "2 um/s",
            "2 um",
            "d/source.toml:20:9: `um` is not a unit of speed; use one of m/s, cm/s, mm/s, um/s, km/s, km/h\n20 | speed = \"2 um\"\n   |         ^^^^^^\n  write part of the value, \"0.7 %\", or an amount with its unit, \"0.5 deg\", \"0.01 absolute\"",
        ),
        (
            "2 um/s",
            "2",
            "d/source.toml:20:9: `2` has no unit\n20 | speed = \"2\"\n   |         ^^^\n  write part of the value, \"0.7 %\", or an amount with its unit, \"0.5 deg\", \"0.01 absolute\"",
        ),
        (
            "2 um/s",
            "-2 %",
            "d/source.toml:20:9: an uncertainty is not negative\n20 | speed = \"-2 %\"\n   |         ^^^^^^\n  write part of the value, \"0.7 %\", or an amount with its unit, \"0.5 deg\", \"0.01 absolute\"",
        ),
        (
            "row = 2",
            "row = 0",
            "d/source.toml:24:7: there is no row 0\n24 | row = 0\n   |       ^\n  the rows of the table are 1, the first below the headers, to 3",
        ),
        (
            "row = 2",
            "row = 4",
            "d/source.toml:24:7: there is no row 4\n24 | row = 4\n   |       ^\n  the rows of the table are 1, the first below the headers, to 3",
        ),
        (
            "column.note",
            "column.remark",
            "d/data.csv:1:5: column `note` is not described in d/source.toml\n1 | v,e,note\n  |     ^^^^\n  describe it, or write there:  column.note = { is = \"ignored\", reason = \"...\" }\n\nd/source.toml:15:9: d/data.csv has no column `remark`\n15 | [column.remark]\n   |         ^^^^^^",
        ),
    ];
    for (good, bad, expected) in cases {
        assert!(GOOD_SOURCE.contains(good), "{good}");
        assert_eq!(message(&GOOD_SOURCE.replacen(good, bad, 1), GOOD_DATA), expected);
    }
}

#[test]
fn several_mistakes_are_reported_together_in_order_of_place() {
    let source = GOOD_SOURCE.replace("\"tabulated\"", "\"x\"").replace("mm/s", "furlong").replace("0.01", "nan");
    let shown = message(&source, GOOD_DATA);
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("d/source.toml")).collect();
    assert_eq!(
        lines,
        [
            "d/source.toml:4:7: `how` must be one of \"digitised\", \"tabulated\", \"computed\"",
            "d/source.toml:9:8: `furlong` is not a unit",
            "d/source.toml:21:15: `nan` is not a finite number",
        ]
    );
}

/// Each wrong `data.csv` with what is said about it.
#[test]
fn a_wrong_table_is_pointed_at() {
    let cases = [
        ("2e3", "2 e3", "d/data.csv:3:1: `2 e3 mm/s` is not a number, in column `v`\n3 | 2 e3,,b\n  | ^^^^"),
        ("0.9", "nan", "d/data.csv:2:7: `nan` is not a finite number, in column `e`\n2 | 1500, nan ,a\n  |       ^^^"),
        (
            "0.9",
            "1e999",
            "d/data.csv:2:7: `1e999` is not a finite number, in column `e`\n2 | 1500, 1e999 ,a\n  |       ^^^^^",
        ),
        ("1500", "1e306", ""),
        ("2e3,,b", "2e3,", "d/data.csv:3:1: 2 cells under 3 headers\n3 | 2e3,\n  | ^^^^"),
        ("2e3,,b\n", "\n\n2e3,,b,c\n", "d/data.csv:5:1: 4 cells under 3 headers\n5 | 2e3,,b,c\n  | ^^^^^^^^"),
        (
            "v,e,note",
            "v,v,note",
            "d/data.csv:1:3: two columns are headed `v`\n1 | v,v,note\n  |   ^\n\nd/source.toml:11:9: d/data.csv has no column `e`\n11 | [column.e]\n   |         ^",
        ),
        (
            "0.8,",
            "\"0,8\",",
            "d/data.csv:4:7: `0,8` is not a number, in column `e`\n4 | 2500,\"0,8\",\"c, d\"\n  |       ^^^",
        ),
        // A cell in quotes goes on in the next line.
        (
            "\"c, d\"\n",
            "\"c\r\nd\"\nx,1,\n",
            "d/data.csv:6:1: `x mm/s` is not a number, in column `v`\n6 | x,1,\n  | ^",
        ),
        (GOOD_DATA, "", "d/data.csv: the file is empty; it begins with a line of headers"),
        (GOOD_DATA, "v,e,note\n", "d/data.csv: there is no row below the headers"),
    ];
    for (good, bad, expected) in cases {
        assert!(GOOD_DATA.contains(good), "{good}");
        let result = try_read(GOOD_SOURCE, GOOD_DATA.replacen(good, bad, 1));
        match result {
            Ok(dataset) => assert!(expected.is_empty() && dataset.columns[0].values[0] == Some(1e303), "{bad:?}"),
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }
}

#[test]
fn encoding_size_and_absence_are_reported() {
    assert!(message(GOOD_SOURCE, b"v,e,note\n1,\xff,c\n").contains("not UTF-8 text: byte 11 (line 2) is 0xff"));
    let long = format!("{GOOD_DATA}{},1,x\n", " ".repeat(70_000));
    let shown = message(GOOD_SOURCE, long);
    assert!(shown.starts_with("d/data.csv:5:1: a line of 70004 bytes; 65536 is the most that is read"), "{shown}");
    assert!(shown.len() < 400);
    assert!(matches!(Dataset::read(&repository(), "reference-data/none"), Err(Error::Read { .. })));
    assert!(matches!(Dataset::read(&Files::Embedded, "reference-data/none"), Err(Error::Read { .. })));
}

/// Rows of `tests/theory-tables/NAME.csv`, which were computed at 40 digits and checked by a second method.
fn theory(name: &str) -> Vec<BTreeMap<String, String>> {
    let path = format!("{}/tests/theory-tables/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    csv::Reader::from_path(path).unwrap().deserialize().map(|row| row.unwrap()).collect()
}

fn number(row: &BTreeMap<String, String>, key: &str) -> f64 {
    row[key].parse().unwrap()
}

#[test]
fn computed_datasets_are_the_theory_tables() {
    let table = read("antypov-elliott-2011-alpha-without-attraction");
    let rows: Vec<_> =
        theory("conventions_achieved_e").into_iter().filter(|row| row["convention"] == "Woo literal").collect();
    assert_eq!(rows.len(), table.rows());
    for (i, row) in rows.iter().enumerate() {
        let same = |word: &str, key: &str| {
            let (here, there) = (table.column(word).unwrap().values[i].unwrap(), number(row, key));
            assert!((here / there - 1.0).abs() < 1e-15, "{word} of row {}: {here} and {there}", i + 1);
        };
        same("alpha", "alpha_effective");
        same("restitution", "e_achieved_no_attraction");
    }

    let table = read("pfc-hertz-dashpot-quarter-exponent");
    let rows: Vec<_> = theory("pfc_alpha_d_literal").into_iter().filter(|row| row["e_requested"] == "0.5").collect();
    assert_eq!(3 * rows.len(), table.rows());
    for (i, (length, key)) in [(1.0, "SI"), (1e-3, "mm"), (1e-6, "um")].into_iter().enumerate() {
        for (j, row) in rows.iter().enumerate() {
            let here = |word: &str| table.column(word).unwrap().values[rows.len() * i + j].unwrap();
            assert_eq!((here("reference_length"), here("speed")), (length, number(row, "v0_m_s")));
            assert_eq!(here("restitution"), number(row, &format!("e_alpha_d0.25_{key}_full")));
        }
    }
}

/// Every row holds the values of the wall: `R* = r`, `m* = m`, both bodies of glass.
#[test]
fn a_wall_of_glass_is_hertz() {
    let table = read("hertz-sphere-on-wall");
    let mass = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-9;
    let (_, F_max, tau) = hertz(48e9 / 0.96 / 2.0, 1e-3, mass, 1.0);
    for row in 0..table.rows() {
        let here = |word: &str| table.column(word).unwrap().values[row].unwrap();
        assert!((here("max_force") / F_max - 1.0).abs() < 1e-14);
        assert!((here("duration") / tau - 1.0).abs() < 1e-14);
        assert!((here("body.second.radius") / 10_f64.powi(row as i32 - 3) - 1.0).abs() < 1e-15);
    }
}

/// The first ```` ```toml ```` block of a document.
fn example(document: &str) -> String {
    let text = fs::read_to_string(format!("{}/{document}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap().to_string()
}

#[test]
fn the_examples_in_the_documents_are_right() {
    let data = "v_mm_s,e,remark\n100,0.95,AB\n200,0.94,AB\n300,0.9,CD\n";
    let dataset = try_read(&example("reference-data/README.md"), data).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(dataset.uncertainty["speed"], Spread::Relative(0.5 / 100.0));
    assert!(dataset.left_out(2).is_some());

    let file = SourceFile { name: "README.md".into(), text: example("README.md") };
    let case = Case::read(Arc::new(file), "readme", &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.scenes.len(), 3);
}
