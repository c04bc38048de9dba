//! What a contact remembers turns with it.

use collisionbench::law::shear::Pressed;
use collisionbench::law::shear::{Form, WhileSliding};
use collisionbench::law::spring_slider::{Slide, SpringSlider, VectorMemory, turned};
use nalgebra::{Rotation3, Vector3};

const HELD: Pressed = Pressed { delta: 1e-6, k_t: 3e4, limit: 1e3 };

fn slide(du: Vector3<f64>) -> Slide {
    Slide { to: HELD, du, dashpot: Vector3::zeros(), sliding: WhileSliding::Added }
}

/// Two bodies that stick are carried round as one body, by `angle` rad about an axis that is neither along the normal
/// nor across it, in so many steps: the force turns with them, `T = R T_0`. How far it is off, relative.
pub fn carried(law: &mut dyn VectorMemory, steps: usize) -> f64 {
    let (n, t) = (Vector3::z(), Vector3::x());
    let force = law.advance(&slide(t * 1e-7)).force;
    let axis = Vector3::new(0.3, -0.5, 0.8) * 1.2;
    let part = axis / steps as f64;
    let mut now = n;
    for i in 1..=steps {
        let normal = Rotation3::new(part * i as f64) * n;
        // Mean spin times the step, about the new normal.
        law.turn(&normal, part.dot(&normal));
        now = normal;
    }
    let carried = law.advance(&slide(Vector3::zeros())).force;
    assert!((now - Rotation3::new(axis) * n).norm() < 1e-12);
    (carried - Rotation3::new(axis) * force).norm() / force.norm()
}

#[test]
fn the_force_turns_with_the_bodies() {
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        let [coarse, fine] = [100, 1000].map(|steps| carried(&mut SpringSlider::<3>::new(form), steps));
        assert!(fine < 1e-3 && fine < 0.12 * coarse, "{form:?}: {coarse} {fine}");
    }
}

#[test]
fn turning_keeps_the_length_and_the_plane() {
    let v = Vector3::new(0.3, -0.2, 0.0);
    let n = Vector3::new(0.1, 0.2, 1.0).normalize();
    for angle in [0.0, 0.4, -2.0] {
        let found = turned(&v, &n, angle);
        assert!((found.norm() / v.norm() - 1.0).abs() < 1e-15 && found.dot(&n).abs() < 1e-16);
    }
    // A quarter about the normal: n x t = b.
    assert!((turned(&Vector3::x(), &Vector3::z(), std::f64::consts::FRAC_PI_2) - Vector3::y()).norm() < 1e-15);
    // What has no part in the plane cannot be laid into it.
    assert_eq!(turned(&Vector3::z(), &Vector3::z(), 0.1), Vector3::zeros());
}

/// Trimmed along its own direction: a force at its limit keeps the direction of the trial, and the spring agrees.
#[test]
fn the_slider_trims_along_the_force() {
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        let mut law = SpringSlider::<3>::new(form);
        let du = Vector3::new(0.03, 0.04, 0.0);
        let met = law.advance(&slide(du * 10.0));
        assert!((met.force - du * (HELD.limit / du.norm())).norm() < 1e-9 * HELD.limit);
        // Back by as much as the spring holds: nothing is left.
        let back = law.advance(&slide(-du * (HELD.limit / HELD.k_t / du.norm())));
        assert!(back.force.norm() < 1e-9 * HELD.limit, "{form:?}: {:?}", back.force);
        // The slide was 0.5 m; friction takes what the spring did not take up, at the mean of the force before and after.
        let slipped = 0.5 - HELD.limit / HELD.k_t;
        assert!((met.slip / (0.5 * HELD.limit * slipped) - 1.0).abs() < 1e-12, "{form:?}: {}", met.slip);
    }
}
