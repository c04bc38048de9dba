//! The systems' own words: what they achieve, how they go back into words, and what is wrong with their pages.

mod along;
mod back;
mod branched;
mod contracts;
mod errata;
mod further;
mod musen_step;
mod pages;
mod pfc_model;
mod restitution;
mod twins;
mod unlike;
mod words;

use collisionbench::codes::{self, Code, Parameters, Parsed, Reading};
use collisionbench::collide;
use collisionbench::law::{Contact, Ends, Pair, PowerForce, Side, Stiffness};

/// Two spheres of one material, as the tables have them.
pub fn spheres(young_modulus: f64, poisson_ratio: f64, density: f64, radii: [f64; 2]) -> Pair {
    let [one, two] = radii.map(|radius| Side {
        radius,
        mass: density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
        stiffness: Stiffness::Elastic { young_modulus, poisson_ratio },
    });
    Pair::new(&one, &two)
}

/// The pair of `documented_restitution.csv`.
pub fn glass() -> Pair {
    spheres(70e9, 0.22, 2500.0, [2e-3, 3e-3])
}

pub fn named(name: &str) -> &'static Code {
    codes::find(name).unwrap()
}

pub fn speak(name: &str, said: &Parameters, reading: Reading, pair: &Pair) -> Parsed {
    named(name).contact(said, reading, pair).unwrap()
}

/// What the reference makes of a contact, at its tightest.
pub fn measured(contact: &Contact, pair: &Pair, speed: f64) -> f64 {
    collide::restitution(&contact.force(pair).unwrap(), pair.m_star, speed, 1e-13).unwrap()
}

/// A mistake in a force.
pub type Bend = fn(PowerForce, &Pair) -> PowerForce;

/// What the reference makes of a contact whose force is bent; `None` when the bodies never come apart again.
pub fn bent(contact: &Contact, pair: &Pair, speed: f64, bend: Bend) -> Option<f64> {
    collide::restitution(&bend(contact.force(pair).unwrap(), pair), pair.m_star, speed, 1e-13).ok()
}

pub fn ending(mut spoken: Parsed, ends: Ends) -> Contact {
    spoken.contact.ends = ends;
    spoken.contact
}

pub fn near(got: f64, expected: f64, within: f64, what: &str) {
    assert!((got - expected).abs() <= within, "{what}: {got} for {expected}, {:e} apart", got - expected);
}

/// Relative.
pub fn close(got: f64, expected: f64, within: f64, what: &str) {
    assert!(
        (got / expected - 1.0).abs() <= within,
        "{what}: {got:e} for {expected:e}, {:e} relative",
        got / expected - 1.0
    );
}

/// Rows of a table under `tests/theory-tables`.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory-tables").join(name);
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_string).collect()).collect()
}
