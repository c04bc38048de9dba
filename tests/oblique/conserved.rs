//! What no law may break, and levers that break it by a known amount.

use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Impact, Oblique, strike};
use collisionbench::law::Ends;
use collisionbench::law::scene::{Bodies, Scene};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, RollingForce, ShearDashpot, WhileSliding};

use crate::oblique::scenes::{ELASTIC, HARD, SOFT, ball, change, levered, limited, on_wall, pair, scene, tsuji, wall};
use crate::oblique::{solved, tangential};

const SPRINGS: [Form; 5] = [Form::Frictionless, Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled];

fn of(scene: &Scene, observable: Observable) -> collisionbench::collide::estimate::Estimate {
    let list = observe(scene, &solved(scene).collision(scene));
    list.into_iter().find(|(known, _)| *known == observable).unwrap_or_else(|| panic!("no {observable:?}")).1
}

#[test]
fn pairs_keep_momentum_and_angular_momentum() {
    for form in SPRINGS {
        for v in [0.05, 0.4, 2.0] {
            for arm in [Arm::HalfOverlap, Arm::Proportional, Arm::Plane] {
                let mut scene = levered(pair(&SOFT, form, 0.4, [1.0, v]), arm, arm);
                scene.kinematics.spin = [[0.0, 0.0, 120.0], [0.0, 0.0, -60.0]];
                let found = tangential(&scene);
                assert!(found.turned.value.abs() > 1e-5, "the contact turns");
                for residual in [found.momentum_residual, found.angular_momentum_residual] {
                    assert!(residual.value.abs() < 1e-12, "{form:?} {arm:?} {v}: {residual:?}");
                }
            }
        }
    }
}

#[test]
fn nominal_radii_are_off_by_overlap_times_impulse() {
    // In gross sliding T = mu N: the torque from nowhere is the integral of delta mu N.
    let mut scene = levered(pair(&SOFT, Form::Coulomb, 0.05, [1.0, 3.0]), Arm::Radius, Arm::Radius);
    scene.kinematics.spin = [[0.0; 3]; 2];
    let trajectory = solved(&scene);
    let found = trajectory.tangential.as_ref().unwrap();
    let mut moment = 0.0;
    for two in trajectory.samples.windows(2) {
        let f = |k: usize| 0.05 * two[k].force * two[k].overlap;
        moment += 0.5 * (f(0) + f(1)) * (two[1].time - two[0].time);
    }
    let bodies = Bodies::of(&scene);
    let unit = bodies.m_star * 1f64.hypot(3.0) * 5e-3;
    let residual = found.angular_momentum_residual.value;
    assert!((residual - moment / unit).abs() < 0.02 * residual, "{residual:e}, not {:e}", moment / unit);
    assert!(residual > 1e-4);
}

#[test]
fn a_wall_takes_no_moment_with_the_arm_to_its_surface() {
    for form in SPRINGS {
        let scene = levered(on_wall(&SOFT, form, 0.4, [1.0, 0.6]), Arm::Overlap, Arm::Overlap);
        assert!(tangential(&scene).angular_momentum_residual.value.abs() < 1e-12, "{form:?}");
        let nominal = on_wall(&SOFT, form, 0.4, [1.0, 0.6]);
        let residual = tangential(&nominal).angular_momentum_residual.value.abs();
        assert_eq!(residual > 1e-4, form != Form::Frictionless, "{form:?}: {residual:e}");
    }
}

#[test]
fn the_ledger_closes() {
    let mut scenes = Vec::new();
    for form in SPRINGS {
        for v in [0.03, 0.2, 0.8, 3.0] {
            for ends in Ends::ALL {
                let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
                let one = scene(bodies, tsuji(0.5), ends, form, 0.4, [1.0, v]);
                for arm in [Arm::Radius, Arm::Overlap] {
                    scenes.push(levered(one.clone(), Arm::Radius, arm));
                }
                for limit in [FrictionLimit::Elastic, FrictionLimit::Absolute] {
                    scenes.push(limited(one.clone(), limit));
                }
                if form.is_spring() {
                    for sliding in [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped] {
                        // A dashpot that is there from touch on leaves the spring an energy without bound.
                        for (C, beta) in [(one.force.unwrap().C, 0.25), (0.002, 0.0)] {
                            let dashpot = ShearDashpot { C, beta, sliding };
                            scenes.push(change(one.clone(), |shear| shear.dashpot = dashpot));
                        }
                    }
                }
                for rolling in [
                    RollingForce::Constant { friction: 0.1 },
                    RollingForce::OwnSpin { friction: 0.1 },
                    RollingForce::SpringDashpot { stiffness: 1e-5, damping: 1e-9, friction: 0.05 },
                ] {
                    scenes.push(change(one.clone(), |shear| shear.rolling = rolling));
                }
            }
            scenes.push(scene([ball(&HARD, 3e-3), wall(&HARD)], ELASTIC, Ends::ForceClamped, form, 0.1, [2.0, v]));
        }
    }
    for mut scene in scenes {
        scene.kinematics.spin[0][2] = 90.0;
        let residual = of(&scene, Observable::EnergyResidual);
        let about =
            format!("{:?} {:?} {:?}", scene.shear, scene.power().unwrap().ends, scene.kinematics.tangential_speed);
        assert!(residual.value.abs() < 1e-9, "{about}: {residual:?}");
        assert!(residual.value.abs() <= residual.uncertainty, "{about}: {residual:?}");
    }
}

#[test]
fn energy_is_created_where_the_law_does_and_nowhere_else() {
    let energy = |form| {
        let scene = on_wall(&HARD, form, 0.3, [1.0, 0.2]);
        of(&scene, Observable::EnergyCreated).value / scene.impact_energy()
    };
    // Constant stiffness creates nothing; a kept force on a softening contact does; a rescaled one destroys.
    let constant = change(on_wall(&HARD, Form::Incremental, 0.3, [1.0, 0.2]), |shear| {
        shear.S = 1e7;
        shear.gamma = 0.0;
    });
    assert!(of(&constant, Observable::EnergyCreated).value.abs() < 1e-9 * constant.impact_energy());
    assert!(energy(Form::Coulomb) == 0.0);
    assert!(energy(Form::Incremental).abs() > 1e-5);
    assert!(energy(Form::Rescaled) < 0.0);
}

/// A residual of spins in space has a sign, of its part about b, whatever its largest part is.
#[test]
fn steppers_give_the_residual_the_sign_of_the_reference() {
    for spin in [[-3.0, 8.0, 11.0], [5.0, -400.0, 30.0], [2.0, 300.0, -20.0], [-700.0, -90.0, 500.0]] {
        let mut scene = levered(pair(&SOFT, Form::Total, 0.3, [1.0, 0.4]), Arm::Radius, Arm::Radius);
        scene.kinematics.spin[0] = spin;
        let exact = tangential(&scene).angular_momentum_residual.value;
        let oblique = Oblique::of(&scene).unwrap();
        let dt = oblique.encounter.undamped_duration(scene.speed) / 4000.37;
        let run = strike(&VelocityVerlet, &oblique, &Impact { phase: 0.3, speed: scene.speed, dt }).unwrap();
        let stepped = run.measured.angular_momentum_residual.unwrap();
        assert!((stepped / exact - 1.0).abs() < 1e-2, "{spin:?}: {stepped:e} in steps, {exact:e}");
    }
}
