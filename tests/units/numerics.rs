use std::convert::Infallible;

use collisionbench::numerics::*;

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
