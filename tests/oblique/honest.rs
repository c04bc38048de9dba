//! Ten times the tolerance: the answer moves by less than the uncertainty that was printed.

use collisionbench::contact::Ends;
use collisionbench::contact::shear::Form;
use collisionbench::observe::observe;
use collisionbench::solve::oblique::collide;

use crate::scenes::{SOFT, ball, on_wall, pair, scene, tsuji};

#[test]
fn a_refined_tolerance_moves_an_answer_by_less_than_was_said() {
    let forms =
        [Form::Frictionless, Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled, Form::MemoryDiagram];
    let mut wrong = Vec::new();
    for form in forms {
        for v in [0.05, 0.4, 2.0] {
            let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
            let damped = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, v]);
            for scene in [on_wall(&SOFT, form, 0.3, [1.0, v]), pair(&SOFT, form, 0.3, [1.0, v]), damped] {
                for tolerance in [1e-8, 1e-10, 1e-12] {
                    let loose = observe(&scene, &collide(&scene, tolerance).unwrap());
                    let tight = observe(&scene, &collide(&scene, 0.1 * tolerance).unwrap());
                    for ((word, a), (_, b)) in loose.iter().zip(&tight) {
                        let moved = (a.value - b.value).abs();
                        if moved > a.uncertainty {
                            wrong.push(format!("{form:?} {v} {tolerance:e} {word:?}: {moved:e} > {:e}", a.uncertainty));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
