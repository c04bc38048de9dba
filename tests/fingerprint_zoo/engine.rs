//! The small engine of the zoo: spheres and walls in three dimensions, written from the physics alone, with one quirk that
//! is chosen by its name in zoo.toml. It uses nothing of collisionbench: it reads `scene.json` and leaves `trajectory.csv`.
//!
//! Without a quirk: Hertz, Tsuji's dashpot, a Mindlin spring rescaled on unloading, mu times the total normal force,
//! velocity Verlet with the dashpot at the end of the step, contact until zero overlap.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

#[path = "clamped.rs"]
mod clamped;
use clamped::clamped_ratio;

type V = [f64; 3];

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `a + s b`
fn plus(a: V, s: f64, b: V) -> V {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

fn size(a: V) -> f64 {
    dot(a, a).sqrt()
}

#[derive(Clone, Copy)]
struct Body {
    position: V,
    velocity: V,
    spin: V,
}

/// Rates of change of velocity and spin of both bodies.
type Rates = [[V; 2]; 2];

/// What a contact remembers.
#[derive(Clone, Copy, Default)]
struct Memory {
    spring: V,
    overlap: f64,
    normal_force: f64,
    over: bool,
    slid: bool,
}

/// Acceleration of every body, m/s2.
fn field(quirk: &str, body: &Body) -> V {
    match quirk {
        "gravity-left-on" => [0.0, 0.0, -9.81],
        "gravity-along-y" => [0.0, 1.62, 0.0],
        "drag" => body.velocity.map(|v| -60.0 * v),
        _ => [0.0; 3],
    }
}

/// Local damping: a force that is larger against the motion and smaller along it, each component apart.
fn locally(alpha: f64, force: V, motion: V) -> V {
    std::array::from_fn(|i| {
        let along = force[i] * motion[i];
        if along == 0.0 { force[i] } else { force[i] * (1.0 - alpha * along.signum()) }
    })
}

/// Two directions across a normal, that of the axis which is least along it first.
fn across(normal: V) -> [V; 2] {
    let least = (0..3).min_by(|&a, &b| normal[a].abs().total_cmp(&normal[b].abs())).unwrap();
    let mut axis = [0.0; 3];
    axis[least] = 1.0;
    let axis = plus(axis, -normal[least], normal);
    let axis = axis.map(|x| x / size(axis));
    [axis, cross(normal, axis)]
}

/// A scale of overlap (m) at which laws of another power are as strong as Hertz'.
const SCALE: f64 = 1e-4;

struct Contact<'a> {
    quirk: &'a str,
    wall: bool,
    normal: V,
    radius: [f64; 2],
    mass: [f64; 2],
    inertia: [f64; 2],
    held: [bool; 2],
    reduced: f64,
    stiffness: f64,
    dashpot: f64,
    /// Dashpot that does not depend on the overlap, N s/m.
    drag: f64,
    shear: f64,
    friction: f64,
    /// Of [`locally`].
    local: f64,
}

