use std::f64::consts::PI;

use collisionbench::collide::stepper::{Encounter, StepSize, undamped_overlap};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};

fn encounter(alpha: f64) -> Encounter {
    let elastic = Elastic { K: 2.0e6, alpha, reference_gap: 0.0 };
    let force = PowerForce::new(elastic, Dashpot { C: 0.0, beta: 0.0 }, Ends::ForceClamped);
    Encounter { force, m_star: 0.02 }
}

#[test]
fn the_duration_is_that_of_theory() {
    // Hertz 1881: 2.94327518432470465... delta_max/v.
    let hertz = encounter(1.5);
    let expected = 2.943_275_184_324_704_7 * undamped_overlap(&hertz.force, 0.02, 3.0) / 3.0;
    assert!((hertz.undamped_duration(3.0) / expected - 1.0).abs() < 1e-14);
    let spring = encounter(1.0);
    assert!((spring.undamped_duration(3.0) / (PI * (0.02f64 / 2.0e6).sqrt()) - 1.0).abs() < 1e-14);
}

#[test]
fn steps_that_cannot_be_run_are_refused() {
    let hertz = encounter(1.5);
    let tau = hertz.undamped_duration(3.0);
    assert_eq!(StepSize::PerContact(50.37).dt(tau, None).unwrap(), tau / 50.37);
    assert_eq!(StepSize::PerOwnContact(50.0).dt(tau, Some(2.0 * tau)).unwrap(), 2.0 * tau / 50.0);
    assert!(StepSize::PerOwnContact(50.0).dt(tau, None).is_err());
    for bad in [0.0, 1.0, -3.0, f64::NAN, f64::INFINITY, 1e7] {
        assert!(StepSize::PerContact(bad).dt(tau, None).is_err(), "{bad}");
    }
    for bad in [0.0, -1.0, tau, 1e-30, f64::NAN, f64::INFINITY] {
        assert!(StepSize::Time(bad).dt(tau, None).is_err(), "{bad}");
    }
}
