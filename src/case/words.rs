//! The schemes a case can run, and words of the grammar that this version knows of but does not read.

use crate::dialect;

/// What to write instead of such a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Later {
    pub instead: &'static str,
}

const HEAD_ON: Later = Later { instead: "what is: a head-on impact, [impact] with `speed`" };
const IMPACT: Later = Later { instead: "what is: an impact at a given speed, [impact] with `speed`" };
const NORMAL: Later = Later { instead: "what is: head-on contact, [contact.normal.*] with [contact.damping.*]" };
const DIALECT: Later =
    Later { instead: "what is: [contact.normal.*] with [contact.damping.*], or a system's own words, [contact.yade]" };
const SOLVER: Later = Later {
    instead: "what is: [run.reference], the law integrated exactly, schemes such as [run.velocity-verlet], engines such as \
              [run.lammps], and your own programs with --engines FILE",
};
const SAME_SCHEME: Later = Later { instead: "what is: [run.leapfrog], the same scheme under another name" };
const GIVEN: Later = Later { instead: "what is: a value, or { sweep = [...] }" };
const AGREES: Later = Later { instead: "what is: `agrees_with` and how near, { within = \"1 %\" }" };
const NO_EXPORT: Later = Later { instead: "leave it out" };

/// The fixed-step schemes of production codes that are run, in the order they are shown.
///
/// A case stands before the solvers, so the words are kept here; they are the names of the schemes themselves.
pub const SCHEMES: &[&str] =
    &["velocity-verlet", "leapfrog", "velocity-verlet-implicit", "position-verlet", "forward-euler"];

/// Production codes whose drivers are built in, in the order they are shown.
///
/// A case stands before the engines, so the words are kept here.
pub const ENGINES: &[&str] = &["lammps", "liggghts", "yade", "kratos"];

/// Codes that are not run here.
const OTHERS: &[&str] = &["edem", "musen", "mercurydpm", "woo", "pfc", "hybird", "mfix", "pysph"];

/// Fixed-step schemes of production codes that are not run.
const STEPPERS: &[&str] = &["beeman", "gear", "runge-kutta", "taylor", "adams-bashforth"];

/// The word of a later version that `key` is in the table at `path`.
pub(super) fn later(path: &str, key: &str) -> Option<Later> {
    let top = path.split('.').next().unwrap_or_default();
    let depth = if path.is_empty() { 0 } else { 1 + path.matches('.').count() };
    let later = match (depth, top, key) {
        (0, _, "path" | "experiment") => IMPACT,
        (0, _, "fit") => GIVEN,
        (0, _, "export") => NO_EXPORT,
        (2, "body", "spin") => HEAD_ON,
        (2, "body", "friction") => NORMAL,
        (1, "impact", "angle" | "offset" | "normal_speed" | "tangential_speed" | "frame") => HEAD_ON,
        (1, "contact", "tangential" | "rolling" | "friction_limit") => NORMAL,
        (1, "contact", key) if (ENGINES.contains(&key) || OTHERS.contains(&key)) && dialect::find(key).is_none() => {
            DIALECT
        }
        (1, "run", "symplectic-euler" | "semi-implicit-euler") => SAME_SCHEME,
        (1, "run", "mdr") => SOLVER,
        (1, "run", key) if OTHERS.contains(&key) || STEPPERS.contains(&key) => SOLVER,
        (1, "expect", "variant") => AGREES,
        (_, _, "fit" | "between") => GIVEN,
        _ => return None,
    };
    Some(later)
}

/// Whether `solver` is one that a later version runs.
pub(super) fn later_solver(solver: &str) -> Option<Later> {
    later("run", solver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_where_it_belongs_and_nowhere_else() {
        assert!(later("", "path").is_some());
        assert!(later("impact", "path").is_none());
        assert!(later("impact", "angle").is_some());
        assert!(later("body.left", "spin").is_some());
        assert!(later("contact", "liggghts").is_some());
        assert!(later("contact", "yade").is_none());
        assert!(later("run", "beeman").is_some());
        assert!(later("run", "velocity-verlet").is_none());
        assert!(later("run", "reference").is_none());
        assert!(later("material.glass.density", "fit").is_some());
    }
}
