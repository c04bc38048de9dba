//! Damping and friction of a pair from the restitution, the dissipation and the friction of its two materials.

use super::bodies::{BodyDraft, DISSIPATION, FRICTION, MaterialDraft, RESTITUTION};
use super::contact::{ContactDraft, LawDraft};
use super::reader::quoted;
use super::rebound::Further;
use super::values::{Built, SceneValues, refusal};
use crate::error::{Diagnostic, Origin};
use crate::keys::Key;
use crate::law::mixing::{FRICTION_RULE, FRICTION_RULES, MIXING_RULE, Mixing};
use crate::law::scene::Body;
use crate::law::{Damping, Tangential};

/// What the damping law and the tangential law of a contact take from its materials: nothing where they have no `mixing_rule`.
///
/// # Errors
/// When a number is given twice, for one body only, without a rule, or for a law that has none.
pub(super) fn of_materials(
    picked: &SceneValues,
    (drafts, bodies): (&[BodyDraft; 2], &[Body; 2]),
    materials: &[MaterialDraft],
    contact: &ContactDraft,
) -> Built<[Further; 2]> {
    let of = drafts.each_ref().map(|body| {
        let name = body.material.map(|id| picked.choice(id).text.as_str());
        materials.iter().find(|material| Some(material.name.as_str()) == name)
    });
    Ok([damping(picked, (drafts, bodies), of, contact)?, friction(picked, drafts, of, contact)?])
}

/// The friction of the pair.
fn friction(
    picked: &SceneValues,
    drafts: &[BodyDraft; 2],
    of: [Option<&MaterialDraft>; 2],
    contact: &ContactDraft,
) -> Built<Further> {
    let ids = of.map(|material| material.and_then(|material| material.given.find(FRICTION.name)));
    let law: Option<&LawDraft<Tangential>> = match contact {
        ContactDraft::Laws(laws) => laws.friction.as_ref().map(|friction| &friction.tangential),
        ContactDraft::System(_) => None,
    };
    let rule = law.and_then(|law| law.given.find(FRICTION_RULE.name));
    let (Some(law), Some(rule)) = (law, rule) else {
        let Some(id) = ids.iter().flatten().next() else { return Ok(Vec::new()) };
        let name = match (contact, law) {
            (ContactDraft::System(said), _) => {
                let message =
                    format!("`friction` of a material has no effect here: [contact.{}] has the friction", said.name());
                return Err(refusal(&picked.choice(*id).origin, message, "leave it out"));
            }
            (_, law) => law.map_or("coulomb", |law| law.kind.card.name),
        };
        let message = format!("`friction` of a material requires `mixing_rule` in [contact.tangential.{name}]");
        let help = format!("write  mixing_rule = \"mean\"   or another of: {}", FRICTION_RULES.join(", "));
        return Err(refusal(&picked.choice(*id).origin, message, &help));
    };
    if let Some(id) = law.given.find("friction") {
        let message = "`friction` of the law and of the materials are alternatives";
        return Err(refusal(&picked.choice(id).origin, message, "keep one of them: leave it out, or `mixing_rule`"));
    }
    let [Some(a), Some(b)] = ids.map(|id| id.map(|id| picked.number(id))) else {
        return Err(lacking_one(&FRICTION, drafts, of, &picked.choice(rule).origin));
    };
    let mixing = Mixing::from_word(&picked.choice(rule).text).unwrap_or(Mixing::Mean);
    Ok(vec![("friction", mixing.of([a, b], [1.0; 2]))])
}

