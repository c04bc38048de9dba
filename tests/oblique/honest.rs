//! Ten times the tolerance: the answer moves by less than the uncertainty that was printed, and that is no larger than the tolerance can
//! explain. Of the values themselves this says nothing: both are the program's.

use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::reference::solve;
use collisionbench::law::Ends;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, ShearDashpot, WhileSliding};

use crate::oblique::scenes::{SOFT, ball, change, levered, limited, on_wall, pair, scene, tsuji, wall};
use crate::oblique::spatial;

const SPRINGS: [Form; 3] = [Form::Total, Form::Incremental, Form::Rescaled];

/// The most of the tolerance that may be the uncertainty, over the value: a few times where a number is located, more for a direction. A law
/// of partial slip states what the motion without friction leaves out of a pair's overlap, which is no matter of the tolerance.
fn allowed(scene: &Scene, word: Observable) -> f64 {
    match (scene.shear.unwrap().form, word) {
        (Form::MemoryDiagram, _) => f64::INFINITY,
        (_, Observable::Restitution | Observable::Duration | Observable::MaxOverlap | Observable::MaxForce) => 3.0,
        (_, Observable::ReboundAngle) => 300.0,
        _ => f64::INFINITY,
    }
}

/// Observables that move by more than was said, or of which too little is said.
fn moved(scene: &Scene, in_space: bool) -> Vec<String> {
    let solve = |tolerance| {
        let found = if in_space { solve(&spatial(scene), tolerance) } else { solve(scene, tolerance) };
        found.unwrap_or_else(|error| panic!("{:?}: {error}", scene.shear))
    };
    let mut wrong = Vec::new();
    for tolerance in [1e-8, 1e-10, 1e-12] {
        let [loose, tight] = [1.0, 0.1].map(|part| observe(scene, &solve(part * tolerance).collision(scene)));
        assert_eq!(loose.len(), tight.len());
        for (word, a) in &loose {
            let most = allowed(scene, *word) * tolerance * a.value.abs();
            if a.uncertainty.is_nan() || a.uncertainty > most {
                wrong.push(format!("{:?} {tolerance:e} {word:?}: {a:?} > {most:e}", scene.shear));
            }
        }
        for ((word, a), (_, b)) in loose.iter().zip(&tight) {
            let moved = (a.value - b.value).abs();
            if moved.is_nan() || moved > a.uncertainty {
                wrong.push(format!(
                    "{:?} {:?} {tolerance:e} {word:?}: {moved:e} > {:e}",
                    scene.shear, scene.kinematics, a.uncertainty
                ));
            }
        }
    }
    wrong
}

fn none_moves(scenes: impl IntoIterator<Item = Scene>, in_space: bool) {
    let wrong: Vec<String> = scenes.into_iter().flat_map(|scene| moved(&scene, in_space)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_refined_tolerance_moves_an_answer_by_less_than_was_said() {
    for form in Form::ALL {
        for v in [0.05, 0.4, 2.0] {
            let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
            let damped = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, v]);
            none_moves([on_wall(&SOFT, form, 0.3, [1.0, v]), pair(&SOFT, form, 0.3, [1.0, v]), damped], false);
        }
    }
}

#[test]
fn nor_beside_a_tangential_dashpot_under_any_limit() {
    for form in SPRINGS {
        for sliding in [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped] {
            for limit in FrictionLimit::PLAIN {
                for (v, ends) in [(0.05, Ends::ZeroOverlap), (0.4, Ends::ForceClamped), (1.5, Ends::ZeroForce)] {
                    let one = scene([ball(&SOFT, 2e-3), wall(&SOFT)], tsuji(0.6), ends, form, 0.4, [1.0, v]);
                    let dashpot = ShearDashpot { C: 0.5 * one.force.unwrap().C, beta: 0.25, sliding };
                    none_moves([change(limited(one, limit), |shear| shear.dashpot = dashpot)], false);
                }
            }
        }
    }
}

#[test]
fn nor_with_spins_about_any_axis() {
    for form in [Form::Frictionless, Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled] {
        let spins = [[900.0, 150.0, 60.0], [-300.0, 80.0, -40.0]];
        let mut turning = levered(pair(&SOFT, form, 0.4, [1.0, 0.3]), Arm::HalfOverlap, Arm::HalfOverlap);
        turning.kinematics.spin = spins;
        let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
        let mut damped = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, 0.8]);
        damped.kinematics.spin = spins;
        let mut rolls = on_wall(&SOFT, form, 0.4, [1.0, 0.2]);
        rolls.kinematics.spin[0] = [200.0, 90.0, -60.0];
        let dashed = limited(damped.clone(), FrictionLimit::Elastic);
        let dashed = change(dashed, |shear| {
            shear.dashpot = ShearDashpot { C: 0.3, beta: 0.25, sliding: WhileSliding::Capped };
        });
        none_moves([turning, damped, dashed, rolls], true);
    }
}
