//! What `collisionbench gate` leaves behind: `gate.csv`, `gate.md`, `junit.xml`, and what it says on a terminal.

mod csv;
mod junit;
mod markdown;
mod terminal;

use super::{OutputFolder, Put, files};
use crate::error::Error;
use crate::judge::Check;
use crate::judge::baseline::{CASE, PHYSICS, Row};
use crate::record::{Gated, Standing};

use super::quantity::shown;
use crate::number::brief;

pub use csv::table as csv;
pub use markdown::text as markdown;
pub use terminal::text as terminal;

/// Builds the report beside its place and puts it there whole.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours.
pub fn write(program: &str, cases: &[Gated], place: &OutputFolder) -> Result<Put, Error> {
    let building = place.begin()?;
    let folder = building.folder();
    let names = vec![
        csv(cases).write(folder, "gate.csv", false)?,
        files::write(folder, "gate.md", markdown(program, cases).as_bytes())?,
        files::stream(folder, "junit.xml", |out| junit::write(program, cases, out))?,
    ];
    building.put(names)
}

/// What is wrong with a case as a whole; `None` when its numbers say it all.
fn invalid(case: &Gated) -> Option<String> {
    match &case.standing {
        Standing::Compared | Standing::NeverAccepted => None,
        Standing::Changed(inputs) => Some(format!(
            "the case has changed since its numbers were accepted ({}): look at them, then \
             `collisionbench accept {} --why \"...\"`",
            inputs
                .iter()
                .map(|name| match name.as_str() {
                    CASE => "its text",
                    PHYSICS => "its physics or expectations",
                    name => name,
                })
                .collect::<Vec<_>>()
                .join(", "),
            case.case
        )),
        Standing::CaseGone => {
            Some("the case is missing but its baseline exists: restore the case or delete the baseline".into())
        }
    }
}

/// `accepted 10.69 kN, now 10.70 kN, deviation 1.1e-3, allowed 1e-12, uncertainty 2e-13`: relative where that has a meaning.
fn said(row: &Row) -> String {
    if let Some(reason) = &row.reason {
        return reason.clone();
    }
    match (row.accepted, row.now, row.off) {
        (Some(then), Some(now), Some(off)) => {
            let (size, word) =
                if then.value == 0.0 { (1.0, format!(" {}", row.unit)) } else { (then.value.abs(), String::new()) };
            let part = |x: Option<f64>| x.map_or("nothing".to_string(), |x| brief(x / size));
            let digits = if off < 1e-3 * size { 15 } else { 6 };
            format!(
                "accepted {}, now {}, deviation {}{}, allowed {}, uncertainty {}",
                shown(then.value, &row.unit, digits),
                shown(now.value, &row.unit, digits),
                part(Some(off)),
                word.trim_end(),
                part(row.allowed),
                part(row.noise)
            )
        }
        (Some(then), None, _) => format!("accepted {}, no longer observed", shown(then.value, &row.unit, 6)),
        (None, Some(now), _) => format!("now {}", shown(now.value, &row.unit, 6)),
        (_, _, Some(off)) => format!(
            "outside the tolerance tube around the accepted curve: deviation {} of its size, allowed {}",
            brief(off),
            row.allowed.map_or("nothing".to_string(), brief)
        ),
        _ => "a curve".to_string(),
    }
}

/// `momentum_residual 0.05 exceeds 1e-15: ...`, of what an engine may not do whatever was accepted.
fn broken(check: &Check) -> String {
    let value = check.observed.map_or("unknown".to_string(), |value| shown(value, &check.unit, 6));
    let allowed = check.allowed.map_or("nothing".to_string(), |value| shown(value, &check.unit, 3));
    let why = check.reason.as_deref().unwrap_or_default();
    format!("{} {value} exceeds {allowed}: {why}", check.observable)
}
