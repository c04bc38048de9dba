//! Steppers come to the reference, at the order that their law allows: onset phases swept, with slip and with dashpots.

use collisionbench::bench::order::{Asymptotic, order};
use collisionbench::collide::collision::Rebound;
use collisionbench::collide::production::natural_duration;
use collisionbench::collide::schemes::{ForwardEuler, Leapfrog, PositionVerlet, SCHEMES, Scheme, VelocityVerlet};
use collisionbench::collide::stepper::{BranchedBodies, Encounter, Impact, Oblique, onset_phases, strike};
use collisionbench::collide::trajectory::TangentialResult;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Form, FrictionLimit, RollingForce, ShearDashpot, WhileSliding};
use collisionbench::law::{Ends, PowerForce};

use crate::oblique::branched::{self, ALLOY};
use crate::oblique::scenes::{ELASTIC, SOFT, ball, change, limited, scene, tsuji, wall};
use crate::oblique::table::at;
use crate::oblique::tangential;

const SLIDING: [WhileSliding; 3] = [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped];

/// Worst error of the tangential velocity over 32 onset phases of every scene, over the slip velocity.
fn worst(scheme: &dyn Scheme, scenes: &[(Scene, f64)], steps: f64) -> f64 {
    let errors = scenes.iter().flat_map(|(scene, exact)| {
        let oblique = Oblique::of(scene).unwrap();
        let dt = oblique.encounter.undamped_duration(scene.speed) / steps;
        onset_phases(32).map(move |phase| {
            let impact = Impact { phase, speed: scene.speed, dt };
            let found = strike(scheme, &oblique, &impact).unwrap().rebound.unwrap();
            (found.velocity[1] - exact).abs() / scene.kinematics.tangential_speed
        })
    });
    errors.fold(0.0, f64::max)
}

/// How the worst error falls over these counts of steps; the counts are no integers, or entry locks to exit.
fn ladder(scheme: &dyn Scheme, scenes: Vec<Scene>, counts: &[f64]) -> Vec<(f64, f64)> {
    let scenes: Vec<(Scene, f64)> = scenes
        .into_iter()
        .map(|scene| {
            let exact = tangential(&scene).velocity[1].value;
            (scene, exact)
        })
        .collect();
    counts.iter().map(|n| (n + 0.37, worst(scheme, &scenes, n + 0.37))).collect()
}

const COUNTS: [f64; 6] = [50.0, 100.0, 200.0, 400.0, 800.0, 1600.0];

/// Slide first, stick, are turned round and slide again. A kink inside a step makes one scene scatter: several do not.
fn sliding(form: Form) -> Vec<Scene> {
    [1.3, 1.5, 1.7, 1.9, 2.2, 2.5, 2.8, 3.1, 3.4, 3.7].map(|psi1| at(psi1, form)).to_vec()
}

/// Stick first: a rescaled spring that slides first has little of its first order to show.
fn sticking(form: Form) -> Vec<Scene> {
    [0.3, 0.4, 0.5, 0.6].map(|psi1| at(psi1, form)).to_vec()
}

#[test]
fn a_total_spring_is_of_order_two_and_incremental_ones_of_order_one() {
    for (scenes, expected) in
        [(sliding(Form::Total), 2.0), (sliding(Form::Incremental), 1.0), (sticking(Form::Rescaled), 1.0)]
    {
        for scheme in [&VelocityVerlet as &dyn Scheme, &Leapfrog] {
            let found = ladder(scheme, scenes.clone(), &COUNTS);
            let fit = order(&found).unwrap();
            assert_eq!(fit.asymptotic, Asymptotic::Yes, "{found:?}");
            assert!((fit.slope - expected).abs() < 0.1, "{} {expected}: {:.3} {found:?}", scheme.name(), fit.slope);
        }
    }
}

fn dashed(form: Form, sliding: WhileSliding, limit: FrictionLimit, v: f64) -> Scene {
    let one = scene([ball(&SOFT, 2e-3), wall(&SOFT)], tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, v]);
    let dashpot = ShearDashpot { C: 0.5 * one.force.unwrap().C, beta: 0.25, sliding };
    change(limited(one, limit), |shear| shear.dashpot = dashpot)
}

