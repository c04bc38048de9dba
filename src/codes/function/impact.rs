//! A function in a whole collision: two bodies in space, velocity Verlet with the half-step velocities that DEM codes give a contact.
//!
//! The error of the law and that of the steps are separated: the results of many and of twice as many steps are extrapolated, and what
//! remains against the reference of the claim is the law's.

use super::grade::{Grade, Verdict, dot, minus, scaled, size};
use super::{Failure, ForceFunction, Side, Touching};
use crate::collide::observe::{Observable, observe};
use crate::collide::reference::solve;
use crate::law::scene::Scene;
use crate::number::rounded;

/// Steps in a contact of a simulation as people run it.
const COARSE: usize = 50;
/// Steps from which the limit is extrapolated, and twice as many.
const FINE: usize = 2000;
/// Contacts that last longer than this many undamped ones are given up.
const LONGEST: usize = 20;
/// Tolerance of the reference.
const TOLERANCE: f64 = 1e-11;

/// Restitution, and ratio of the tangential velocities of the contact point after and before.
#[derive(Debug, Clone, Copy)]
struct Rebound([f64; 2]);

#[derive(Debug, Clone, Copy)]
struct Moving {
    position: [f64; 3],
    velocity: [f64; 3],
    spin: [f64; 3],
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The impact of body 1 along -z and x on body 2, at rest.
struct Impact {
    sides: [Side; 2],
    inertia: [f64; 2],
    /// Towards body 2 and along it, m/s.
    velocity: [f64; 2],
}

impl Impact {
    fn geometry(&self, bodies: &[Moving; 2]) -> ([f64; 3], f64) {
        let [r1, r2] = self.sides.map(|side| side.radius);
        if r2.is_infinite() {
            // A wall is z = 0.
            return ([0.0, 0.0, 1.0], r1 - bodies[0].position[2]);
        }
        let apart = minus(bodies[0].position, bodies[1].position);
        let d = size(apart);
        (scaled(apart, 1.0 / d), r1 + r2 - d)
    }

    fn touching(&self, bodies: &[Moving; 2], step: f64) -> Touching {
        let (normal, overlap) = self.geometry(bodies);
        let arm = |at: usize| if self.sides[at].radius.is_finite() { self.sides[at].radius } else { 0.0 };
        let surface =
            |at: usize, sign: f64| plus(bodies[at].velocity, cross(bodies[at].spin, scaled(normal, sign * arm(at))));
        let relative = minus(surface(0, -1.0), surface(1, 1.0));
        let rate = -dot(relative, normal);
        let slip = plus(relative, scaled(normal, rate));
        let spin = 0.5 * dot(plus(bodies[0].spin, bodies[1].spin), normal);
        Touching { sides: self.sides, normal, overlap, rate, slip, spin, step }
    }

    /// Velocities and spins after half a step under this force on body 1.
    fn kick(&self, bodies: &mut [Moving; 2], normal: [f64; 3], force: [f64; 3], time: f64) {
        for (at, sign) in [(0, 1.0), (1, -1.0)] {
            if self.sides[at].mass.is_infinite() {
                continue;
            }
            let push = scaled(force, sign);
            bodies[at].velocity = plus(bodies[at].velocity, scaled(push, time / self.sides[at].mass));
            let arm = scaled(normal, -sign * self.sides[at].radius);
            bodies[at].spin = plus(bodies[at].spin, scaled(cross(arm, push), time / self.inertia[at]));
        }
    }

