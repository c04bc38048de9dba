//! A scene in the numbers of the judge: effective quantities and normal laws from what the case gives, never from a law of the program.

use std::f64::consts::PI;

use collisionbench::law::damping::{LinearDashpot, Strength};
use collisionbench::law::normal::{BreaksAt, Unloading};
use collisionbench::law::scene::{Scene, Shape};
use collisionbench::law::shear::SpringRotation;
use collisionbench::law::{Damping, Ends, Normal, Tangential};

use super::laws::Law;
use super::motion::{World, Wrong};

/// Effective quantities of two bodies.
struct Pair {
    m: f64,
    R: f64,
    /// `E*` and `G*`; not numbers where a modulus is not given.
    E: f64,
    G: f64,
    radius: [f64; 2],
    inertia: [f64; 2],
}

impl Pair {
    fn of(scene: &Scene) -> Self {
        let (mut light, mut curved, mut soft, mut sheared) = (0.0, 0.0, 0.0, 0.0);
        let (mut radius, mut inertia) = ([f64::INFINITY; 2], [f64::INFINITY; 2]);
        for (at, body) in scene.bodies.iter().enumerate() {
            let material = body.material.as_ref();
            let modulus = material.and_then(|m| m.young_modulus).unwrap_or(f64::NAN);
            let ratio = material.and_then(|m| m.poisson_ratio).unwrap_or(f64::NAN);
            soft += (1.0 - ratio * ratio) / modulus;
            sheared += 2.0 * (1.0 + ratio) * (2.0 - ratio) / modulus;
            if let Shape::Sphere { radius: r, inertia_factor } = body.shape {
                curved += 1.0 / r;
                radius[at] = r;
                if !body.held {
                    light += 1.0 / body.mass;
                    inertia[at] = inertia_factor * body.mass * r * r;
                }
            }
        }
        Self { m: 1.0 / light, R: 1.0 / curved, E: 1.0 / soft, G: 1.0 / sheared, radius, inertia }
    }
}

fn given(strength: Strength) -> f64 {
    strength.coefficient().expect("a damping coefficient is given")
}

/// `C delta^beta v` beside the first loading `K delta^n`.
fn beside(damping: &Damping, [K, n]: [f64; 2], m: f64) -> [f64; 2] {
    match damping {
        Damping::Undamped(_) => [0.0; 2],
        Damping::LinearDashpot(LinearDashpot::Coefficient(C)) => [*C, 0.0],
        Damping::Tsuji(law) => [given(law.0) * (m * K).sqrt(), 0.5 * (n - 1.0)],
        Damping::HuntCrossley(law) => [law.lambda().expect("lambda is given") * K, n],
        other => panic!("not of these scenes: {other:?}"),
    }
}

/// The first loading of a law, its pieces, and the pull-off force.
fn normal(law: &Normal, pair: &Pair, unit: impl Fn([f64; 2]) -> f64) -> ([f64; 2], Law, f64) {
    let Pair { R, E, .. } = *pair;
    let hertz = [4.0 / 3.0 * E * R.sqrt(), 1.5];
    match law {
        Normal::Hertz(_) => (hertz, Law::powers(hertz, [0.0; 2], unit(hertz)), 0.0),
        Normal::Hooke(law) => {
            let line = [law.stiffness, 1.0];
            (line, Law::powers(line, [0.0; 2], unit(line)), 0.0)
        }
        Normal::Dmt(law) => {
            let pull = 2.0 * PI * law.work_of_adhesion * R;
            (hertz, Law::powers(hertz, [pull, 0.0], unit(hertz)), pull)
        }
        Normal::Sjkr(law) => {
            let pull = 2.0 * PI * R * law.cohesion_energy_density;
            (hertz, Law::powers(hertz, [pull, 1.0], unit(hertz)), 0.0)
        }
        Normal::Jkr(law) => {
            let part = match law.breaks_at {
                BreaksAt::Displacement => 0.125,
                BreaksAt::Force => 1.125,
                BreaksAt::ZeroOverlap => 2.0,
            };
            let w = law.work_of_adhesion;
            (hertz, Law::neck(E, R, w, part, unit(hertz)), 1.5 * PI * w * R)
        }
        Normal::WaltonBraun(law) => {
            let line = [law.loading_stiffness, 1.0];
            let [k20, S] = [law.unloading_stiffness, law.stiffening];
            (line, Law::WaltonBraun { k1: line[0], k20, S, unit: unit(line) }, 0.0)
        }
        Normal::Luding(law) => {
            let line = [law.loading_stiffness, 1.0];
            let Unloading::Constant(k2) = law.unloading else { panic!("not of these scenes: {law:?}") };
            (line, Law::Luding { k1: line[0], k2, kc: law.adhesion_stiffness, unit: unit(line) }, 0.0)
        }
        Normal::Thornton(law) => (hertz, Law::Thornton { E, R, pressure: law.yield_pressure, unit: unit(hertz) }, 0.0),
        other => panic!("not of these scenes: {other:?}"),
    }
}

impl World {
    pub fn of(scene: &Scene) -> Self {
        let pair = Pair::of(scene);
        let m = pair.m;
        let deepest = |[K, n]: [f64; 2]| (0.5 * (n + 1.0) * m * scene.speed * scene.speed / K).powf(1.0 / (n + 1.0));
        let (loading, law, pull_off) = normal(&scene.contact.normal, &pair, deepest);
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{a:e} is not {b:e}");
        let drag = beside(&scene.contact.damping, loading, m);
        let mut ends = Ends::ZeroOverlap;
        if let Some(force) = scene.force {
            near(force.K, loading[0]);
            if drag[0] > 0.0 {
                near(force.C, drag[0]);
            }
            ends = force.ends;
        }
        let shear = scene.shear.expect("a tangential law");
        let damped = drag[0] > 0.0;
        match &scene.contact.friction.as_ref().expect("friction").tangential {
            Tangential::Mindlin(_) => near(shear.S, 8.0 * pair.G * pair.R.sqrt()),
            Tangential::CundallStrack(law) => near(shear.S, law.stiffness),
            other => panic!("not of these scenes: {other:?}"),
        }
        assert!(shear.form.is_spring(), "{:?}", shear.form);
        Self {
            m,
            radius: pair.radius,
            inertia: pair.inertia,
            speed: [scene.speed, scene.kinematics.tangential_speed],
            spin: scene.kinematics.spin,
            law,
            drag,
            clamps: damped && ends == Ends::ForceClamped,
            ends_at_zero_force: damped && ends == Ends::ZeroForce,
            unit: deepest(loading),
            form: shear.form,
            S: shear.S,
            gamma: shear.gamma,
            friction: shear.friction,
            limit: shear.limit,
            pull_off,
            dashpot: [shear.dashpot.C, shear.dashpot.beta],
            sliding: shear.dashpot.sliding,
            arms: shear.levers.slip,
            levers: shear.levers.torque,
            twists: shear.rotation == SpringRotation::NormalAndSpin,
            wrong: Wrong::None,
        }
    }
}