/// The damping of the pair.
fn damping(
    picked: &SceneValues,
    (drafts, bodies): (&[BodyDraft; 2], &[Body; 2]),
    of: [Option<&MaterialDraft>; 2],
    contact: &ContactDraft,
) -> Built<Further> {
    let ids = |key: &Key| of.map(|material| material.and_then(|material| material.given.find(key.name)));
    let given = [DISSIPATION, RESTITUTION].map(|key| (key, ids(&key)));
    let first = given.iter().find_map(|(key, ids)| ids.iter().flatten().next().map(|id| (key, *id)));
    let place = |id: usize| &picked.choice(id).origin;
    let law = match contact {
        ContactDraft::Laws(laws) => laws.damping.as_ref(),
        ContactDraft::System(said) => {
            return first.map_or(Ok(Vec::new()), |(key, id)| {
                let message = format!(
                    "`{}` of a material has no effect here: [contact.{}] says the damping",
                    key.name,
                    said.name()
                );
                Err(refusal(place(id), message, "leave it out"))
            });
        }
    };
    let rule = law.and_then(|law| law.given.find(MIXING_RULE.name));
    let (Some(law), Some(rule)) = (law, rule) else {
        return first.map_or(Ok(Vec::new()), |(key, id)| Err(without_rule(key, place(id), law)));
    };
    let mixing = Mixing::from_word(&picked.choice(rule).text).unwrap_or(Mixing::Mean);
    let has = |name: &str| law.kind.keys.iter().any(|key| key.name == name);
    let dissipates = has("lambda") && given[0].1.iter().any(Option::is_some);
    let (key, ids) = &given[usize::from(!dissipates)];
    let own = if dissipates { "lambda" } else { "restitution" };
    if let Some(id) = ["lambda", "restitution"].iter().find_map(|key| law.given.find(key)) {
        let message = format!("`{}` of the law and `{}` of the materials are alternatives", own, key.name);
        return Err(refusal(place(id), message, "keep one of them: leave it out, or `mixing_rule`"));
    }
    let moduli = bodies.each_ref().map(plane_strain);
    let value =
        |at: usize| ids[at].map(|id| picked.number(id)).or((bodies[at].rigid && mixing.weighs()).then_some(0.0));
    let (Some(a), Some(b)) = (value(0), value(1)) else { return Err(lacking_one(key, drafts, of, place(rule))) };
    let moduli = match moduli {
        [Some(one), Some(two)] if one.is_finite() || two.is_finite() => [one, two],
        _ if !mixing.weighs() => [1.0; 2],
        _ => {
            let message = "this `mixing_rule` requires `young_modulus` and `poisson_ratio` of both materials";
            return Err(refusal(place(rule), message, "add them, or take another rule"));
        }
    };
    let mixed = mixing.of([a, b], moduli);
    // F = k delta^(3/2) (1 + 3/2 c v): Hunt & Crossley's lambda is 3/2 of the dissipation.
    Ok(vec![(own, if dissipates { 1.5 * mixed } else { mixed })])
}

/// `E/(1-nu^2)`, Pa; infinite for a rigid body, `None` where it is not given.
fn plane_strain(body: &Body) -> Option<f64> {
    if body.rigid {
        return Some(f64::INFINITY);
    }
    let material = body.material.as_ref()?;
    let nu = material.poisson_ratio?;
    Some(material.young_modulus? / (1.0 - nu * nu))
}

/// A number of a material that no law takes.
fn without_rule(key: &Key, place: &Origin, law: Option<&LawDraft<Damping>>) -> Box<Diagnostic> {
    let name = key.name;
    match law.filter(|law| law.kind.keys.iter().any(|key| key.name == MIXING_RULE.name)) {
        Some(law) => {
            let message =
                format!("`{name}` of a material requires `mixing_rule` in [contact.damping.{}]", law.kind.card.name);
            refusal(
                place,
                message,
                "write  mixing_rule = \"mean\"   or another of: harmonic, geometric, product, minimum, maximum, deformation, simbody",
            )
        }
        None => {
            let message = format!("`{name}` of a material has no effect here: no damping law combines it");
            refusal(place, message, "leave it out, or write  [contact.damping.tsuji]  mixing_rule = \"mean\"")
        }
    }
}

/// Which body lacks it.
fn lacking_one(
    key: &Key,
    bodies: &[BodyDraft; 2],
    materials: [Option<&MaterialDraft>; 2],
    rule: &Origin,
) -> Box<Diagnostic> {
    let name = key.name;
    let mut problem = Diagnostic::new(format!("`mixing_rule` requires the `{name}` of both materials")).at(rule);
    for (body, material) in bodies.iter().zip(materials) {
        problem = match material {
            Some(material) if material.given.find(name).is_some() => problem,
            Some(material) => problem.help(format!("material {} has no `{name}`", quoted(&material.name))),
            None => problem.help(format!("{} has no material", quoted(&body.name))),
        };
    }
    Box::new(problem.help("or replace `mixing_rule` by the number of the pair"))
}
