//! What became of a number: the one difference, uncertainties of accepted numbers, and the tube round a curve.

use std::f64::consts::PI;

use collisionbench::bench::record::accepted::rounded_up;
use collisionbench::bench::record::diff::{farthest, from_first_touch, thinned};
use collisionbench::bench::record::{
    CaseRecord, Change, Curve, DiffRow, Maker, Observation, PHYSICS, Terms, diff, file,
};

type Given<'a> = (&'a str, &'a str, f64, f64);

/// A case with one collision: observable, unit, value, uncertainty of each number.
fn case(numbers: &[Given<'_>]) -> CaseRecord {
    let mut case = CaseRecord::default();
    for &(observable, unit, value, uncertainty) in numbers {
        let (scene, by, maker, variant, note) = ("-", "reference", Maker::Solver, "", None);
        let (value, uncertainty) = (Some(value), Some(uncertainty));
        case.observe(Observation { scene, by, maker, variant, observable, value, unit, uncertainty, note });
    }
    case
}

fn rows(then: &CaseRecord, now: &CaseRecord) -> Vec<DiffRow> {
    let mut rows = Vec::new();
    diff(then, now, Terms { drift: 1e-12, tube: 2e-3 }, &mut |row| rows.push(row));
    rows
}

/// What becomes of one number.
#[test]
fn a_change_exceeds_drift_and_noise() {
    use Change::{Moved, Unchanged, Within};
    let force = |value, uncertainty| ("max_force", "N", value, uncertainty);
    let plain = |value, uncertainty| ("restitution", "", value, uncertainty);
    let cases: [(Given<'_>, Given<'_>, Change); 13] = [
        (force(100.0, 0.0), force(100.0, 0.0), Unchanged),
        // 1e-9 of 100 N, known well and known badly.
        (force(100.0, 1e-11), force(100.000_000_1, 1e-11), Moved),
        (force(100.0, 6e-8), force(100.000_000_1, 6e-8), Within),
        // Inside the drift, and known to the last bit.
        (force(100.0, 0.0), force(100.0 + 5e-11, 0.0), Within),
        (force(100.0, 0.0), force(f64::NAN, 0.0), Moved),
        (force(100.0, 0.0), ("max_force", "kN", 100.0, 0.0), Moved),
        // A large uncertainty would make any value pass, now or as it was accepted: 0.5 +- 1 is not 0.9.
        (force(100.0, 1e-11), force(150.0, 1e3), Moved),
        (force(100.0, 1e-11), force(100.0, f64::NAN), Moved),
        (force(100.0, 1e-11), force(100.0, 9e-10), Within),
        (plain(0.5, 1.0), plain(0.9, 1e-13), Moved),
        (force(100.0, f64::NAN), force(100.0, 1e-11), Moved),
        (force(100.0, f64::NAN), force(100.0, f64::NAN), Moved),
        // A residual of rounding is no number to a relative 1e-12.
        (plain(1e-16, 0.0), plain(-3e-16, 0.0), Within),
    ];
    for (then, now, change) in cases {
        assert_eq!(rows(&case(&[then]), &case(&[now]))[0].change, change, "{then:?} {now:?}");
    }
}

#[test]
fn what_is_left_over_is_measured_by_what_it_is_left_over_from() {
    let energies = |left: f64| case(&[("energy_lost", "J", 1.0, 0.0), ("energy_strain", "J", left, 0.0)]);
    let of = |then, now| rows(&energies(then), &energies(now))[1].change;
    assert_eq!((of(1e-17, 9e-17), of(1e-17, 1e-11)), (Change::Within, Change::Moved));
}

#[test]
fn new_and_gone_are_told_apart_and_counted() {
    let found = rows(&case(&[("a", "", 1.0, 0.0)]), &case(&[("b", "", 1.0, 0.0)]));
    let changes: Vec<_> = found.iter().map(|row| (row.what.as_str(), row.change)).collect();
    assert_eq!(changes, [("a", Change::Gone), ("b", Change::New)]);
}

/// A curve is held against the other column by column, of a loading path over its first column.
#[test]
fn a_curve_that_leaves_its_tube_has_moved() {
    let curve = |over: &str, factor: f64| Curve {
        scene: "-".into(),
        by: "reference".into(),
        maker: Maker::Solver,
        variant: String::new(),
        columns: vec![over.into(), "force".into()],
        units: vec!["s".into(), "N".into()],
        values: vec![vec![0.0, 1.0, 2.0], vec![0.0, factor, 0.0]],
    };
    let with = |curve: Curve| CaseRecord { curves: vec![curve], ..CaseRecord::default() };
    for over in ["time", "slide"] {
        let of = |now: Curve| rows(&with(curve(over, 1.0)), &with(now))[0].change;
        assert_eq!(of(curve(over, 1.0)), Change::Unchanged);
        assert_eq!(of(curve(over, 1.001)), Change::Within);
        assert_eq!(of(curve(over, 1.01)), Change::Moved);
        let said = |now: Curve| rows(&with(curve(over, 1.0)), &with(now))[0].sentence();
        assert!(said(curve(over, 1.001)).starts_with("inside the tolerance tube"), "{}", said(curve(over, 1.001)));
        assert!(said(curve(over, 1.01)).starts_with("outside the tolerance tube"), "{}", said(curve(over, 1.01)));
        assert_eq!(of(Curve { columns: vec![over.into(), "overlap".into()], ..curve(over, 1.0) }), Change::Moved);
        // One column has nothing to be held against.
        let lone =
            |first: f64| Curve { columns: vec![over.into()], values: vec![vec![first, 1.0]], ..curve(over, 1.0) };
        assert_eq!(rows(&with(lone(0.0)), &with(lone(0.5)))[0].change, Change::Moved);
    }
}

#[test]
fn every_input_counts() {
    let with = |inputs: &[(&str, &str)]| CaseRecord {
        inputs: inputs.iter().map(|(name, hash)| (name.to_string(), hash.to_string())).collect(),
        ..CaseRecord::default()
    };
    let physics = [(PHYSICS, "4"), ("x", "5")];
    let now = with(&physics);
    assert!(with(&physics).inputs_that_differ(&now).is_empty());
    assert_eq!(with(&[physics[0], ("x", "0")]).inputs_that_differ(&now), ["x"]);
    // A dataset that the case did not have, and one that it has no more.
    assert_eq!(with(&physics[..1]).inputs_that_differ(&now), ["x"]);
    assert_eq!(now.inputs_that_differ(&with(&physics[..1])), ["x"]);
}

#[test]
fn an_uncertainty_is_never_rounded_down() {
    for (value, rounded) in [(0.0, 0.0), (1.0, 1.0), (1.04e-13, 1.1e-13), (9.96e-7, 1e-6), (2.5e-9, 2.5e-9)] {
        assert_eq!(rounded_up(value), rounded);
    }
    for i in 0..2000 {
        let value = 1.01_f64.powi(i - 1000) * 3.3e-12;
        let up = rounded_up(value);
        assert!(up >= value && up <= 1.11 * value, "{value:e}: {up:e}");
        // Two digits in the file.
        assert!(format!("{up:e}").split('e').next().unwrap().len() <= 3, "{up:e}");
    }
}

/// Values of any size and names of any kind read back to the same bits.
#[test]
fn numbers_read_back_to_the_same_bits() {
    let values = [1.0 / 3.0, -0.0, 5e-324, f64::MAX, -6.661_338_147_750_939e-16];
    let name = "line\nand \"quote\" 'and' back\\slash\u{0}\u{7f}\u{85}";
    let numbers: Vec<Given<'_>> = values.iter().map(|&value| (name, name, value, 2.5e-13)).collect();
    let record = collisionbench::bench::record::Record {
        format: collisionbench::bench::record::FORMAT,
        program: name.into(),
        cases_from: String::new(),
        partial: None,
        criteria: Vec::new(),
        engines: Vec::new(),
        not_run: None,
        cases: vec![CaseRecord { name: name.into(), ..case(&numbers) }],
    };
    let text = file::text(&record).unwrap();
    let back = file::read(text.as_bytes(), "a.jsonl").unwrap();
    assert_eq!(back, record);
    assert_eq!(back.cases[0].collisions[0].numbers[1].value.unwrap().to_bits(), (-0.0_f64).to_bits());
    assert_eq!(file::text(&back).unwrap(), text);
}

// src/record/tube.rs

/// A half sine of `steps` steps that begins at `start`: the contact of a linear spring.
fn spring(steps: usize, start: f64, duration: f64, force: f64) -> Vec<[f64; 2]> {
    let at = |i: usize| i as f64 / steps as f64;
    (0..=steps).map(|i| [start + duration * at(i), force * (PI * at(i)).sin()]).collect()
}

#[test]
fn the_same_contact_at_other_steps_stays_inside() {
    let (then, now) = (spring(200, 0.0, 1e-5, 1e4), spring(317, 0.0, 1e-5, 1e4));
    // The sag of a chord of pi/200 is its square over 8.
    assert!(farthest(&then, &now) <= (PI / 200.0_f64).powi(2) / 8.0);
    assert!(farthest(&then, &thinned(&then, 5e-4)) <= 5e-4);
    // A chord is cut near its middle when its sag, (pi h)^2/8 at most, is more: no piece is shorter than half of that h.
    assert!((thinned(&then, 5e-4).len() as f64) < 2.0 * PI / (8.0 * 5e-4_f64).sqrt() + 2.0);
}

#[test]
fn a_contact_longer_or_stronger_by_a_percent_leaves_it() {
    let then = spring(200, 0.0, 1e-5, 1e4);
    assert!((farthest(&then, &spring(200, 0.0, 1e-5, 1.01e4)) - 0.01).abs() < 1e-3);
    assert!(farthest(&then, &spring(200, 0.0, 1.01e-5, 1e4)) > 2e-3);
    // A spike of one step between accepted points is seen from its own side.
    let mut spike = spring(200, 0.0, 1e-5, 1e4);
    spike[77][1] *= 1.05;
    assert!(farthest(&then, &spike) > 5e-3);
    assert_eq!(farthest(&then, &[]), f64::INFINITY);
}

#[test]
fn clocks_are_aligned_at_first_touch() {
    let mut late = vec![[0.0, 0.0], [1e-6, 0.0]];
    late.extend(spring(200, 2e-6, 1e-5, 1e4));
    let then = spring(200, 0.0, 1e-5, 1e4);
    assert!(farthest(&then, &late) > 0.1, "unaligned they are far apart");
    assert!(farthest(&from_first_touch(then), &from_first_touch(late)) < 1e-9);
}
