//! What the files at the top of src/ compute.

use std::convert::Infallible;
use std::f64::consts::PI;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use collisionbench::distinct::paired;
use collisionbench::error::*;
use collisionbench::number::*;
use collisionbench::numerics::*;
use collisionbench::output::{create, replace};
use collisionbench::polyline::*;
use collisionbench::units::*;

// src/distinct.rs
fn pairs(one: &[(&str, i32)], other: &[(&str, i32)]) -> Vec<(Option<i32>, Option<i32>)> {
    let mut found = Vec::new();
    paired(one.to_vec(), other.to_vec(), |one, other| found.push((one, other)));
    found
}

#[test]
fn what_has_one_key_is_paired_whatever_its_place() {
    let one = [("a", 1), ("b", 2), ("c", 3)];
    assert_eq!(pairs(&one, &one), [(Some(1), Some(1)), (Some(2), Some(2)), (Some(3), Some(3))]);
    let other = [("a", 10), ("d", 40), ("c", 30)];
    assert_eq!(pairs(&one, &other), [(Some(1), Some(10)), (Some(2), None), (Some(3), Some(30)), (None, Some(40))]);
    assert_eq!(pairs(&one[..1], &[]), [(Some(1), None)]);
    assert_eq!(pairs(&[], &one[..1]), [(None, Some(1))]);
    // Of several with one key the first belongs to the first.
    let twice = [("a", 10), ("b", 20), ("b", 21), ("b", 22)];
    let one = [("b", 1), ("b", 2)];
    assert_eq!(pairs(&one, &twice), [(Some(1), Some(20)), (Some(2), Some(21)), (None, Some(10)), (None, Some(22))]);
}

// src/core/error.rs
fn file(text: &str) -> Arc<SourceFile> {
    Arc::new(SourceFile { name: "a.toml".into(), text: text.into() })
}

#[test]
fn a_diagnostic_points_at_its_place() {
    let file = file("title = \"x\"\nrestituton = 0.8\n");
    let shown = Diagnostic::new("unknown field `restituton`, did you mean `restitution`?")
        .at(&Origin::new(&file, 12..22))
        .to_string();
    assert_eq!(
        shown,
        "a.toml:2:1: unknown field `restituton`, did you mean `restitution`?\n2 | restituton = 0.8\n  | ^^^^^^^^^^"
    );
}

#[test]
fn a_very_long_line_is_cut_around_the_caret() {
    let text = format!("{}x{}", "a".repeat(100_000), "b".repeat(100_000));
    let shown = Diagnostic::new("here").at(&Origin::new(&file(&text), 100_000..100_001)).to_string();
    assert!(shown.len() < 500, "{} bytes", shown.len());
    let caret = shown.lines().last().unwrap().find('^').unwrap();
    assert_eq!(shown.lines().nth(1).unwrap().as_bytes()[caret], b'x');
}

#[test]
fn a_misspelt_word_finds_its_neighbour() {
    assert_eq!(nearest("restituton", ["radius", "restitution"]), Some("restitution"));
    assert_eq!(nearest("hetrz", ["hooke", "hertz"]), Some("hertz"));
    assert_eq!(nearest("speed", ["radius", "restitution"]), None);
}

// src/core/number.rs
#[test]
fn no_cell_is_a_formula() {
    for text in ["=1+1", "+cmd", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "--"] {
        assert_eq!(label(text), format!("'{text}"));
    }
    for text in ["", "-", "-1", "+2.5e3", "a=b", "inf"] {
        assert_eq!(label(text), text);
    }
}

#[test]
fn exact_reads_back_to_the_same_bits() {
    let values = [
        0.1,
        -0.0,
        1.0 / 3.0,
        10_696.889_012_345_678,
        5e-324,
        f64::MAX,
        4.0e-5,
        48e9,
        1e7,
        9_999_999.999,
        1e-3,
        f64::INFINITY,
    ];
    for value in values {
        let back: f64 = exact(value).parse().unwrap();
        assert_eq!(back.to_bits(), value.to_bits(), "{}", exact(value));
    }
    assert_eq!(exact(1e-12), "1e-12");
    assert_eq!(exact(48e9), "4.8e10");
    assert_eq!(exact(20.0), "20");
    assert_eq!(exact(f64::NAN), "");
}

#[test]
fn people_get_the_digits_they_asked_for() {
    assert_eq!(significant(10_696.889_4, 8), "10696.889");
    assert_eq!(significant(9.9996, 4), "10.00");
    assert_eq!(significant(4.034e-13, 3), "4.03e-13");
    assert_eq!(significant(-0.5, 2), "-0.50");
    assert_eq!(brief(4.0e-13), "4e-13");
    assert_eq!(brief(0.25), "0.25");
    assert_eq!(brief(13.5), "14");
    assert_eq!(brief(2.0), "2");
    assert_eq!(brief(0.05), "0.05");
    assert_eq!(brief(99.7), "100");
    assert_eq!(power_of_ten(-13), "10⁻¹³");
}

