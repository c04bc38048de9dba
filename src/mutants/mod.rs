//! Broken twins: mistakes that are easily made, each made on purpose, to see which case catches which.
//!
//! A bench that passes a wrong law is worse than none. A mutant is one mistake: in the force a scene compiles to, in what
//! is kept of a collision, in what is read off it, in how a production code steps, in what its numbers are, or on the way
//! from measurements to an estimate. It is caught by a case when a check that holds without it fails with it; a known gap
//! that stays one catches nothing. A mistake in a fit is also caught where an accepted number of the case moves.
//!
//! Where no case has a number that it changes, it was not reached: nothing is known of it.

mod altered;
mod branched;
mod broken;
mod caught;
mod cohesive;
mod damping;
mod elastic;
mod fits;
mod matrix;
mod readings;
mod refit;
mod steps;
mod tangential;
mod text;

use crate::bench::Readings;
use crate::case::Mistakes;
use crate::contact::{Branched, PowerForce};
use crate::scene::Scene;
use crate::trajectory::Trajectory;

pub use broken::BrokenScheme;
pub use caught::Caught;
pub use matrix::{Lost, Matrix, MutantOutcome, MutantRow};

/// One mistake.
#[derive(Clone, Copy)]
pub struct Mutant {
    /// `half-effective-radius`
    pub name: &'static str,
    /// What is broken.
    pub breaks: &'static str,
    /// Where such an error was seen; `an easily made mistake` where it was not.
    pub seen: &'static str,
    /// A shipped case that catches it.
    pub case: &'static str,
    pub hook: Hook,
}

impl Mutant {
    /// The mistake of `hook` that `case` catches; a test demands the two texts.
    const fn new(case: &'static str, name: &'static str, hook: Hook) -> Self {
        Self { name, breaks: "", seen: "", case, hook }
    }

    const fn breaks(self, breaks: &'static str) -> Self {
        Self { breaks, ..self }
    }

    const fn seen(self, seen: &'static str) -> Self {
        Self { seen, ..self }
    }
}

/// Where a mistake is made.
#[derive(Clone, Copy)]
pub enum Hook {
    /// In the numbers the reference is handed: effective mass, speed, laws.
    Scene(fn(&mut Scene)),
    /// In the normal force where it is a power of the overlap.
    Force(fn(&Scene, &mut PowerForce)),
    /// In the branches of a law that remembers, yields or pulls.
    Law(fn(&Scene, &Branched) -> Option<Branched>),
    /// In what the reference keeps of a collision.
    Course(fn(&Scene, &mut Trajectory)),
    /// In what is read off a collision of the reference.
    Reading(fn(&Scene, &mut Readings)),
    /// In the laws that a production code is handed.
    Handed(fn(&mut Scene)),
    /// In the step of a production code.
    Step(&'static BrokenScheme),
    /// In what a production code reports at each onset phase.
    Stepped(fn(&Scene, &mut Readings)),
    /// On the way from measurements to an estimate.
    Fit(&'static Mistakes),
}

/// Every mutant, in the order they are shown.
pub fn mutants() -> Vec<&'static Mutant> {
    let all = [
        elastic::MUTANTS,
        damping::MUTANTS,
        branched::MUTANTS,
        cohesive::MUTANTS,
        readings::MUTANTS,
        tangential::MUTANTS,
        steps::MUTANTS,
        fits::MUTANTS,
    ];
    all.into_iter().flatten().collect()
}

/// The mutant of that name.
pub fn find(name: &str) -> Option<&'static Mutant> {
    mutants().into_iter().find(|mutant| mutant.name == name)
}
