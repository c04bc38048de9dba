use collisionbench::fit::fisher;
use collisionbench::fit::sums::{GroupMean, Sums};
use nalgebra::DVector;

fn means(variances: &[f64], slopes: fn(usize) -> Vec<f64>) -> Vec<GroupMean> {
    let of = |(at, variance): (usize, &f64)| GroupMean {
        residual: 0.0,
        variance: *variance,
        slopes: DVector::from_vec(slopes(at)),
        shared: DVector::zeros(0),
        ln_speed: 0.0,
    };
    variances.iter().enumerate().map(of).collect()
}

/// Against Kenward and Roger's general form, with matrices and traces: `tests/theory-tables/groups.py`.
#[test]
fn a_scatter_found_from_unequal_groups_costs_what_kenward_and_roger_say() {
    let tau = 3f64.sqrt();
    let unequal = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    let one = means(&unequal, |_| vec![1.0]);
    let (grow, part) = Sums::of(&one, 1).kenward_roger(tau);
    assert!((grow - 1.098_643_744_8).abs() < 1e-9 && (5.0 * part - 3.028_885_250_2).abs() < 1e-9, "{grow} {part}");
    let two = means(&unequal, |at| vec![1.0, at as f64 - 1.0]);
    let (grow, part) = Sums::of(&two, 2).kenward_roger(tau);
    assert!((grow - 1.115_810_391_6).abs() < 1e-9 && (4.0 * part - 1.544_218_791_1).abs() < 1e-9, "{grow} {part}");
    // Groups that are alike cost nothing: Student's t of groups less unknowns.
    let (grow, part) = Sums::of(&means(&[2.0; 6], |_| vec![1.0]), 1).kenward_roger(tau);
    assert!((grow - 1.0).abs() < 1e-12 && (part - 1.0).abs() < 1e-12, "{grow} {part}");
}

/// The upper bound is where `Q` is at the lower quantile. In closed form for means that are equally exact: `Q = Q_0 a/(a + tau^2)`.
/// Where an input that all readings share takes up what groups differ by, the estimate is not above its bound either.
#[test]
fn the_bound_of_what_groups_differ_by_is_above_the_estimate() {
    let residuals = [0.3, -0.2, 0.5, -0.4, 0.1, -0.3];
    let mut groups = means(&[1e-4; 6], |_| vec![1.0]);
    groups.iter_mut().zip(residuals).for_each(|(group, residual)| group.residual = residual);
    let sums = Sums::of(&groups, 1);
    let lack = sums.lack(sums.paule_mandel(), 24.0, 30);
    let expected = (1e-4 * (lack.F / fisher::quantile(0.05, 5.0, 24.0) - 1.0)).sqrt();
    assert!((lack.upper / expected - 1.0).abs() < 1e-9, "{} {expected}", lack.upper);

    for (at, group) in groups.iter_mut().enumerate() {
        group.shared = DVector::from_vec(vec![0.02 * at as f64]);
        group.residual = 0.1 * at as f64 + 0.17 * residuals[at];
    }
    let sums = Sums::of(&groups, 1);
    let lack = sums.lack(sums.paule_mandel(), 24.0, 30);
    assert!(lack.between > 0.0 && lack.upper > lack.between, "{lack:?}");
}
