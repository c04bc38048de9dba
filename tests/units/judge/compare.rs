use collisionbench::collide::estimate::Estimate;
use collisionbench::judge::check::*;
use collisionbench::units::Dimension;

const ONE: Estimate = Estimate { value: 1.0, uncertainty: 0.01 };

#[test]
fn each_tolerance_measures_in_its_own_unit() {
    let observed = Estimate::new(1.05, 0.0);
    let relative = compare(Estimate::new(2.0, 0.0), Estimate::new(2.1, 0.0), Allowed::Relative(0.1), Dimension::Force);
    assert!((relative.amount - 0.05).abs() < 1e-15 && relative.met() && relative.unit == "relative");
    let absolute = compare(ONE, observed, Allowed::Absolute(0.04), Dimension::Force);
    assert!(!absolute.met() && absolute.unit == "N");
    let sigma = compare(ONE, observed, Allowed::Sigma(4.9), Dimension::Force);
    assert!((sigma.amount - 5.0).abs() < 1e-12 && !sigma.met());
}

#[test]
fn what_is_not_a_number_never_passes() {
    for allowed in [Allowed::Relative(1.0), Allowed::Absolute(1e300), Allowed::Sigma(1e300)] {
        assert!(!compare(ONE, Estimate::new(f64::NAN, 0.0), allowed, Dimension::Force).met());
        assert!(!compare(ONE, Estimate::new(f64::INFINITY, 0.0), allowed, Dimension::Force).met());
    }
}

#[test]
fn a_tolerance_may_not_be_tighter_than_the_expectation() {
    assert!(Allowed::Relative(0.001).refusal(ONE).is_some());
    assert!(Allowed::Relative(0.02).refusal(ONE).is_none());
    assert!(Allowed::Relative(0.1).refusal(Estimate::new(0.0, 0.0)).is_some());
    assert!(Allowed::Sigma(1.0).refusal(Estimate::new(0.0, 0.0)).is_none());
}
