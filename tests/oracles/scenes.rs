//! Scenes made by hand.

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::Observable;
use collisionbench::law::damping::KINDS as DAMPINGS;
use collisionbench::law::normal::KINDS as NORMALS;
use collisionbench::law::scene::{Body, Material, Scene, Shape};
use collisionbench::law::{Contact, Damping, Ends, Normal, Numbers, Pair, PowerForce, Stiffness};
use collisionbench::theory::{Prediction, find};

pub fn sphere(radius: f64, density: f64, young_modulus: f64, poisson_ratio: f64) -> Body {
    let mass = density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let material = Material {
        name: "m".into(),
        density: Some(density),
        young_modulus: Some(young_modulus),
        poisson_ratio: Some(poisson_ratio),
        yield_stress: None,
    };
    let shape = Shape::Sphere { radius, inertia_factor: 0.4 };
    Body { name: "ball".into(), shape, mass, material: Some(material), rigid: false, held: false }
}

pub fn wall(young_modulus: f64, poisson_ratio: f64) -> Body {
    let normal = [0.0, 0.0, 1.0];
    let mut body = sphere(1.0, 1.0, young_modulus, poisson_ratio);
    (body.shape, body.mass) = (Shape::Wall { normal }, f64::INFINITY);
    body
}

pub fn rigid_wall() -> Body {
    let mut body = wall(1.0, 0.0);
    (body.material, body.rigid) = (None, true);
    body
}

pub fn normal(name: &str, numbers: &[(&'static str, f64)]) -> Normal {
    let kind = NORMALS.iter().find(|kind| kind.card.name == name).unwrap();
    (kind.build)(&Numbers::new(numbers.to_vec())).unwrap()
}

pub fn damping(name: &str, numbers: &[(&'static str, f64)]) -> Damping {
    let kind = DAMPINGS.iter().find(|kind| kind.card.name == name).unwrap();
    (kind.build)(&Numbers::new(numbers.to_vec())).unwrap()
}

/// A scene whose `pair` and `force` are nonsense: a theory that reads them is found out.
pub fn scene(bodies: [Body; 2], speed: f64, normal: Normal, damping: Damping, ends: Ends) -> Scene {
    let nan = f64::NAN;
    Scene {
        name: "-".into(),
        parameters: Vec::new(),
        bodies,
        speed,
        contact: Contact { normal, damping, ends, friction: None },
        pair: Pair {
            m_star: nan,
            R_star: nan,
            E_star: None,
            G_star: None,
            dundurs_beta: None,
            wall: false,
            stiffness: [Stiffness::Unknown; 2],
            radii: [f64::INFINITY; 2],
        },
        before: None,
        force: Some(PowerForce { K: nan, alpha: nan, C: nan, beta: nan, reference_gap: nan, ends }),
        kinematics: collisionbench::law::scene::ImpactKinematics::HEAD_ON,
        path: None,
        shear: None,
        rows: Vec::new(),
        system: None,
    }
}

/// Two equal glass spheres, 1 m/s.
pub fn glass(normal: Normal, damping: Damping, ends: Ends) -> Scene {
    let ball = sphere(0.01, 2500.0, 48e9, 0.2);
    scene([ball.clone(), ball], 1.0, normal, damping, ends)
}

/// What an oracle says, or why it says nothing. Holds every oracle to its own list of observables.
pub fn ask(oracle: &str, scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let oracle = find(oracle).unwrap_or_else(|| panic!("no oracle `{oracle}`"));
    match oracle.predict(scene) {
        Prediction::DoesNotCover(reason) => Err(reason),
        Prediction::Covers { values, .. } => {
            assert!(!values.is_empty(), "{} covers a scene and says nothing", oracle.card.name);
            for (index, (observable, estimate)) in values.iter().enumerate() {
                assert!(oracle.predicts.contains(observable), "{} predicts {}", oracle.card.name, observable.word());
                assert!(
                    !values[..index].iter().any(|(earlier, _)| earlier == observable),
                    "{} twice",
                    observable.word()
                );
                assert!(estimate.value.is_finite() && estimate.uncertainty.is_finite() && estimate.uncertainty >= 0.0);
            }
            Ok(values)
        }
    }
}

pub fn value(oracle: &str, scene: &Scene, observable: Observable) -> Estimate {
    let values = ask(oracle, scene).unwrap_or_else(|reason| panic!("{oracle}: {reason}"));
    let found = values.iter().find(|(o, _)| *o == observable);
    found.unwrap_or_else(|| panic!("{oracle} says nothing on {}", observable.word())).1
}

pub fn note(oracle: &str, scene: &Scene) -> Option<String> {
    match find(oracle).unwrap().predict(scene) {
        Prediction::Covers { note, .. } => note,
        Prediction::DoesNotCover(reason) => panic!("{oracle}: {reason}"),
    }
}