impl<'a> Contact<'a> {
    fn new(quirk: &'a str, scene: &Value, dt: f64) -> Self {
        let is = |name: &str| quirk == name;
        let bodies = &scene["bodies"];
        let wall = bodies[1]["shape"] == "wall";
        let heavier = if is("heavier") { 1.03 } else { 1.0 };
        let number = |body: usize, key: &str| bodies[body][key].as_f64().unwrap_or(0.0);
        let material = |body: usize, key: &str| bodies[body]["material"][key].as_f64().unwrap();
        let radius = [number(0, "radius"), number(1, "radius")];
        let mass = [heavier * number(0, "mass"), heavier * number(1, "mass")];
        let shape = match quirk {
            "disc" | "disc-and-total-spring" => 1.25,
            "shell" => 2.0 / 3.0 / 0.4,
            "ring" => 2.5,
            "inertia-0-33" => 0.33 / 0.4,
            _ => 1.0,
        };
        let inertia = [heavier * shape * number(0, "inertia"), heavier * shape * number(1, "inertia")];
        let held = [0, 1].map(|body| bodies[body]["held"].as_bool().unwrap());
        let young = [material(0, "young_modulus"), material(1, "young_modulus")];
        let young = young.map(|young| if is("modulus-cut") { young.min(1e8) } else { young });
        let nu = [material(0, "poisson_ratio"), material(1, "poisson_ratio")];
        let as_sphere = wall && is("wall-as-sphere");
        let (young, nu) = if as_sphere { ([young[0]; 2], [nu[0]; 2]) } else { (young, nu) };
        let unsquared = is("nu-unsquared") || wall && is("nu-unsquared-at-walls");
        let plane = |body: usize| (1.0 - if unsquared { nu[body] } else { nu[body] * nu[body] }) / young[body];
        let shear = |body: usize| 2.0 * (1.0 + nu[body]) * (2.0 - nu[body]) / young[body];
        let rigid = wall && is("wall-rigid");
        let modulus = match () {
            () if rigid => 1.0 / plane(0),
            () if is("e-half") && !wall && young[0] != young[1] => 0.5 / plane(0),
            () => 1.0 / (plane(0) + plane(1)),
        };
        let shear_modulus = if rigid { 1.0 / shear(0) } else { 1.0 / (shear(0) + shear(1)) };
        let [r1, r2] = radius;
        let equivalent = match quirk {
            "half-radius-at-walls" | "local-and-half-radius" if wall => 0.5 * r1,
            _ if wall => r1,
            "r1" => r1,
            "mean-radius" => 0.5 * (r1 + r2),
            "sum-radius" => r1 + r2,
            "twice-radius" => 2.0 * r1 * r2 / (r1 + r2),
            "smaller-radius" => r1.min(r2),
            _ => r1 * r2 / (r1 + r2),
        };
        let reduced = if wall { mass[0] } else { mass[0] * mass[1] / (mass[0] + mass[1]) };
        // What the dashpot takes for m*.
        let damped_mass = match quirk {
            "half-mass-at-walls" if wall => 0.5 * mass[0],
            "twice-mass-at-walls" if wall => 2.0 * mass[0],
            _ if wall => mass[0],
            "m1" => mass[0],
            "m2" => mass[1],
            "mean-mass" => 0.5 * (mass[0] + mass[1]),
            "twice-m-star" => 2.0 * reduced,
            "smaller-mass" => mass[0].min(mass[1]),
            _ => reduced,
        };
        let factor = match quirk {
            "stiffness-1-05" => 1.05,
            "stiffness-0-9-at-walls" if wall => 0.9,
            "four-thirds-lost" => 0.75,
            "tangent-stiffness" => 1.5,
            "stiffness-1-06" => 0.75 * 2f64.sqrt(),
            "stiffness-0-7" => 0.5f64.sqrt(),
            "far-too-soft" => 1e-9,
            _ => 1.0,
        };
        let stiffness = factor * 4.0 / 3.0 * modulus * equivalent.sqrt();
        let damping = &scene["contact"]["damping"];
        let requested = damping["numbers"]["restitution"].as_f64().filter(|_| damping["name"] != "none");
        let requested = if is("dashpot-always") { requested.or(Some(0.9)) } else { requested };
        let dashpot = requested.map_or(0.0, |e| {
            let e = if is("e-squared") { e * e } else { e };
            let full = -e.ln() / e.ln().hypot(std::f64::consts::PI);
            let beta = if is("clamped-ratio") { clamped_ratio(e) } else { full };
            // 2 sqrt(5/6) beta sqrt(m* k_tangent), k_tangent = 3/2 K sqrt(delta).
            let factor = match quirk {
                "sqrt-5-6-lost" => 1.2f64.sqrt(),
                "secant" => (2.0f64 / 3.0).sqrt(),
                "damping-1-1" => 1.1,
                "damping-1-22" => 1.5f64.sqrt(),
                "step-dashpot" => 1.0 + 2e5 * dt,
                _ => 1.0,
            };
            factor * 2.0 * (5.0f64 / 6.0).sqrt() * beta * (damped_mass * 1.5 * stiffness).sqrt()
        });
        let drag = if is("linear-drag-in-contact") { 0.1 * (reduced * stiffness * SCALE.sqrt()).sqrt() } else { 0.0 };
        let tangential = if is("stiffness-2-3") || is("incremental-16-3") { 2.0 / 3.0 } else { 1.0 };
        let friction = scene["contact"]["tangential"]["numbers"]["friction"].as_f64().unwrap_or(0.0);
        let friction = match quirk {
            "friction-half-at-walls" if wall => 0.5 * friction,
            "friction-0-9" => 0.9 * friction,
            "friction-box-inscribed" => friction / 2f64.sqrt(),
            _ => friction,
        };
        let local = match quirk {
            "local-damping-0-2" => 0.2,
            "local-damping-0-7" => 0.7,
            "local-and-half-radius" => 0.3,
            _ => 0.0,
        };
        let normal: V = serde_json::from_value(scene["normal"].clone()).unwrap();
        let mindlin = tangential * 8.0 * shear_modulus * equivalent.sqrt();
        // 2/7 of k_n = 3/2 K sqrt(delta)
        let shear = if is("two-sevenths") { 3.0 / 7.0 * stiffness } else { mindlin };
        Self {
            quirk,
            wall,
            normal,
            radius,
            mass,
            inertia,
            held,
            reduced,
            stiffness,
            dashpot,
            drag,
            shear,
            friction,
            local,
        }
    }

