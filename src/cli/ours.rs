//! Our own laws beside the systems: a contact of a case taken as if it were said in a dialect, and a contact written as
//! a case file has it.

use crate::contact::damping::{Damping, DampingLaw, LinearDashpot, Strength};
use crate::contact::{Card, Contact, LawError, Normal, Pair};
use crate::dialect::{Contract, Dialect, Key, Phrase, Reading, Said, Spoken};
use crate::report::number::exact;
use crate::scene::Scene;

/// The contact of a scene, whatever is said.
#[derive(Debug)]
pub(super) struct Ours {
    contact: Contact,
    restitution_requested: Option<f64>,
    contract: Contract,
}

impl Ours {
    pub(super) fn of(scene: &Scene) -> Self {
        Self {
            contact: scene.contact.clone(),
            restitution_requested: scene.restitution_requested(),
            contract: scene.contract(),
        }
    }

    /// The contact as a case file has it; empty where none can.
    pub(super) fn tables(&self) -> Vec<String> {
        tables(&self.contact).unwrap_or_default()
    }
}

const CARD: Card = Card {
    name: super::said::OURS,
    title: "The laws of this bench",
    formula: "F = K delta^alpha + C delta^beta v",
    symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s")],
    holds: "every law of this bench",
    source: "`collisionbench list laws`",
    known_as: &[],
};

impl Dialect for Ours {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn keys(&self) -> &'static [Key] {
        &[]
    }

    fn contract(&self) -> Contract {
        self.contract.clone()
    }

    fn contact(&self, _: &Said, _: Reading, _: &Pair) -> Result<Spoken, LawError> {
        Ok(Spoken {
            contact: self.contact.clone(),
            restitution_requested: self.restitution_requested,
            derived: Vec::new(),
            contract: self.contract(),
            notes: Vec::new(),
        })
    }

    fn say(&self, contact: &Contact, _: Reading, _: &Pair) -> Result<Phrase, LawError> {
        if *contact == self.contact {
            return Ok(Phrase { said: Said::default(), notes: Vec::new() });
        }
        Err(LawError::table("this is another contact"))
    }
}

/// The tables of a case file that make this contact, numbers to the last bit.
///
/// # Errors
/// When a case file cannot say it: a dashpot that feeds energy.
pub(super) fn tables(contact: &Contact) -> Result<Vec<String>, LawError> {
    let mut lines = Vec::new();
    let damped = !matches!(contact.damping, Damping::Undamped(_));
    if damped {
        lines.extend(["[contact]".to_string(), format!("ends = \"{}\"", contact.ends.word()), String::new()]);
    }
    lines.push(format!("[contact.normal.{}]", contact.normal.card().name));
    lines.extend(normal(&contact.normal));
    if damped {
        lines.extend([String::new(), format!("[contact.damping.{}]", contact.damping.card().name)]);
        lines.extend(damping(&contact.damping)?);
    }
    Ok(lines)
}

fn quantity(key: &str, value: f64, unit: &str) -> String {
    if unit.is_empty() { format!("{key} = {}", exact(value)) } else { format!("{key} = \"{} {unit}\"", exact(value)) }
}

fn normal(law: &Normal) -> Vec<String> {
    match law {
        Normal::Hertz(law) => {
            law.effective_modulus.map(|E_star| quantity("effective_modulus", E_star, "Pa")).into_iter().collect()
        }
        Normal::Hooke(law) => vec![quantity("stiffness", law.stiffness, "N/m")],
        Normal::PowerLaw(law) => {
            let mut lines = vec![
                quantity("exponent", law.exponent, ""),
                quantity("force", law.force, "N"),
                quantity("at_overlap", law.at_overlap, "m"),
            ];
            if law.reference_gap != 0.0 {
                lines.push(quantity("reference_gap", law.reference_gap, "m"));
            }
            lines
        }
    }
}

fn damping(law: &Damping) -> Result<Vec<String>, LawError> {
    let restitution = |e: Option<f64>, at_speed: Option<f64>| {
        let mut lines: Vec<String> = e.map(|e| quantity("restitution", e, "")).into_iter().collect();
        lines.extend(at_speed.map(|v| quantity("at_speed", v, "m/s")));
        lines
    };
    let coefficient = |key: &str, value: f64, unit: &str| {
        if value < 0.0 {
            return Err(LawError::table("this dashpot feeds energy, and a case file has no words for that")
                .help("use the reading `corrected`"));
        }
        Ok(vec![quantity(key, value, unit)])
    };
    match law {
        Damping::Undamped(_) => Ok(Vec::new()),
        Damping::LinearDashpot(law) => match *law {
            LinearDashpot::Coefficient(C) => coefficient("coefficient", C, "N s/m"),
            LinearDashpot::Ratio(z) => coefficient("ratio", z, ""),
            LinearDashpot::Restitution(e) => Ok(restitution(Some(e), None)),
        },
        Damping::Tsuji(law) => match law.0 {
            Strength::Coefficient(alpha) => coefficient("alpha", alpha, ""),
            Strength::Restitution(e) => Ok(restitution(Some(e), None)),
        },
        Damping::KuwabaraKono(law) => match law.relaxation_time() {
            Some(A) => coefficient("relaxation_time", A, "s"),
            None => Ok(restitution(law.restitution(), law.at_speed())),
        },
        Damping::HuntCrossley(law) => match law.lambda() {
            Some(lambda) => coefficient("lambda", lambda, "s/m"),
            None => Ok(restitution(law.restitution(), law.at_speed())),
        },
        Damping::StiffnessDashpot(law) => {
            let mut lines = coefficient("ratio", law.ratio, "")?;
            if law.exponent < 0.0 {
                return Err(LawError::table(format!(
                    "this dashpot falls with the overlap to the power {}, and a case file has no words for that",
                    law.exponent
                )));
            }
            if law.exponent != 0.0 {
                lines.push(quantity("exponent", law.exponent, ""));
                lines.push(quantity("reference_length", law.reference_length, "m"));
            }
            Ok(lines)
        }
    }
}
