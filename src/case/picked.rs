//! The values picked for one scene.

use super::entry::{Choice, Entry};
use super::reader::quoted;
use crate::contact::LawError;
use crate::error::{Diagnostic, Origin};
use crate::scene::Body;

/// The values of one scene.
pub(super) struct Picked<'r> {
    pub entries: &'r [Entry],
    /// Which choice of each entry; the first one where there is none.
    pub pick: &'r [usize],
    /// Numbers in place of what is written, SI.
    pub given: &'r [(usize, f64)],
}

impl Picked<'_> {
    pub fn choice(&self, id: usize) -> &Choice {
        &self.entries[id].choices[self.pick.get(id).copied().unwrap_or_default()]
    }

    pub fn number(&self, id: usize) -> f64 {
        let given = self.given.iter().find(|(other, _)| *other == id);
        given.map_or_else(|| self.choice(id).number().unwrap_or(f64::NAN), |(_, number)| *number)
    }
}

pub(super) fn placed(error: LawError, origin: &Origin) -> Box<Diagnostic> {
    let mut problem = Diagnostic::new(error.message).at(origin);
    problem.help = error.help;
    Box::new(problem)
}

/// Adds what each body lacks to the message of a law that needs moduli.
pub(super) fn lacking(mut problem: Box<Diagnostic>, bodies: &[Body; 2]) -> Box<Diagnostic> {
    for body in bodies {
        let name = quoted(&body.name);
        let line = match &body.material {
            _ if body.rigid => format!("{name} is rigid"),
            None => format!("{name} has no material; give it one, or make it rigid"),
            Some(m) if m.young_modulus.is_none() => format!("material {} has no `young_modulus`", quoted(&m.name)),
            Some(m) if m.poisson_ratio.is_none() => format!("material {} has no `poisson_ratio`", quoted(&m.name)),
            Some(_) => continue,
        };
        if !problem.help.contains(&line) {
            problem.help.push(line);
        }
    }
    problem
}
