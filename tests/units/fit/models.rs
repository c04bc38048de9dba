use collisionbench::fit::models::*;

/// 1 at first yield, 1.1849 w^(1/4) far beyond.
#[test]
fn thornton_at_both_ends() {
    assert!((thornton(1.0, 1.0 + 1e-12) - 1.0).abs() < 1e-11);
    assert_eq!(thornton(1.0, 0.5), 1.0);
    let far = thornton(1e-12, 1.0) / 1e-3;
    let limit = 1.2f64.sqrt() * 3f64.powf(0.25) / 4.8f64.powf(0.125);
    assert!((far - limit).abs() < 1e-11, "{far}");
    assert_eq!((1e4 * far).floor(), 11849.0);
    // A broken twin: the square on the wrong side of the root.
    let twin = |w: f64| {
        (1.2 * 3f64.sqrt()).sqrt() * (1.0 - w * w / 6.0) * (w / (w + 2.0 * (1.2 - 0.2 * w * w).sqrt())).powf(0.25)
    };
    assert!((twin(1.0) - 1.0).abs() > 0.05);
}
