//! Baselines: what is accepted, and what has moved since.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use collisionbench::collide::estimate::Estimate;
use collisionbench::error::SourceFile;
use collisionbench::judge::baseline::compare::*;
use collisionbench::judge::baseline::file::*;
use collisionbench::judge::baseline::tube::*;
use collisionbench::judge::baseline::*;

// src/judge/baseline/compare.rs
fn kept(observable: &str, unit: &str, value: f64, uncertainty: f64) -> BaseValue {
    BaseValue {
        of: CollisionId { scene: "-".into(), by: "reference".into(), variant: String::new() },
        observable: observable.into(),
        unit: unit.into(),
        value: Estimate::new(value, uncertainty),
    }
}

fn baseline(values: Vec<BaseValue>) -> Baseline {
    Baseline {
        case: "a".into(),
        why: "w".into(),
        program: "p".into(),
        date: None,
        drift: 1e-12,
        every: 1,
        inputs: BTreeMap::new(),
        values,
        curves: Vec::new(),
    }
}

fn change(then: BaseValue, now: BaseValue) -> Change {
    compare(&baseline(vec![then]), &baseline(vec![now]), 1e-12, 1e-3)[0].change
}

#[test]
fn a_change_exceeds_drift_and_noise() {
    let force = |value, uncertainty| kept("max_force", "N", value, uncertainty);
    assert_eq!(change(force(100.0, 0.0), force(100.0, 0.0)), Change::Unchanged);
    // 1e-9 of 100 N, known well and known badly.
    assert_eq!(change(force(100.0, 1e-11), force(100.000_000_1, 1e-11)), Change::Moved);
    assert_eq!(change(force(100.0, 6e-8), force(100.000_000_1, 6e-8)), Change::Unchanged);
    // Inside the drift, and known to the last bit.
    assert_eq!(change(force(100.0, 0.0), force(100.0 + 5e-11, 0.0)), Change::Unchanged);
    assert_eq!(change(force(100.0, 0.0), force(f64::NAN, 0.0)), Change::Moved);
    assert_eq!(change(force(100.0, 0.0), kept("max_force", "kN", 100.0, 0.0)), Change::Moved);
}

#[test]
fn nobody_passes_by_being_sure_of_nothing() {
    let force = |value, uncertainty| kept("max_force", "N", value, uncertainty);
    assert_eq!(change(force(100.0, 1e-11), force(150.0, 1e3)), Change::Moved);
    assert_eq!(change(force(100.0, 1e-11), force(100.0, f64::NAN)), Change::Moved);
    assert_eq!(change(force(100.0, 1e-11), force(100.0, 9e-10)), Change::Unchanged);
    // Nor by having been accepted so: 0.5 +- 1 is not 0.9.
    let restitution = |value, uncertainty| kept("restitution", "", value, uncertainty);
    assert_eq!(change(restitution(0.5, 1.0), restitution(0.9, 1e-13)), Change::Moved);
    assert_eq!(change(force(100.0, f64::NAN), force(100.0, 1e-11)), Change::Moved);
}

#[test]
fn what_is_left_over_is_measured_by_what_it_is_left_over_from() {
    // A residual of rounding is no number to a relative 1e-12.
    assert_eq!(change(kept("r", "", 1e-16, 0.0), kept("r", "", -3e-16, 0.0)), Change::Unchanged);
    let then = baseline(vec![kept("energy_lost", "J", 1.0, 0.0), kept("energy_strain", "J", 1e-17, 0.0)]);
    let now = baseline(vec![kept("energy_lost", "J", 1.0, 0.0), kept("energy_strain", "J", 9e-17, 0.0)]);
    let rows = compare(&then, &now, 1e-12, 1e-3);
    assert_eq!(rows.iter().filter(|row| row.change == Change::Unchanged).count(), 2);
}

#[test]
fn new_and_gone_are_told_apart() {
    let rows = compare(&baseline(vec![kept("a", "", 1.0, 0.0)]), &baseline(vec![kept("b", "", 1.0, 0.0)]), 1e-12, 1e-3);
    let told: Vec<(&str, Change)> = rows.iter().map(|row| (row.observable.as_str(), row.change)).collect();
    assert_eq!(told, [("a", Change::Gone), ("b", Change::New)]);
}

// src/judge/baseline/file.rs
/// A number of a collision that has it already, in a block of its own.
const SPLIT: &str = "[[collision]]\nscene = \"angle=20 deg\"\nby = \"reference\"\nvariant = 'worst of \"64\" phases'\n\
                     [collision.observed]\nzest = \"1.0 +- 1e-1 s\"\n\n[[curve]]";
