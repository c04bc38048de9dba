//! The schemes that a case can run, and keywords that this version does not support, with what to write instead.

use crate::codes;

const FRICTION: &str = "use instead: the friction of the contact, [contact.tangential.mindlin] with `friction`";
const DIALECT: &str =
    "use instead: [contact.normal.*] with [contact.damping.*], or the parameters of a supported code, [contact.yade]";
const SOLVER: &str = "use instead: [run.reference] (adaptive, to rounding), a scheme such as [run.velocity-verlet], \
              an engine such as [run.lammps], or your own program with --engines FILE";
const SAME_SCHEME: &str = "use instead: [run.leapfrog], the same scheme under another name";
const LEVERS: &str = "use instead: lever = { slip = \"radius\", torque = \"radius\" }; `lever_of_slip` is a field of scene.json, which `slip` gives";
const DYNAMIC: &str = "use STATIC_FRICTION alone for a code whose friction is the same at rest and sliding: the input is then \
              written with DYNAMIC_FRICTION equal to it; Kratos with two coefficients is another contact";
const AGREES: &str = "use instead: `agrees_with` with a tolerance, { within = \"1 %\" }";

/// Codes that this bench does not know yet.
const OTHERS: &[&str] = &["mfix", "pysph"];

/// Fixed-step schemes of production codes that are not run.
const STEPPERS: &[&str] = &["beeman", "gear", "runge-kutta", "taylor", "adams-bashforth"];

/// The replacement for the unsupported keyword `key` in the table at `path`.
pub fn later(path: &str, key: &str) -> Option<&'static str> {
    let top = path.split('.').next().unwrap_or_default();
    let depth = if path.is_empty() { 0 } else { 1 + path.matches('.').count() };
    let later = match (depth, top, key) {
        (2, "body", "friction") => FRICTION,
        (1, "contact", "lever_of_slip") => LEVERS,
        (2, "contact", "DYNAMIC_FRICTION" | "FRICTION_DECAY") => DYNAMIC,
        (1, "contact", key) if OTHERS.contains(&key) => DIALECT,
        (1, "run", "symplectic-euler" | "semi-implicit-euler") => SAME_SCHEME,
        (1, "run", key) if not_run(key) => SOLVER,
        (1, "expect", "variant") => AGREES,
        _ => return None,
    };
    Some(later)
}

fn not_run(key: &str) -> bool {
    let cannot = codes::find(key).is_some_and(|system| system.driver.is_none());
    cannot || OTHERS.contains(&key) || STEPPERS.contains(&key)
}

/// The replacement for an unsupported solver.
pub(super) fn later_solver(solver: &str) -> Option<&'static str> {
    later("run", solver)
}
