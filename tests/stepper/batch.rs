//! A collision has the same bits alone and among others.

use collisionbench::collide::collision::Collision;
use collisionbench::collide::schemes::SCHEMES;
use collisionbench::collide::stepper::{Encounter, Impact, onset_phases};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};

fn bits(run: &Collision) -> [Option<u64>; 8] {
    [
        Some(run.restitution.to_bits()),
        run.measured.duration_to_zero_overlap.map(f64::to_bits),
        run.measured.duration_to_zero_force.map(f64::to_bits),
        run.measured.duration_counted.map(f64::to_bits),
        run.measured.max_overlap.map(f64::to_bits),
        run.measured.max_overlap_interpolated.map(f64::to_bits),
        run.measured.max_force.map(f64::to_bits),
        Some(run.outcome as u64),
    ]
}

#[test]
fn a_batch_has_the_bits_of_single_collisions() {
    for (alpha, beta, C) in [(1.5, 0.25, 3.0), (1.5, 0.5, 30.0), (1.0, 0.0, 1.0), (1.3, 0.15, 2.0), (1.5, 0.0, 0.0)] {
        for ends in Ends::ALL {
            let force = PowerForce::new(Elastic { K: 2.0e7, alpha, reference_gap: 0.0 }, Dashpot { C, beta }, ends);
            let encounter = Encounter { force, m_star: 3e-4 };
            let mut impacts = Vec::new();
            for speed in [0.3, 1.0, 7.0] {
                // Thirteen phases: the last eight are not full, and speeds share a batch.
                for phase in onset_phases(13) {
                    let dt = encounter.undamped_duration(speed) / (31.7 + speed);
                    impacts.push(Impact { phase, speed, dt });
                }
            }
            impacts.push(Impact { phase: 0.0, speed: 1.0, dt: encounter.undamped_duration(1.0) / 1.5 });
            for scheme in SCHEMES {
                let many = scheme.collide_many(&encounter, &impacts);
                assert_eq!(many.len(), impacts.len());
                for (impact, run) in impacts.iter().zip(&many) {
                    let alone = scheme.collide(&encounter, impact);
                    assert_eq!(bits(run), bits(&alone), "{} {ends:?} {alpha} {beta} {impact:?}", scheme.name());
                }
            }
        }
    }
}

#[test]
fn no_collisions_are_no_work() {
    let force = PowerForce::new(
        Elastic { K: 1.0, alpha: 1.5, reference_gap: 0.0 },
        Dashpot { C: 0.0, beta: 0.0 },
        Ends::ZeroForce,
    );
    for scheme in SCHEMES {
        assert!(scheme.collide_many(&Encounter { force, m_star: 1.0 }, &[]).is_empty());
    }
}