const TWICE: &str = "[[collision]]\nscene = \"-\"\nby = \"leapfrog\"\n[collision.observed]\ntime = \"1.0 +- 1e-1 s\"\n\
                     [[collision]]\nscene = \"angle=20 deg\"\nby = \"reference\"\nvariant = 'worst of \"64\" phases'\n\
                     [collision.observed]\ntime = \"1.0 +- 1e-1 s\"\n\n[[curve]]";

#[test]
fn an_uncertainty_is_never_rounded_down() {
    for (value, text) in [(0.0, "0e0"), (1.0, "1e0"), (1.04e-13, "1.1e-13"), (9.96e-7, "1e-6"), (2.5e-9, "2.5e-9")] {
        assert_eq!(rounded_up(value), text);
    }
    for i in 0..2000 {
        let value = 1.01_f64.powi(i - 1000) * 3.3e-12;
        let back: f64 = rounded_up(value).parse().unwrap();
        assert!(back >= value && back <= 1.11 * value, "{value:e}: {back:e}");
    }
}

#[test]
fn a_baseline_reads_back_to_the_same_bits() {
    let kept = |observable: &str, unit: &str, value: f64| BaseValue {
        of: CollisionId {
            scene: "angle=20 deg".into(),
            by: "reference".into(),
            variant: "worst of \"64\" phases".into(),
        },
        observable: observable.into(),
        unit: unit.into(),
        value: Estimate::new(value, 2.5e-13),
    };
    let baseline = Baseline {
        case: "a/b".into(),
        why: "because \"it\" \\ says\nso".into(),
        program: "collisionbench 0.1.0".into(),
        date: Some("2026-11-20T00:00:00Z".into()),
        drift: 1e-12,
        every: 3,
        inputs: BTreeMap::from([("case".to_string(), "ab".to_string())]),
        values: vec![
            kept("damping", "N s/m", 1.0 / 3.0),
            kept("restitution", "", -0.0),
            kept("time", "s", 5e-324),
            kept("zeal", "N", f64::MAX),
        ],
        curves: vec![BaseCurve {
            of: CollisionId { scene: "-".into(), by: "reference".into(), variant: String::new() },
            points: vec![[0.0, 0.0], [0.1, 1e300], [1.0 / 3.0, 20.0]],
        }],
    };
    let file = |text: String| SourceFile { name: "b.toml".into(), text };
    let back = read(file(text(&baseline))).unwrap();
    assert_eq!(back, baseline);
    assert_eq!(back.values[1].value.value.to_bits(), (-0.0_f64).to_bits());
    for (from, to, says) in [
        ("format  = 4", "format  = 9", "baseline format 9"),
        ("format  = 4", "format  = 3\nanother = true", "this version reads format 4"),
        ("2.5e-13 N s/m", "often N s/m", "is not a number with its uncertainty"),
        ("2.5e-13 N s/m", "2.5e-12 N s/m", "was changed after it was accepted"),
        ("because \"it\"", "be \"it\"", "was changed after it was accepted"),
        ("numbers = 4", "numbers = 5", "states 5 numbers and 1 curves, and holds 4 and 1"),
        ("curves  = 1\n", "", "missing field `curves`"),
        ("[inputs]", "[inptus]", "b.toml:"),
        ("drift   = 1e-12", "drift   = -1.0", "an allowed drift"),
        ("every   = 3", "every   = 0", "must be a whole number from 1"),
        ("[[curve]]", SPLIT, "this collision is given twice"),
        ("[[curve]]", TWICE, "this number is given twice"),
        ("force = [0.0, ", "force = [", "finite force at every time"),
    ] {
        let wrong = text(&baseline).replacen(from, to, 1);
        assert_ne!(wrong, text(&baseline), "{from}");
        let said = read(file(wrong)).unwrap_err().to_string();
        assert!(said.contains(says) && said.contains("b.toml:"), "{said}");
    }
    // A comment is no change, nor are the line ends of another system.
    let remarked = format!("# a remark\r\n{}", text(&baseline).replace('\n', "\r\n"));
    assert_eq!(read(file(remarked)).unwrap(), baseline);
}

