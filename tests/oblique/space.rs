//! Three dimensions: the same as the plane where the motion is planar, whatever the axes, and what twist does.

use collisionbench::collide::reference::solve;
use collisionbench::law::Ends;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, RollingForce, ShearDashpot, WhileSliding};

use crate::oblique::scenes::{ELASTIC, SOFT, ball, change, levered, limited, pair, scene, tsuji, wall};
use crate::oblique::{TOLERANCE, spatial, tangential};

const SPRINGS: [Form; 5] = [Form::Frictionless, Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled];

pub fn planar_scenes() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for form in SPRINGS {
        for v in [0.05, 0.4, 2.0] {
            scenes.push(levered(pair(&SOFT, form, 0.4, [1.0, v]), Arm::HalfOverlap, Arm::HalfOverlap));
            for ends in Ends::ALL {
                let mut one = scene([ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)], tsuji(0.6), ends, form, 0.4, [1.0, v]);
                one.kinematics.spin[0][2] = -90.0;
                one.kinematics.spin[1][2] = 40.0;
                scenes.push(one);
            }
        }
    }
    scenes
}

#[test]
fn space_and_plane_agree() {
    for scene in planar_scenes() {
        let (plane, space) = (tangential(&scene), solve(&spatial(&scene), TOLERANCE).unwrap().tangential.unwrap());
        let about = format!("{:?} {:?} {:?}", scene.shear, scene.power().unwrap().ends, scene.kinematics);
        let speed = scene.speed + scene.kinematics.tangential_speed;
        for k in 0..3 {
            let off = (plane.velocity[k].value - space.velocity[k].value).abs();
            assert!(off < 1e-12 * speed, "{about}: velocity {k} off by {off:e}");
            for i in 0..2 {
                let off = (plane.spin[i][k].value - space.spin[i][k].value).abs() * 3e-3;
                assert!(off < 1e-12 * speed, "{about}: spin {i} {k} off by {off:e}");
            }
        }
        let energy = scene.impact_energy();
        for (a, b) in [(plane.energy_slip, space.energy_slip), (plane.energy_created, space.energy_created)] {
            assert!((a.value - b.value).abs() < 1e-9 * energy, "{about}: {a:?} {b:?}");
        }
    }
}

/// Damped until the bodies part at a thousandth of the speed: the motion goes on in ever smaller units, in space too.
#[test]
fn strongly_damped_contacts_agree_in_space_and_plane() {
    for form in SPRINGS {
        for e in [1e-2, 1e-3] {
            let one =
                scene([ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)], tsuji(e), Ends::ZeroOverlap, form, 0.4, [1.0, 0.05]);
            let space = solve(&spatial(&one), TOLERANCE).unwrap_or_else(|error| panic!("{form:?} {e}: {error}"));
            let (plane, space) = (tangential(&one), space.tangential.unwrap());
            let parting = plane.separation;
            assert!(parting.value > 0.0 && parting.value < 10.0 * e, "{form:?} {e}: it creeps apart: {parting:?}");
            for (a, b) in [(plane.separation, space.separation), (plane.slip[0], space.slip[0])] {
                let off = (a.value - b.value).abs();
                assert!(off <= a.uncertainty + b.uncertainty && off < 1e-10, "{form:?} {e}: {a:?} {b:?}");
            }
        }
    }
}

/// Torques against rolling: springs that hold for long and give way soon, a slider alone, springs with a dashpot.
pub fn rolling() -> [RollingForce; 5] {
    [
        RollingForce::SpringDashpot { stiffness: 2e-2, damping: 0.0, friction: 0.3 },
        RollingForce::Constant { friction: 0.1 },
        RollingForce::SpringDashpot { stiffness: 2e-2, damping: 0.0, friction: 0.05 },
        RollingForce::SpringDashpot { stiffness: 2e-2, damping: 1e-8, friction: 0.3 },
        RollingForce::SpringDashpot { stiffness: 2e-3, damping: 1e-8, friction: 0.1 },
    ]
}

