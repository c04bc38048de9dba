use collisionbench::fit::problem::*;

#[test]
fn bounds_are_never_left_and_transforms_invert() {
    let inf = f64::INFINITY;
    for (low, high) in [(1e-3, 10.0), (0.0, inf), (0.0, 2.0), (-1.0, 1.0), (-inf, inf), (2.0, inf), (-inf, 3.0)] {
        let start = if low == 2.0 { 3.0 } else { 0.5 };
        let unknown = Unknown { name: "x".into(), unit: String::new(), start, low, high };
        for factor in [0.6, 1.0, 1.7] {
            let value = start * factor;
            if value > low && value < high {
                let back = unknown.from_free(unknown.to_free(value));
                assert!((back / value - 1.0).abs() < 1e-13, "{low} {high} {value} {back}");
            }
        }
        for x in [-800.0, -40.0, 0.0, 40.0, 800.0] {
            let value = unknown.from_free(x);
            assert!(value >= low && value <= high, "{low} {high} {x}: {value}");
        }
        assert!(!unknown.at_bound(start));
    }
}
