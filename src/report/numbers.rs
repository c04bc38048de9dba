//! The numbers of a collision as people ask for them: restitution asked and achieved, contact time, largest overlap and force,
//! tangential restitution, angles, spin, and where the energy went.

use serde::Serialize;
use serde_json::{Value, json};

use super::block::Block;
use super::plausible::{unusual, weight};
use super::quantity::{Scale, scale_of_both};
use super::sheet::{self, Lights};
use crate::bench::record::{CaseRecord, CollisionRecord, Light, Maker, Number, Record, SceneRecord};
use crate::collide::collision::Collision;
use crate::collide::estimate::Estimate;
use crate::collide::observe::observe;
use crate::law::scene::Scene;
use crate::number::{brief, counted};

/// What is shown first, in this order, and how it is called.
const NAMED: [(&str, &str); 20] = [
    ("restitution_requested", "restitution asked"),
    ("restitution", "restitution"),
    ("sticks", "sticks (1) or not (0)"),
    ("duration", "contact time"),
    ("max_overlap", "largest overlap"),
    ("residual_overlap", "overlap that stays"),
    ("max_force", "largest force"),
    ("pull_off_force", "pull-off force"),
    ("tangential_restitution", "tangential restitution"),
    ("rebound_angle", "rebound angle"),
    ("rebound_spin", "spin after"),
    ("tangential_impulse_ratio", "impulse ratio P_t/P_n"),
    ("energy_lost", "energy lost"),
    ("energy_dashpot", "in the dashpot"),
    ("energy_slip", "by sliding"),
    ("energy_rolling", "by rolling"),
    ("energy_plastic", "in the normal law"),
    ("energy_adhesive", "by adhesion"),
    ("energy_plate", "to waves in the plate"),
    ("energy_created", "created by the law"),
];

/// The numbers of a loading path.
const OF_PATHS: [(&str, &str); 6] = [
    ("tangential_force", "tangential force"),
    ("normal_force", "normal force"),
    ("slide", "slide"),
    ("stick_radius", "stick radius over contact radius"),
    ("loop_energy", "work over the last cycle"),
    ("work_in", "external work"),
];

/// Makers beside the reference that one table has room for.
const BESIDE: usize = 1;

/// The unit of angles, as the question was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Angle {
    Degrees,
    Radians,
}

impl Angle {
    /// That of a scene's angle as written, degrees where there is none.
    pub fn of(text: Option<&str>) -> Self {
        if text.is_some_and(|text| text.trim_end().ends_with("rad")) { Self::Radians } else { Self::Degrees }
    }

    fn scale(self, unit: &str, one: Option<f64>, other: Option<f64>) -> Scale {
        match self {
            Self::Radians if unit == "rad" => Scale { factor: 1.0, unit: unit.to_string() },
            _ => scale_of_both(one, other, unit),
        }
    }
}

/// The numbers of a collision that was computed exactly, in the order of [`observe`].
pub fn of(scene: &Scene, collision: &Collision<Estimate>) -> Vec<Number> {
    let number = |(observable, estimate): (crate::collide::observe::Observable, Estimate)| Number {
        observable: observable.word().into(),
        value: Some(estimate.value).filter(|value| value.is_finite()),
        uncertainty: Some(estimate.uncertainty).filter(|uncertainty| uncertainty.is_finite()),
        unit: observable.dimension().si().into(),
    };
    observe(scene, collision).into_iter().map(number).collect()
}

/// One number of several.
pub fn find<'a>(numbers: &'a [Number], word: &str) -> Option<&'a Number> {
    numbers.iter().find(|number| number.observable == word)
}

/// The observables that one of several collisions has, with their titles, in the order they are shown. Energies that are zero in
/// all of them are left out, as is the stick of bodies that part.
fn shown(columns: &[&[Number]]) -> Vec<(&'static str, &'static str)> {
    let values = |word: &str| -> Vec<f64> { columns.iter().filter_map(|numbers| find(numbers, word)?.value).collect() };
    // A loss that is not known to be one is none.
    let lost = columns.iter().filter_map(|numbers| find(numbers, "energy_lost"));
    let known = lost.into_iter().any(|lost| lost.value.unwrap_or(0.0).abs() > lost.uncertainty.unwrap_or(0.0));
    let counts = |(word, _): &&(&str, &str)| {
        if *word == "energy_lost" && !known {
            return false;
        }
        let part = word.starts_with("energy_") && *word != "energy_lost";
        let quiet = part || ["sticks", "residual_overlap", "pull_off_force"].contains(word);
        let whole = values("energy_lost").into_iter().fold(0.0, |sum: f64, x| sum.max(x.abs()));
        values(word).into_iter().any(|value| !quiet || value.abs() > if part { 1e-9 * whole } else { 0.0 })
    };
    NAMED.iter().chain(&OF_PATHS).filter(counts).copied().collect()
}