#[test]
fn rolling_agrees_in_space_and_plane() {
    let mut gave_way = 0;
    for (k, rolling) in rolling().into_iter().enumerate() {
        for (form, v) in
            [(Form::Coulomb, 2.0), (Form::Total, 0.4), (Form::Incremental, 0.05), (Form::Frictionless, 0.0)]
        {
            for ends in Ends::ALL {
                let one = scene([ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)], tsuji(0.6), ends, form, 0.4, [1.0, v]);
                let mut one = change(one, |shear| shear.rolling = rolling);
                one.kinematics.spin = [[0.0, 0.0, -90.0], [0.0, 0.0, 40.0]];
                let about = format!("{rolling:?} {form:?} {v} {ends:?}");
                let space = solve(&spatial(&one), TOLERANCE).unwrap_or_else(|error| panic!("{about}: {error}"));
                let (plane, space) = (tangential(&one), space.tangential.unwrap());
                for i in 0..2 {
                    let off = (plane.spin[i][2].value - space.spin[i][2].value).abs() * 3e-3;
                    assert!(off < 1e-11 * (1.0 + v), "{about}: spin {i} off by {off:e}");
                }
                let (a, b) = (plane.energy_rolling.value, space.energy_rolling.value);
                assert!((a - b).abs() < 1e-9 * one.impact_energy(), "{about}: {a} {b}");
                gave_way += usize::from(k < 3 && a > 0.0);
            }
        }
    }
    assert_eq!(gave_way, 36, "rolling costs energy in all of them");
}

/// An isotropic law on a wall sees the slip alone: a spin about the direction of travel turns it aside, and the impulse is that of
/// the same slip along it. Rates that all vanish at touch have no direction there.
#[test]
fn a_slip_aside_is_as_one_along() {
    let mut slid = 0;
    let springs = [Form::Incremental, Form::Total].map(|form| [(form, 0.0, 0.0), (form, 0.0, 0.25), (form, 0.5, 0.25)]);
    for (form, gamma, beta) in springs.into_iter().flatten() {
        for sliding in WhileSliding::ALL {
            for limit in FrictionLimit::PLAIN {
                for (v, e) in [(12.0, 0.2), (3.0, 0.6), (0.4, 0.8)] {
                    let of = |v: f64| {
                        let one =
                            scene([ball(&SOFT, 2e-3), wall(&SOFT)], tsuji(e), Ends::ZeroOverlap, form, 0.3, [1.0, v]);
                        let (K, m) = (one.force.unwrap().K, one.pair.m_star);
                        change(limited(one, limit), |shear| {
                            (shear.gamma, shear.S) = (gamma, if gamma == 0.0 { 0.01 * K } else { shear.S });
                            let C = 0.6 * (shear.S * m).sqrt();
                            shear.dashpot = ShearDashpot { C, beta, sliding };
                        })
                    };
                    let mut aside = of(0.6 * v);
                    aside.kinematics.spin[0][1] = 0.8 * v / 2e-3;
                    let about = format!("{form:?} {gamma} {beta} {sliding:?} {limit:?} {v}");
                    let [found, along] = [&aside, &of(v)].map(tangential);
                    let size = found.slip_before[0].value.hypot(found.slip_before[1].value);
                    assert!((size - v).abs() < 1e-12 * v, "{about}: {size}");
                    let change = along.velocity[1].value - v;
                    for (k, start) in [0.6 * v, 0.0].into_iter().enumerate() {
                        let expected = start + change * found.slip_before[k].value / size;
                        let off = (found.velocity[1 + k].value - expected).abs();
                        assert!(off < 1e-9 * (1.0 + v), "{about}: {:?} {expected}", found.velocity[1 + k]);
                    }
                    slid += usize::from(change < -0.1 * v);
                }
            }
        }
    }
    assert!(slid > 20, "{slid}: friction is felt");
}

/// A torque between the bodies has an opposite: with arms that add up to the distance, angular momentum is kept.
#[test]
fn rolling_with_spins_about_any_axis_keeps_momentum() {
    for rolling in rolling() {
        for form in [Form::Coulomb, Form::Incremental] {
            let one = change(spinning(form), |shear| shear.rolling = rolling);
            let found = tangential(&one);
            for residual in [found.momentum_residual, found.angular_momentum_residual] {
                assert!(residual.value.abs() <= residual.uncertainty.max(1e-12), "{rolling:?} {form:?}: {residual:?}");
            }
            let still = tangential(&spinning(form));
            let off = (found.spin[0][1].value - still.spin[0][1].value).abs();
            assert!(off > 1e-3, "{rolling:?} {form:?}: the torque is felt along t");
        }
    }
}

fn spinning(form: Form) -> Scene {
    let mut scene = levered(pair(&SOFT, form, 0.4, [1.0, 0.3]), Arm::HalfOverlap, Arm::HalfOverlap);
    scene.kinematics.spin = [[900.0, 150.0, 60.0], [-300.0, 80.0, -40.0]];
    scene
}

#[test]
fn momentum_is_kept_with_spins_about_any_axis() {
    for form in SPRINGS {
        let found = tangential(&spinning(form));
        for residual in [found.momentum_residual, found.angular_momentum_residual] {
            assert!(residual.value.abs() < 1e-12, "{form:?}: {residual:?}");
        }
    }
}