    fn is(&self, quirk: &str) -> bool {
        self.quirk == quirk
    }

    /// Overlap, normal from body 2 to body 1, rate of approach.
    fn meet(&self, bodies: &[Body; 2]) -> (f64, V, f64) {
        let apart = plus(bodies[0].position, -1.0, bodies[1].position);
        let (overlap, normal) = if self.wall {
            (self.radius[0] - dot(apart, self.normal), self.normal)
        } else {
            let distance = size(apart);
            (self.radius[0] + self.radius[1] - distance, apart.map(|x| x / distance))
        };
        let relative = plus(bodies[0].velocity, -1.0, bodies[1].velocity);
        (overlap, normal, -dot(relative, normal))
    }

    /// The normal force and its elastic part; `ahead` is how much later than the velocities (s) the dashpot works.
    fn push(&self, memory: &mut Memory, overlap: f64, approach: f64, ahead: f64) -> (f64, f64) {
        let elastic = match self.quirk {
            "exponent-1" => self.stiffness * SCALE.sqrt() * overlap,
            "exponent-1-45" => self.stiffness * SCALE.powf(0.05) * overlap.powf(1.45),
            _ => self.stiffness * overlap.powf(1.5),
        };
        let c = match self.quirk {
            "constant-dashpot" => self.dashpot * SCALE.powf(0.25),
            "damping-square-root" => self.dashpot * SCALE.powf(-0.25) * overlap.sqrt(),
            _ => self.dashpot * overlap.powf(0.25),
        };
        let c = c + self.drag;
        let mut force = (elastic + c * approach) / (1.0 + c * ahead / self.reduced);
        match self.quirk {
            "never-pulls" => force = force.max(0.0),
            "ends-at-zero-force" => {
                memory.over |= force <= 0.0 && approach < 0.0;
                force = if memory.over { 0.0 } else { force };
            }
            // On the way out no more than the elastic force.
            "clamps-dashpot" if approach < 0.0 => force = elastic + (force - elastic).max(-elastic),
            "weak-unloading" if approach < 0.0 => return (0.8 * force, 0.8 * elastic),
            _ => {}
        }
        (force, elastic)
    }

    fn lever(&self, body: usize, overlap: f64) -> f64 {
        if self.wall && body == 1 {
            return 0.0;
        }
        match self.quirk {
            "lever-short" => self.radius[body] - overlap,
            "lever-half" => self.radius[body] - 0.5 * overlap,
            "lever-short-at-walls" if self.wall => self.radius[body] - overlap,
            _ => self.radius[body],
        }
    }