/// Seven digits, without those that are zero.
fn seven(scale: &Scale, value: f64) -> String {
    scale.shortest(value, 7)
}

/// Rows of one collision: title, value, uncertainty, then the value of each other maker.
fn rows_of(first: &[Number], others: &[&[Number]], angle: Angle) -> Vec<Vec<String>> {
    let all: Vec<&[Number]> = [first].into_iter().chain(others.iter().copied()).collect();
    let row = |(word, title): (&str, &str)| {
        let [value, uncertainty] = find(first, word).map_or([None; 2], |found| [found.value, found.uncertainty]);
        let unit = all.iter().find_map(|numbers| find(numbers, word)).map_or("", |number| &number.unit);
        let scale = angle.scale(unit, value, None);
        let beside = others.iter().map(|numbers| {
            let value = find(numbers, word).and_then(|number| number.value);
            value.map_or(String::new(), |value| seven(&scale, value))
        });
        let known = [
            title.to_string(),
            value.map_or(String::new(), |value| seven(&scale, value)),
            uncertainty.filter(|u| *u > 0.0).map_or(String::new(), |u| brief(u * scale.factor)),
        ];
        known.into_iter().chain(beside).collect()
    };
    shown(&all).into_iter().map(row).collect()
}

/// Title and value of each number of one collision.
pub fn titled(numbers: &[Number], angle: Angle) -> Vec<[String; 2]> {
    let rows = rows_of(numbers, &[], angle).into_iter();
    rows.map(|mut row| [std::mem::take(&mut row[0]), std::mem::take(&mut row[1])]).collect()
}

/// One collision in a sentence: `restitution 0.8, contact time 8.659 µs, largest force 19.23 N`.
pub fn sentence(case: &CaseRecord, scene: &SceneRecord) -> Option<String> {
    const SAID: [&str; 6] = ["restitution", "duration", "max_force", "rebound_angle", "rebound_spin", "sticks"];
    let first = *collisions(case, scene).first()?;
    let angle = Angle::of(scene.parameter("impact.angle").map(|parameter| parameter.text.as_str()));
    let of = |(word, title): &(&str, &str)| {
        let found = find(&first.numbers, word).filter(|_| SAID.contains(word))?;
        let value = found.value.filter(|value| *word != "sticks" || *value != 0.0)?;
        Some(format!("{title} {}", angle.scale(&found.unit, Some(value), None).shortest(value, 4)))
    };
    let parts: Vec<String> = NAMED.iter().filter_map(of).collect();
    (!parts.is_empty()).then(|| format!("{}: {}", first.who(), parts.join(", ")))
}

/// Two collisions beside each other, with their difference: the rows of a table.
pub fn beside(one: &[Number], other: &[Number], angle: Angle) -> Vec<Vec<String>> {
    // What of the loss is rounding is none.
    let whole =
        [one, other].map(|numbers| find(numbers, "energy_lost").and_then(|lost| lost.value).unwrap_or(0.0).abs());
    let rounding = 1e-9 * whole[0].max(whole[1]);
    let row = |(word, title): (&str, &str)| {
        let floor = if word.starts_with("energy_") { rounding } else { 0.0 };
        let value = |number: &Number| number.value.map(|value| if value.abs() < floor { 0.0 } else { value });
        let [a, b] = [one, other].map(|numbers| find(numbers, word).and_then(value));
        let unit = [one, other].iter().find_map(|numbers| find(numbers, word)).map_or("", |number| &number.unit);
        let scale = angle.scale(unit, a, b);
        let cell = |value: Option<f64>| value.map_or(String::new(), |value| scale.shortest(value, 5));
        let apart = a.zip(b).map(|(a, b)| difference(&scale, a, b)).unwrap_or_default();
        vec![title.to_string(), cell(a), cell(b), apart]
    };
    // Where the energy went, each has for itself.
    let parts =
        ["energy_dashpot", "energy_slip", "energy_rolling", "energy_plastic", "energy_adhesive", "energy_plate"];
    shown(&[one, other]).into_iter().filter(|(word, _)| !parts.contains(word)).map(row).collect()
}

