//! The values picked for one scene, and the laws that are built of them.

use super::entry::{Choice, Entry};
use super::law::LawDraft;
use super::law::spec;
use super::reader::quoted;
use crate::contact::{LawError, LawKey, Numbers};
use crate::error::{Diagnostic, Origin};
use crate::scene::Body;

/// The values of one scene.
pub(super) struct Picked<'r> {
    pub entries: &'r [Entry],
    /// Which choice of each entry; the first one where there is none.
    pub pick: &'r [usize],
    /// Numbers in place of what is written.
    pub given: Given<'r>,
}

impl Picked<'_> {
    pub fn choice(&self, id: usize) -> &Choice {
        &self.entries[id].choices[self.pick.get(id).copied().unwrap_or_default()]
    }

    pub fn number(&self, id: usize) -> f64 {
        let given = self.given.numbers.iter().find(|(other, _)| *other == id);
        given.map_or_else(|| self.choice(id).number().unwrap_or(f64::NAN), |(_, number)| *number)
    }

    pub fn optional(&self, id: Option<usize>) -> Option<f64> {
        id.map(|id| self.number(id))
    }
}

pub(super) fn law<L>(picked: &Picked, law: &LawDraft<L>) -> Result<L, Box<Diagnostic>> {
    law_with(picked, law, None)
}

/// With a number beside those of its table.
pub(super) fn law_with<L>(
    picked: &Picked,
    law: &LawDraft<L>,
    beside: Option<(&'static str, f64)>,
) -> Result<L, Box<Diagnostic>> {
    let numbers = law.numbers.iter().map(|&(key, id)| (key, picked.number(id))).chain(beside).collect();
    let words = law.words.iter().map(|&(key, id)| (key, picked.choice(id).text.clone())).collect();
    (law.kind.build)(&Numbers::new(numbers).with_words(words)).map_err(|error| {
        let incomplete = error.key.is_none();
        let mut problem = law_error(picked, law, error);
        if incomplete {
            let written = |key: &LawKey| format!("{} = {}", key.name, spec(key).example());
            let width = law.kind.keys.iter().map(|key| written(key).len()).max().unwrap_or_default();
            problem
                .help
                .extend(law.kind.keys.iter().map(|key| format!("{:<width$}   # {}", written(key), key.about())));
        }
        problem
    })
}

/// What is wrong with a law, at the value that is wrong.
pub(super) fn law_error<L>(picked: &Picked, law: &LawDraft<L>, error: LawError) -> Box<Diagnostic> {
    let at = law.numbers.iter().chain(&law.words).find(|(key, _)| Some(*key) == error.key);
    placed(error, at.map_or(&law.origin, |&(_, id)| &picked.choice(id).origin))
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

/// Numbers for some entries, SI.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Given<'r> {
    pub numbers: &'r [(usize, f64)],
}
