//! The value of every entry in one scene.

use super::entry::{Choice, Entry};
use super::reader::quoted;
use crate::error::{Diagnostic, Origin};
use crate::law::LawError;
use crate::law::scene::Body;

/// Selects the value of every entry for one scene.
pub(super) struct SceneValues<'r> {
    pub entries: &'r [Entry],
    /// Index of the choice of each entry; the first choice for an entry beyond the list.
    pub pick: &'r [usize],
    /// Numbers (SI) that replace those of the file, by index of the entry.
    pub given: &'r [(usize, f64)],
}

impl SceneValues<'_> {
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

/// Adds the missing moduli of each body to the message of a law that needs them.
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
