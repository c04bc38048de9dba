//! Captions: the bodies, materials and speed of a figure in words.

use toml::{Table, Value};

use crate::bench::record::{CaseRecord, SceneRecord};
use crate::distinct::distinct;
use crate::number::shortened;

/// The bodies of a case with material and speed: `ball of radius 2.5 mm, alumina; rigid plate; 3.9 m/s`.
pub(in crate::report) fn bodies(case: &CaseRecord) -> String {
    bodies_of(case, |_| true)
}

/// The same of those of its scenes whose names are meant, or else of all: what was swept and is one value in them has
/// that value.
pub(in crate::report) fn bodies_of(case: &CaseRecord, is_meant: impl Fn(&str) -> bool) -> String {
    let mut scenes: Vec<&SceneRecord> = case.scenes.iter().filter(|scene| is_meant(&scene.name)).collect();
    if scenes.is_empty() {
        scenes = case.scenes.iter().collect();
    }
    let Some(scene) = scenes.first() else { return measured(&case.text).join("; ") };
    let text = |path: &str| scene.parameter(path).map(|p| p.text.as_str());
    let swept: Vec<(&str, bool)> = case.swept.iter().map(|path| (path.as_str(), differs(&scenes, path))).collect();
    let varies = |path: &str| swept.contains(&(path, true));
    let bodies = scene.parameters.iter().filter_map(|p| p.path.strip_prefix("body."));
    let names = distinct(bodies.map(|path| path.split('.').next().unwrap_or(path)));
    let mut parts: Vec<String> = names
        .into_iter()
        .map(|name| {
            let of = |key: &str| text(&format!("body.{name}.{key}"));
            let radius = of("radius").filter(|_| !varies(&format!("body.{name}.radius")));
            body(name, of("rigid") == Some("true"), radius, of("material"))
        })
        .collect();
    parts.extend(text("impact.speed").filter(|_| !varies("impact.speed")).map(|speed| shortened(speed, 6)));
    parts.extend(swept.iter().filter_map(|&(path, varies)| {
        let word = path.rsplit('.').next().unwrap_or(path);
        let name = word.replace('_', " ");
        let is_there = path == "impact.speed" || (path.starts_with("body.") && ["radius", "material"].contains(&word));
        if varies {
            Some(format!("{name} varies"))
        } else {
            Some(format!("{name} = {}", shortened(text(path)?, 6))).filter(|_| !is_there)
        }
    }));
    parts.join("; ")
}

/// Whether a parameter is not the same in all of some scenes.
fn differs(scenes: &[&SceneRecord], path: &str) -> bool {
    let mut texts = scenes.iter().map(|scene| scene.parameter(path).map(|parameter| &parameter.text));
    texts.next().is_some_and(|first| texts.any(|text| text != first))
}

/// `rigid ball of radius 2.5 mm, alumina`
fn body(name: &str, is_rigid: bool, radius: Option<&str>, material: Option<&str>) -> String {
    let rigid = if is_rigid { "rigid " } else { "" };
    let radius = radius.map(|radius| format!(" of radius {radius}")).unwrap_or_default();
    let material = material.map(|material| format!(", {}", material.replace('-', " "))).unwrap_or_default();
    format!("{rigid}{name}{radius}{material}")
}

/// The bodies of a case with measurements, which has no scenes, as its text gives them.
fn measured(text: &str) -> Vec<String> {
    let case: Table = text.parse().unwrap_or_default();
    let bodies = case.get("body").and_then(Value::as_table).into_iter().flatten();
    let of = |(name, given): (&String, &Value)| {
        let radius = given.get("sphere").and_then(|sphere| sphere.get("radius"));
        let radius = radius.map(|radius| radius.get("value").unwrap_or(radius)).and_then(Value::as_str);
        let is_rigid = given.get("rigid").and_then(Value::as_bool) == Some(true);
        body(name, is_rigid, radius, given.get("material").and_then(Value::as_str))
    };
    bodies.map(of).collect()
}