    /// Arm of the torque on a body.
    fn arm(&self, body: usize, overlap: f64) -> f64 {
        let (own, radius) = (self.lever(body, overlap), self.radius);
        match self.quirk {
            "torque-one-body" | "torque-2-wrong-sign" | "no-reaction" if body == 0 || self.wall => own,
            "torque-one-body" | "no-reaction" | "no-torque" => 0.0,
            "torque-2-wrong-sign" | "torques-wrong-sign" => -own,
            "no-torque-at-walls" if self.wall => 0.0,
            "torque-of-radius-1" if !self.wall => radius[0],
            "torque-of-mean-radius" if !self.wall => 0.5 * (radius[0] + radius[1]),
            "torques-swapped" if !self.wall => radius[1 - body],
            _ => own,
        }
    }

    /// Friction that is a function of the slip velocity; `None` of one with a spring.
    fn smooth(&self, slip: V, normal: V, limit: f64) -> Option<V> {
        let along = |axis: V| axis.map(|x| -limit * (dot(slip, axis) / 1e-2).tanh() * x);
        match self.quirk {
            "smooth-friction" => Some(slip.map(|v| -limit * v / size(slip).hypot(1e-3))),
            "tanh-of-components" => {
                let [one, two] = across(normal).map(along);
                Some(plus(one, 1.0, two))
            }
            _ => None,
        }
    }

    /// Tangential force on body 1 after the surfaces have slid for `dt`.
    fn rub(&self, memory: &mut Memory, bodies: &[Body; 2], (overlap, normal): (f64, V), limit: f64, dt: f64) -> V {
        let relative = plus(bodies[0].velocity, -1.0, bodies[1].velocity);
        let second = if self.is("slip-without-spin") { 0.0 } else { self.lever(1, overlap) };
        let turn = plus(plus([0.0; 3], self.lever(0, overlap), bodies[0].spin), second, bodies[1].spin);
        let way = if self.is("slip-wrong-spin-sign") { 1.0 } else { -1.0 };
        let slip = plus(plus(relative, -dot(relative, normal), normal), way, cross(turn, normal));
        if let Some(force) = self.smooth(slip, normal, limit) {
            return force;
        }
        let stiffness = self.shear * if self.is("stiffness-constant") { SCALE.sqrt() } else { overlap.sqrt() };
        if self.is("no-history") {
            let drag = 0.5 * (self.reduced * stiffness).sqrt();
            let factor = drag.min(limit / size(slip).max(1e-12));
            return slip.map(|v| -factor * v);
        }
        // The spring turns with the normal.
        let (before, along) = (size(memory.spring), plus(memory.spring, -dot(memory.spring, normal), normal));
        let after = size(along);
        let spring = if after > 0.0 { along.map(|x| x * before / after) } else { along };
        let total = self.is("total-spring") || self.is("disc-and-total-spring");
        let incremental =
            ["incremental", "incremental-16-3", "two-sevenths", "stiffness-constant"].contains(&self.quirk);
        let shrink = !total && !incremental && memory.overlap > overlap;
        let scale = if shrink { (overlap / memory.overlap).sqrt() } else { 1.0 };
        let grown = plus(spring.map(|x| x * scale), if total { dt } else { stiffness * dt }, slip);
        let force = if total { grown.map(|x| x * stiffness) } else { grown };
        if self.quirk.starts_with("friction-box") {
            let part = |axis: V| axis.map(|x| dot(force, axis).clamp(-limit, limit) * x);
            let [one, two] = across(normal).map(part);
            memory.spring = plus(one, 1.0, two);
            return memory.spring.map(|x| -x);
        }
        memory.slid |= self.is("static-and-dynamic") && size(force) > limit;
        let limit = if memory.slid { 0.7 * limit } else { limit };
        let cut = (limit / size(force).max(1e-300)).min(1.0);
        memory.spring = if self.is("no-cut-of-spring") { grown } else { grown.map(|x| x * cut) };
        force.map(|x| -x * cut)
    }

