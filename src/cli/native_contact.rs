//! A contact written as tables of a case.

use crate::law::damping::{Damping, DampingLaw, LinearDashpot, Strength};
use crate::law::shear::{Form, Levers};
use crate::law::tangential::ShearStrength;
use crate::law::{Contact, Key, LawError, Normal, Rolling, Tangential, normal};
use crate::number::exact;

/// The tables of a case file that make this contact, numbers to the last bit.
///
/// # Errors
/// When a case file cannot express it: a dashpot with a negative coefficient.
pub(super) fn tables(contact: &Contact) -> Result<Vec<String>, LawError> {
    let mut lines = Vec::new();
    let damped = !matches!(contact.damping, Damping::Undamped(_));
    if damped || contact.friction.is_some() {
        lines.push("[contact]".to_string());
        lines.extend(damped.then(|| format!("ends = \"{}\"", contact.ends.word())));
        if let Some(friction) = &contact.friction {
            let Levers { slip, torque } = friction.levers;
            lines.push(format!("friction_limit = \"{}\"", friction.limit.word()));
            lines.push(format!("lever = {{ slip = \"{}\", torque = \"{}\" }}", slip.word(), torque.word()));
            lines.push(format!("spring_rotation = \"{}\"", friction.rotation.word()));
        }
        lines.push(String::new());
    }
    lines.push(format!("[contact.normal.{}]", contact.normal.card().name));
    lines.extend(normal(&contact.normal));
    if damped {
        lines.extend([String::new(), format!("[contact.damping.{}]", contact.damping.card().name)]);
        lines.extend(damping(&contact.damping)?);
    }
    if let Some(friction) = &contact.friction {
        lines.extend([String::new(), format!("[contact.tangential.{}]", friction.tangential.card().name)]);
        lines.extend(tangential(&friction.tangential)?);
        if !matches!(friction.rolling, Rolling::Free(_)) {
            lines.extend([String::new(), format!("[contact.rolling.{}]", friction.rolling.card().name)]);
            lines.extend(rolling(&friction.rolling)?);
        }
    }
    Ok(lines)
}

fn tangential(law: &Tangential) -> Result<Vec<String>, LawError> {
    let form = |form: Form| {
        let said = matches!(form, Form::Incremental | Form::Rescaled);
        format!("form = \"{}\"", if said { form.word() } else { "total-spring" })
    };
    let (mut lines, dashpot) = match law {
        Tangential::Frictionless(_) => return Ok(Vec::new()),
        Tangential::Coulomb(_) => (Vec::new(), None),
        Tangential::CundallStrack(law) => (vec![quantity("stiffness", law.stiffness, "N/m")], law.dashpot),
        Tangential::Mindlin(law) => (vec![form(law.form)], law.dashpot),
        Tangential::StiffnessRatio(law) => {
            let mut lines = vec![form(law.form)];
            lines.extend(law.ratio.map(|ratio| quantity("ratio", ratio, "")));
            (lines, law.dashpot)
        }
        Tangential::MindlinDeresiewicz(_) => (Vec::new(), None),
    };
    lines.push(quantity("friction", law.friction(), ""));
    if let Some(dashpot) = dashpot {
        lines.push(match dashpot.strength {
            ShearStrength::Coefficient(C) | ShearStrength::Power { C, beta: 0.0 } => {
                quantity("dashpot_coefficient", C, "N s/m")
            }
            ShearStrength::Ratio(z) => quantity("dashpot_ratio", z, ""),
            ShearStrength::Beta(b) => quantity("dashpot_beta", b, ""),
            ShearStrength::Power { beta, .. } => {
                return Err(LawError::table(format!(
                    "a case file cannot express a tangential dashpot that grows with the overlap to the power {beta} for any spring"
                ))
                .help("convert without friction"));
            }
        });
        lines.push(format!("while_sliding = \"{}\"", dashpot.sliding.word()));
    }
    Ok(lines)
}

fn rolling(law: &Rolling) -> Result<Vec<String>, LawError> {
    match law {
        Rolling::Free(_) => Ok(Vec::new()),
        Rolling::OwnSpin(law) => Ok(vec![quantity("friction", law.friction, "")]),
        Rolling::Constant(law) => Ok(vec![quantity("friction", law.friction, "")]),
        Rolling::SpringDashpot(_) => Err(LawError::table("no supported code has a rolling spring")),
    }
}

fn quantity(key: &str, value: f64, unit: &str) -> String {
    if unit.is_empty() { format!("{key} = {}", exact(value)) } else { format!("{key} = \"{} {unit}\"", exact(value)) }
}

fn normal(law: &Normal) -> Vec<String> {
    let (name, numbers) = (law.card().name, law.numbers());
    let keys = normal::KINDS.iter().find(|kind| kind.card.name == name).map_or(&[][..], |kind| kind.keys);
    let line = |key: &Key| match (numbers.get(key.name), numbers.word(key.name)) {
        (Some(value), _) => Some(quantity(key.name, value, key.unit())),
        (None, Some(word)) => Some(format!("{} = \"{word}\"", key.name)),
        (None, None) => None,
    };
    keys.iter().filter_map(line).collect()
}

fn damping(law: &Damping) -> Result<Vec<String>, LawError> {
    let restitution = |e: Option<f64>, at_speed: Option<f64>| {
        let mut lines: Vec<String> = e.map(|e| quantity("restitution", e, "")).into_iter().collect();
        lines.extend(at_speed.map(|v| quantity("at_speed", v, "m/s")));
        lines
    };
    let coefficient = |key: &str, value: f64, unit: &str| {
        if value < 0.0 {
            return Err(LawError::table("a case file cannot express a dashpot that adds energy")
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
                    "a case file cannot express a dashpot that falls with the overlap to the power {}",
                    law.exponent
                )));
            }
            if law.exponent != 0.0 {
                lines.push(quantity("exponent", law.exponent, ""));
                lines.push(quantity("reference_length", law.reference_length, "m"));
            }
            Ok(lines)
        }
        Damping::ZenerPlate(law) => Ok(vec![
            quantity("thickness", law.thickness, "m"),
            quantity("young_modulus", law.young_modulus, "Pa"),
            quantity("poisson_ratio", law.poisson_ratio, ""),
            quantity("density", law.density, "kg/m3"),
        ]),
    }
}
