//! The collision under a law with branches without its dashpot, from the energy of the branches: largest overlap, restitution and
//! duration. The motion is not integrated.

use std::convert::Infallible;

use super::branches::{Branch, Branches};
use crate::numerics::{Bracket, root, smooth};

/// Largest number of branches of one collision, and of doublings of a bracket.
const MOST_BRANCHES: usize = 16;
const MOST_DOUBLINGS: usize = 200;

/// A collision without its dashpot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// Rate of separation over rate of approach; 0 for bodies that stick.
    pub restitution: f64,
    /// Largest overlap, m.
    pub overlap: f64,
    /// Overlap at which Hertz spheres have the contact radius of this law at the largest overlap, `a^2/R*`, m.
    pub hertz_overlap: f64,
    /// From first touch to the largest overlap, s.
    pub approach: f64,
    /// From the largest overlap to the end of contact, s; `None` for bodies that stick.
    pub parting: Option<f64>,
}

impl Course {
    /// From first touch to the end of the contact, s; `None` for bodies that stick.
    pub fn duration(&self) -> Option<f64> {
        Some(self.approach + self.parting?)
    }
}

/// The impact of an effective mass (kg) at a speed (m/s), after an earlier impact at `before` (m/s); `None` where the spring does
/// not stop the approach.
pub fn collide(law: &dyn Branches, m_star: f64, speed: f64, before: Option<f64>) -> Option<Course> {
    struck(&Motion { law, m_star, timed: true }, speed, before)
}

/// As [`collide`], with all times 0.
pub fn restitution(law: &dyn Branches, m_star: f64, speed: f64, before: Option<f64>) -> Option<Course> {
    struck(&Motion { law, m_star, timed: false }, speed, before)
}

fn struck(motion: &Motion<'_>, speed: f64, before: Option<f64>) -> Option<Course> {
    let remembered = match before {
        Some(before) if motion.law.remembers() => motion.collide(0.0, before)?.1,
        _ => 0.0,
    };
    Some(motion.collide(remembered, speed)?.0)
}

/// Speed (m/s) for a given largest overlap (m) on the first branch; 0 where the attraction alone leads beyond that overlap.
pub fn speed_to(law: &dyn Branches, m_star: f64, overlap: f64) -> f64 {
    let (branch, q) = law.touch(0.0);
    let work = law.energy(&branch, law.place(&branch, overlap)) - law.energy(&branch, q);
    (2.0 * work.max(0.0) / m_star).sqrt()
}

struct Motion<'a> {
    law: &'a dyn Branches,
    m_star: f64,
    /// Whether the times are computed.
    timed: bool,
}

impl Motion<'_> {
    /// One collision at a speed (m/s) of bodies with the memory `largest` (m), and the memory after it.
    fn collide(&self, largest: f64, speed: f64) -> Option<(Course, f64)> {
        let law = self.law;
        let (mut branch, mut from) = law.touch(largest);
        let (mut kinetic, mut approach) = (0.5 * self.m_star * speed * speed, 0.0);
        for _ in 0..MOST_BRANCHES {
            let left = |q: f64| kinetic - (law.energy(&branch, q) - law.energy(&branch, from));
            let exit = law.above(&branch).filter(|exit| left(exit.at) > 0.0);
            let Some((exit, next)) = exit.and_then(|exit| Some((exit, exit.next?))) else {
                let deepest = self.deepest(&branch, from, left)?;
                approach += self.time(&branch, [from, deepest], left);
                let (turned, at) = law.turned(&branch, deepest);
                let parting = self.parting(turned, at);
                let left = parting.map_or(0.0, |(_, kinetic)| kinetic);
                let course = Course {
                    restitution: (2.0 * left / self.m_star).sqrt() / speed,
                    overlap: law.spot(&branch, deepest).overlap,
                    hertz_overlap: law.hertz_overlap(&branch, deepest)[0],
                    approach,
                    parting: parting.map(|(time, _)| time),
                };
                return Some((course, turned.largest));
            };
            approach += self.time(&branch, [from, exit.at], left);
            (kinetic, branch, from) = (left(exit.at), next.0, next.1);
        }
        None
    }

    /// `q` where the kinetic energy is zero: the largest overlap.
    fn deepest(&self, branch: &Branch, from: f64, left: impl Fn(f64) -> f64) -> Option<f64> {
        let start = self.law.spot(branch, from).overlap;
        let mut further = 1e-15;
        for _ in 0..MOST_DOUBLINGS {
            let b = self.law.place(branch, start + further);
            if left(b) <= 0.0 {
                let bracket = Bracket { a: from, fa: left(from), b, fb: left(b) };
                let found = root::<Infallible>(|q| Ok(left(q)), bracket, 0.0);
                return found.ok();
            }
            further *= 2.0;
        }
        None
    }

    /// Time along a branch, s, with the kinetic energy `left` as a function of `q`.
    fn time(&self, branch: &Branch, [from, to]: [f64; 2], left: impl Fn(f64) -> f64) -> f64 {
        if !self.timed {
            return 0.0;
        }
        let [time] = smooth(|x| {
            let q = from + (to - from) * x;
            let rate = self.law.spot(branch, q).rate * (to - from);
            [rate.abs() / (2.0 * left(q).max(f64::MIN_POSITIVE) / self.m_star).sqrt()]
        });
        time
    }

    /// From rest at `q` to the end of contact: time, s, and kinetic energy there, J; `None` where the bodies stay together.
    fn parting(&self, mut branch: Branch, mut from: f64) -> Option<(f64, f64)> {
        let (law, mut kinetic, mut time) = (self.law, 0.0, 0.0);
        for _ in 0..MOST_BRANCHES {
            let left = |q: f64| kinetic + law.energy(&branch, from) - law.energy(&branch, q);
            let exit = law.below(&branch);
            let rest = left(exit.at);
            if rest.is_nan() || rest <= 0.0 {
                return None;
            }
            time += self.time(&branch, [from, exit.at], left);
            let Some((next, at)) = exit.next else { return Some((time, rest)) };
            (kinetic, branch, from) = (rest, next, at);
        }
        None
    }
}