    /// Rates of both bodies, and the normal force; the contact has slid for `dt` since it was asked last.
    fn rates(&self, memory: &mut Memory, bodies: &[Body; 2], dt: f64, ahead: f64) -> (Rates, f64) {
        let (overlap, normal, approach) = self.meet(bodies);
        if overlap <= 0.0 {
            *memory = Memory::default();
            let flies = |i: usize| if self.held[i] { [0.0; 3] } else { field(self.quirk, &bodies[i]) };
            return ([[flies(0), [0.0; 3]], [flies(1), [0.0; 3]]], 0.0);
        }
        let (force, elastic) = self.push(memory, overlap, approach, ahead);
        let bound = match self.quirk {
            "limit-elastic" => elastic,
            "limit-absolute" => force.abs(),
            "limit-previous-step" => memory.normal_force.max(0.0),
            _ => force.max(0.0),
        };
        let shear = match self.friction > 0.0 {
            true => self.rub(memory, bodies, (overlap, normal), self.friction * bound, dt),
            false => [0.0; 3],
        };
        (memory.overlap, memory.normal_force) = (overlap, force);
        let rate = |body: usize| {
            if self.held[body] {
                return [[0.0; 3]; 2];
            }
            let sign = if body == 0 { 1.0 } else { -1.0 };
            let felt = match self.quirk {
                "no-reaction" if body == 1 => 0.0,
                "half-reaction" if body == 1 => 0.5,
                _ => 1.0,
            };
            let push = plus(normal.map(|n| n * force), 1.0, shear).map(|f| felt * sign * f);
            let torque = cross(normal.map(|n| -sign * self.arm(body, overlap) * n), shear.map(|f| sign * f));
            let push = locally(self.local, push, bodies[body].velocity).map(|f| f / self.mass[body]);
            let torque = locally(self.local, torque, bodies[body].spin).map(|t| t / self.inertia[body]);
            [plus(push, 1.0, field(self.quirk, &bodies[body])), torque]
        };
        ([rate(0), rate(1)], force)
    }
}

fn kick(bodies: &mut [Body; 2], rates: &Rates, dt: f64) {
    for (body, [push, turn]) in bodies.iter_mut().zip(rates) {
        body.velocity = plus(body.velocity, dt, *push);
        body.spin = plus(body.spin, dt, *turn);
    }
}

fn drift(bodies: &mut [Body; 2], dt: f64) {
    for body in bodies {
        body.position = plus(body.position, dt, body.velocity);
    }
}

/// One step; `held` carries rates from step to step. Gives the normal force that was taken last.
fn step(contact: &Contact, memory: &mut Memory, bodies: &mut [Body; 2], held: &mut Rates, dt: f64) -> f64 {
    match contact.quirk {
        "forward-euler" => {
            let (rates, force) = contact.rates(memory, bodies, dt, 0.0);
            drift(bodies, dt);
            kick(bodies, &rates, dt);
            force
        }
        "symplectic-euler" => {
            let (rates, force) = contact.rates(memory, bodies, dt, 0.0);
            kick(bodies, &rates, dt);
            drift(bodies, dt);
            force
        }
        "leapfrog" => {
            drift(bodies, dt);
            let (rates, force) = contact.rates(memory, bodies, dt, 0.0);
            kick(bodies, &rates, dt);
            force
        }
        "position-verlet" => {
            drift(bodies, dt / 2.0);
            let (rates, force) = contact.rates(memory, bodies, dt, 0.0);
            kick(bodies, &rates, dt);
            drift(bodies, dt / 2.0);
            force
        }
        "force-late" => {
            let (rates, force) = contact.rates(memory, bodies, dt, 0.0);
            kick(bodies, held, dt);
            drift(bodies, dt);
            *held = rates;
            force
        }
        "rk4" => runge_kutta(contact, memory, bodies, dt),
        _ => {
            // Velocity Verlet; the dashpot works with the velocity at the end of the step.
            kick(bodies, held, dt / 2.0);
            drift(bodies, dt);
            let ahead = if contact.is("damping-old-velocity") { 0.0 } else { dt / 2.0 };
            let (rates, force) = contact.rates(memory, bodies, dt, ahead);
            kick(bodies, &rates, dt / 2.0);
            *held = rates;
            force
        }
    }
}

