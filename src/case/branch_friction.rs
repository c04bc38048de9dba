//! Checks of friction in a contact whose normal law has branches: adhesion, plasticity or memory.

use crate::error::Diagnostic;
use crate::law::shear::{FrictionLimit, ShearForce};
use crate::law::{Branched, Contact};

/// Refuses a friction limit that a normal law with branches does not define, in an impact or on a path.
pub(super) fn check_limit(
    branches: &Branched,
    contact: &Contact,
    shear: Option<&ShearForce>,
    path: bool,
) -> Result<(), Diagnostic> {
    let (Some(shear), name) = (shear, contact.normal.card().name) else { return Ok(()) };
    let (touch, q) = branches.law.touch(0.0);
    if !path
        && shear.limit == FrictionLimit::Absolute
        && branches.law.pulls()
        && branches.law.spot(&touch, q).force == 0.0
    {
        let message = format!(
            "friction_limit = \"absolute\" is not supported with `{name}`: its attraction starts at zero overlap"
        );
        return Err(Diagnostic::new(message).help("write friction_limit = \"total\""));
    }
    let lacks = match shear.limit {
        FrictionLimit::PullOff => branches.law.pull_off().is_none().then_some("a pull-off force, `jkr` or `dmt`"),
        FrictionLimit::Repulsive => branches.law.attraction(&touch, q).is_none().then_some("an attraction"),
        _ => None,
    };
    if let Some(lacks) = lacks {
        let message = format!("friction_limit = \"{}\" requires a normal law with {lacks}", shear.limit.word());
        return Err(Diagnostic::new(message).help("write friction_limit = \"total\""));
    }
    if shear.limit == FrictionLimit::Elastic && branches.law.pulls() {
        let message =
            format!("friction_limit = \"elastic\" is not valid with `{name}`: its elastic force can be attractive");
        return Err(Diagnostic::new(message)
            .help("write friction_limit = \"total\", \"absolute\", \"pull-off\" or \"repulsive\""));
    }
    Ok(())
}