/// What is printed of a range is inside it, and as near as so many digits go.
#[test]
fn bounds_are_rounded_inward() {
    for (bounds, digits, printed) in [
        ([1.5336, 1.8762], 3, [1.54, 1.87]),
        ([1.54, 1.87], 3, [1.54, 1.87]),
        ([9.996, 1000.4], 3, [10.0, 1000.0]),
        ([0.099951, 0.010004], 4, [0.09996, 0.01]),
        ([0.0, f64::INFINITY], 3, [0.0, f64::INFINITY]),
    ] {
        assert_eq!(inward(bounds, digits), printed, "{bounds:?}");
    }
}

// src/core/numerics.rs
fn counted(f: impl Fn(f64) -> f64, a: f64, b: f64) -> (f64, usize) {
    let mut calls = 0;
    let bracket = Bracket { a, fa: f(a), b, fb: f(b) };
    let x = root::<Infallible>(
        |x| {
            calls += 1;
            Ok(f(x))
        },
        bracket,
        0.0,
    );
    (x.unwrap(), calls)
}

/// Roots of the normal distribution to 40 digits.
#[test]
fn the_quantile_of_the_normal_distribution_is_right_to_rounding() {
    let rows = [
        (0.01, -2.326_347_874_040_841),
        (1e-10, -6.361_340_902_404_056),
        (1e-300, -37.047_096_299_361_2),
        (0.9, 1.281_551_565_544_600_5),
        (0.3, -0.524_400_512_708_040_7),
        (0.4999, -0.000_250_662_830_088_007_5),
        (0.5, 0.0),
        (0.999_999, 4.753_424_308_817_089),
    ];
    for (part, expected) in rows {
        let found: f64 = normal_quantile(part);
        // Of 1 - part the rounding counts.
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * f64::abs(expected).max(1.0), "{part}: {found}");
    }
    assert_eq!([0.0, 1.0].map(normal_quantile), [f64::NEG_INFINITY, f64::INFINITY]);
}

#[test]
fn a_simple_root_is_found_in_few_evaluations() {
    let (x, calls) = counted(|x| x * x - 2.0, 0.0, 3.0);
    assert!((x - 2f64.sqrt()).abs() < 1e-15, "{x}");
    assert!(calls < 15, "{calls}");
}

#[test]
fn a_flat_and_lopsided_function_does_not_stall() {
    // The end of a barely damped collision: q^5 against a speed times 1e-18.
    let (x, calls) = counted(|x| (1.0 - x).max(0.0).powi(5) * 1e-6 - 1e-18, 0.0, 2.0);
    assert!((1.0 - x - 1e-12f64.powf(0.2)).abs() < 1e-8, "{x}");
    assert!(calls < 150, "{calls}");
}

