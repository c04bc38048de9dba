//! What no law and no scheme may change: momentum, the choice of a frame, and what rolling theory knows in closed form.

use collisionbench::collide::collision::Collision;
use collisionbench::collide::schemes::{SCHEMES, VelocityVerlet};
use collisionbench::collide::stepper::{Oblique, Unsteppable, strike};
use collisionbench::law::Ends;
use collisionbench::law::scene::ImpactKinematics;
use collisionbench::law::shear::{Arm, Form, RollingForce};
use nalgebra::{Rotation3, Vector3};

use crate::oblique_stepper::scenes::{RUBBER, WALL, damped, impact, levers, stepped, tangential, tumbling, verlet};

const SPRINGS: [Form; 3] = [Form::Total, Form::Incremental, Form::Rescaled];

fn elsewhere(mut o: Oblique) -> Oblique {
    let turn = Rotation3::new(Vector3::new(0.7, -1.9, 0.4));
    o.kinematics.frame = o.kinematics.frame.map(|axis| (turn * Vector3::from(axis)).into());
    o.kinematics.drift = [3.1, -12.7, 0.9];
    o
}

#[test]
fn a_turned_and_moving_frame_sees_the_same() {
    for form in SPRINGS {
        let mut wall = damped(RUBBER.meet([0.01, WALL], form, 0.4), 0.1, Ends::ForceClamped);
        wall.kinematics.spin[0] = [200.0, 10.0, -30.0];
        let mut rolls = tumbling(form);
        rolls.shear.rolling = RollingForce::SpringDashpot { stiffness: 0.05, damping: 1e-5, friction: 0.02 };
        for scene in [tumbling(form), wall, rolls] {
            for scheme in SCHEMES {
                let [here, there] = [scene, elsewhere(scene)].map(|o| stepped(*scheme, &o, 1.0, 300.37, 0.3));
                let (a, b) = (here.rebound.unwrap(), there.rebound.unwrap());
                let pairs = |a: [f64; 3], b: [f64; 3], unit: f64| (0..3).map(move |i| (a[i] - b[i]).abs() / unit);
                let off = pairs(a.velocity, b.velocity, 1.0)
                    .chain(pairs(a.spin[0], b.spin[0], 200.0))
                    .chain(pairs(a.spin[1], b.spin[1], 200.0))
                    .fold((here.restitution - there.restitution).abs(), f64::max);
                assert!(off < 1e-12, "{form:?} {}: {off:e}", scheme.name());
            }
        }
    }
}

#[test]
fn momentum_is_kept_to_rounding() {
    for form in SPRINGS {
        for scheme in SCHEMES {
            let found = stepped(*scheme, &tumbling(form), 1.0, 300.37, 0.3);
            assert!(found.measured.momentum_residual.unwrap() < 1e-12, "{form:?} {}", scheme.name());
        }
    }
}

/// Where the torque arms add up to the distance of the centres; at a wall, where they end at it. Forward Euler moves the
/// bodies between force and kick, and is not asked.
#[test]
fn angular_momentum_is_kept_by_arms_that_meet() {
    let kept = [
        (Arm::HalfOverlap, true),
        (Arm::Proportional, true),
        (Arm::Plane, true),
        (Arm::Radius, false),
        (Arm::Overlap, false),
    ];
    for form in SPRINGS {
        for (arm, keeps) in kept {
            for scheme in SCHEMES.iter().filter(|scheme| scheme.name() != "forward-euler") {
                let scene = levers(tumbling(form), Arm::Radius, arm);
                let off = stepped(*scheme, &scene, 1.0, 300.37, 0.3).measured.angular_momentum_residual.unwrap();
                assert_eq!(off.abs() < 1e-12, keeps, "{form:?} {arm:?} {}: {off:e}", scheme.name());
            }
        }
        for (arm, keeps) in [(Arm::Overlap, true), (Arm::Radius, false)] {
            let scene = levers(RUBBER.meet([0.01, WALL], form, 0.4), Arm::Radius, arm);
            let off = verlet(&scene, 1.0, 300.37, 0.3).measured.angular_momentum_residual.unwrap();
            assert_eq!(off.abs() < 1e-12, keeps, "{form:?} {arm:?} wall: {off:e}");
        }
    }
}

/// Nominal arms are too long by the overlap and arms less the overlap too short by it: opposite leaks of like size.
#[test]
fn arms_too_long_leak_the_other_way_than_arms_too_short() {
    let off = |arm| {
        let scene = levers(RUBBER.meet([0.01, 0.01], Form::Coulomb, 3.0), Arm::HalfOverlap, arm);
        verlet(&scene, 1.0, 2000.37, 0.3).measured.angular_momentum_residual.unwrap()
    };
    let (long, short) = (off(Arm::Radius), off(Arm::Overlap));
    assert!(long > 1e-4 && (long / short + 1.0).abs() < 1e-2, "{long} {short}");
}

