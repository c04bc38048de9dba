//! Single precision, which the numbers of an engine show.
//!
//! A number of single precision has 24 binary digits. Written with all its digits, with nine, or with as few as tell it from its
//! neighbours, it is read back as one of them; of others one in a hundred million is, unless it has seven decimal digits or fewer.

use super::{Inference, Place, Trust};
use crate::codes::engine::Engine;
use crate::codes::engine::bounce::is_single;
use crate::collide::bounce::Bounce;

pub(super) const PRECISION: &str = "precision";

/// As many numbers with more than seven digits decide.
const ENOUGH: usize = 20;

/// How many velocities and spins are of single precision, of those that have more than seven decimal digits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Digits {
    single: usize,
    more: usize,
    /// Numbers of seven digits or fewer.
    short: usize,
}

/// Whether seven decimal digits are all that it has.
fn is_short(x: f64) -> bool {
    format!("{x:.6e}").parse::<f64>().ok() == Some(x)
}

impl Digits {
    pub(super) fn add(&mut self, bounces: &[Bounce]) {
        for x in bounces.iter().flat_map(|bounce| &bounce.end).flat_map(|body| [body.velocity, body.spin]).flatten() {
            match x {
                _ if x == 0.0 => {}
                _ if is_short(x) => self.short += 1,
                _ if is_single(x) => self.single += 1,
                _ => self.more += 1,
            }
        }
    }

    /// Whether every number is of single precision.
    pub(super) fn is_single(self) -> bool {
        self.more == 0 && self.single >= ENOUGH
    }
}

/// The line of an engine whose numbers had these digits.
pub(super) fn find(engine: &dyn Engine, digits: Digits) -> Inference {
    let Digits { single, more, short } = digits;
    let evidence = format!(
        "of velocities and spins after the impacts {single} are numbers of single precision, {more} are not, {short} have seven digits or fewer"
    );
    let line = |says: String| Inference {
        convention: PRECISION,
        place: Place::Pairs,
        strength: Trust::Certain,
        says,
        evidence: evidence.clone(),
    };
    let declared = engine.epsilon() > f64::EPSILON;
    let floor = "every velocity is rounded to 6e-8 of itself in each step";
    match () {
        () if digits.is_single() => line(format!("single: {floor}")),
        () if declared => Inference::number(PRECISION, Place::Pairs, format!("single, as declared: {floor}"), evidence),
        () if more >= ENOUGH => line("double: its numbers have more digits than single precision".to_string()),
        () => Inference::unknown(PRECISION, Place::Pairs, evidence),
    }
}
