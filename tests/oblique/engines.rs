//! Numbers that production codes gave: r = 2.5 mm, 4000 kg/m3, 380 GPa, nu = 0.23, a wall of the same material,
//! mu = 0.092, elastic, 3.9 m/s. Each law with the levers and the stiffness its code has.

use collisionbench::collide::trajectory::TangentialResult;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Arm, Form, FrictionLimit};

use crate::oblique::scenes::{HARD, SOFT, change, levered, limited, on_wall};
use crate::oblique::tangential;

fn at(degrees: f64, form: Form) -> Scene {
    let (sin, cos) = degrees.to_radians().sin_cos();
    on_wall(&HARD, form, 0.092, [3.9 * cos, 3.9 * sin])
}

fn e_t(scene: &Scene) -> f64 {
    tangential(scene).velocity[1].value / scene.kinematics.tangential_speed
}

#[test]
fn woo_and_mercurydpm_are_met() {
    let woo = [(5.0, 0.893_840), (10.0, 0.710_950), (20.0, 0.606_332), (30.0, 0.681_303), (45.0, 0.816)];
    for (angle, expected) in woo {
        let scene = levered(at(angle, Form::Incremental), Arm::Overlap, Arm::Overlap);
        let found = e_t(&scene);
        assert!((found - expected).abs() < 1e-3, "Woo at {angle} deg: {found}, not {expected}");
    }
    let mercury = [(5.0, 0.689_159), (10.0, 0.576_159), (20.0, 0.576_477), (30.0, 0.681_303), (45.0, 0.816)];
    for (angle, expected) in mercury {
        let scene = levered(at(angle, Form::Total), Arm::HalfOverlap, Arm::HalfOverlap);
        let scene = change(limited(scene, FrictionLimit::Absolute), |shear| shear.S *= 2.0 / 3.0);
        let found = e_t(&scene);
        assert!((found - expected).abs() < 1e-3, "MercuryDPM at {angle} deg: {found}, not {expected}");
    }
    let musen = [(5.0, 0.955_776), (10.0, 0.700_769), (20.0, 0.619_799), (30.0, 0.681_303), (45.0, 0.816)];
    for (angle, expected) in musen {
        // At a wall its arms are the radius, in the slip as in the torque.
        let found = e_t(&levered(at(angle, Form::Total), Arm::Radius, Arm::Radius));
        assert!((found - expected).abs() < 1e-3, "MUSEN at {angle} deg: {found}, not {expected}");
    }
}

/// r d/(r1+r2) is r at a wall, whatever the overlap does.
#[test]
fn the_proportional_arm_is_the_radius_at_a_wall() {
    for form in [Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled] {
        for speed in [0.2, 1.0, 3.0] {
            let scene = on_wall(&SOFT, form, 0.3, [1.0, speed]);
            let of = |arm: Arm| tangential(&levered(scene.clone(), arm, arm));
            let (one, other) = (of(Arm::Proportional), of(Arm::Radius));
            assert_eq!(
                (one.velocity, one.spin, one.slip),
                (other.velocity, other.spin, other.slip),
                "{form:?} {speed}"
            );
            let works = |tangential: &TangentialResult| {
                [tangential.energy_slip, tangential.energy_created, tangential.energy_shear_dashpot]
            };
            assert_eq!(works(&one), works(&other), "{form:?} {speed}");
        }
    }
}