/// Without friction a rolling torque `mu_r N R*` takes `mu_r R* J_n` of spin, all of it while something turns.
#[test]
fn rolling_friction_takes_its_share_of_the_impulse() {
    let mu_r = 0.01;
    let mut scene = RUBBER.meet([0.01, WALL], Form::Frictionless, 0.0);
    scene.kinematics.spin[0] = [0.0, 300.0, 400.0];
    let inertia = scene.bodies.inertia[0];
    let laws = [
        RollingForce::OwnSpin { friction: mu_r },
        RollingForce::Constant { friction: mu_r },
        // So stiff that it slides from the first step on.
        RollingForce::SpringDashpot { stiffness: 1e9, damping: 0.0, friction: mu_r },
    ];
    for law in laws {
        scene.shear.rolling = law;
        let (found, works) = (tangential(&scene, 1.0, 500.37, 0.3), verlet(&scene, 1.0, 500.37, 0.3).works);
        let lost = mu_r * 0.01 * found.impulse[0] / inertia;
        let expected = 500.0 - lost;
        assert!((found.spin[0][1] / 300.0 * 500.0 - expected).abs() < 1e-9 * lost, "{law:?}: {found:?}");
        assert!((found.spin[0][2] / 400.0 * 500.0 - expected).abs() < 1e-9 * lost, "{law:?}");
        let energy = 0.5 * inertia * (500.0f64.powi(2) - expected * expected);
        let rolling = works.rolling.unwrap();
        assert!((rolling / energy - 1.0).abs() < 2e-2, "{law:?}: {rolling} {energy}");
    }
}

/// Two spheres that turn alike do not roll on each other. MUSEN's law, which looks at each spin alone, thinks they do.
#[test]
fn bodies_that_turn_alike_do_not_roll() {
    let mut scene = RUBBER.meet([0.01, 0.01], Form::Frictionless, 0.0);
    scene.kinematics.spin = [[0.0, 0.0, 50.0]; 2];
    for (law, objective) in [
        (RollingForce::Constant { friction: 0.1 }, true),
        (RollingForce::SpringDashpot { stiffness: 0.1, damping: 1e-4, friction: 0.1 }, true),
        (RollingForce::OwnSpin { friction: 0.1 }, false),
    ] {
        scene.shear.rolling = law;
        let found = tangential(&scene, 1.0, 300.37, 0.3);
        assert_eq!((found.spin[0][2] - 50.0).abs() < 1e-12, objective, "{law:?}");
    }
}

/// A contact that is deleted when its force is zero and one that is clamped there have nothing left to hold with.
#[test]
fn the_two_ends_without_a_pull_leave_the_same_motion() {
    for form in SPRINGS {
        let [deleted, clamped] = [Ends::ZeroForce, Ends::ForceClamped].map(|ends| {
            let scene = damped(RUBBER.meet([0.01, WALL], form, 0.4), 0.3, ends);
            verlet(&scene, 1.0, 500.37, 0.3)
        });
        let motion = |run: &Collision| run.rebound.map(|rebound| (rebound.velocity, rebound.spin));
        assert_eq!(motion(&deleted), motion(&clamped), "{form:?}");
        let (strain, none) = (deleted.works.strain.unwrap(), clamped.works.strain.unwrap());
        assert!(strain > 0.0 && none.abs() < 1e-6 * strain, "{form:?}: {strain} {none}");
    }
}

#[test]
fn what_cannot_be_stepped_is_refused() {
    let one = impact(&tumbling(Form::Total), 1.0, 100.0, 0.5);
    assert_eq!(strike(&VelocityVerlet, &tumbling(Form::MemoryDiagram), &one), Err(Unsteppable::OneDirection));
    let planar = RUBBER.meet([0.01, 0.02], Form::MemoryDiagram, 0.3);
    assert!(strike(&VelocityVerlet, &planar, &one).is_ok());
    let mut bare = planar;
    bare.shear.spheres = None;
    assert_eq!(strike(&VelocityVerlet, &bare, &one), Err(Unsteppable::NoSpheres));
}

/// The loop of three dimensions does to a head-on collision what that of one does.
#[test]
fn a_head_on_collision_is_that_of_one_dimension() {
    let mut scene = damped(RUBBER.meet([0.01, 0.02], Form::Frictionless, 0.0), 0.2, Ends::ZeroForce);
    scene.kinematics = ImpactKinematics::HEAD_ON;
    for scheme in SCHEMES {
        let impact = impact(&scene, 1.0, 200.37, 0.3);
        let (a, b) = (strike(*scheme, &scene, &impact).unwrap(), scheme.collide(&scene.encounter, &impact));
        let numbers = [
            (a.restitution, b.restitution),
            (a.measured.duration_to_zero_overlap.unwrap(), b.measured.duration_to_zero_overlap.unwrap()),
            (a.measured.duration_to_zero_force.unwrap(), b.measured.duration_to_zero_force.unwrap()),
            (a.measured.duration_counted.unwrap(), b.measured.duration_counted.unwrap()),
            (a.measured.max_overlap.unwrap(), b.measured.max_overlap.unwrap()),
            (a.measured.max_overlap_interpolated.unwrap(), b.measured.max_overlap_interpolated.unwrap()),
            (a.measured.max_force.unwrap(), b.measured.max_force.unwrap()),
        ];
        for (i, (a, b)) in numbers.into_iter().enumerate() {
            assert!((a / b - 1.0).abs() < 1e-11, "{} {i}: {a} {b}", scheme.name());
        }
    }
}
