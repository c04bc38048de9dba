//! The broken twins: mistakes that were made in real codes and papers, one closure each.

use collisionbench::case::Settings;
use collisionbench::contact::{Ends, Normal, Stiffness};
use collisionbench::scene::Scene;
use collisionbench::solve::{Solution, SolveError, Solver};
use collisionbench::trajectory::{Moment, Trajectory};

type Solved = Result<Trajectory, SolveError>;

/// Bends a scene before, or a trajectory after, the true solver has worked on it.
pub type Bend = fn(&Scene, &dyn Fn(&Scene) -> Solved) -> Solved;

/// Answers to the name of the reference, and is wrong.
pub struct Twin {
    pub reference: &'static dyn Solver,
    pub bend: Bend,
}

impl Solver for Twin {
    fn name(&self) -> &'static str {
        self.reference.name()
    }

    fn title(&self) -> &'static str {
        "a broken twin"
    }

    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Solution, SolveError> {
        let solve = |bent: &Scene| match self.reference.solve(bent, settings)? {
            Solution::Exact(trajectory) => Ok(*trajectory),
            Solution::Stepped(_) | Solution::Path(_) => Err(SolveError::Settings(self.name())),
        };
        (self.bend)(scene, &solve).map(|trajectory| Solution::Exact(Box::new(trajectory)))
    }
}

/// The scene with its force changed.
fn with(scene: &Scene, change: impl Fn(&mut Scene)) -> Scene {
    let mut bent = scene.clone();
    change(&mut bent);
    bent
}

fn is_hertz(scene: &Scene) -> bool {
    matches!(scene.contact.normal, Normal::Hertz(_))
}

/// 1/E* with nu unsquared, for the materials of a scene.
fn modulus_with_nu_unsquared(scene: &Scene) -> Option<f64> {
    let part = |side: Stiffness| match side {
        Stiffness::Rigid => Some(0.0),
        Stiffness::Elastic { young_modulus, poisson_ratio } => Some((1.0 - poisson_ratio) / young_modulus),
        Stiffness::Unknown => None,
    };
    let sum = part(scene.bodies[0].side().stiffness)? + part(scene.bodies[1].side().stiffness)?;
    Some(1.0 / sum)
}

pub const TWINS: &[(&str, Bend)] = &[
    ("exponent 8/5 for 3/2, same stiffness number", |s, solve| {
        solve(&with(s, |s| s.force.alpha += if is_hertz(s) { 0.1 } else { 0.0 }))
    }),
    ("R* halved", |s, solve| solve(&with(s, |s| s.force.K *= if is_hertz(s) { 0.5_f64.sqrt() } else { 1.0 }))),
    ("4/3 lost from the stiffness", |s, solve| solve(&with(s, |s| s.force.K *= if is_hertz(s) { 0.75 } else { 1.0 }))),
    ("m* of one body", |s, solve| solve(&with(s, |s| s.pair.m_star = s.bodies[0].mass))),
    ("E* with nu unsquared", |s, solve| {
        solve(&with(s, |s| {
            if let (Some(wrong), Some(right)) = (modulus_with_nu_unsquared(s), s.pair.E_star) {
                s.force.K *= if is_hertz(s) { wrong / right } else { 1.0 };
            }
        }))
    }),
    ("secant for tangent stiffness in the dashpot", |s, solve| {
        solve(&with(s, |s| s.force.C *= if is_hertz(s) { (2.0_f64 / 3.0).sqrt() } else { 1.0 }))
    }),
    ("sqrt(5/6) lost from the dashpot", |s, solve| {
        solve(&with(s, |s| s.force.C *= if is_hertz(s) { 1.2_f64.sqrt() } else { 1.0 }))
    }),
    ("whole-particle mass in the dashpot", |s, solve| solve(&with(s, |s| s.force.C *= 2.0_f64.sqrt()))),
    ("factor 2 lost from the dashpot", |s, solve| solve(&with(s, |s| s.force.C *= 0.5))),
    ("dashpot exponent 1/2 for 1/4", |s, solve| {
        solve(&with(s, |s| {
            if s.force.beta == 0.25 {
                // Same coefficient at the largest elastic overlap, so that only the shape is wrong.
                let largest = (s.pair.m_star * s.speed * s.speed / s.force.K).powf(1.0 / (s.force.alpha + 1.0));
                s.force.C /= largest.powf(0.25);
                s.force.beta = 0.5;
            }
        }))
    }),
    ("sign of the dashpot", |s, solve| solve(&with(s, |s| s.force.C = -s.force.C))),
    ("dashpot left out", |s, solve| solve(&with(s, |s| s.force.C = 0.0))),
    ("attraction kept where the force is clamped", |s, solve| {
        solve(&with(s, |s| {
            if s.force.ends == Ends::ForceClamped {
                s.force.ends = Ends::ZeroOverlap;
            }
        }))
    }),
    ("force clamped where it may pull", |s, solve| {
        solve(&with(s, |s| {
            if s.force.ends == Ends::ZeroOverlap {
                s.force.ends = Ends::ForceClamped;
            }
        }))
    }),
    ("duration to zero overlap where the contact ends with the force", |s, solve| {
        let mut trajectory = solve(s)?;
        if s.force.ends == Ends::ZeroForce {
            trajectory.end = trajectory.zero_overlap;
        }
        Ok(trajectory)
    }),
    ("duration to zero force where the contact lasts to zero overlap", |s, solve| {
        let mut trajectory = solve(s)?;
        if s.force.ends == Ends::ForceClamped && trajectory.zero_force.is_some() {
            trajectory.end = trajectory.zero_force;
        }
        Ok(trajectory)
    }),
    ("restitution of energy for restitution of speed", |s, solve| {
        let mut trajectory = solve(s)?;
        let square = |moment: &mut Moment| moment.speed.value *= (moment.speed.value / s.speed).abs();
        trajectory.end.iter_mut().for_each(square);
        Ok(trajectory)
    }),
    ("speed of one body for the relative speed", |s, solve| solve(&with(s, |s| s.speed *= 0.5))),
    ("a sphere on a wall with R* = r/2", |s, solve| {
        solve(&with(s, |s| s.force.K *= if is_hertz(s) && s.bodies[1].is_wall() { 0.5_f64.sqrt() } else { 1.0 }))
    }),
    ("a rigid wall with the sphere's own modulus", |s, solve| {
        solve(&with(s, |s| s.force.K *= if is_hertz(s) && s.bodies[1].rigid { 0.5 } else { 1.0 }))
    }),
    ("the largest force taken at the largest overlap", |s, solve| {
        let mut trajectory = solve(s)?;
        trajectory.max_force = trajectory.turning;
        Ok(trajectory)
    }),
    ("stiffness off by one part in a billion", |s, solve| solve(&with(s, |s| s.force.K *= 1.0 + 1e-9))),
    ("dashpot off by one part in a billion", |s, solve| solve(&with(s, |s| s.force.C *= 1.0 + 1e-9))),
];