/// A dashpot takes the velocity of half a step ago: that is of order one, whatever the spring.
#[test]
fn beside_dashpots_they_are_of_order_one() {
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        for sliding in SLIDING {
            let scenes = [0.2, 0.3, 0.5, 0.7].map(|v| dashed(form, sliding, FrictionLimit::Total, v)).to_vec();
            let found = ladder(&VelocityVerlet, scenes, &COUNTS);
            let fit = order(&found).unwrap();
            assert!((0.85..1.35).contains(&fit.slope), "{form:?} {sliding:?}: {:.3} {found:?}", fit.slope);
            assert!(found[5].1 < 2e-3, "{form:?} {sliding:?}: {found:?}");
        }
    }
}

/// A capped dashpot that is more than friction holds at touch turns the force of a total spring round while the overlap
/// grows a hundredfold: in steps that is a hundred steps, not an instant, so they come to the law late. They do come.
#[test]
fn a_force_that_turns_round_at_touch_is_met_late() {
    let late = |form| {
        let scenes = vec![dashed(form, WhileSliding::Capped, FrictionLimit::Elastic, 0.3)];
        ladder(&VelocityVerlet, scenes, &[100.0, 1600.0, 25_600.0])
    };
    let (total, incremental) = (late(Form::Total), late(Form::Incremental));
    assert!(total[0].1 > 5.0 * incremental[0].1, "{total:?} {incremental:?}");
    for found in [total, incremental] {
        assert!(found[1].1 < 0.25 * found[0].1 && found[2].1 < 0.25 * found[1].1, "{found:?}");
        assert!(found[2].1 < 1e-3, "{found:?}");
    }
}

/// A dashpot within the limit of friction takes a part of what the bodies lose, and none while the surfaces slide: sliding throughout
/// they lose `mu J_n` times their mean slip, `v_s' = v_s - 7/2 mu 2 v_n` (theory of rigid bodies). Schemes come to the parts that
/// the reference has, with a dashpot that goes with the root of the stiffness, and with one that is constant.
#[test]
fn a_capped_dashpot_takes_a_part_of_what_is_lost() {
    let (mu, v_t) = (0.1, 3.0);
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        for beta in [0.25, 0.0] {
            let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
            let one = scene(bodies, ELASTIC, Ends::ForceClamped, form, mu, [1.0, v_t]);
            let (m, stiffness) = (one.pair.m_star, one.shear.unwrap().stiffness(1e-4));
            let C = 0.4 * (m * stiffness).sqrt() / 1e-4_f64.powf(beta);
            let one = change(one, |shear| shear.dashpot = ShearDashpot { C, beta, sliding: WhileSliding::Capped });
            let exact = tangential(&one);
            let taken = exact.energy_slip.value + exact.energy_shear_dashpot.value + exact.energy_shear_strain.value;
            let [lost, dashed] = [taken - exact.energy_created.value, exact.energy_shear_dashpot.value];
            let rigid = mu * 2.0 * m * (v_t - 0.5 * 7.0 * mu);
            assert!((lost / rigid - 1.0).abs() < 0.05, "{form:?} {beta}: {lost} {rigid}");
            assert!(dashed >= 0.0 && dashed < lost, "{form:?} {beta}: {dashed} of {lost}");
            let oblique = Oblique::of(&one).unwrap();
            let dt = oblique.encounter.undamped_duration(one.speed) / 20_000.37;
            let schemes: [&dyn Scheme; 3] = [&VelocityVerlet, &PositionVerlet, &ForwardEuler];
            for (scheme, phase) in schemes.into_iter().flat_map(|scheme| [(scheme, 0.3), (scheme, 0.8)]) {
                let found = strike(scheme, &oblique, &Impact { phase, speed: one.speed, dt }).unwrap();
                let found = found.works;
                for (name, scheme, exact) in [
                    ("slip", found.slip.unwrap(), exact.energy_slip),
                    ("dashpot", found.dashpot.unwrap(), exact.energy_shear_dashpot),
                    ("created", found.created.unwrap(), exact.energy_created),
                    ("strain", found.strain.unwrap(), exact.energy_shear_strain),
                ] {
                    let off = (scheme - exact.value).abs();
                    assert!(off < 1e-2 * lost, "{form:?} {beta} {name}: {scheme} {exact:?} of {lost}");
                }
            }
        }
    }
}