#[test]
fn a_mirrored_scene_has_a_mirrored_end() {
    // In the plane of n and t: spins along n and t change their sign, velocities along b too.
    for form in SPRINGS {
        let scene = spinning(form);
        let mut mirrored = scene.clone();
        for spin in &mut mirrored.kinematics.spin {
            (spin[0], spin[1]) = (-spin[0], -spin[1]);
        }
        let (a, b) = (tangential(&scene), tangential(&mirrored));
        for k in 0..3 {
            let sign = if k == 2 { -1.0 } else { 1.0 };
            assert!((a.velocity[k].value - sign * b.velocity[k].value).abs() < 1e-12, "{form:?}");
        }
    }
}

#[test]
fn what_the_spring_remembers_turns_with_the_contact() {
    // Both spheres turn about the normal as one: what sticks is carried round with them, and twist is felt.
    let turned = |rate: f64| {
        let mut scene = levered(pair(&SOFT, Form::Total, 5.0, [1.0, 0.1]), Arm::HalfOverlap, Arm::HalfOverlap);
        scene.kinematics.spin = [[rate, 0.0, 0.0], [rate, 0.0, 0.0]];
        tangential(&scene).velocity[2].value
    };
    let (none, some, other) = (turned(1e-9), turned(400.0), turned(-400.0));
    assert!(none.abs() < 1e-9);
    assert!(some.abs() > 1e-3, "twist ignored: {some:e}");
    assert!((some + other).abs() < 1e-12);
}

#[test]
fn dashpots_agree_in_space_and_plane() {
    for sliding in [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped] {
        for form in [Form::Total, Form::Incremental, Form::Rescaled] {
            for limit in FrictionLimit::PLAIN {
                for (damping, v) in [(tsuji(0.6), 0.5), (tsuji(0.6), 0.1), (ELASTIC, 0.3)] {
                    let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
                    let one = limited(scene(bodies, damping, Ends::ForceClamped, form, 0.4, [1.0, v]), limit);
                    let one = change(one, |shear| shear.dashpot = ShearDashpot { C: 0.3, beta: 0.25, sliding });
                    let (plane, space) =
                        (tangential(&one), solve(&spatial(&one), TOLERANCE).unwrap().tangential.unwrap());
                    let (a, b) = (plane.velocity[1], space.velocity[1]);
                    let off = (a.value - b.value).abs();
                    let about = format!("{form:?} {sliding:?} {limit:?} {:?} {v}", one.force);
                    let known = a.uncertainty + b.uncertainty;
                    assert!(off < known, "{about}: {off:e} of {known:e}");
                }
            }
        }
    }
}

/// Where the axes of first touch point and how fast all of it moves is nothing to the two bodies.
#[test]
fn a_turned_and_a_moving_frame_see_the_same() {
    for form in SPRINGS {
        let here = spinning(form);
        let mut there = here.clone();
        let turn = nalgebra::Rotation3::new(nalgebra::Vector3::new(0.7, -1.9, 0.4));
        there.kinematics.frame = here.kinematics.frame.map(|axis| (turn * nalgebra::Vector3::from(axis)).into());
        there.kinematics.drift = [3.1, -12.7, 0.9];
        let (a, b) = (tangential(&here), tangential(&there));
        assert_eq!((a.velocity, a.spin, a.slip, a.impulse), (b.velocity, b.spin, b.slip, b.impulse), "{form:?}");
    }
}

/// Spins and travel that make the same slip in another direction: all of it turns about the normal with them.
#[test]
fn slip_by_spin_is_slip_by_travel() {
    for form in SPRINGS {
        // Spheres that roll against each other along b alone, and the same along -t.
        let made = |along: [f64; 3]| {
            let mut scene = levered(pair(&SOFT, form, 0.4, [1.0, 0.0]), Arm::HalfOverlap, Arm::HalfOverlap);
            scene.kinematics.spin = [along, along];
            tangential(&scene)
        };
        let (one, other) = (made([0.0, 90.0, 0.0]), made([0.0, 0.0, -90.0]));
        assert!((one.velocity[2].value - other.velocity[1].value).abs() < 1e-12, "{form:?}");
        assert!(one.velocity[1].value.abs() < 1e-12 && other.velocity[2].value.abs() < 1e-12, "{form:?}");
        for i in 0..2 {
            assert!((one.spin[i][1].value + other.spin[i][2].value).abs() * 3e-3 < 1e-12, "{form:?}");
        }
    }
}
