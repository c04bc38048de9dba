use collisionbench::cli::advise::rounded_down;

#[test]
fn a_step_is_never_rounded_up() {
    for k in 1..2000 {
        let dt = 1e-6 * f64::from(k).powf(1.37);
        let back: f64 = rounded_down(dt).parse().unwrap();
        assert!(back <= dt && back > dt * (1.0 - 1.1e-5), "{dt:e} {back:e}");
    }
    assert_eq!(rounded_down(1.999_999_9e-7), "1.99999e-7");
}
