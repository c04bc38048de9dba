use collisionbench::fit::search::*;

const EXACT: f64 = 30.0 * f64::EPSILON;

#[test]
fn the_simplex_walks_round_what_cannot_be_computed() {
    // Least 0 at (1, 1); beyond x = 1.2 nothing can be computed, below y = -0.5 it is not a number.
    let valley = |x: &[f64]| {
        if x[1] < -0.5 {
            return Some(f64::NAN);
        }
        (x[0] < 1.2).then(|| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2))
    };
    let found = simplex(&valley, &[-1.2, 1.0], 1e-16).unwrap();
    assert!(found.converged && found.x.iter().all(|x| (x - 1.0).abs() < 1e-6), "{found:?}");
    assert_eq!(simplex(&|_| None, &[1.0], 1e-9), None);
    assert_eq!(simplex(&|_| Some(f64::NAN), &[1.0], 1e-9), None);
    // Nowhere but at the start: nothing hangs, nothing panics, and it is the start.
    let lonely = simplex(&|x| (x[0] == 1.0).then_some(2.0), &[1.0], 1e-9).unwrap();
    assert_eq!((lonely.x, lonely.cost), (vec![1.0], 2.0));
}

/// Rosenbrock's valley: the least is 0 at (1, 1).
#[test]
fn least_squares_reach_the_end_of_the_valley() {
    let valley = |x: &[f64]| Some(vec![10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]]);
    let found = least_squares(&valley, &[-1.2, 1.0], EXACT).unwrap();
    assert!(found.converged && found.x.iter().all(|x| (x - 1.0).abs() < 1e-9), "{found:?}");
}

#[test]
fn least_squares_survive_where_nothing_can_be_computed() {
    // A full first step leads to x = 36, where there is no answer; the least is at ln 2.
    let narrow = |x: &[f64]| (x[0] < 3.0).then(|| vec![x[0].exp() - 2.0, 0.0]);
    let found = least_squares(&narrow, &[-3.0], EXACT).unwrap();
    assert!((found.x[0] - 2f64.ln()).abs() < 1e-9, "{found:?}");
    assert_eq!(least_squares(&|_| None, &[1.0], EXACT), None);
    assert_eq!(least_squares(&|_| Some(vec![f64::NAN, 1.0]), &[1.0], EXACT), None);
    assert_eq!(least_squares(&|_| Some(vec![1.0]), &[1.0, 2.0], EXACT), None);
}

/// Least sums of squares as Moré, Garbow & Hillstrom 1981 (ACM Trans. Math. Softw. 7, 17) print them, from their starts.
#[test]
fn least_squares_are_those_of_the_test_problems() {
    let y = [0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39];
    let bard = |x: &[f64]| {
        let row = |(i, y): (usize, &f64)| {
            let (u, v) = (i as f64 + 1.0, 15.0 - i as f64);
            y - (x[0] + u / (v * x[1] + u.min(v) * x[2]))
        };
        Some(y.iter().enumerate().map(row).collect::<Vec<_>>())
    };
    let found = least_squares(&bard, &[1.0, 1.0, 1.0], 1e-9).unwrap();
    assert!(found.converged && (2.0 * found.cost - 8.21487e-3).abs() < 1e-8, "{found:?}");
    let jennrich = |x: &[f64]| {
        Some((1..=10).map(f64::from).map(|i| 2.0 + 2.0 * i - (i * x[0]).exp() - (i * x[1]).exp()).collect())
    };
    let found = least_squares(&jennrich, &[0.3, 0.4], 1e-9).unwrap();
    assert!(found.converged && (2.0 * found.cost - 124.362).abs() < 1e-3, "{found:?}");
    assert!(found.x.iter().all(|x| (x - 0.2578).abs() < 1e-4), "{found:?}");
    // Powell: the derivatives are singular at the least, 0 at the origin.
    let powell = |x: &[f64]| {
        let (a, b) = (x[1] - 2.0 * x[2], x[0] - x[3]);
        Some(vec![x[0] + 10.0 * x[1], 5f64.sqrt() * (x[2] - x[3]), a * a, 10f64.sqrt() * b * b])
    };
    let found = least_squares(&powell, &[3.0, -1.0, 0.0, 1.0], 1e-9).unwrap();
    assert!(found.cost < 1e-12, "{found:?}");
}

#[test]
fn an_unknown_without_an_effect_stays_where_it_is() {
    let found = least_squares(&|x| Some(vec![x[0].exp() - 2.0, x[0] - 1.0]), &[0.0, 3.0], 1e-9).unwrap();
    assert!(found.converged && found.x[1] == 3.0, "{found:?}");
    // e^x (e^x - 2) + x - 1 = 0
    let slope = found.x[0].exp() * (found.x[0].exp() - 2.0) + found.x[0] - 1.0;
    assert!(slope.abs() < 1e-6, "{found:?}");
}

#[test]
fn a_root_is_found_or_why_there_is_none() {
    let found = root_between(&|x| Ok::<_, ()>(x.cos() - x), [0.0, 1.0], 0.0).unwrap().unwrap();
    assert!((found - 0.739_085_133_215_160_6).abs() < 2.0 * f64::EPSILON, "{found}");
    assert_eq!(root_between(&|x| Ok::<_, ()>(x * x + 1.0), [-1.0, 1.0], 0.0), Ok(None));
    // The first point that fails ends it.
    let asked = std::cell::Cell::new(0);
    let fails = |x: f64| {
        asked.set(asked.get() + 1);
        if x.abs() < 0.9 { Err("here") } else { Ok(x) }
    };
    assert_eq!((root_between(&fails, [-1.0, 2.0], 0.0), asked.get()), (Err("here"), 3));
}
