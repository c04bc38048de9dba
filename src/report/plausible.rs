//! Sizes, densities, moduli and speeds that no particle of a laboratory has, each with the unit that was more probably meant.
//!
//! A law is solved right for a ball of 1.5 m too: nothing is refused, and no check changes. The ranges are the bench's own choice.

use std::collections::BTreeMap;

use crate::bench::record::{CaseRecord, Number, ParameterRecord, SceneRecord};
use crate::collide::REFERENCE;
use crate::number::brief;
use crate::quantity::scale_for;

/// What is usual of a value, SI, and the units it is written in.
struct Usual {
    table: &'static str,
    key: &'static str,
    low: f64,
    high: f64,
    /// Units with their size in SI.
    units: &'static [(&'static str, f64)],
}

const USUAL: [Usual; 4] = [
    Usual { table: "body.", key: "radius", low: 1e-7, high: 0.5, units: &[("mm", 1e-3), ("um", 1e-6)] },
    // From an aerogel to osmium.
    Usual { table: "material.", key: "density", low: 5.0, high: 23_000.0, units: &[("g/cm3", 1e3)] },
    // From a soft gel to diamond.
    Usual { table: "material.", key: "young_modulus", low: 1e3, high: 1.3e12, units: &[("GPa", 1e9), ("MPa", 1e6)] },
    Usual { table: "impact.", key: "speed", low: 0.0, high: 60.0, units: &[("cm/s", 1e-2), ("mm/s", 1e-3)] },
];

/// `body.ball.radius = 1.5 m; usual is 0.1 µm to 500 mm; read as mm it is 1.5 mm`, a line each.
pub fn unusual(scene: &SceneRecord) -> Vec<String> {
    let of = |parameter: &ParameterRecord| {
        let value = parameter.value?;
        let is = |usual: &&Usual| {
            parameter.path.strip_prefix(usual.table).is_some_and(|rest| rest.rsplit('.').next() == Some(usual.key))
        };
        let usual = USUAL.iter().find(is).filter(|usual| !(usual.low..=usual.high).contains(&value))?;
        let size = |value: f64| scale_for(value, &parameter.unit).show_brief(value);
        // The number as it is written, in another unit.
        let written = parameter.text.split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
        let meant = written.and_then(|number| {
            let fits = |(_, size): &&(&str, f64)| (usual.low..=usual.high).contains(&(number * size));
            let (word, _) = usual.units.iter().find(fits)?;
            Some(format!("; {} {word} is meant?", brief(number)))
        });
        let range = match usual.low {
            0.0 => format!("at most {}", size(usual.high)),
            low => format!("{} to {}", size(low), size(usual.high)),
        };
        Some(format!("{} = {}: usual is {range}{}", parameter.path, parameter.text, meant.unwrap_or_default()))
    };
    scene.parameters.iter().filter_map(|parameter| of(parameter)).collect()
}

/// `g t/v` from which on the weight of a ball that falls on a wall is not small during the contact.
const HEAVY: f64 = 0.01;

/// m/s2
const GRAVITY: f64 = 9.81;

/// What a weight that is left out would do to a ball on a wall, if its contact lasts long, in the one of these scenes of a case where it does
/// most; `None` where it hardly matters or acts.
pub fn weight<'a>(case: &CaseRecord, scenes: impl IntoIterator<Item = &'a SceneRecord>) -> Option<String> {
    let mut lasting: BTreeMap<&str, f64> = BTreeMap::new();
    for made in case.collisions.iter().filter(|made| &*made.by == REFERENCE.0) {
        let lasts = |number: &Number| (number.observable == "duration").then_some(number.value).flatten();
        lasting.extend(made.numbers.iter().find_map(lasts).map(|duration| (&*made.scene, duration)));
    }
    let of = |scene: &SceneRecord| weight_of(scene, *lasting.get(scene.name.as_str())?);
    let heavy: Vec<(f64, &str)> = scenes.into_iter().filter_map(of).collect();
    let (share, add) = heavy.iter().copied().reduce(|most, next| if next.0 > most.0 { next } else { most })?;
    let up_to = if heavy.len() > 1 { "up to " } else { "" };
    Some(format!("the weight is left out, and g t/v = {up_to}{}{add}", brief(share)))
}

/// `g t/v` of a scene, if it is not small, and what to add to the case.
fn weight_of(scene: &SceneRecord, duration: f64) -> Option<(f64, &'static str)> {
    let value = |path: &str| scene.parameter(path).and_then(|parameter| parameter.value);
    let wall = scene
        .parameters
        .iter()
        .any(|parameter| parameter.path.starts_with("body.") && parameter.path.ends_with(".normal"));
    if !wall || value("impact.gravity").is_some() {
        return None;
    }
    let angle = value("impact.angle").unwrap_or(0.0);
    let speed = value("impact.normal_speed").or(value("impact.speed").map(|speed| speed * libm::cos(angle)))?;
    let share = GRAVITY * duration / speed;
    // Where the weight is computed: head-on, under a power of the overlap.
    let computed = scene.force.power.is_some() && angle == 0.0 && value("impact.tangential_speed").is_none();
    let add = if computed { ": if the wall is a floor, gravity = \"9.81 m/s2\" in [impact] has it" } else { "" };
    (share > HEAVY).then_some((share, add))
}
