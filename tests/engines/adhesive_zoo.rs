//! Small engines with one form of adhesion each, for `fingerprint` to find out: written from the physics alone, stepped by velocity
//! Verlet. No line of any may be certain and wrong.

use std::f64::consts::PI;
use std::path::Path;

use collisionbench::codes::engine::{Batch, Bounce, Cause, Engine, Folders, Installation};
use collisionbench::codes::fingerprint::{Inference, Trust, fingerprint};
use collisionbench::collide::bounce::Precision;
use collisionbench::collide::collision::{Collision, Measured, Outcome};
use collisionbench::collide::flight::BodyState;
use collisionbench::collide::trajectory::Sample;
use collisionbench::law::scene::Scene;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// JKR with a neck, to the smallest overlap, the largest tension or zero overlap.
    Neck(End),
    /// The force of JKR at `a = sqrt(R* delta)`.
    HertzRadius,
    Dmt,
    Popov,
    Sjkr,
    /// It takes the surface energy and does nothing with it.
    Nothing,
    /// A pull that no law of the list has: constant, and beyond zero overlap over a tenth of the largest overlap of the slowest probe.
    Tail,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Displacement,
    Force,
    ZeroOverlap,
}

/// It covers one law, and computes another, with the number it is given times a factor.
struct Small {
    installation: Installation,
    covers: &'static str,
    form: Form,
    factor: f64,
}

impl Small {
    fn new(covers: &'static str, form: Form, factor: f64) -> Self {
        let [name, version] = ["small", "1"].map(String::from);
        let [full_version, driver, place] = ["1", "", "-"].map(String::from);
        Self { installation: Installation { name, version, full_version, driver, place }, covers, form, factor }
    }

    /// Force at an overlap, N, positive apart; `None` where the contact is over.
    fn force(&self, scene: &Scene, touched: bool, x: f64) -> Option<f64> {
        let (r, e) = (scene.pair.R_star, scene.pair.E_star.unwrap());
        let w = self.factor * number(scene);
        let spring = |a: f64| 4.0 * e * a.powi(3) / (3.0 * r);
        let jkr = |a: f64| spring(a) - (8.0 * PI * w * e * a.powi(3)).sqrt();
        let hertz = |x: f64| 4.0 / 3.0 * e * r.sqrt() * x.powf(1.5);
        match self.form {
            Form::Neck(end) => {
                if !touched && x < 0.0 {
                    return None;
                }
                let least = match end {
                    End::Displacement => (PI * w * r * r / (8.0 * e)).cbrt(),
                    End::Force => (9.0 * PI * w * r * r / (8.0 * e)).cbrt(),
                    End::ZeroOverlap => (2.0 * PI * w * r * r / e).cbrt(),
                };
                let overlap = |a: f64| a * a / r - (2.0 * PI * w * a / e).sqrt();
                if x < overlap(least) {
                    return None;
                }
                // The overlap rises with the contact radius from there on.
                let (mut low, mut high) = (least, 10.0 * least + (4.0 * r * x.abs()).sqrt());
                for _ in 0..60 {
                    let a = 0.5 * (low + high);
                    if overlap(a) < x { low = a } else { high = a }
                }
                Some(jkr(0.5 * (low + high)))
            }
            Form::Tail if touched && x < 0.0 => {
                Some(-2.0 * PI * w * r * (1.0 + x / 3e-8).max(0.0)).filter(|force| *force < 0.0)
            }
            _ if x <= 0.0 => None,
            Form::HertzRadius => Some(jkr((r * x).sqrt())),
            Form::Dmt | Form::Tail => Some(hertz(x) - 2.0 * PI * w * r),
            // Popov's fit: F/F_A = -1.32 + 0.58 (d/d_A)^(1/2) ... is the library's; here the pull at touch alone.
            Form::Popov => Some(hertz(x) - 1.32 * PI * w * r),
            Form::Sjkr => Some(hertz(x) - 2.0 * PI * r * x * w),
            Form::Nothing => Some(hertz(x)),
        }
    }

