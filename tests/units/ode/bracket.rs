use std::convert::Infallible;

use collisionbench::ode::bracket::*;

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