fn runge_kutta(contact: &Contact, memory: &mut Memory, bodies: &mut [Body; 2], dt: f64) -> f64 {
    let start = *bodies;
    let (mut sum, mut rates, mut at) = (start, [[[0.0; 3]; 2]; 2], start);
    for (stage, (ahead, weight)) in [(0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)].into_iter().enumerate() {
        if stage > 0 {
            let velocities = at.map(|body| body.velocity);
            at = start;
            for (body, velocity) in at.iter_mut().zip(velocities) {
                body.position = plus(body.position, ahead * dt, velocity);
            }
            kick(&mut at, &rates, ahead * dt);
        }
        rates = contact.rates(&mut memory.clone(), &at, ahead * dt, 0.0).0;
        for (body, (now, rate)) in sum.iter_mut().zip(at.iter().zip(&rates)) {
            body.position = plus(body.position, weight * dt / 6.0, now.velocity);
            body.velocity = plus(body.velocity, weight * dt / 6.0, rate[0]);
            body.spin = plus(body.spin, weight * dt / 6.0, rate[1]);
        }
    }
    *bodies = sum;
    contact.rates(memory, bodies, dt, 0.0).1
}

/// Runs what stands in `scene.json` of the current folder.
pub fn run(quirk: &str) {
    let request: Value = serde_json::from_str(&fs::read_to_string("scene.json").unwrap()).unwrap();
    let dt = request["time_step"].as_f64().unwrap();
    let steps = request["steps"].as_u64().unwrap();
    let mut text = String::from("pair,time");
    for body in "12".chars() {
        for name in ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"] {
            let _ = write!(text, ",{name}{body}");
        }
    }
    text.push_str(",force\n");
    for pair in request["pairs"].as_array().unwrap() {
        let scene = &request["scenes"][pair["scene"].as_u64().unwrap() as usize];
        let contact = Contact::new(quirk, scene, dt);
        let vector = |body: usize, key: &str| serde_json::from_value(pair["bodies"][body][key].clone()).unwrap();
        let body =
            |i| Body { position: vector(i, "position"), velocity: vector(i, "velocity"), spin: vector(i, "spin") };
        let mut bodies = [body(0), body(1)];
        let (mut memory, mut held, mut free) = (Memory::default(), [[[0.0; 3]; 2]; 2], 0);
        let (mut touched, mut force) = (false, 0.0);
        for number in 0..=steps {
            let row = [number as f64 * dt].into_iter();
            let row = row.chain(bodies.iter().flat_map(|b| [b.position, b.velocity, b.spin]).flatten()).chain([force]);
            let _ = write!(text, "{}", pair["pair"]);
            for x in row {
                let _ = match quirk {
                    "noisy" => write!(text, ",{x:.5e}"),
                    "nine-digits" => write!(text, ",{x:.8e}"),
                    _ => write!(text, ",{x:e}"),
                };
            }
            text.push('\n');
            force = step(&contact, &mut memory, &mut bodies, &mut held, dt);
            if quirk == "single-precision" {
                let single = |v: V| v.map(|x| f64::from(x as f32));
                bodies = bodies.map(|b| Body {
                    position: single(b.position),
                    velocity: single(b.velocity),
                    spin: single(b.spin),
                });
            }
            let (overlap, _, approach) = contact.meet(&bodies);
            if quirk == "damping-per-step" && overlap > 0.0 {
                let slower = |v: V| v.map(|x| 0.999 * x);
                bodies = bodies.map(|b| Body { velocity: slower(b.velocity), spin: slower(b.spin), ..b });
            }
            touched |= overlap > 0.0;
            free = if touched && overlap < 0.0 && approach < 0.0 { free + 1 } else { 0 };
            if free > 4 {
                break;
            }
        }
    }
    fs::write("trajectory.csv", text).unwrap();
}
