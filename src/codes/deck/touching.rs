//! Which particles touch what, under which law: the contacts of a script.

use std::collections::{BTreeMap, BTreeSet};

use super::Given;
use super::sizes::{Mass, Particle};
use crate::error::{Diagnostic, Origin};

/// A value of a parameter of a code: SI, or a word.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Number(f64),
    Word(String),
}

/// The law of a contact in the parameters of a code, as a case file takes them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DeckLaw {
    pub parameters: Vec<(&'static str, Value)>,
    /// The restitution that is asked for, where the parameters have none.
    pub asked: Option<f64>,
    /// Why there is no friction in the parameters, although the script has some.
    pub head_on_alone: Option<String>,
    /// What a reader of the results is to know, one line each.
    pub notes: Vec<String>,
}

impl DeckLaw {
    pub fn number(&mut self, key: &'static str, value: f64) {
        self.parameters.push((key, Value::Number(value)));
    }

    pub fn word(&mut self, key: &'static str, word: impl Into<String>) {
        self.parameters.push((key, Value::Word(word.into())));
    }

    /// The same without these parameters, for this reason.
    #[must_use]
    pub fn without(&self, keys: &[&str], why: String) -> Self {
        let mut law = self.clone();
        law.parameters.retain(|(key, _)| !keys.contains(key));
        law.head_on_alone = Some(why);
        law
    }
}

/// A particle in a contact, or a wall.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    Sphere { kind: usize, radius: f64, mass: Mass },
    Wall,
}

/// A contact for two sizes, or a size and a wall.
#[derive(Debug, Clone, PartialEq)]
pub struct Size {
    pub bodies: [Body; 2],
    pub law: DeckLaw,
}

/// A contact of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckContact {
    /// `types 1-1, 1-2`, `type 1 at walls 3, 4`
    pub name: String,
    /// Each type with the other one, or with the name of a wall.
    pub of: Vec<(usize, Result<usize, String>)>,
    /// Name of its file: `types-1-2`.
    pub file: String,
    /// Young's modulus (Pa) and Poisson's ratio of each body, where the law takes them from the bodies.
    pub moduli: [Option<[f64; 2]>; 2],
    /// The smallest particles first.
    pub sizes: Vec<Size>,
    /// The commands that it was read from.
    pub origins: Vec<Origin>,
}

/// The law for an effective mass (kg) and radius (m).
pub(super) type LawOf = Box<dyn Fn(f64, f64) -> Result<DeckLaw, Diagnostic>>;

/// A contact before it is known how large the particles are.
pub(super) struct Touching {
    pub kind: usize,
    /// The other type, or the name of a wall.
    pub other: Result<usize, String>,
    pub moduli: [Option<[f64; 2]>; 2],
    pub law: LawOf,
    pub origins: Vec<Origin>,
}

/// What a contact is called: pairs of types, and types at walls.
fn called(of: &[(usize, Result<usize, String>)]) -> String {
    let pairs: Vec<String> =
        of.iter().filter_map(|(kind, other)| Some(format!("{kind}-{}", other.as_ref().ok()?))).collect();
    let at: Vec<(usize, &String)> =
        of.iter().filter_map(|(kind, other)| Some((*kind, other.as_ref().err()?))).collect();
    let kinds: BTreeSet<usize> = at.iter().map(|(kind, _)| *kind).collect();
    let mut walls: Vec<&str> = Vec::new();
    at.iter().for_each(|(_, wall)| {
        if !walls.contains(&wall.as_str()) {
            walls.push(wall)
        }
    });
    let several = |what: &str, count: usize| format!("{what}{}", if count > 1 { "s" } else { "" });
    let mut parts = Vec::new();
    if !pairs.is_empty() {
        parts.push(format!("types {}", pairs.join(", ")));
    }
    if !walls.is_empty() && at.len() == kinds.len() * walls.len() {
        let kinds: Vec<String> = kinds.iter().map(usize::to_string).collect();
        let types = several("type", kinds.len());
        parts.push(format!("{types} {} at {} {}", kinds.join(", "), several("wall", walls.len()), walls.join(", ")));
    } else {
        parts.extend(at.iter().map(|(kind, wall)| format!("type {kind} at wall {wall}")));
    }
    parts.join("; ")
}

impl Touching {
    /// The name of its file.
    fn file(&self) -> String {
        let kind = self.kind;
        match &self.other {
            Ok(other) => format!("types-{kind}-{other}"),
            Err(wall) => {
                let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
                let slug: String = wall.chars().take(40).map(plain).collect();
                format!("type-{kind}-wall-{slug}")
            }
        }
    }
}

