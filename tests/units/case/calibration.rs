//! Cases with measurements.

use std::sync::Arc;

use crate::src::case::*;
use collisionbench::case::experiment::GRAVITY;
use collisionbench::case::{ExcludedRows, ExperimentKind, HoldOut};

const GOLF: &str = "cases/calibration/golf-on-marble-bounces.toml";

fn shipped(name: &str) -> Case {
    let file = Files::Embedded.text(name, 1 << 20).unwrap();
    Case::read(Arc::new(file), name, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_calibration_is_read_as_written() {
    let case = shipped(GOLF);
    assert!(case.scenes.is_empty() && case.runs.is_empty() && case.expects.is_empty());
    let found = case.calibration.unwrap();
    let [unknown] = &found.unknowns[..] else { panic!("{:?}", found.unknowns) };
    assert_eq!(
        (unknown.path.as_str(), unknown.name.as_str()),
        ("contact.damping.kuwabara-kono.relaxation_time", "relaxation_time")
    );
    assert_eq!((unknown.start, unknown.low, unknown.high), (1e-5, 1e-8, 1e-3));
    let inputs: Vec<(&str, f64, f64)> = found.inputs.iter().map(|i| (i.path.as_str(), i.value, i.sigma)).collect();
    assert_eq!(
        inputs,
        [
            ("body.ball.radius", 0.021, 1e-4),
            ("body.ball.mass", 0.0415, 1e-4),
            ("experiment.gravity", 9.81, 0.01),
            ("experiment.clock", 1.0, 1e-4),
            ("experiment.air.density", 1.2, 0.02),
            ("experiment.drag_factor", 1.0, 0.3),
        ]
    );
    assert_eq!(found.experiment.kind, ExperimentKind::BounceTimes);
    assert_eq!(found.experiment.measured.throws.len(), 20);
    assert_eq!(found.experiment.left_out.len(), 2);
    let ExcludedRows::Throw { name, drop, from_interval } = &found.experiment.left_out[0].which else { panic!() };
    assert_eq!((name.as_str(), *drop, *from_interval), ("1", Some(0.8), 1));
    assert_eq!((found.fit.level, &found.fit.hold_out), (0.95, &Some(HoldOut::OneHeightIn(4))));
    assert_eq!(found.expects.len(), 1);
}

/// `C = (3/2) A K` of Kuwabara & Kono with `K = 4/3 E* sqrt(R*)`.
#[test]
fn a_scene_is_made_for_any_values() {
    let found = shipped(GOLF).calibration.unwrap();
    let E_star = 1.0 / ((1.0 - 0.16) / 0.3e9 + (1.0 - 0.0625) / 55e9);
    for (A, speed, radius) in [(1e-6, 0.5, 0.021), (2e-5, 3.0, 0.0211)] {
        let scene = found.scene_at(&[A], speed, 0.0, &[(0, radius), (2, 1.0)]).unwrap();
        let K = 4.0 / 3.0 * E_star * f64::sqrt(radius);
        assert!((scene.power().unwrap().K / K - 1.0).abs() < 1e-14);
        assert!((scene.power().unwrap().C / (1.5 * A * K) - 1.0).abs() < 1e-14);
        assert_eq!((scene.speed, scene.pair.m_star, scene.pair.R_star), (speed, 0.0415, radius));
        assert!(scene.parameters.is_empty());
    }
    assert_eq!(found.experiment_with(&[(0, 7.0), (2, 9.7)]).number(&GRAVITY), Some(9.7));
    assert_eq!(
        found.nominal,
        Scene {
            parameters: found.nominal.parameters.clone(),
            name: "-".into(),
            ..found.scene(&found.start(), 1.0).unwrap()
        }
    );
    assert!(found.scene(&[], 1.0).is_err());
    assert!(found.scene(&[-1.0], 1.0).is_err());
}