#[test]
fn either_direction_and_exact_ends_work() {
    assert!((counted(|x: f64| x.cos(), 2.0, 1.0).0 - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    assert_eq!(counted(|x| x - 1.0, 1.0, 2.0).0, 1.0);
    assert_eq!(counted(|x| x - 1.0, 0.0, 1.0).0, 1.0);
}

#[test]
fn the_last_bracket_holds_both_sides_of_a_jump() {
    let step = |x: f64| Ok::<f64, Infallible>(if x < 0.25 { -0.5 } else { 0.125 });
    let ends = Bracket { a: 0.0, fa: -0.5, b: 1.0, fb: 0.125 };
    let Bracket { a, b, .. } = narrowed(step, ends, 0.0, 1e-12).unwrap();
    let (low, high) = (a.min(b), a.max(b));
    assert!(low < 0.25 && 0.25 <= high && high - low <= 4.0 * f64::EPSILON, "{low} {high}");
    assert_eq!(step(narrowed(step, ends, 0.0, 1e-12).unwrap().best()), Ok(0.125));
}

#[test]
fn a_failure_ends_a_search_and_the_ends_are_not_computed_again() {
    let ends = Bracket { a: 0.0, fa: -0.3, b: 1.0, fb: 0.7 };
    assert_eq!(narrowed(|x| if x > 0.2 && x < 0.9 { Err("stuck") } else { Ok(x - 0.3) }, ends, 0.0, 0.0), Err("stuck"));
    let mut asked = Vec::new();
    let f = |x: f64| {
        asked.push(x);
        Ok::<f64, Infallible>(x - 0.3)
    };
    assert!((narrowed(f, ends, 0.0, 1e-15).unwrap().best() - 0.3).abs() < 1e-15);
    assert!(asked.iter().all(|&x| x != 0.0 && x != 1.0), "{asked:?}");
}

#[test]
fn powers_at_the_ends_are_exact() {
    let [half, other] = smooth(|x| [x.sqrt(), (1.0 - x).powf(1.5)]);
    assert!((half - 2.0 / 3.0).abs() < 1e-14 && (other - 0.4).abs() < 1e-14, "{half} {other}");
}

// src/output.rs
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A folder with a file `a`, a file `b` and a folder `c`.
fn folder() -> (tempfile::TempDir, [PathBuf; 3]) {
    let root = tempfile::tempdir().unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| root.path().join(name));
    fs::write(&a, "old a").unwrap();
    fs::write(&b, "old b").unwrap();
    fs::create_dir(&c).unwrap();
    (root, [a, b, c])
}

#[test]
fn files_are_replaced_all_or_none() {
    let (root, [a, b, c]) = folder();
    let error = replace(&[(&a, b"new a"), (&c, b"new c"), (&b, b"new b")]).unwrap_err();
    assert_eq!(error.exit(), Exit::Unwritable);
    assert!(error.to_string().contains(&c.display().to_string()), "{error}");
    assert_eq!([&a, &b].map(|path| fs::read_to_string(path).unwrap()), ["old a", "old b"]);
    let deep = root.path().join("deep/er/d");
    replace(&[(&a, b"new a"), (&b, b"new b"), (&deep, b"new d")]).unwrap();
    assert_eq!([&a, &b, &deep].map(|path| fs::read_to_string(path).unwrap()), ["new a", "new b", "new d"]);
    assert_eq!(names(root.path()), ["a", "b", "c", "deep"], "nothing is left beside them");
}

#[test]
fn new_files_are_written_all_or_none() {
    let (root, [a, b, _]) = folder();
    let new = root.path().join("new");
    let error = create(&[(&new, b"new"), (&b, b"new b")]).unwrap_err();
    assert!(error.to_string().contains("b already exists") && error.exit() == Exit::Wrong, "{error}");
    // A name that is too long is found when the others are written already.
    let long = root.path().join("x".repeat(300));
    assert_eq!(create(&[(&new, b"new"), (&long, b"long")]).unwrap_err().exit(), Exit::Unwritable);
    assert_eq!([&a, &b].map(|path| fs::read_to_string(path).unwrap()), ["old a", "old b"]);
    assert_eq!(names(root.path()), ["a", "b", "c"]);
    create(&[(&new, b"new")]).unwrap();
    assert_eq!(fs::read_to_string(&new).unwrap(), "new");
}

#[test]
fn what_a_killed_program_left_is_removed_and_only_that() {
    let (root, [a, ..]) = folder();
    for name in [".a.collisionbench-x7Kq2a", ".b.collisionbench-x7Kq2", ".b.collisionbench-", "b.collisionbench-x7Kq2a"]
    {
        fs::write(root.path().join(name), "half").unwrap();
    }
    fs::create_dir(root.path().join(".c.collisionbench-x7Kq2a")).unwrap();
    replace(&[(&a, b"new a")]).unwrap();
    let others = [
        ".b.collisionbench-",
        ".b.collisionbench-x7Kq2",
        ".c.collisionbench-x7Kq2a",
        "a",
        "b",
        "b.collisionbench-x7Kq2a",
        "c",
    ];
    assert_eq!(names(root.path()), others);
}

/// As any file that the user writes, not hidden from others.
#[cfg(unix)]
#[test]
fn a_file_has_the_permissions_of_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let (_root, [a, b, _]) = folder();
    replace(&[(&a, b"new a")]).unwrap();
    let [a, b] = [a, b].map(|path| fs::metadata(path).unwrap().permissions().mode());
    assert_eq!(a, b);
}

// src/polyline.rs
#[test]
fn what_is_left_out_lies_near_what_is_kept() {
    let circle: Vec<[f64; 2]> =
        (0..=2000).map(|i| (f64::from(i) / 2000.0 * PI).sin_cos()).map(|(x, y)| [500.0 * x, 500.0 * y]).collect();
    let kept = thinned(&circle, 0.25);
    // The sag of a chord over an angle h is 500 h^2/8; no piece is shorter than half of the longest that is allowed.
    assert!((kept.len() as f64) < 2.0 * PI / (8.0 * 0.25 / 500.0_f64).sqrt() + 2.0, "{}", kept.len());
    assert_eq!((kept.first(), kept.last()), (Some(&0), Some(&2000)));
    let off = |p: &[f64; 2]| {
        kept.windows(2).map(|pair| distance(p, &circle[pair[0]], &circle[pair[1]])).fold(f64::INFINITY, f64::min)
    };
    assert!(circle.iter().all(|p| off(p) <= 0.25));
}

