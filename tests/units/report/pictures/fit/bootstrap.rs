use collisionbench::report::pictures::fit::bootstrap::*;

#[test]
fn every_refit_is_in_a_bar() {
    let values: Vec<f64> = (0..2000).map(|i| (f64::from(i) / 2000.0).powi(2)).collect();
    let bars = bars(&values, (values[4], values[1995]), 0.5);
    assert_eq!(bars.iter().map(|bar| bar.2).sum::<f64>(), 2000.0);
    assert!(bars.windows(2).all(|w| (w[0].1 - w[1].0).abs() < 1e-12));
    let same = collisionbench::report::pictures::fit::bootstrap::bars(&[3.0; 100], (3.0, 3.0), 0.0);
    assert_eq!(same.iter().map(|bar| bar.2).sum::<f64>(), 100.0);
}
