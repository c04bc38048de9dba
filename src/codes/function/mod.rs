//! A contact law of the user's own, as a function: described, called, and judged.
//!
//! The interface is one page of C, `collisionbench.h`. A function is called by a child process (`host`), which has limits of time and
//! memory: what crashes, hangs or prints there is reported here (`process`). The child loads a shared library (`library`), or it is a
//! fork, which has the function at the same address (`fork`).

pub mod conventions;
#[cfg(unix)]
pub mod fork;
pub mod grade;
#[cfg(unix)]
pub mod host;
pub mod impact;
pub mod judge;
pub mod library;
pub mod process;

use crate::law::scene::Body;

/// The C interface, as a file to include.
pub const HEADER: &str = include_str!("collisionbench.h");

/// A number that the user of the law chooses.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub name: String,
    /// As the law writes it: `N s/m`; `1` for a number.
    pub unit: String,
    pub value: f64,
}

/// What a law says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// How many numbers a contact keeps from one step to the next.
    pub state: usize,
    pub single_precision: bool,
}

/// How many doubles [`Touching`] is at the interface.
pub const DOUBLES: usize = 18;

/// A body as the function sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// m; infinite for a wall.
    pub radius: f64,
    /// kg; infinite for a wall.
    pub mass: f64,
    /// Pa
    pub young_modulus: f64,
    pub poisson_ratio: f64,
}

impl Side {
    /// A body of a scene; the moduli of a rigid one are infinite, those that are not given no numbers.
    pub fn of(body: &Body) -> Self {
        let given = |value: Option<f64>| value.unwrap_or(f64::NAN);
        let material = body.material.as_ref();
        Self {
            radius: body.radius(),
            mass: if body.is_wall() || body.held { f64::INFINITY } else { body.mass },
            young_modulus: if body.rigid { f64::INFINITY } else { given(material.and_then(|m| m.young_modulus)) },
            poisson_ratio: if body.rigid { 0.0 } else { given(material.and_then(|m| m.poisson_ratio)) },
        }
    }
}

/// One contact at one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touching {
    pub sides: [Side; 2],
    /// Unit vector from body 2 to body 1.
    pub normal: [f64; 3],
    /// m
    pub overlap: f64,
    /// Of the overlap, m/s; positive on approach.
    pub rate: f64,
    /// Velocity of the surface of body 1 over that of body 2, m/s.
    pub slip: [f64; 3],
    /// Mean angular velocity of the bodies about the normal, rad/s.
    pub spin: f64,
    /// Since the state was written, s.
    pub step: f64,
}

impl Touching {
    /// In the order of the interface.
    pub fn doubles(&self) -> [f64; DOUBLES] {
        let [one, two] = self.sides.map(|side| [side.radius, side.mass, side.young_modulus, side.poisson_ratio]);
        let ([nx, ny, nz], [sx, sy, sz]) = (self.normal, self.slip);
        let [a, b, c, d] = one;
        let [e, f, g, h] = two;
        [a, b, c, d, e, f, g, h, nx, ny, nz, self.overlap, self.rate, sx, sy, sz, self.spin, self.step]
    }

    /// The same contact with the bodies exchanged.
    pub fn exchanged(&self) -> Self {
        let [one, two] = self.sides;
        Self { sides: [two, one], normal: self.normal.map(|x| -x), slip: self.slip.map(|x| -x), ..*self }
    }
}

/// What the function returns of one step.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// 0 where there is a force.
    pub status: i32,
    /// On body 1, N.
    pub force: [f64; 3],
    pub state: Vec<f64>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failure(pub String);

/// A law that can be called.
pub trait ForceFunction {
    fn description(&self) -> &Description;

    /// Other values of its parameters, in their order; `false` where they are fixed.
    ///
    /// # Errors
    /// As [`each`](Self::each).
    fn set_parameters(&mut self, values: &[f64]) -> Result<bool, Failure>;

    /// What the calls that follow are for, for the message of one that fails.
    fn during(&mut self, check: &'static str) {
        let _ = check;
    }

    /// The forces of contacts that know nothing of each other, each from its own state.
    ///
    /// # Errors
    /// When the function crashed, did not answer in time, or took too much memory.
    fn each(&mut self, calls: &[(Touching, Vec<f64>)]) -> Result<Vec<Answer>, Failure>;

    /// The forces of one contact, step after step from its first touch.
    ///
    /// # Errors
    /// As [`each`](Self::each).
    fn carried(&mut self, steps: &[Touching]) -> Result<Vec<Answer>, Failure> {
        let mut state = vec![0.0; self.description().state];
        let mut answers = Vec::with_capacity(steps.len());
        for step in steps {
            let answer = self.each(&[(*step, state)])?.remove(0);
            state = answer.state.clone();
            answers.push(answer);
        }
        Ok(answers)
    }

    /// The same calls as [`each`](Self::each) from several threads at once; `None` where the function is called from one only.
    ///
    /// # Errors
    /// As [`each`](Self::each).
    fn side_by_side(&mut self, calls: &[(Touching, Vec<f64>)]) -> Result<Option<Vec<Answer>>, Failure> {
        let _ = calls;
        Ok(None)
    }

    /// What the function left on standard output; to be asked last.
    ///
    /// # Errors
    /// When the child did not end well.
    fn printed(&mut self) -> Result<String, Failure> {
        Ok(String::new())
    }
}