/// The result of velocity Verlet with a coarse and with a fine step, `steps` to a contact.
fn stepped(one: &Scene, steps: [f64; 2]) -> [Rebound; 2] {
    let oblique = Oblique::of(one).unwrap();
    steps.map(|steps| {
        let dt = oblique.encounter.undamped_duration(one.speed) / steps;
        strike(&VelocityVerlet, &oblique, &Impact { phase: 0.3, speed: one.speed, dt }).unwrap().rebound.unwrap()
    })
}

/// The largest deviations of a component of their velocities.
fn velocities_off(one: &Scene, exact: &TangentialResult, steps: [f64; 2]) -> [f64; 2] {
    stepped(one, steps)
        .map(|found| (0..3).map(|k| (found.velocity[k] - exact.velocity[k].value).abs()).fold(0.0, f64::max))
}

/// Spins about every axis and a dashpot within the limit: the direction of friction follows at once where it fades.
#[test]
fn they_come_to_the_reference_in_three_dimensions() {
    for form in [Form::Incremental, Form::Rescaled] {
        for limit in FrictionLimit::PLAIN {
            let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
            let one = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, 0.4]);
            let dashpot = ShearDashpot { C: 0.3 * one.force.unwrap().C, beta: 0.25, sliding: WhileSliding::Capped };
            let mut one = change(limited(one, limit), |shear| shear.dashpot = dashpot);
            one.kinematics.spin = [[300.0, 80.0, 60.0], [-100.0, 120.0, -40.0]];
            let exact = tangential(&one);
            assert!(exact.velocity[2].value.abs() > 1e-2, "it leaves the plane");
            let off = velocities_off(&one, &exact, [500.37, 8000.37]);
            assert!(off[1] < 0.2 * off[0] && off[1] < 1e-3, "{form:?} {limit:?}: {off:?}");
        }
    }
}

/// A dashpot that is added to the spring turns the slip, and the spring after it; beside Hunt & Crossley's normal force, whose rate
/// vanishes at touch with all others.
#[test]
fn so_they_do_beside_an_added_dashpot() {
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        for limit in FrictionLimit::PLAIN {
            let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
            let mut one = scene(bodies, ELASTIC, Ends::ZeroForce, form, 0.1, [1.0, 5.0]);
            let force = one.force.unwrap();
            one.force = Some(PowerForce { C: force.K, beta: 1.5, ..force });
            let C = 0.2 * (force.K * one.pair.m_star).sqrt();
            let sliding = WhileSliding::Added;
            let mut one = change(limited(one, limit), |shear| shear.dashpot = ShearDashpot { C, beta: 0.25, sliding });
            one.kinematics.spin = [[300.0, 800.0, 60.0], [-1000.0, 120.0, -40.0]];
            let exact = tangential(&one);
            let off = velocities_off(&one, &exact, [1000.37, 16000.37]);
            assert!(off[1] < 0.2 * off[0] && off[1] < 2e-3, "{form:?} {limit:?}: {off:?}");
        }
    }
}

/// Torques against rolling with spins about every axis: the spring's direction follows at once while it can hold little.
#[test]
fn so_they_do_beside_torques_against_rolling() {
    // Beside a dashpot that does not fade at touch a code converges as slowly in the plane.
    let undamped =
        |rolling: &RollingForce| !matches!(rolling, RollingForce::SpringDashpot { damping, .. } if *damping > 0.0);
    for rolling in crate::oblique::space::rolling().into_iter().filter(undamped) {
        for form in [Form::Coulomb, Form::Total] {
            let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
            let one = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, 0.4]);
            let mut one = change(one, |shear| shear.rolling = rolling);
            one.kinematics.spin = [[300.0, 80.0, 60.0], [-100.0, 120.0, -40.0]];
            let exact = tangential(&one);
            let off = stepped(&one, [1000.37, 16000.37]).map(|found| {
                let spins =
                    [0, 1].map(|i| (0..3).map(|k| (found.spin[i][k] - exact.spin[i][k].value).abs()).sum::<f64>());
                spins[0] + spins[1]
            });
            let moved = (0..3).map(|k| (exact.spin[0][k].value - one.kinematics.spin[0][k]).abs()).sum::<f64>();
            assert!(off[1] < 0.2 * off[0] && off[1] < 1e-3 * moved, "{rolling:?} {form:?}: {off:?} of {moved}");
        }
    }
}

