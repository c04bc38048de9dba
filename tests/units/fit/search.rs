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
