use collisionbench::collide::schemes::touch::*;
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};
use wide::f64x8;

fn law(alpha: f64, beta: f64, ends: Ends) -> PowerForce {
    PowerForce::new(Elastic { K: 3.7e9, alpha, reference_gap: 0.0 }, Dashpot { C: 41.0, beta }, ends)
}

#[test]
fn the_push_is_the_force_of_the_law_over_the_mass() {
    let laws = [(1.5, 0.25), (1.5, 0.5), (1.0, 0.0), (1.3, 0.15), (1.25, 0.125), (2.0, 0.75), (3.75, 1.5), (4.0, 3.0)];
    for (alpha, beta) in laws {
        for ends in Ends::ALL {
            let force = law(alpha, beta, ends);
            for (overlap, speed) in [(1e-6, 2.0), (3e-5, -0.01), (1e-9, -5.0), (-1e-6, 1.0), (-1e-7, -1.0)] {
                let mut touch = Touch::<f64>::new(&force, 0.25);
                let (got, expected) = (0.25 * touch.push(overlap, speed), force.force(overlap, speed));
                let scale = force.elastic(overlap) + (force.C * overlap.max(0.0).powf(beta) * speed).abs();
                assert!(
                    (got - expected).abs() <= 4e-16 * scale.max(expected.abs()),
                    "{alpha} {beta} {ends:?}: {got} {expected}"
                );
            }
        }
    }
}

#[test]
fn eight_contacts_have_the_bits_of_one() {
    let overlaps: [f64; 8] = std::array::from_fn(|i| -1e-6 + 7.3e-7 * i as f64);
    let speeds: [f64; 8] = std::array::from_fn(|i| 1.0 - 0.31 * i as f64);
    for (alpha, beta) in [(1.5, 0.25), (1.3, 0.15), (1.0, 0.0), (2.25, 0.75)] {
        for ends in Ends::ALL {
            let force = law(alpha, beta, ends);
            let mut many = Touch::<f64x8>::new(&force, 0.25);
            let pushes = many.push(f64x8::new(overlaps), f64x8::new(speeds)).to_array();
            let implicit = many.push_implicit(f64x8::new(overlaps), f64x8::new(speeds), f64x8::splat(1e-7)).to_array();
            for i in 0..8 {
                let mut one = Touch::<f64>::new(&force, 0.25);
                assert_eq!(pushes[i].to_bits(), one.push(overlaps[i], speeds[i]).to_bits());
                assert_eq!(implicit[i].to_bits(), one.push_implicit(overlaps[i], speeds[i], 1e-7).to_bits());
            }
        }
    }
}

#[test]
fn a_deleted_contact_does_not_come_back() {
    let mut deleted = Touch::<f64>::new(&law(1.5, 0.25, Ends::ZeroForce), 1.0);
    let mut clamped = Touch::<f64>::new(&law(1.5, 0.25, Ends::ForceClamped), 1.0);
    for touch in [&mut deleted, &mut clamped] {
        assert!(touch.push(1e-5, 1.0) > 0.0);
        assert_eq!(touch.push(1e-8, -50.0), 0.0);
    }
    assert_eq!(deleted.push(1e-5, 1.0), 0.0);
    assert!(clamped.push(1e-5, 1.0) > 0.0);
}