/// Walton & Braun's spring that unloads as it loads is a linear one: with a dashpot each scheme steps it as `hooke`, in coarse steps too.
#[test]
fn a_branched_law_that_is_a_linear_spring_is_stepped_as_one() {
    let damped = "[contact.damping.linear-dashpot]\ncoefficient = \"3 N s/m\"\n";
    let even = "[contact.normal.walton-braun]\nloading_stiffness = \"1e5 N/m\"\nunloading_stiffness = \"1e5 N/m\"\n";
    let hooke = "[contact]\nends = \"zero-overlap\"\n[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n";
    let of = |normal: &str| branched::scene(ALLOY, 5000.0, &format!("{normal}{damped}"), 1.0, 0.0);
    let (even, plain) = (of(even), of(hooke));
    let contact = even.branches().unwrap().unwrap();
    let encounter = Encounter::of(&plain).unwrap();
    let natural = natural_duration(&plain).unwrap();
    for scheme in SCHEMES {
        for (steps, phase) in [(12.37, 0.2), (12.37, 0.9), (50.37, 0.6)] {
            let impact = Impact { phase, speed: 1.0, dt: natural / steps };
            let bodies =
                BranchedBodies { contact: &contact, m_star: encounter.m_star, before: None, largest: 0.0, natural };
            let found = strike(*scheme, &Oblique::head_on(bodies), &impact).unwrap();
            let expected = scheme.collide(&encounter, &impact);
            for (what, found, expected) in [
                ("restitution", found.restitution, expected.restitution),
                ("max_overlap", found.measured.max_overlap.unwrap(), expected.measured.max_overlap.unwrap()),
                ("max_force", found.measured.max_force.unwrap(), expected.measured.max_force.unwrap()),
                (
                    "duration",
                    found.measured.duration_to_zero_overlap.unwrap(),
                    expected.measured.duration_to_zero_overlap.unwrap(),
                ),
            ] {
                let off = found / expected - 1.0;
                assert!(off.abs() < 1e-12, "{}, {steps}, {phase}: {what} {found} {expected}", scheme.name());
            }
        }
    }
}

/// A dashpot beyond a limit that is not zero at touch, `mu C v_n`: the surfaces slip for no time, and stick with the force at that limit, as in
/// small steps, which a spring that starts without it would not come to.
#[test]
fn a_spring_beside_a_dashpot_starts_at_a_limit_that_is_not_zero() {
    let (mu, v_t) = (0.24, 0.3);
    let mut one =
        scene([ball(&SOFT, 2e-3), wall(&SOFT)], ELASTIC, Ends::ZeroOverlap, Form::Incremental, mu, [1.0, v_t]);
    let K = one.pair.m_star / 1e-8;
    let damping = (one.pair.m_star * K).sqrt();
    one.force = Some(PowerForce { K, alpha: 1.0, C: 0.43 * damping, beta: 0.0, ..one.force.unwrap() });
    let dashpot = ShearDashpot { C: 1.5 * damping, beta: 0.0, sliding: WhileSliding::Capped };
    let one = change(limited(one, FrictionLimit::Total), |shear| {
        (shear.S, shear.gamma, shear.dashpot) = (0.22 * K, 0.0, dashpot);
    });
    let exact = tangential(&one);
    let (begins, limit) = (exact.samples[0].force[0], mu * 0.43 * damping * one.speed);
    assert!((begins / limit - 1.0).abs() < 1e-12 && 1.5 * damping * v_t > 2.0 * limit, "{begins} {limit}");
    let off = velocities_off(&one, &exact, [2000.37, 32000.37]);
    assert!(off[1] < 0.1 * off[0] && off[1] < 1e-4, "{off:?}");
}
