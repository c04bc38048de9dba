//! The work of adhesion of a pair from the surface energies of its two materials.

use super::body::BodyDraft;
use super::contact::ContactDraft;
use super::material::{MaterialDraft, SURFACE_ENERGY};
use super::reader::quoted;
use super::scene_values::SceneValues;
use crate::error::Diagnostic;
use crate::law::normal;

/// `work_of_adhesion` from the surface energies of the materials, J/m2; `None` if the law gives it or has none.
///
/// # Errors
/// When it is given twice, for one body only, without a mixing rule, or for a law without adhesion.
pub(super) fn work_of_adhesion(
    picked: &SceneValues,
    bodies: &[BodyDraft; 2],
    materials: &[MaterialDraft],
    contact: &ContactDraft,
) -> Result<Option<f64>, Box<Diagnostic>> {
    let materials = bodies.each_ref().map(|body| {
        let name = body.material.map(|id| picked.choice(id).text.as_str());
        materials.iter().find(|material| Some(material.name.as_str()) == name)
    });
    let energies = materials.map(|material| material.and_then(|material| material.given.find(SURFACE_ENERGY.name)));
    let given = energies.into_iter().flatten().next();
    let wrong = |id: usize, message: String, help: &str| {
        Box::new(Diagnostic::new(message).at(&picked.choice(id).origin).help(help))
    };
    let law = match contact {
        ContactDraft::Laws(laws) => &laws.normal,
        ContactDraft::System(said) => {
            return given.map_or(Ok(None), |id| {
                let message =
                    format!("`surface_energy` has no effect here: [contact.{}] says the adhesion", said.name());
                Err(wrong(id, message, "leave it out"))
            });
        }
    };
    let name = law.kind.card.name;
    let [work, rule] = ["work_of_adhesion", "mixing_rule"].map(|key| law.given.find(key));
    if let Some(id) = given.filter(|_| !law.kind.keys.iter().any(|key| key.name == "mixing_rule")) {
        return Err(wrong(
            id,
            format!("`surface_energy` has no effect here: `{name}` has no work of adhesion"),
            "leave it out",
        ));
    }
    match (work, given, rule) {
        (Some(_), Some(id), _) => {
            let message = "`surface_energy` and `work_of_adhesion` are alternatives: only one of them can be used";
            Err(wrong(id, message.to_string(), "keep one of them"))
        }
        (Some(_), None, Some(id)) => {
            let message = "`mixing_rule` and `work_of_adhesion` are alternatives: only one of them can be used";
            Err(wrong(id, message.to_string(), "keep one of them"))
        }
        (None, Some(id), None) => {
            let message = format!("`surface_energy` requires `mixing_rule` in [contact.normal.{name}]");
            let help = "write  mixing_rule = \"geometric\"   w = 2 sqrt(gamma1 gamma2),   or  \"arithmetic\"   w = gamma1 + gamma2";
            Err(wrong(id, message, help))
        }
        (None, _, Some(id)) => {
            let [Some(one), Some(two)] = energies else { return Err(lacking(picked, bodies, materials, id)) };
            let gammas = [picked.number(one), picked.number(two)];
            Ok(Some(normal::work_of_adhesion(&picked.choice(id).text, gammas)))
        }
        _ => Ok(None),
    }
}

/// Which body has no surface energy.
fn lacking(
    picked: &SceneValues,
    bodies: &[BodyDraft; 2],
    materials: [Option<&MaterialDraft>; 2],
    rule: usize,
) -> Box<Diagnostic> {
    let mut problem = Diagnostic::new("`mixing_rule` requires the `surface_energy` of both materials")
        .at(&picked.choice(rule).origin);
    for (body, material) in bodies.iter().zip(materials) {
        problem = match material {
            Some(material) if material.given.find(SURFACE_ENERGY.name).is_some() => problem,
            Some(material) => problem.help(format!("material {} has no `surface_energy`", quoted(&material.name))),
            None => problem.help(format!("{} has no material", quoted(&body.name))),
        };
    }
    Box::new(problem.help("or replace `mixing_rule` by the `work_of_adhesion` of the pair"))
}