#[test]
fn names_of_any_kind_read_back() {
    let name = "line\nand \"quote\" 'and' back\\slash\u{0}\u{7f}\u{85}";
    let value = BaseValue {
        of: CollisionId { scene: name.into(), by: name.into(), variant: name.into() },
        observable: name.into(),
        unit: "N".into(),
        value: Estimate::new(1.0, 0.0),
    };
    let baseline = Baseline {
        case: name.into(),
        why: name.into(),
        program: name.into(),
        date: None,
        drift: 1e-12,
        every: 1,
        inputs: BTreeMap::from([(name.to_string(), name.to_string()), (String::new(), String::new())]),
        // Observables are in the order of their names.
        values: vec![BaseValue { observable: String::new(), ..value.clone() }, value],
        curves: Vec::new(),
    };
    let back = read(SourceFile { name: "b.toml".into(), text: text(&baseline) }).unwrap();
    assert_eq!(back.inputs, baseline.inputs);
    assert!(back.values.iter().all(|kept| baseline.values.contains(kept)));
}

/// A residual of rounding has two digits.
#[test]
fn what_is_smaller_than_its_uncertainty_has_two_digits() {
    let kept = |value: f64| BaseValue {
        of: CollisionId { scene: "-".into(), by: "reference".into(), variant: String::new() },
        observable: format!("at_{value:e}"),
        unit: String::new(),
        value: Estimate::new(value, 2.5e-13),
    };
    let baseline = Baseline {
        case: "a".into(),
        why: "w".into(),
        program: "p".into(),
        date: None,
        drift: 1e-12,
        every: 1,
        inputs: BTreeMap::new(),
        values: vec![kept(-6.661338147750939e-16), kept(1.0 / 3.0)],
        curves: Vec::new(),
    };
    let file = |text: String| SourceFile { name: "b.toml".into(), text };
    let new = text(&baseline);
    assert!(new.contains("\"-6.7e-16 +- 2.5e-13\"") && new.contains("\"0.3333333333333333 +- 2.5e-13\""), "{new}");
    assert_eq!(text(&read(file(new.clone())).unwrap()), new);
}

/// A number without uncertainty is written alone.
#[test]
fn an_uncertainty_of_zero_is_left_out() {
    let kept = |observable: &str, unit: &str| BaseValue {
        of: CollisionId { scene: "-".into(), by: "velocity-verlet".into(), variant: String::new() },
        observable: observable.into(),
        unit: unit.into(),
        value: Estimate::new(-1.0 / 3.0, 0.0),
    };
    let curve = |points| BaseCurve {
        of: CollisionId { scene: "-".into(), by: "velocity-verlet".into(), variant: String::new() },
        points,
    };
    let baseline = |points| Baseline {
        case: "a".into(),
        why: "w".into(),
        program: "p".into(),
        date: None,
        drift: 1e-12,
        every: 1,
        inputs: BTreeMap::new(),
        values: vec![kept("damping", "N s/m"), kept("restitution", "")],
        curves: vec![curve(points)],
    };
    let file = |text: String| SourceFile { name: "b.toml".into(), text };
    let short = baseline(vec![[0.0, -0.333333], [3.33333e-8, 1e300]]);
    let new = text(&short);
    assert!(new.contains("damping = \"-0.3333333333333333 N s/m\"\nrestitution = \"-0.3333333333333333\"\n"), "{new}");
    assert!(new.contains("[0.0, 3.33333e-8]") && new.contains("[-0.333333, 1e300]"), "{new}");
    assert_eq!(read(file(new)).unwrap(), short);
    // An uncertainty of another size is an edit.
    let edited = text(&short).replacen("33 N s/m", "33 +- 1e-3 N s/m", 1);
    assert!(read(file(edited)).unwrap_err().to_string().contains("was changed after it was accepted"));
}

// src/judge/baseline.rs
#[test]
fn every_input_counts() {
    let with = |inputs: &[(&str, &str)]| Baseline {
        case: "a".into(),
        why: "w".into(),
        program: "p".into(),
        date: None,
        drift: DRIFT,
        every: 1,
        inputs: inputs.iter().map(|(name, hash)| (name.to_string(), hash.to_string())).collect(),
        values: Vec::new(),
        curves: Vec::new(),
    };
    let physics = [(PHYSICS, "4"), ("x", "5")];
    let now = with(&physics);
    assert!(with(&physics).inputs_that_differ(&now).is_empty());
    assert_eq!(with(&[physics[0], ("x", "0")]).inputs_that_differ(&now), ["x"]);
    // A dataset that the case did not have, and one that it has no more.
    assert_eq!(with(&physics[..1]).inputs_that_differ(&now), ["x"]);
    assert_eq!(now.inputs_that_differ(&with(&physics[..1])), ["x"]);
}

// src/judge/baseline/tube.rs
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
