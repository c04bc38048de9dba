//! The second way with one mistake each: the reference, which agrees with the sound one to 1e-4, must not agree with it.

use collisionbench::law::Ends;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, Levers, ShearDashpot, WhileSliding};

use crate::oblique::brute::off_from;
use crate::oblique::scenes::{SOFT, ball, change, levered, scene, tsuji};

/// Seen from far: ten times what the sound one may be off.
const NOTICED: f64 = 1e-3;

fn sound(form: Form) -> Scene {
    let bodies = [ball(&SOFT, 3e-3), ball(&SOFT, 2e-3)];
    let one = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.4, [1.0, 0.4]);
    let dashpot = ShearDashpot { C: 0.3 * one.force.unwrap().C, beta: 0.25, sliding: WhileSliding::Added };
    let mut one = change(levered(one, Arm::HalfOverlap, Arm::HalfOverlap), |shear| shear.dashpot = dashpot);
    one.kinematics.spin = [[0.0, 0.0, 40.0], [0.0, 0.0, -90.0]];
    one
}

type Mistake = fn(&mut Scene);

const MISTAKES: [(&str, Mistake); 14] = [
    ("spins with the wrong sign", |s| s.kinematics.spin = s.kinematics.spin.map(|spin| spin.map(|x| -x))),
    ("the spin of body 2 left out", |s| s.kinematics.spin[1] = [0.0; 3]),
    ("no moment on body 2", |s| s.bodies[1].shape = inertia(&s.bodies[1], 1e9)),
    ("the inertia of a shell", |s| s.bodies[0].shape = inertia(&s.bodies[0], 2.0 / 3.0)),
    ("nominal arms", |s| shear(s, |f| f.levers = Levers::both(Arm::Radius))),
    ("G for G*", |s| shear(s, |f| f.S *= 2.0 * (2.0 - 0.3))),
    ("16/3 G* a for 8 G* a", |s| shear(s, |f| f.S *= 2.0 / 3.0)),
    ("k_t of twice the overlap", |s| shear(s, |f| f.S *= 2f64.sqrt())),
    ("the dashpot drives", |s| shear(s, |f| f.dashpot.C = -f.dashpot.C)),
    ("the dashpot shares the limit", |s| shear(s, |f| f.dashpot.sliding = WhileSliding::Capped)),
    ("no dashpot while it slides", |s| shear(s, |f| f.dashpot.sliding = WhileSliding::Dropped)),
    ("a dashpot that does not follow the stiffness", |s| shear(s, |f| f.dashpot.beta = 0.5)),
    ("friction of the elastic force", |s| shear(s, |f| f.limit = FrictionLimit::Elastic)),
    ("friction for its angle", |s| shear(s, |f| f.friction = f.friction.atan())),
];

fn shear(scene: &mut Scene, what: impl FnOnce(&mut collisionbench::law::shear::ShearForce)) {
    what(scene.shear.as_mut().unwrap());
}

fn inertia(body: &collisionbench::law::scene::Body, factor: f64) -> collisionbench::law::scene::Shape {
    collisionbench::law::scene::Shape::Sphere { radius: body.radius(), inertia_factor: factor }
}

#[test]
fn every_mistake_is_noticed() {
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        let right = sound(form);
        let off = |scene: &Scene| off_from(&right, scene, [4000])[0];
        assert!(off(&right) < 0.1 * NOTICED, "{form:?}: the sound one is off by {:e}", off(&right));
        for (name, mistake) in MISTAKES {
            let mut wrong = right.clone();
            mistake(&mut wrong);
            assert!(off(&wrong) > NOTICED, "{form:?}: nobody noticed {name}: {:e}", off(&wrong));
        }
    }
}

/// One law for another: what a spring remembers while the load changes.
#[test]
fn one_reading_of_the_spring_is_not_another() {
    let forms = [Form::Total, Form::Incremental, Form::Rescaled];
    for right in forms {
        for wrong in forms.into_iter().filter(|wrong| *wrong != right) {
            let [off] = off_from(&sound(right), &sound(wrong), [4000]);
            assert!(off > NOTICED, "{wrong:?} for {right:?}: {off:e}");
        }
    }
}
