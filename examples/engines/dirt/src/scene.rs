//! What is read of `scene.json`: docs/engine-protocol.md.

use std::collections::BTreeMap;

use serde::Deserialize;

pub type Vector = [f64; 3];

#[derive(Deserialize)]
pub struct Request {
    pub protocol: u32,
    pub time_step: f64,
    pub steps: u32,
    pub trajectory: bool,
    pub scenes: Vec<Scene>,
    pub pairs: Vec<Pair>,
}

#[derive(Deserialize)]
pub struct Scene {
    pub bodies: [Body; 2],
    /// From body 2 to body 1; out of the solid of a wall.
    pub normal: Vector,
    pub contact: Contact,
}

/// What is `null` does not apply: a wall has no radius, a rigid body no material.
#[derive(Deserialize)]
pub struct Body {
    pub shape: String,
    pub radius: Option<f64>,
    pub mass: Option<f64>,
    pub inertia: Option<f64>,
    pub material: Option<Material>,
    pub held: bool,
}

#[derive(Deserialize)]
pub struct Material {
    pub young_modulus: Option<f64>,
    pub poisson_ratio: Option<f64>,
}

#[derive(Deserialize)]
pub struct Contact {
    pub normal: Law,
    pub damping: Law,
    pub ends: String,
    pub shear: Option<Shear>,
    pub rolling: Option<Rolling>,
    pub force: Option<Force>,
    pub effective: Effective,
}

#[derive(Deserialize)]
pub struct Law {
    pub name: String,
    pub numbers: BTreeMap<String, f64>,
    pub words: BTreeMap<String, String>,
}

/// `K delta^alpha + C delta^beta v`
#[derive(Deserialize)]
#[allow(non_snake_case)]
pub struct Force {
    pub K: f64,
    pub alpha: f64,
    pub C: f64,
}

/// `S delta^gamma s`, within `friction` times the normal force.
#[derive(Deserialize)]
#[allow(non_snake_case)]
pub struct Shear {
    pub form: String,
    pub S: f64,
    pub gamma: f64,
    pub friction: f64,
    pub dashpot: Option<Dashpot>,
}

#[derive(Deserialize)]
#[allow(non_snake_case)]
pub struct Dashpot {
    pub C: f64,
    pub beta: f64,
}

#[derive(Deserialize)]
pub struct Rolling {
    pub name: String,
    pub friction: f64,
}

#[derive(Deserialize)]
#[allow(non_snake_case)]
pub struct Effective {
    pub m_star: f64,
    pub R_star: f64,
    pub E_star: Option<f64>,
}

#[derive(Deserialize)]
pub struct Pair {
    pub pair: usize,
    pub scene: usize,
    pub bodies: [State; 2],
}

#[derive(Deserialize, Clone, Copy)]
pub struct State {
    pub position: Vector,
    pub velocity: Vector,
    pub spin: Vector,
}

impl Scene {
    pub fn wall(&self) -> bool {
        self.bodies[1].shape == "wall"
    }

    /// The spheres: both bodies, or the first.
    pub fn spheres(&self) -> &[Body] {
        if self.wall() { &self.bodies[..1] } else { &self.bodies }
    }

    /// From body 2 to body 1, and the overlap.
    pub fn touch(&self, [one, two]: &[State; 2]) -> (Vector, f64) {
        let apart = minus(one.position, two.position);
        let radii: f64 = self.spheres().iter().filter_map(|body| body.radius).sum();
        if self.wall() {
            return (self.normal, radii - dot(apart, self.normal));
        }
        let distance = dot(apart, apart).sqrt();
        (apart.map(|x| x / distance), radii - distance)
    }

    /// Whether the surfaces are apart and move apart.
    pub fn flown(&self, both: &[State; 2]) -> bool {
        let (normal, overlap) = self.touch(both);
        overlap < 0.0 && dot(minus(both[0].velocity, both[1].velocity), normal) > 0.0
    }
}

pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
