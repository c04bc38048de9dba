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

/// A contact time beside restitutions is refused: a restitution would stand for a duration.
#[test]
fn a_formula_of_the_restitution_has_no_contact_times() {
    use collisionbench::fit::problem::{Datum, Model};

    let datum = |of: Measurand| Datum::alone(0, of.quantity(), 2.0, 0.5, 0.01);
    for formula in [Formula::constant(), Formula::power(1.0, None), Formula::thornton(0.1, 1e-3, 1.0, false)] {
        let theta: Vec<f64> = formula.unknowns().iter().map(|unknown| unknown.start).collect();
        assert!(formula.predict(&theta, &datum(Measurand::Restitution)).is_ok());
        assert!(formula.predict(&theta, &datum(Measurand::ContactTime)).unwrap_err().contains("contact times"));
    }
}