    /// `None` where the bodies do not separate in time.
    fn run(&self, law: &mut dyn ForceFunction, duration: f64, steps: usize) -> Result<Option<Rebound>, Failure> {
        let step = duration / steps as f64;
        let [approach, along] = self.velocity;
        let [r1, r2] = self.sides.map(|side| side.radius);
        let height = if r2.is_infinite() { r1 } else { r1 + r2 };
        let still = Moving { position: [0.0; 3], velocity: [0.0; 3], spin: [0.0; 3] };
        let first = Moving { position: [0.0, 0.0, height], velocity: [along, 0.0, -approach], ..still };
        let mut bodies = [first, still];
        let mut state = vec![0.0; law.description().state];
        let (mut force, mut normal) = ([0.0; 3], [0.0, 0.0, 1.0]);
        let begun = self.touching(&bodies, step);
        for _ in 0..LONGEST * steps {
            self.kick(&mut bodies, normal, force, 0.5 * step);
            for body in &mut bodies {
                body.position = plus(body.position, scaled(body.velocity, step));
            }
            let at = self.touching(&bodies, step);
            normal = at.normal;
            if at.overlap <= 0.0 {
                let out = self.touching(&bodies, step);
                let tangential =
                    if along == 0.0 { f64::NAN } else { -dot(out.slip, begun.slip) / dot(begun.slip, begun.slip) };
                return Ok(Some(Rebound([-out.rate / approach, tangential])));
            }
            let answer = law.each(&[(at, state)])?.remove(0);
            (force, state) = (answer.force, answer.state);
            self.kick(&mut bodies, normal, force, 0.5 * step);
        }
        Ok(None)
    }
}

/// The collisions of the claimed scene, head-on and oblique, with what law and step are off by; `precision` is the rounding of the function, relative.
///
/// # Errors
/// When the function crashed or hung.
pub fn collisions(law: &mut dyn ForceFunction, scene: &Scene, precision: f64) -> Result<Vec<Grade>, Failure> {
    law.during("collision");
    let name = "collision";
    let reference = match solve(scene, TOLERANCE) {
        Ok(trajectory) => observe(scene, &trajectory.collision(scene)),
        Err(why) => {
            return Ok(vec![Grade::new(name, Verdict::NotJudged, format!("the claim has no reference: {why}"))]);
        }
    };
    let of = |wanted| reference.iter().find(|(observable, _)| *observable == wanted).map(|(_, value)| *value);
    let sides = scene.bodies.each_ref().map(Side::of);
    let impact = Impact {
        sides,
        inertia: scene.bodies.each_ref().map(|body| body.inertia()),
        velocity: [scene.speed, scene.kinematics.tangential_speed],
    };
    let Some(duration) = of(Observable::Duration) else {
        return Ok(vec![Grade::new(name, Verdict::NotJudged, "in the claim the bodies do not separate")]);
    };
    let mut runs = Vec::new();
    for steps in [COARSE, FINE, 2 * FINE] {
        match impact.run(law, duration.value, steps)? {
            Some(rebound) => runs.push(rebound.0),
            None => {
                let says = format!("the bodies are together after {LONGEST} durations of the claim's contact");
                return Ok(vec![Grade::new(name, Verdict::Fault, says)]);
            }
        }
    }
    let wanted = [Observable::Restitution, Observable::TangentialRestitutionContact];
    let mut grades = Vec::new();
    for (at, observable) in wanted.into_iter().enumerate() {
        let (Some(expected), [coarse, fine, finest]) = (of(observable), [0, 1, 2].map(|run: usize| runs[run][at]))
        else {
            continue;
        };
        if finest.is_nan() {
            continue;
        }
        // Of second order where the law is smooth, of first where it ends by a jump: the difference of both bounds the limit.
        let limit = finest + (finest - fine) / 3.0;
        let open = 2.0 * (finest - fine).abs() + expected.uncertainty + 10.0 * precision;
        let (off, step) = (limit - expected.value, coarse - limit);
        let says = format!(
            "{}: {} in the limit of short steps, {} of the claim; law off by {} (+- {}), {COARSE} steps by {}",
            observable.word(),
            rounded(limit, 6),
            rounded(expected.value, 6),
            rounded(off, 2),
            rounded(open, 1),
            rounded(step, 2)
        );
        let verdict = if off.abs() <= open { Verdict::Pass } else { Verdict::Fault };
        grades.push(Grade::new(name, verdict, says));
    }
    Ok(grades)
}
