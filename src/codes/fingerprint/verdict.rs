//! What the lines of a fingerprint say together.

use super::{Inference, Place, Trust, conserved, damping, elastic, normal, precision, sliding, springs, steps};
use crate::codes::engine::Engine;
use crate::law::contract::line;

/// The conventions of the plain model, by the title of a line.
const PLAIN: [(&str, &str); 15] = [
    (conserved::CONSERVED, conserved::OF_PAIRS),
    (conserved::CONSERVED, conserved::AT_WALLS),
    (elastic::ELASTIC, elastic::NOTHING_LOST),
    ("normal force", normal::HERTZ),
    ("effective radius", normal::HARMONIC),
    ("radius at walls", normal::WALL_RADIUS),
    ("effective modulus", normal::OWN_MODULI),
    ("modulus at walls", line::OWN_MODULUS),
    ("effective mass", damping::REDUCED),
    ("mass at walls", line::FREE_MASS),
    (sliding::RATIO, sliding::ASKED),
    (sliding::INERTIA, sliding::SOLID),
    (sliding::TORQUE, sliding::OWN_ARM),
    (sliding::TORQUE, sliding::AT_WALLS),
    (sliding::DIAGONAL, sliding::CONE),
];

/// Whether a line says something else than the plain model has, if the model has it.
fn departs(finding: &Inference) -> bool {
    if [steps::ORDER, steps::DAMPED, steps::TANGENTIAL].contains(&finding.convention) {
        return finding.says.starts_with("does not converge");
    }
    let mut of_line = PLAIN.iter().filter(|(title, _)| *title == finding.convention).peekable();
    let same =
        |says: &str| finding.says.strip_prefix(says).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("));
    of_line.peek().is_some() && of_line.all(|(_, says)| !same(says))
}

/// Lines of which no other one depends on, and which depend on none.
const APART: [&str; 4] = [steps::ORDER, steps::DAMPED, steps::TANGENTIAL, precision::PRECISION];

/// Every other line of pairs was computed with action and reaction.
pub(super) fn leave_pairs_open(findings: &mut [Inference]) {
    for finding in findings.iter_mut().filter(|one| one.place == Place::Pairs) {
        let depends = finding.convention != conserved::CONSERVED && !APART.contains(&finding.convention);
        if depends && finding.strength != Trust::CannotTell {
            let was = std::mem::take(&mut finding.says);
            finding.strength = Trust::CannotTell;
            finding.evidence +=
                &format!("; the forces on a pair are no action and reaction, without which this is not known: {was}");
        }
    }
}

/// No list is exhausted while another line is open: what was computed for this one may have assumed what is not so there.
pub(super) fn settle(findings: &mut [Inference]) {
    let open = |finding: &Inference| {
        !matches!(finding.strength, Trust::Certain | Trust::Likely) && !APART.contains(&finding.convention)
    };
    let all: Vec<(String, bool)> =
        findings.iter().map(|one| (format!("{} ({})", one.convention, one.place), open(one))).collect();
    for (at, finding) in findings.iter_mut().enumerate().filter(|(_, one)| one.strength == Trust::NoMatch) {
        let others: Vec<&str> =
            all.iter().enumerate().filter(|(i, one)| *i != at && one.1).map(|(_, one)| one.0.as_str()).collect();
        if !others.is_empty() {
            finding.strength = Trust::CannotTell;
            finding.evidence += &format!(
                "; no listed rule fits, but each was computed as if the lines that are not known either were plain: {}",
                others.join(", ")
            );
        }
    }
}

/// Summary: number of inferred conventions, differences from the plain model, bare numbers and unknowns.
pub fn verdict(findings: &[Inference]) -> String {
    let named = |finding: &Inference| format!("{} ({})", finding.convention, finding.place);
    let of = |strength: Trust| findings.iter().filter(move |finding| finding.strength == strength);
    let inferred = of(Trust::Certain).chain(of(Trust::Likely)).chain(of(Trust::Number));
    let departures: Vec<String> = inferred
        .filter(|finding| departs(finding))
        .map(|finding| format!("{}: {} ({})", named(finding), finding.says, finding.strength))
        .collect();
    let plain = |finding: &&Inference| PLAIN.iter().any(|(title, _)| *title == finding.convention);
    let open = findings.iter().filter(plain).any(|f| !matches!(f.strength, Trust::Certain | Trust::Likely));
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
        true if open => {
            "no deviation from Hertz and the standard effective quantities in the lines that are decided".to_string()
        }
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
            Trust::NoMatch if *convention == springs::LEVER => return None,
            Trust::NoMatch => "no listed rule".to_string(),
            Trust::Number | Trust::CannotTell => return None,
        };
        let met = *strength != Trust::NoMatch && declared.iter().any(|text| says.starts_with(text.as_ref()));
        (!met).then(|| format!("{convention} ({place}): declared {}, found {found}", declared.join(" or ")))
    };
    findings.iter().filter_map(against).collect()
}
