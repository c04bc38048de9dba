//! Laws and bodies with one mistake each, as they have been made: every one must be caught.

use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Oblique, strike_with};
use collisionbench::law::Ends;
use collisionbench::law::shear::{Arm, Form, FrictionLimit};
use collisionbench::law::spring_slider::{Resistance, Slide, SpringSlider, VectorMemory};
use nalgebra::Vector3;

use crate::oblique_stepper::independent;
use crate::oblique_stepper::laws::{apart, largest, scenes};
use crate::oblique_stepper::scenes::{damped, impact, levers, tangential, tumbling};
use crate::oblique_stepper::turning::carried;

/// A mistake in what is remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    None,
    NotTurned,
    TwistIgnored,
    TwistOfBothSpins,
    ReversalForgotten,
    /// The force is held within the limit, the spring stretches on.
    SpringNotTrimmed,
    /// Each component on its own: a square instead of a circle.
    TrimmedByComponent,
    RescaledWhileLoading,
    ResistsBackwards,
}

struct Twin {
    mistake: Mistake,
    right: SpringSlider<3>,
    last: Vector3<f64>,
    k_t: f64,
}

impl Twin {
    fn new(form: Form, mistake: Mistake) -> Self {
        Self { mistake, right: SpringSlider::new(form), last: Vector3::zeros(), k_t: 0.0 }
    }
}

impl VectorMemory for Twin {
    fn turn(&mut self, n: &Vector3<f64>, twist: f64) {
        match self.mistake {
            Mistake::NotTurned => {}
            Mistake::TwistIgnored => self.right.turn(n, 0.0),
            Mistake::TwistOfBothSpins => self.right.turn(n, 2.0 * twist),
            _ => self.right.turn(n, twist),
        }
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        let mut slide = *slide;
        let limit = slide.to.limit;
        match self.mistake {
            Mistake::ReversalForgotten if slide.du.dot(&self.last) < 0.0 => {
                self.right.open();
            }
            Mistake::SpringNotTrimmed | Mistake::TrimmedByComponent => slide.to.limit = f64::INFINITY,
            // The stretch that the spring would need at its old stiffness.
            Mistake::RescaledWhileLoading if slide.to.k_t > self.k_t && self.k_t > 0.0 => {
                let gained = self.last * (slide.to.k_t / self.k_t - 1.0);
                slide.du += gained / slide.to.k_t;
            }
            _ => {}
        }
        let mut met = self.right.advance(&slide);
        match self.mistake {
            Mistake::SpringNotTrimmed if met.force.norm() > limit => met.force *= limit / met.force.norm(),
            Mistake::TrimmedByComponent => {
                // Put back what the components may keep.
                let kept = met.force.map(|part| part.max(-limit).min(limit));
                slide.du = (kept - met.force) / slide.to.k_t;
                met = self.right.advance(&slide);
            }
            Mistake::ResistsBackwards => met.force = -met.force,
            _ => {}
        }
        self.last = met.force;
        self.k_t = slide.to.k_t;
        met
    }

    fn open(&mut self) -> f64 {
        (self.last, self.k_t) = (Vector3::zeros(), 0.0);
        self.right.open()
    }

    fn keeps_accounts(&self) -> bool {
        true
    }
}

/// How far the twin is from the second integration of the right law, worst of all scenes of [`scenes`].
fn worst(form: Form, mistake: Mistake) -> f64 {
    let of = |scene: &Oblique| {
        let exact = independent::collide(scene, 1.0, 20_000);
        let impact = impact(scene, 1.0, 4000.37, 0.3);
        let found = strike_with(&VelocityVerlet, scene, &impact, Twin::new(form, mistake)).unwrap();
        apart(scene, 1.0, &found.rebound.unwrap(), &exact)
    };
    largest(scenes(form).iter().map(|(_, scene)| of(scene)))
}

/// What [`crate::oblique_stepper::laws`] allows at twice the steps.
const ALLOWED: f64 = 4e-4;

#[test]
#[ignore = "slow"]
fn mistakes_of_memory_are_caught() {
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        let right = worst(form, Mistake::None);
        assert!(right < ALLOWED, "{form:?}: the right law is not let through: {right}");
        for mistake in [
            Mistake::NotTurned,
            Mistake::TwistIgnored,
            Mistake::TwistOfBothSpins,
            Mistake::ReversalForgotten,
            Mistake::SpringNotTrimmed,
            Mistake::TrimmedByComponent,
            Mistake::ResistsBackwards,
        ] {
            let off = worst(form, mistake);
            println!("{form:?} {mistake:?}: {off:.1e}");
            assert!(off > 2.0 * ALLOWED, "{form:?}: nobody noticed {mistake:?}: {off}");
        }
    }
    let off = worst(Form::Rescaled, Mistake::RescaledWhileLoading);
    assert!(off > 2.0 * ALLOWED, "nobody noticed that it rescales while loading: {off}");
}

#[test]
fn mistakes_of_turning_are_caught_by_a_body_carried_round() {
    for mistake in [Mistake::NotTurned, Mistake::TwistIgnored, Mistake::TwistOfBothSpins] {
        let off = carried(&mut Twin::new(Form::Incremental, mistake), 1000);
        assert!(off > 0.1, "nobody noticed {mistake:?}: {off}");
    }
}

#[test]
fn mistakes_of_bodies_and_loads_are_caught() {
    type Change = fn(Oblique) -> Oblique;
    let twins: [(&str, Change); 6] = [
        ("spins with the wrong sign", |mut o| {
            o.kinematics.spin = o.kinematics.spin.map(|spin| spin.map(|part| -part));
            o
        }),
        ("the torque on body 2 with the wrong sign", |mut o| {
            o.bodies.inertia[1] = -o.bodies.inertia[1];
            o
        }),
        ("friction of the elastic part", |mut o| {
            o.shear.limit = FrictionLimit::Elastic;
            o
        }),
        ("nominal arms", |o| levers(o, Arm::Radius, Arm::Radius)),
        ("G for G*", |mut o| {
            // 1/G* = 2 (2-nu)/G
            o.shear.S *= 2.0 * (2.0 - 0.3);
            o
        }),
        ("a contact of constant stiffness", |mut o| {
            o.shear.S *= 1e-4f64.sqrt();
            o.shear.gamma = 0.0;
            o
        }),
    ];
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        let right = damped(tumbling(form), 0.15, Ends::ForceClamped);
        let exact = independent::collide(&right, 1.0, 20_000);
        let off = |scene: &Oblique| apart(scene, 1.0, &tangential(scene, 1.0, 4000.37, 0.3), &exact);
        assert!(off(&right) < ALLOWED);
        for (name, change) in twins {
            let off = off(&change(right));
            assert!(off > 2.0 * ALLOWED, "{form:?}: nobody noticed {name}: {off}");
        }
    }
}
