//! The parameters with which a DEM code has the contact of a scene, for a run or an export.

use super::material::{complete, of_pair};
use super::{Code, Parameters, Rendered, differences};
use crate::law::scene::{ParameterValue, Scene};

/// The parameters with which a version of `system` has the contact of `scene`, material included: those of the case where it
/// is written in them, else the conversion. They are read back into a contact, which is that of the scene: forms and switches
/// exactly, numbers to 1e-13. An empty version is any.
///
/// # Errors
/// Why the code does not have this contact.
pub fn scene_parameters(scene: &Scene, system: &Code, version: &str) -> Result<Parameters, String> {
    let message = |error: crate::law::LawError| error.message;
    let parameters = system.for_version(rendered(scene, system)?.params, scene, version).map_err(message)?;
    let material = of_pair(system, &scene.pair, differences::spring(scene)?.alpha, &parameters);
    let parameters = complete(parameters, system, material.as_ref());
    let code = system.contact(&parameters, system.in_use, &scene.pair).map_err(message)?;
    let normal = differences::normal(scene, system, &parameters, &code).map_err(message)?;
    let departure = normal.or(differences::others(scene, &code).map_err(message)?.into_iter().next());
    departure.map_or(Ok(parameters), Err)
}

/// A contact in the parameters of a system, in the reading it follows when it runs: those of the case where the case gives
/// them, so that the system computes what follows from them itself.
///
/// # Errors
/// Why the system has none for this contact.
pub fn rendered(scene: &Scene, system: &Code) -> Result<Rendered, String> {
    match (case_parameters(scene, system), &scene.system) {
        (Some(params), Some(given)) => Ok(Rendered { params, notes: given.parsed.notes.clone() }),
        _ => system.render(&scene.contact, system.in_use, &scene.pair).map_err(|error| error.message),
    }
}

/// The parameters as the case gives them, where it is written in those of this system in the reading that the code follows.
pub fn case_parameters(scene: &Scene, system: &Code) -> Option<Parameters> {
    let name = system.name();
    scene.system.as_ref().filter(|given| given.is_of(name, system.in_use))?;
    let mut parameters = Parameters::default();
    for key in system.keys {
        match scene.parameter(&format!("contact.{name}.{}", key.name)).map(|parameter| &parameter.value) {
            Some(ParameterValue::Number(value, _)) => parameters = parameters.with(key.name, *value),
            Some(ParameterValue::Word(word)) => parameters = parameters.with_word(key.name, word),
            None => {}
        }
    }
    Some(parameters)
}