/// `-0.1161`, in the unit of a scale: what the second has more than the first, nothing where it is rounding.
pub fn difference(scale: &Scale, a: f64, b: f64) -> String {
    if (b - a).abs() <= 1e-9 * a.abs().max(b.abs()) {
        return "0".to_string();
    }
    let text = scale.show(b - a, 4);
    if b > a { format!("+{text}") } else { text.replace('-', "−") }
}

/// One collision of a case: its numbers by everyone who computed it, and whether its assumptions hold.
pub fn blocks(record: &Record, case: &CaseRecord, scene: &SceneRecord) -> Vec<Block> {
    let made = collisions(case, scene);
    let mut blocks = Vec::new();
    let Some((first, others)) = made.split_first() else { return blocks };
    let drawn: Vec<&[Number]> = others.iter().take(BESIDE).map(|of| &of.numbers[..]).collect();
    let angle = Angle::of(scene.parameter("impact.angle").map(|parameter| parameter.text.as_str()));
    let name = |of: &&CollisionRecord| format!("{}\n{}", of.by, of.variant.replace(", ", "\n"));
    let names: Vec<String> = others.iter().take(BESIDE).map(name).collect();
    let who = first.who();
    let head: Vec<&str> = ["", who.as_str(), "±"].into_iter().chain(names.iter().map(String::as_str)).collect();
    blocks.extend(Block::table("numbers of the collision", &head, rows_of(&first.numbers, &drawn, angle)));
    if others.len() > BESIDE {
        let more = counted(others.len() - BESIDE, "more result");
        blocks.push(Block::text(format!("and {more}: --json, or observations.csv of the report of a run")));
    }
    blocks.push(Block::text(validity(record, scene)));
    let unusual: Vec<String> = unusual(scene).into_iter().chain(weight(case, [scene])).collect();
    blocks.extend((!unusual.is_empty()).then_some(Block::List { lines: unusual }));
    blocks
}

/// What solvers say of a scene, the reference first.
fn collisions<'a>(case: &'a CaseRecord, scene: &SceneRecord) -> Vec<&'a CollisionRecord> {
    let of = |made: &&CollisionRecord| *made.scene == *scene.name && made.maker == Maker::Solver;
    let mut made: Vec<&CollisionRecord> = case.collisions.iter().filter(of).collect();
    made.sort_by_key(|made| &*made.by != "reference");
    made
}

/// `validity: 2 amber, 9 green; is the material elastic? no yield stress is given`
pub fn validity(record: &Record, scene: &SceneRecord) -> String {
    let lights = Lights::of(scene.validity.iter().map(|line| line.light));
    let worst = scene.validity.iter().filter(|line| line.light >= Some(Light::Amber)).max_by_key(|line| line.light);
    let named = worst.map(|line| {
        let assumes = record.criteria.iter().find(|criterion| criterion.word == line.word);
        let assumes = assumes.map_or(&*line.word, |criterion| &*criterion.assumes);
        let (value, note) = (sheet::value(line), sheet::note(line));
        let seen = [&*value, &*note].into_iter().find(|text| !text.is_empty()).unwrap_or("unknown");
        format!("; {assumes}? {seen}")
    });
    format!("validity: {}{}", lights.words(), named.unwrap_or_default())
}

/// A scene in one JSON object: its values as written, and SI numbers of every maker with their uncertainties.
pub fn json(case: &CaseRecord, scene: &SceneRecord) -> Value {
    #[derive(Serialize)]
    struct By<'a> {
        by: &'a str,
        variant: &'a str,
        numbers: &'a [Number],
    }
    let made = collisions(case, scene);
    let made: Vec<By<'_>> =
        made.iter().map(|of| By { by: &of.by, variant: &of.variant, numbers: &of.numbers }).collect();
    json!({
        "case": case.name,
        "scene": scene.name,
        "parameters": scene.parameters,
        "collisions": made,
        "validity": scene.validity,
    })
}
