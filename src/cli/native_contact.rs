//! A contact written as tables of a case.

use crate::law::damping::LocalDamping;
use crate::law::shear::Levers;
use crate::law::tangential::ShearStrength;
use crate::law::{Card, Contact, Damping, Friction, Key, LawError, Numbers, Rolling};
use crate::number::exact;

/// The tables of a case file that make this contact, numbers to the last bit.
///
/// # Errors
/// When a case file cannot express it: a dashpot with a negative coefficient.
pub(super) fn tables(contact: &Contact) -> Result<Vec<String>, LawError> {
    let mut lines = Vec::new();
    let damped = !matches!(contact.damping, Damping::Undamped(_));
    // Elsewhere a law with branches has its own end of contact.
    let beside = matches!(&contact.damping, Damping::LocalDamping(law) if law.beside.is_some());
    let ends = damped && (beside || contact.branched_by().is_none());
    if ends || contact.friction.is_some() {
        lines.push("[contact]".to_string());
        lines.extend(ends.then(|| format!("ends = \"{}\"", contact.ends.word())));
        if let Some(friction) = &contact.friction {
            let Levers { slip, torque } = friction.levers;
            lines.push(format!("friction_limit = \"{}\"", friction.limit.word()));
            lines.push(format!("lever = {{ slip = \"{}\", torque = \"{}\" }}", slip.word(), torque.word()));
            lines.push(format!("spring_rotation = \"{}\"", friction.rotation.word()));
        }
        lines.push(String::new());
    }
    let Contact { normal, damping, .. } = contact;
    lines.extend(table("normal", normal.card(), &normal.keys(), &normal.numbers()));
    if damped {
        lines.push(String::new());
        lines.extend(table("damping", damping.card(), &damping.keys(), &dissipative(damping)?));
        if let Damping::LocalDamping(LocalDamping { beside: Some(dashpot), .. }) = damping {
            lines.push(String::new());
            lines.extend(table("damping", dashpot.card(), &dashpot.keys(), &dissipative(dashpot)?));
        }
    }
    if let Some(Friction { tangential, rolling, .. }) = &contact.friction {
        if let Some(ShearStrength::Power { beta, .. }) = tangential.dashpot().map(|dashpot| dashpot.strength)
            && beta != 0.0
        {
            return Err(LawError::table(format!(
                "a case file cannot express a tangential dashpot that grows with the overlap to the power {beta} for any spring"
            ))
            .help("convert without friction"));
        }
        lines.push(String::new());
        lines.extend(table("tangential", tangential.card(), &tangential.keys(), &tangential.numbers()));
        if !matches!(rolling, Rolling::Free(_)) {
            lines.push(String::new());
            lines.extend(table("rolling", rolling.card(), &rolling.keys(), &rolling.numbers()));
        }
    }
    Ok(lines)
}

/// The table of a law.
fn table(axis: &str, card: &Card, keys: &[Key], numbers: &Numbers) -> Vec<String> {
    let quantity = |key: &Key, value: f64| match key.unit() {
        "" => format!("{} = {}", key.name, exact(value)),
        unit => format!("{} = \"{} {unit}\"", key.name, exact(value)),
    };
    let line = |key: &Key| match (numbers.get(key.name), numbers.word(key.name)) {
        (Some(value), _) => Some(quantity(key, value)),
        (None, Some(word)) => Some(format!("{} = \"{word}\"", key.name)),
        (None, None) => None,
    };
    std::iter::once(format!("[contact.{axis}.{}]", card.name)).chain(keys.iter().filter_map(line)).collect()
}

/// The numbers of a damping law, none of them negative but Poisson's ratio.
fn dissipative(law: &Damping) -> Result<Numbers, LawError> {
    let numbers = law.numbers();
    match numbers.numbers().iter().find(|(key, value)| *value < 0.0 && *key != "poisson_ratio") {
        None => Ok(numbers),
        Some(("exponent", power)) => Err(LawError::table(format!(
            "a case file cannot express a dashpot that falls with the overlap to the power {power}"
        ))),
        Some(_) => Err(LawError::table("a case file cannot express a dashpot that adds energy")
            .help("use the reading `corrected`")),
    }
}