/// The contacts with their sizes, and what they lack. Contacts that are the same are one.
pub(super) fn sized(
    touching: &[Touching],
    types: &BTreeMap<usize, Vec<Particle>>,
    given: Given,
) -> (Vec<DeckContact>, Vec<Diagnostic>) {
    let (mut contacts, mut problems): (Vec<DeckContact>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for one in touching {
        let found = match spheres(one, types, given) {
            Ok(Some(found)) => found,
            // No particle of the type is made, and others are.
            Ok(None) => continue,
            Err(problem) => {
                // What is wrong with the law comes first: no size mends it.
                for problem in (one.law)(1.0, 1.0).err().into_iter().chain([problem]) {
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }
                continue;
            }
        };
        let mut sizes = Vec::new();
        let mut refused = None;
        for bodies in found {
            let (m_star, R_star) = effective(&bodies);
            match (one.law)(m_star, R_star) {
                Ok(law) => sizes.push(Size { bodies, law }),
                Err(problem) => refused = Some(problem),
            }
        }
        if let Some(problem) = refused {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
            continue;
        }
        let of = (one.kind, one.other.clone());
        let same = |known: &&mut DeckContact| known.moduli == one.moduli && alike(&known.sizes, &sizes);
        if let Some(known) = contacts.iter_mut().find(same) {
            known.of.push(of);
            known.name = called(&known.of);
            known.origins.extend(
                one.origins.iter().filter(|origin| !known.origins.contains(origin)).cloned().collect::<Vec<_>>(),
            );
            continue;
        }
        let name = called(std::slice::from_ref(&of));
        let taken = |file: &String| contacts.iter().any(|known| known.file == *file);
        let numbered = |n: usize| if n == 1 { one.file() } else { format!("{}-{n}", one.file()) };
        let file = (1..).map(numbered).find(|file| !taken(file)).unwrap_or_default();
        let (moduli, origins) = (one.moduli, one.origins.clone());
        contacts.push(DeckContact { name, of: vec![of], file, moduli, sizes, origins });
    }
    (contacts, problems)
}

/// Whether two lists of sizes have the same collisions, whatever the types are called.
fn alike(one: &[Size], other: &[Size]) -> bool {
    let body = |a: &Body, b: &Body| match (a, b) {
        (Body::Wall, Body::Wall) => true,
        (Body::Sphere { radius, mass, .. }, Body::Sphere { radius: r, mass: m, .. }) => radius == r && mass == m,
        _ => false,
    };
    let same =
        |(a, b): (&Size, &Size)| a.law == b.law && body(&a.bodies[0], &b.bodies[0]) && body(&a.bodies[1], &b.bodies[1]);
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// The smallest and the largest particles of both types against each other. `None` for a type of which the script makes no particle.
fn spheres(
    touching: &Touching,
    types: &BTreeMap<usize, Vec<Particle>>,
    given: Given,
) -> Result<Option<Vec<[Body; 2]>>, Diagnostic> {
    let of = |kind: usize| -> Result<Option<[Body; 2]>, Diagnostic> {
        let made = types.get(&kind).filter(|particles| !particles.is_empty());
        if let (Some(radius), Some(density)) = (given.radius, given.density) {
            let sphere = Body::Sphere { kind, radius, mass: Mass::Density(density) };
            return Ok((made.is_some() || types.is_empty()).then(|| [sphere.clone(), sphere]));
        }
        let Some(particles) = made else {
            if !types.is_empty() {
                return Ok(None);
            }
            let lacks = match (given.radius, given.density) {
                (None, Some(_)) => "--radius \"2 mm\"",
                (Some(_), None) => "--density \"2500 kg/m3\"",
                _ => "--radius \"2 mm\" --density \"2500 kg/m3\"",
            };
            let problem = Diagnostic::new("the script does not give the size and the mass of its particles");
            return Err(problem.help(format!("give them:  {lacks}")));
        };
        let mut spheres: Vec<(f64, Mass)> = particles
            .iter()
            .map(|particle| {
                let mass = given.density.map_or(particle.mass, Mass::Density);
                (given.radius.unwrap_or(particle.radius), mass)
            })
            .collect();
        spheres.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.of_sphere(a.0).total_cmp(&b.1.of_sphere(b.0))));
        if let Some(particle) =
            particles.iter().find(|particle| particle.radius <= 0.0 || particle.mass.of_sphere(particle.radius) <= 0.0)
        {
            return Err(Diagnostic::new("a particle needs a radius and a mass above zero").at(&particle.origin));
        }
        let sphere = |at: usize| Body::Sphere { kind, radius: spheres[at].0, mass: spheres[at].1 };
        Ok(Some([sphere(0), sphere(spheres.len() - 1)]))
    };
    let Some([small, large]) = of(touching.kind)? else { return Ok(None) };
    let mut found = match &touching.other {
        Err(_) => vec![[small, Body::Wall], [large, Body::Wall]],
        Ok(other) => {
            let Some([small_other, large_other]) = of(*other)? else { return Ok(None) };
            vec![[small.clone(), small_other], [small, large_other.clone()], [large, large_other]]
        }
    };
    found.dedup();
    Ok(Some(found))
}

/// Effective mass and radius.
fn effective(bodies: &[Body; 2]) -> (f64, f64) {
    let inverse = |of: &dyn Fn(f64, Mass) -> f64| {
        let part = |body: &Body| match body {
            Body::Sphere { radius, mass, .. } => 1.0 / of(*radius, *mass),
            Body::Wall => 0.0,
        };
        1.0 / (part(&bodies[0]) + part(&bodies[1]))
    };
    (inverse(&|radius, mass| mass.of_sphere(radius)), inverse(&|radius, _| radius))
}
