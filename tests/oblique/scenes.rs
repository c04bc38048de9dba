//! Scenes for the oblique reference.

use std::f64::consts::PI;

use collisionbench::law::damping::{Strength, Tsuji, Undamped};
use collisionbench::law::normal::Hertz;
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::shear::Spheres;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, Levers, ShearForce};
use collisionbench::law::{Contact, Damping, Ends, Normal, Pair};

pub struct Solid {
    pub young_modulus: f64,
    pub poisson_ratio: f64,
    pub density: f64,
}

/// The alumina-like set of the engines.
pub const HARD: Solid = Solid { young_modulus: 380e9, poisson_ratio: 0.23, density: 4000.0 };
/// Soft enough for an overlap of a few percent of the radius: levers matter.
pub const SOFT: Solid = Solid { young_modulus: 5e6, poisson_ratio: 0.3, density: 1000.0 };

fn material(solid: &Solid) -> Material {
    Material {
        name: "solid".into(),
        density: Some(solid.density),
        young_modulus: Some(solid.young_modulus),
        poisson_ratio: Some(solid.poisson_ratio),
        yield_stress: None,
    }
}

pub fn ball(solid: &Solid, radius: f64) -> Body {
    Body {
        name: "ball".into(),
        shape: Shape::Sphere { radius, inertia_factor: 0.4 },
        mass: solid.density * 4.0 / 3.0 * PI * radius.powi(3),
        material: Some(material(solid)),
        rigid: false,
        held: false,
    }
}

pub fn wall(solid: &Solid) -> Body {
    Body {
        name: "wall".into(),
        shape: Shape::Wall { normal: [0.0, 0.0, 1.0] },
        mass: f64::INFINITY,
        material: Some(material(solid)),
        rigid: false,
        held: true,
    }
}

/// Two bodies that meet with the speeds along `n` and `t`, m/s; Mindlin's spring of a form.
pub fn scene(bodies: [Body; 2], damping: Damping, ends: Ends, form: Form, friction: f64, speeds: [f64; 2]) -> Scene {
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let contact = Contact { normal: Normal::Hertz(Hertz::default()), damping, ends, friction: None };
    let force = contact.force(&pair).unwrap();
    let (E_star, G_star) = (pair.E_star.unwrap(), pair.G_star.unwrap());
    let shear = ShearForce {
        S: 8.0 * G_star * pair.R_star.sqrt(),
        gamma: 0.5,
        spheres: Some(Spheres { E_star, G_star, R_star: pair.R_star, friction }),
        ..ShearForce::new(form, friction)
    };
    Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies,
        speed: speeds[0],
        kinematics: ImpactKinematics { tangential_speed: speeds[1], ..ImpactKinematics::HEAD_ON },
        contact,
        pair,
        force: Some(force),
        shear: Some(shear),
        path: None,
        rows: Vec::new(),
        system: None,
    }
}

pub const ELASTIC: Damping = Damping::Undamped(Undamped);

pub fn tsuji(e: f64) -> Damping {
    Damping::Tsuji(Tsuji(Strength::Restitution(e)))
}

pub fn change(mut scene: Scene, what: impl FnOnce(&mut ShearForce)) -> Scene {
    what(scene.shear.as_mut().unwrap());
    scene
}

pub fn limited(scene: Scene, limit: FrictionLimit) -> Scene {
    change(scene, |shear| shear.limit = limit)
}

pub fn levered(scene: Scene, slip: Arm, torque: Arm) -> Scene {
    change(scene, |shear| shear.levers = Levers { slip, torque })
}

/// A sphere of 2.5 mm on a wall of its own material.
pub fn on_wall(solid: &Solid, form: Form, friction: f64, speeds: [f64; 2]) -> Scene {
    scene([ball(solid, 2.5e-3), wall(solid)], ELASTIC, Ends::ForceClamped, form, friction, speeds)
}

/// Two spheres of 3 mm and 2 mm.
pub fn pair(solid: &Solid, form: Form, friction: f64, speeds: [f64; 2]) -> Scene {
    scene([ball(solid, 3e-3), ball(solid, 2e-3)], ELASTIC, Ends::ForceClamped, form, friction, speeds)
}
