use collisionbench::fit::statistics::fisher;
use collisionbench::fit::units::{UnitMean, Units};
use nalgebra::DVector;

fn means(variances: &[f64], slopes: fn(usize) -> Vec<f64>) -> Vec<UnitMean> {
    let of = |(at, variance): (usize, &f64)| UnitMean {
        group: at,
        variance: *variance,
        slopes: DVector::from_vec(slopes(at)),
        ..UnitMean::default()
    };
    variances.iter().enumerate().map(of).collect()
}

/// The upper bound is where `Q` is at the lower quantile. In closed form for means that are equally exact: `Q = Q_0 a/(a + tau^2)`.
/// Where an input that all readings share takes up what groups differ by, the estimate is not above its bound either.
#[test]
fn the_bound_of_what_groups_differ_by_is_above_the_estimate() {
    let residuals = [0.3, -0.2, 0.5, -0.4, 0.1, -0.3];
    let mut groups = means(&[1e-4; 6], |_| vec![1.0]);
    groups.iter_mut().zip(residuals).for_each(|(group, residual)| group.residual = residual);
    let units = Units::of(&groups, 1);
    let lack = units.lack(units.paule_mandel(), 24.0, 30);
    let expected = (1e-4 * (lack.F / fisher::quantile(0.05, 5.0, 24.0) - 1.0)).sqrt();
    assert!((lack.upper / expected - 1.0).abs() < 1e-9, "{} {expected}", lack.upper);

    for (at, group) in groups.iter_mut().enumerate() {
        group.shared = DVector::from_vec(vec![0.02 * at as f64]);
        group.residual = 0.1 * at as f64 + 0.17 * residuals[at];
    }
    let units = Units::of(&groups, 1);
    let lack = units.lack(units.paule_mandel(), 24.0, 30);
    assert!(lack.between > 0.0 && lack.upper > lack.between, "{lack:?}");
}