#[test]
fn a_line_that_comes_back_keeps_its_turning_point() {
    assert_eq!(thinned(&[[0.0, 0.0], [9.0, 0.0], [1.0, 0.0]], 0.25), [0, 1, 2]);
    assert_eq!(thinned::<2>(&[], 0.25), [0; 0]);
    assert_eq!(thinned(&[[1.0, 2.0, 3.0]], 0.25), [0]);
}

#[test]
fn a_spike_in_one_of_many_columns_is_kept() {
    let mut points: Vec<[f64; 5]> = (0..100).map(|i| [f64::from(i) / 99.0; 5]).collect();
    points[40][3] += 1e-3;
    assert_eq!(thinned(&points, 5e-4), [0, 39, 40, 41, 99]);
}

// src/core/units.rs
#[test]
fn prefixes_are_exact() {
    assert_eq!(parse("2.5 mm", Dimension::Length), Ok(2.5e-3));
    assert_eq!(parse("0.1 mm", Dimension::Length), Ok(1e-4));
    assert_eq!(parse("48 GPa", Dimension::Pressure), Ok(48e9));
    assert_eq!(parse("1.1e3 um", Dimension::Length), Ok(1.1e-3));
    assert_eq!(parse("3.9 m/s", Dimension::Speed), Ok(3.9));
    assert_eq!(parse("0.1 N s/m", Dimension::Damping), Ok(0.1));
    assert_eq!(parse("180 deg", Dimension::Angle), Ok(PI));
}

/// As reports print them.
#[test]
fn printed_units_are_read() {
    assert_eq!(parse("5 µm", Dimension::Length), Ok(5e-6));
    assert_eq!(parse("5 μs", Dimension::Time), Ok(5e-6));
    assert_eq!(parse("9.81 m/s²", Dimension::Acceleration), Ok(9.81));
    assert_eq!(parse("2500 kg/m³", Dimension::Density), Ok(2500.0));
    assert!(parse("5 µg", Dimension::Length).unwrap_err().to_string().starts_with("`µg` is not a unit"));
}

/// By their definitions: an hour has 3600 s, a kilometre 1000 m, a square metre 1e6 mm2.
#[test]
fn units_of_data_sheets_are_read() {
    assert_eq!(parse("36 km/h", Dimension::Speed), Ok(10.0));
    assert_eq!(parse("24 h", Dimension::Time), Ok(86_400.0));
    assert_eq!(parse("210000 N/mm2", Dimension::Pressure), Ok(210e9));
    assert_eq!(parse("101325 N/m2", Dimension::Pressure), Ok(101_325.0));
    assert_eq!(parse("1.05 TPa", Dimension::Pressure), Ok(1.05e12));
    assert_eq!(parse("981 cm/s2", Dimension::Acceleration), Ok(9.81));
    assert_eq!(parse("9810 mm/s2", Dimension::Acceleration), Ok(9.81));
    assert_eq!(parse("2500 kg/m^3", Dimension::Density), Ok(2500.0));
    assert_eq!(parse("180 °", Dimension::Angle), Ok(PI));
    assert!(parse("10 km/h", Dimension::AngularSpeed).is_err());
}

/// What is said is a word of the text, not one put together.
#[test]
fn what_is_no_number_has_no_unit() {
    let said = |text| parse(text, Dimension::Speed).unwrap_err().to_string();
    assert_eq!(said("= 2 m/s"), "`= 2 m/s` is not a number");
    assert_eq!(said("x m/s"), "`x m/s` is not a number");
    let listed = |text| parse_list(text, Dimension::Speed).unwrap_err().to_string();
    assert_eq!(listed("1, 2, 3 m/s"), "`1,` is not a number");
    assert_eq!(listed("1 m/s 2 m/s"), "`m/s` is not a number");
}

#[test]
fn a_wrong_unit_names_the_right_ones() {
    let error = parse("2.5 GPa", Dimension::Length).unwrap_err().to_string();
    assert_eq!(error, "`GPa` is not a unit of length; use one of m, cm, mm, um, nm, km, in, ft");
    assert_eq!(
        parse("2.5", Dimension::Length).unwrap_err().to_string(),
        "`2.5` has no unit; write a length, for example \"2.5 mm\""
    );
    assert_eq!(
        parse("30", Dimension::Angle).unwrap_err().to_string(),
        "`30` has no unit; write an angle, for example \"20 deg\""
    );
    assert!(matches!(parse("nan m", Dimension::Length), Err(UnitError::NotFinite { .. })));
    assert!(matches!(parse("1e400 m", Dimension::Length), Err(UnitError::NotFinite { .. })));
}

#[test]
fn a_list_shares_its_unit() {
    let angles = parse_list("5 10 85 deg", Dimension::Angle).unwrap();
    assert_eq!(angles.len(), 3);
    assert_eq!(angles[1].1, "10 deg");
    assert_eq!(parse_list("0.1 0.2 N s/m", Dimension::Damping).unwrap()[1], (0.2, "0.2 N s/m".to_string()));
}
