use collisionbench::fit::curve::*;

#[test]
fn the_error_is_no_smaller_than_it_says() {
    for (f, tolerance) in
        [(f64::sqrt as fn(f64) -> f64, 1e-10), (|g| (-g).exp(), 1e-9), (|g: f64| (g.ln() - 0.3).abs(), 1e-9)]
    {
        let curve = Chebyshev::through(|g| Ok(f(g)), 0.01, 20.0, tolerance).unwrap();
        let mut worst: f64 = 0.0;
        for k in 0..=2000 {
            let g = 0.01 * 2000f64.powf(f64::from(k) / 2000.0);
            worst = worst.max((curve.at(g).unwrap() - f(g)).abs());
        }
        assert!(worst <= curve.error, "{worst:e} {:e}", curve.error);
    }
    assert_eq!(Chebyshev::through(Ok, 1.0, 2.0, 1e-9).unwrap().at(2.5), None);
    assert!(Chebyshev::through(Ok, 0.0, 2.0, 1e-9).is_err());
    assert!(Chebyshev::through(|_| Err("no".into()), 1.0, 2.0, 1e-9).is_err());
}
