//! Writes and reads LIGGGHTS input: `pair_style gran`, its global properties, and the wall.

use super::hysteretic::{HYSTERESIS, LUDING, OF_HYSTERESIS, OF_LUDING, SPEED};
use super::{KEYS, Liggghts};
use crate::codes::Parameters;
use crate::codes::export::{AFTER_THE_BOX, BEFORE_THE_BOX, Input, InputData, read};
use crate::law::LawError;

/// Pa; outside the program wants to be told that it is meant.
const HARD: f64 = 1e9;
const SOFT: f64 = 5e6;

impl Input for Liggghts {
    fn material_keys(&self, parameters: &Parameters) -> Option<[&'static str; 2]> {
        (parameters.given("model") != Some(LUDING)).then_some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let [model, options] = style(data.params)?;
        let young = data.params.numbers.get(super::YOUNG).unwrap_or(HARD);
        let hardness = [("hard_particles yes", young > HARD), ("soft_particles yes", young < SOFT)];
        let hardness = hardness.into_iter().filter(|(_, needed)| *needed).map(|(line, _)| line);
        let before = std::iter::once(BEFORE_THE_BOX).chain(hardness);
        let before = before.chain(["newton off", "communicate single vel yes", AFTER_THE_BOX]);
        let mut lines: Vec<String> = before.map(String::from).collect();
        lines.extend(properties(&[data.params])?);
        lines.push(format!("pair_style gran {model}{options}"));
        lines.push("pair_coeff * *".into());
        if data.wall() {
            let (axis, _) = data.scene.bodies[1].axis().unwrap_or(("z", true));
            lines.push(format!("fix wall all wall/gran {model} primitive type 1 {axis}plane 0.0{options}"));
        }
        lines.push("fix motion all nve/sphere".into());
        Ok(lines)
    }

    fn approximations(&self, data: &InputData) -> Vec<String> {
        if data.params.word_or_empty("cohesion") != "sjkr" {
            return Vec::new();
        }
        vec![String::from(match data.wall() {
            true => "sjkr: at a wall the area is pi (2 R* delta - delta^2), less than 2 pi R* delta by delta/(2 R*)",
            false => {
                "sjkr: between two spheres the area is that of their lens, less than 2 pi R* delta by up to delta/R*"
            }
        })]
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let keys = [
            super::YOUNG,
            super::POISSON,
            "coefficientRestitution",
            "kn",
            "kt",
            "gamman_abs",
            "gammat_abs",
            super::FRICTION,
            super::DENSITY,
            SPEED,
        ];
        let found = keys.into_iter().chain(OF_LUDING).chain([OF_HYSTERESIS[0]]).filter_map(|key| {
            let line = lines.iter().find(|line| line.contains(&format!("property/global {key} ")))?;
            Some((key, line.split_whitespace().last()?.parse().ok()?))
        });
        let found = read::frictional(found.collect(), &[super::FRICTION, "kt", "gammat_abs"]);
        let style = read::line(lines, "pair_style gran ")?;
        if let Some(wall) = read::line(lines, "fix wall ") {
            let mut words = style.strip_prefix("pair_style gran ")?.split_whitespace();
            words.all(|word| wall.split_whitespace().any(|known| known == word)).then_some(())?;
        }
        let mut words =
            vec![("model", read::after(style, "model ")?), ("limitForce", read::after(style, "limitForce ")?)];
        words.extend(read::after(style, "cohesion ").map(|model| ("cohesion", model)));
        words.extend(read::after(style, "tangential_damping ").map(|damping| ("tangential_damping", damping)));
        Some(Parameters::new(found, &words))
    }
}

/// Model and options of a contact: a wall has words of its own between them.
pub(super) fn style(parameters: &Parameters) -> Result<[String; 2], LawError> {
    let model = parameters.word(KEYS, "model")?;
    let mut options = String::new();
    if model == "hooke/stiffness" {
        options.push_str(" absolute_damping on");
    }
    let friction = parameters.numbers.get(super::FRICTION).is_some();
    if friction {
        options.push_str(&format!(" tangential_damping {}", parameters.word(KEYS, "tangential_damping")?));
    }
    options.push_str(&format!(" limitForce {}", parameters.word(KEYS, "limitForce")?));
    let cohesion = if parameters.word(KEYS, "cohesion")? == "sjkr" { " cohesion sjkr" } else { "" };
    Ok([format!("model {model} tangential {}{cohesion}", if friction { "history" } else { "off" }), options])
}

/// The global properties of contacts between like types, one type each; all of one model. Two of different types never meet: they
/// have the values of the first, and `hooke/hysteresis` has one characteristic velocity.
pub(super) fn properties(types: &[&Parameters]) -> Result<Vec<String>, LawError> {
    let model = types.first().map(|first| first.word(KEYS, "model")).transpose()?.unwrap_or_default();
    let of_a_type = [super::YOUNG, super::POISSON];
    let or_zero = ["kt", "gammat_abs", super::FRICTION];
    let hertz = [super::YOUNG, super::POISSON, "coefficientRestitution", super::FRICTION];
    let mut names: Vec<&'static str> = match model {
        "hooke/stiffness" => vec!["kn", "kt", "gamman_abs", "gammat_abs", super::FRICTION],
        LUDING => [&OF_LUDING[..], &hertz[2..]].concat(),
        HYSTERESIS => [&OF_HYSTERESIS[..], &hertz, &[SPEED]].concat(),
        _ => hertz.to_vec(),
    };
    let cohesive = types.iter().any(|parameters| parameters.numbers.get(super::DENSITY).is_some());
    names.extend(cohesive.then_some(super::DENSITY));
    let line = |(index, name): (usize, &&'static str)| {
        let value = |parameters: &&Parameters| match or_zero.contains(name) {
            true => Ok(parameters.text_or_zero(name)),
            false => parameters.text(name),
        };
        let own = types.iter().map(value).collect::<Result<Vec<_>, LawError>>()?;
        let count = own.len();
        let (kind, values) = if of_a_type.contains(name) {
            ("peratomtype".to_string(), own)
        } else if *name == SPEED {
            ("scalar".to_string(), own.into_iter().take(1).collect())
        } else {
            let places = (0..count * count).map(|place| (place / count, place % count));
            let values = places.map(|(i, j)| own[if i == j { i } else { 0 }].clone()).collect();
            (format!("peratomtypepair {count}"), values)
        };
        Ok(format!("fix m{} all property/global {name} {kind} {}", index + 1, values.join(" ")))
    };
    names.iter().enumerate().map(line).collect()
}