    fn bounce(&self, scene: &Scene, (dt, steps, phase): (f64, u64, f64)) -> Bounce {
        let m = scene.pair.m_star;
        let (mut x, mut v, mut touched) = (-scene.speed * phase * dt, scene.speed, false);
        let mut course = Vec::new();
        let mut force = 0.0;
        for step in 0..steps {
            v -= 0.5 * dt * force / m;
            x += dt * v;
            touched |= x >= 0.0;
            let found = self.force(scene, touched, x);
            touched &= found.is_some() || x > 0.0;
            force = found.unwrap_or(0.0);
            v -= 0.5 * dt * force / m;
            let time = (step + 1) as f64 * dt;
            course.push(Sample { time, overlap: x, speed: v, force, force_elastic: force });
        }
        let at = (0..course.len()).max_by(|a, b| course[*a].overlap.total_cmp(&course[*b].overlap)).unwrap();
        let [before, peak, after] = [at - 1, at, at + 1].map(|k| course[k].overlap);
        let bend = after - 2.0 * peak + before;
        let separated = v < 0.0 && x < 0.0;
        let touching: f64 = scene.bodies.iter().map(|body| body.radius()).sum();
        let at = |z: f64| BodyState { position: [0.0, 0.0, z], velocity: [0.0; 3], spin: [0.0; 3] };
        Bounce {
            seen: Collision {
                outcome: if separated { Outcome::Separated } else { Outcome::StaysInContact },
                restitution: if separated { -v / scene.speed } else { 0.0 },
                measured: Measured {
                    max_overlap: Some(peak),
                    max_overlap_interpolated: Some(peak - (after - before).powi(2) / (8.0 * bend)),
                    ..Measured::default()
                },
                ..Collision::default()
            },
            end: [at(touching - x), at(0.0)],
            known: [Precision::default(); 2],
            steps,
            epsilon: f64::EPSILON,
            course,
            turns: Vec::new(),
        }
    }
}

/// The work of adhesion or the density of cohesion energy of a scene.
fn number(scene: &Scene) -> f64 {
    use collisionbench::law::Normal;
    match &scene.contact.normal {
        Normal::Jkr(law) => law.work_of_adhesion,
        Normal::Dmt(law) => law.work_of_adhesion,
        Normal::Sjkr(law) => law.cohesion_energy_density,
        _ => 0.0,
    }
}

impl Engine for Small {
    fn installation(&self) -> &Installation {
        &self.installation
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        let name = scene.contact.normal.card().name;
        if name == self.covers { Ok(()) } else { Err(format!("it has no {name}")) }
    }

    fn write(&self, _: &Batch<'_>, _: &Path) -> Result<Vec<String>, Cause> {
        Ok(Vec::new())
    }

    fn run(&self, batch: &Batch<'_>, _: &Path, _: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let one = |pair: &collisionbench::codes::engine::BatchPair<'_>| {
            self.bounce(pair.scene, (batch.time_step, batch.steps, pair.onset_phase))
        };
        Ok(batch.pairs.iter().map(one).collect())
    }
}

fn lines(engine: &Small) -> Vec<Inference> {
    let folders = Folders::temporary();
    let found = fingerprint(engine, &folders, &|| false);
    found.into_iter().filter(|line| line.convention.contains("the pull") || line.convention.contains(": ")).collect()
}

/// The three lines of each small engine: form, number, end.
#[test]
fn the_form_of_adhesion_is_found_out() {
    let (neck, free) = ("JKR: the contact radius", "zero overlap");
    let smallest = "the smallest overlap";
    let tension = "the largest tension";
    let energy = "twice the number";
    let table: [(&str, Form, f64, [&str; 3]); 10] = [
        ("jkr", Form::Neck(End::Displacement), 1.0, [neck, "as given", smallest]),
        ("jkr", Form::Neck(End::Force), 1.0, [neck, "as given", tension]),
        ("jkr", Form::Neck(End::Force), 2.0, [neck, energy, tension]),
        ("jkr", Form::Neck(End::ZeroOverlap), 1.0, [neck, "as given", free]),
        ("jkr", Form::HertzRadius, 1.0, ["JKR's force at the contact radius of Hertz", "as given", free]),
        ("jkr", Form::Dmt, 1.0, ["DMT", "as given", free]),
        ("dmt", Form::Dmt, 0.5, ["DMT", "half the number", free]),
        ("dmt", Form::Nothing, 1.0, ["no pull", "none", free]),
        ("sjkr", Form::Sjkr, 2.0, ["SJKR", energy, free]),
        // What is not in the list is not named.
        ("jkr", Form::Tail, 1.0, ["", "", ""]),
    ];
    let mut wrong = Vec::new();
    for (covers, form, factor, expected) in table {
        let found = lines(&Small::new(covers, form, factor));
        assert_eq!(found.len(), 3, "{found:#?}");
        for (line, expected) in found.iter().zip(expected) {
            let named = line.strength == Trust::Certain && line.says.starts_with(expected);
            let right =
                if expected.is_empty() { matches!(line.strength, Trust::CannotTell | Trust::NoMatch) } else { named };
            if !right {
                wrong.push(format!("{covers}, {form:?} x {factor}: {line:?}"));
            }
        }
    }
    // Near another law: a pull 1 % off Popov's at touch is not that fit.
    let popov = lines(&Small::new("jkr", Form::Popov, 1.0));
    wrong.extend(
        popov
            .iter()
            .filter(|line| line.strength == Trust::Certain && line.says.starts_with("Popov"))
            .map(|l| format!("{l:?}")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
