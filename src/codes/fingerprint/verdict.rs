//! The summary line of a fingerprint, and the error rate of `certain`.

use super::measured::LEVER;
use super::{Inference, Place, Trust};
use crate::codes::engine::Engine;
use crate::law::contract::line;

/// Small engines with one quirk each that `cargo test --test fingerprint_zoo` runs. No line of any may be wrong and certain.
pub const ZOO: u32 = 56;

/// Upper bound (95 %) of the share of engines with a wrong `certain`, after none in [`ZOO`]: `1 - 0.05^(1/N)`.
pub const WRONG_AT_MOST: fn(u32) -> f64 = |engines| 1.0 - 0.05f64.powf(1.0 / f64::from(engines));

/// The conventions of the plain model, by the title of a line.
const PLAIN: [(&str, &str); 7] = [
    ("normal force", super::normal::HERTZ),
    ("effective radius", super::normal::HARMONIC),
    ("radius at walls", super::normal::WALL_RADIUS),
    ("effective modulus", super::normal::OWN_MODULI),
    ("modulus at walls", line::OWN_MODULUS),
    ("effective mass", super::mass::REDUCED),
    ("mass at walls", line::FREE_MASS),
];

/// Summary: number of inferred conventions, differences from the plain model, bare numbers and unknowns.
pub fn verdict(findings: &[Inference]) -> String {
    let named = |finding: &Inference| format!("{} ({})", finding.convention, finding.place);
    let of = |strength: Trust| findings.iter().filter(move |finding| finding.strength == strength);
    let inferred = of(Trust::Certain).chain(of(Trust::Likely)).chain(of(Trust::Number));
    let departs =
        inferred.filter(|finding| PLAIN.iter().any(|(t, says)| *t == finding.convention && *says != finding.says));
    let departures: Vec<String> =
        departs.map(|finding| format!("{}: {} ({})", named(finding), finding.says, finding.strength)).collect();
    let list = |strength: Trust| of(strength).map(named).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "verdict: {} of {} lines certain, {} likely; ",
        of(Trust::Certain).count(),
        findings.len(),
        of(Trust::Likely).count()
    );
    let decided =
        findings.iter().any(|f| matches!(f.strength, Trust::Certain | Trust::Likely)) || !departures.is_empty();
    text += &match departures.is_empty() {
        true if !decided => "no convention of this engine could be determined".to_string(),
        true => "no listed deviation from Hertz and the standard effective quantities".to_string(),
        false => format!("deviates from Hertz and the standard effective quantities in {}", departures.join("; ")),
    };
    let rest =
        [("only a number", Trust::Number), ("no listed rule fits", Trust::NoMatch), ("not decided", Trust::CannotTell)];
    for (what, which) in rest.map(|(what, strength)| (what, list(strength))) {
        if !which.is_empty() {
            text += &format!("; {what}: {which}");
        }
    }
    text
}

/// The lines in which an engine is not as it is declared, one sentence each: what was found, or that no listed rule fits.
pub fn undeclared(engine: &dyn Engine, findings: &[Inference]) -> Vec<String> {
    let against = |finding: &Inference| {
        let Inference { convention, place, strength, says, .. } = finding;
        let declared = engine.declares(*place == Place::Walls).into_iter().find(|(title, _)| title == convention)?.1;
        let found = match strength {
            Trust::Certain | Trust::Likely => format!("{says} ({strength})"),
            // Levers are looked for with each rule: without one there is none of them.
            Trust::NoMatch if *convention == LEVER => return None,
            Trust::NoMatch => "no listed rule".to_string(),
            Trust::Number | Trust::CannotTell => return None,
        };
        let met = *strength != Trust::NoMatch && declared.iter().any(|text| says.starts_with(text.as_ref()));
        (!met).then(|| format!("{convention} ({place}): declared {}, found {found}", declared.join(" or ")))
    };
    findings.iter().filter_map(against).collect()
}
